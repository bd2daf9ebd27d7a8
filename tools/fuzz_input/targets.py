"""What is fuzzed: every kind of file that evometa reads, and the commands that read it.

A new kind of file is one more entry of `TARGETS`: its name, its form, its valid seeds, and the words of a command in
which `INPUT` stands for the file. A test fails when a command or a module reads files that no target has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from tools.fuzz_input import seeds
from tools.fuzz_input.forms import CODE, CSV, JSON, LIST, RUN, TOML, Form

from evometa.story.kind import KINDS

INPUT = "INPUT"  # stands for the name of the file, or for the text itself where that is given at the command line
HUNTER = seeds.DECKS[0]
NO_GAMES = 0  # batches of games before Ctrl-C: the first one is never played, and nothing is searched uncompiled

STEPS = "show\n1\nend\n1\n2\nsave saved.json\nload saved.json\nend\nundo 9\n"  # what is typed at a console


@dataclass(frozen=True)
class Target:
    """A command that reads a file of some kind."""

    name: str
    form: Form
    seeds: Callable[[], list[str]] | str  # valid files; or the start of the names of stored runs
    words: tuple[str, ...]  # the command
    weight: float = 1.0  # how many of the inputs are its
    batches: int | None = None  # of games, before somebody presses Ctrl-C
    typed: str = ""

    def read_seeds(self, runs: Path) -> list[bytes]:
        """The valid files."""
        if callable(self.seeds):
            return [text.encode() for text in self.seeds()]
        return [path.read_bytes() for path in sorted(runs.glob(f"{self.seeds}*.sqlite"))]


def _command(line: str) -> tuple[str, ...]:
    """The words of a command; `_` stands for a space inside a word."""
    return tuple(word.replace("_", " ") for word in line.split())


def _list_targets() -> Iterator[Target]:
    toml, deck = partial(Target, form=TOML), "Exp1_Hunter_(Aggro)"
    yield from (
        toml("card", seeds=seeds.card_files, words=("card", seeds.CARD_ID, "--addresses", "--cards", INPUT), weight=4),
        toml("card-list", seeds=seeds.card_files, words=_command("card My --all --cards INPUT")),
        toml("card-table", seeds=seeds.card_files, words=_command("card --all --csv --set custom --cards INPUT")),
        toml("card-deck", seeds=seeds.card_files, words=_command("deck deck.txt --cards INPUT")),
        toml("overlay", seeds=seeds.overlay_files, words=_command("card Wisp --overlay INPUT"), weight=2),
        toml("rules", seeds=seeds.rules_files, words=_command("meta ruled.toml --games 2"), batches=NO_GAMES),
        toml(
            "rules-option",
            seeds=seeds.rules_files,
            words=_command("meta two.toml --games 2 --rules INPUT"),
            batches=NO_GAMES,
        ),
        toml(
            "card-games",
            seeds=seeds.card_files,
            words=_command("meta two.toml --games 2 --cards INPUT"),
            batches=NO_GAMES,
        ),
        toml(
            "card-console", seeds=seeds.card_files, words=_command("console --cards INPUT --seed 1"), typed="1\nend\n"
        ),
        toml("game", seeds=seeds.game_files, words=_command("card --all --game own")),
        toml("lane-cards", seeds=seeds.lane_card_files, words=_command("card --all --game locm --cards INPUT")),
        toml(
            "lane-rules",
            seeds=seeds.lane_rules_files,
            words=_command("meta locm-four --game locm --rules INPUT --games 2"),
            batches=NO_GAMES,
        ),
        toml("deck", seeds=seeds.deck_files, words=_command("deck INPUT"), weight=2),
        toml("deck-code", seeds=seeds.deck_files, words=_command("deck INPUT --to code")),
        toml(
            "deck-console", seeds=seeds.deck_files, words=_command(f"console INPUT {deck} --seed 1"), typed="1\nend\n"
        ),
        toml(
            "deck-cards",
            seeds=seeds.deck_files,
            words=_command("cards INPUT --in two.toml --games 2"),
            batches=NO_GAMES,
        ),
        Target("list", LIST, seeds.deck_lists, _command("deck INPUT"), weight=2),
        Target("code", CODE, seeds.deck_codes, _command("deck INPUT"), weight=2),
        Target(
            "observed", CSV, seeds.observed_files, _command("compare two.toml --games 2 --observed INPUT"), batches=1
        ),
        toml("patch", seeds=seeds.patch_files, words=_command("apply INPUT"), weight=3),
        toml("patch-cards", seeds=seeds.patch_files, words=_command("apply INPUT --json --out cards.toml")),
        toml("patch-deck", seeds=seeds.patch_files, words=_command("deck deck.txt --patch INPUT")),
        toml(
            "patch-explain",
            seeds=seeds.patch_files,
            words=_command("explain two.toml --games 2 --patch INPUT"),
            batches=NO_GAMES,
        ),
        toml(
            "patch-games",
            seeds=seeds.patch_files,
            words=_command("what-if two.toml --games 2 --patch INPUT"),
            batches=1,
        ),
        toml(
            "patch-respond", seeds=seeds.patch_files, words=_command("respond two.toml --patch INPUT"), batches=NO_GAMES
        ),
        toml(
            "player",
            seeds=seeds.player_files,
            words=_command("meta two.toml --games 2 --players INPUT"),
            batches=NO_GAMES,
        ),
        toml("player-console", seeds=seeds.player_files, words=_command("console --player INPUT --seed 1"), weight=2),
        toml(
            "metagame", seeds=seeds.metagame_files, words=_command("meta INPUT --games 2"), weight=3, batches=NO_GAMES
        ),
        toml("metagame-whole", seeds=seeds.metagame_files, words=_command("meta INPUT --games 2"), weight=0.2),
        toml(
            "metagame-nerfs", seeds=seeds.metagame_files, words=_command(f"nerfs {deck} --in INPUT"), batches=NO_GAMES
        ),
        Target("target", CSV, seeds.target_files, _command("balance two.toml --target INPUT"), batches=NO_GAMES),
        toml(
            "space",
            seeds=seeds.space_files,
            words=_command("balance two.toml --space INPUT"),
            weight=2,
            batches=NO_GAMES,
        ),
        toml(
            "settings",
            seeds=seeds.settings_files,
            words=_command("balance --settings INPUT"),
            weight=3,
            batches=NO_GAMES,
        ),
        toml(
            "include",
            seeds=seeds.included_files,
            words=_command("balance two.toml --space free --include INPUT"),
            batches=NO_GAMES,
        ),
        toml(
            "position-table",
            seeds=seeds.position_tables,
            words=_command("console --position INPUT"),
            typed=STEPS,
            weight=3,
        ),
        Target("position", JSON, seeds.positions, _command("console --position INPUT"), typed=STEPS, weight=3),
        Target("log", JSON, seeds.game_logs, _command("play --replay INPUT"), weight=2),
        Target("log-json", JSON, seeds.game_logs, _command("play --json --replay INPUT")),
    )
    for kind, parts in KINDS.items():
        run = partial(Target, form=RUN, seeds=f"{kind}-")
        yield from (
            run(f"{kind}-runs", words=_command("runs .")),
            run(f"{kind}-resume", words=_command("resume run --no-report"), batches=1, weight=1.5),
            run(f"{kind}-salvage", words=_command("salvage run --to saved"), weight=0.5),
            run(f"{kind}-report", words=_command("report run"), weight=0.1),
        )
        if parts.story.exported:
            yield run(f"{kind}-export", words=_command("export run --to table.csv"), weight=0.5)


TARGETS = {target.name: target for target in _list_targets()}


@cache
def weights() -> tuple[float, ...]:
    """How many of the inputs are of each target, in order."""
    return tuple(target.weight for target in TARGETS.values())
