"""`evometa balance`: search for the smallest patch that evens a metagame out.

A balance run is asked with a preset, then a file of settings, then options, each over the ones before. A file of
settings has the fields of `BalanceSettings`, all of them optional, and two more:

    preset = "quick"                    # where to start from
    include = ["best_so_far.toml"]      # patch files for the initial population; relative to this file
    algorithm = "model"
    objectives = ["f", "m"]

    [learning]                          # of the algorithm model; [evolution] is for nsga2 and ga
    budgets = [12, 20, 28]

    [[target]]                          # how a match-up should go; or target = "matrix.csv"
    deck = "Hunter"
    against = "Paladin"
    rate = "60:40"

    [space]                             # what may change, as docs/how-to/balance-a-metagame.md explains
    base = "gentle"
    lock = ["King Krush"]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer

from evometa.app.runs.session import MetagameRunOptions
from evometa.app.terminal.metagames import METAGAME_HELP
from evometa.app.terminal.options import PILOT_GAMES_HELP, PlayersOption, takes
from evometa.balance.objectives import OBJECTIVES, TARGET
from evometa.balance.space_files import BASES, choose_space, make_space
from evometa.balance.target_files import read_target_file
from evometa.balance.targets import make_target
from evometa.cards.compiling.sizes import MAX_CARDS
from evometa.experiments.balance.crew import add_weaker, load_crew
from evometa.experiments.balance.known_games import read_earlier
from evometa.experiments.balance.settings import PRESETS, BalanceSettings, find_preset
from evometa.experiments.balance.work import BALANCE
from evometa.input.errors import InputError, Where
from evometa.input.fields import MOST_SEED, read_fields, read_text, read_texts
from evometa.input.reading import read_file, read_toml
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import MOST_GAMES
from evometa.search.learning.settings import MOST_BUDGET

QUICK = "quick"
OWN_READERS = {"preset": read_text, "include": read_texts}
FILE_FIELDS = [name for name in BalanceSettings.readers if name != "patches"]

Tree = Mapping[str, Any]


def _games(option: str, words: str) -> Any:
    return typer.Option(option, min=2, max=MOST_GAMES, help=words)


@dataclass(frozen=True, kw_only=True)
class BalanceOptions(MetagameRunOptions):
    """What the command is asked with. None, or nothing in a list: not asked for."""

    default_metagame: ClassVar[str] = BalanceSettings().metagame

    metagame: Annotated[
        str | None,
        typer.Argument(metavar="METAGAME", help=METAGAME_HELP, show_default="paper-small, or as --settings says"),
    ] = None
    quick: Annotated[bool, typer.Option("--quick", help="About a minute's worth; the same as --preset quick.")] = False
    preset: Annotated[
        str | None, typer.Option("--preset", metavar="NAME", help=f"Start from these settings: {', '.join(PRESETS)}.")
    ] = None
    settings: Annotated[
        Path | None, typer.Option("--settings", metavar="FILE", help="A TOML file of settings; options count more.")
    ] = None
    algorithm: Annotated[
        str | None,
        typer.Option(
            "--algorithm",
            metavar="model|nsga2|ga",
            help="A model that learns from every game, NSGA-II (several objectives), or a genetic algorithm (one).",
        ),
    ] = None
    objectives: Annotated[
        str | None,
        typer.Option(
            "--objectives", metavar="LIST", help=f"What to make low, as in f,m. There are {', '.join(OBJECTIVES)}."
        ),
    ] = None
    max_m: Annotated[
        int | None, typer.Option("--max-m", min=1, max=MOST_BUDGET, help="The best patch of at most this magnitude.")
    ] = None
    max_cards: Annotated[
        int | None, typer.Option("--max-cards", min=1, max=MAX_CARDS, help="Change at most so many cards.")
    ] = None
    earlier: Annotated[
        Path | None,
        typer.Option("--from", metavar="RUN", help="Start with all games of an earlier run on the same metagame."),
    ] = None
    population: Annotated[
        int | None, typer.Option("--population", min=2, help="Patches in a generation, of nsga2 and ga.")
    ] = None
    generations: Annotated[
        int | None, typer.Option("--generations", min=1, help="Generations after the initial one, of nsga2 and ga.")
    ] = None
    games: Annotated[
        int | None, _games("--games", "Games per match-up for each patch, of nsga2 and ga: an even number.")
    ] = None
    players: PlayersOption = None
    space: Annotated[
        str | None,
        typer.Option(
            "--space",
            metavar="|".join((*BASES, "FILE")),
            help="What may change: small changes that a designer would ship, all cards, or as a TOML file says.",
        ),
    ] = None
    target: Annotated[
        Path | None,
        typer.Option(
            "--target", metavar="FILE", help="A matrix as CSV that says how match-ups should go, instead of even."
        ),
    ] = None
    include: Annotated[
        list[Path] | None,
        typer.Option("--include", metavar="PATCH", help="A patch file for the initial population; may be repeated."),
    ] = None
    guide: Annotated[
        str | None, typer.Option("--guide", metavar="wrd|wrp|wrn", help="Prefer cards that this statistic points at.")
    ] = None
    guide_top: Annotated[
        int | None, typer.Option("--top", min=1, help="With --guide: only this number of cards may change.")
    ] = None
    again_games: Annotated[
        int | None, _games("--again-games", "Games per match-up when many of the best are measured.")
    ] = None
    again_size: Annotated[
        int | None, typer.Option("--again-size", min=1, help="How many of the search's best are measured again.")
    ] = None
    audit_games: Annotated[
        int | None, _games("--audit-games", "Games per match-up when the best of them are audited.")
    ] = None
    audit_size: Annotated[
        int | None,
        typer.Option("--audit-size", min=2, help="How many patches are audited, the empty one among them."),
    ] = None
    explain_games: Annotated[
        int | None,
        typer.Option(
            "--explain-games",
            min=0,
            max=MOST_GAMES,
            help="Games per match-up with each change of the patch put back; 0: nobody asks what they buy.",
        ),
    ] = None
    pilot_games: Annotated[
        int | None,
        typer.Option("--pilot-games", min=0, max=MOST_GAMES, help=PILOT_GAMES_HELP),
    ] = None
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, max=MOST_SEED, help="Another seed gives another run.")
    ] = None

    def choose(self) -> tuple[BalanceSettings, Metagame]:
        """The settings that come of it, and their metagame; an `InputError` names the place of a mistake."""
        file = SettingsFile() if self.settings is None else SettingsFile.read(self.settings)
        preset = self.choose_preset() or file.preset
        chosen = BalanceSettings() if preset is None else find_preset(preset)
        chosen = chosen.change(file.fields, str(self.settings))
        chosen = chosen.change(self._fields(), source="")
        if self.max_cards is not None:
            chosen = replace(chosen, space={**chosen.space, "max_cards": self.max_cards})
        crew = load_crew(chosen.metagame, chosen.players)
        make_space(crew[0].metagame, chosen.space, self._space_source())  # so that a mistake in it is known now
        if chosen.target:
            make_target(crew[0].metagame, chosen.target, self._target_source())
        if chosen.earlier is not None:
            read_earlier(Path(chosen.earlier), add_weaker(crew, chosen.weaker_share))
        return chosen, crew[0].metagame

    def choose_preset(self) -> str | None:
        """The name of the settings to start from, if there are any."""
        if self.quick and self.preset not in (None, QUICK):
            raise InputError(f"--quick and --preset {self.preset} cannot stand together: choose one")
        return QUICK if self.quick else self.preset

    def _fields(self) -> Tree:
        """The fields of the settings that options ask for."""
        tree = {name: getattr(self, name) for name in BalanceSettings.readers if hasattr(self, name)}
        tree |= {
            "objectives": None if self.objectives is None else [name.strip() for name in self.objectives.split(",")],
            "evolution": _asked({"population": self.population, "generations": self.generations}) or None,
            "space": None if self.space is None else choose_space(self.space),
            "patches": [read_included(path) for path in self.include or ()] or None,
            "target": None if self.target is None else read_target_file(self.target),
            "earlier": None if self.earlier is None else str(self.earlier),
        }
        return _with_objectives(_asked(tree))

    def _target_source(self) -> str:
        return f"{self.settings}, [[target]]" if self.target is None else str(self.target)

    def _space_source(self) -> str:
        if self.space is not None:
            return self.space
        return f"{self.settings}, [space]" if self.settings is not None else "balance space"


@takes(BalanceOptions)
def run_balance(options: BalanceOptions) -> None:
    """Search for patches that even a metagame out with little change, play the best again, and report."""
    settings, metagame = options.choose()
    options.start(BALANCE, settings, metagame.name)


@dataclass(frozen=True)
class SettingsFile:
    """What a file of settings says."""

    preset: str | None = None
    fields: Tree = field(default_factory=dict)  # of the settings, with the patches that the file includes

    @classmethod
    def read(cls, path: Path) -> SettingsFile:
        """The content of a file; the fields of the settings are read by themselves."""
        where = Where(str(path))
        tree = read_toml(path, where)
        own = {"preset": None, "include": (), **read_fields(where, tree, OWN_READERS, FILE_FIELDS)}
        patches = [read_included(path.parent / name) for name in own["include"]]
        others = {name: value for name, value in tree.items() if name not in own}
        if isinstance(others.get("target"), str):
            others["target"] = read_target_file(path.parent / others["target"])
        return cls(own["preset"], _with_objectives({**others, **({"patches": patches} if patches else {})}))


def _asked(tree: Tree) -> dict[str, Any]:
    return {name: value for name, value in tree.items() if value is not None}


def _with_objectives(tree: Tree) -> Tree:
    """A target is an objective, and the genetic algorithm has a single one, unless the wishes say otherwise."""
    goal = TARGET if "target" in tree else "f"
    if tree.get("algorithm") == "ga":
        return {"objectives": [goal], **tree}
    return {"objectives": [goal, "m"], **tree} if goal == TARGET else tree


def read_included(path: Path) -> list[str]:
    """A patch file: its label and its text."""
    return [path.stem, read_file(path, Where(str(path)))]
