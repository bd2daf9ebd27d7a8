"""What a command of the laboratory has to say: as a story, and as numbers for other programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from evometa.games.decks.replacing import Replacement
from evometa.games.registry import default_game
from evometa.matches.inference import Estimates
from evometa.metagame.evidence import Floats
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import MetagameResult
from evometa.story.blocks import Story, Table, Teller
from evometa.story.words.names import tell_players

PARTIAL = "PARTIAL: the run was interrupted; these are the games that were finished."


@dataclass(frozen=True)
class Told:
    """A result in all its forms."""

    story: Story
    data: Mapping[str, Any]  # for JSON; arrays are welcome
    tables: Mapping[str, Table]  # by the name of their file; the first one is what `--csv` prints
    n_games: int
    is_partial: bool  # it was interrupted


class Finished(Protocol):
    """Games of a metagame, whatever they were played for."""

    @property
    def metagame(self) -> Metagame:
        """Which one."""

    @property
    def seed(self) -> int:
        """Of all of them."""

    @property
    def is_partial(self) -> bool:
        """Whether they were interrupted."""


def finish_story(title: str, teller: Teller, told: str, played: Finished, players: Iterable[str] = ()) -> Story:
    """The story of some games; `told` says which ones they are. Without `players` those of the metagame played them."""
    game = played.metagame.game
    of = "" if game is default_game() else f"{game.title}: "
    names = sorted(set(players or players_of(played.metagame)))
    subtitle = " ".join([f"{of}{told}.", *tell_players(names), f"Seed {played.seed}."])
    footer = (
        f"Written by evometa; {of}rules version {game.rules_version}. All numbers are in the files beside this page."
    )
    return Story(title, tuple(teller.sections), subtitle, PARTIAL if played.is_partial else "", footer)


def players_of(metagame: Metagame) -> list[str]:
    """Who plays each deck."""
    return [player.name for player in metagame.players]


# --- for other programs ---------------------------------------------------------------------------


def head_of(result: MetagameResult) -> dict[str, Any]:
    """What was played, for the beginning of JSON."""
    return {
        "metagame": result.metagame.name,
        "rules_version": result.rules_version,
        "seed": result.seed,
        "is_partial": result.is_partial,
    }


def name_estimate(estimate: Estimates, name: str, low: str = "", high: str = "") -> dict[str, Floats]:
    """An estimate by the names of its parts; the ends of its interval are named after it, unless that is said."""
    return dict(zip((name, low or f"{name}_low", high or f"{name}_high"), estimate, strict=True))


def table_of_rows(name: str, rows: Sequence[Mapping[str, Any]]) -> Table:
    """The same numbers as some rows of JSON, which all have the same names."""
    return data_table(name, {key: [row[key] for row in rows] for key in rows[0]})


def data_table(name: str, columns: Mapping[str, Any], index: str | tuple[str, ...] = "", axis: str = "") -> Table:
    """Columns that only programs read, as lists or as arrays of any shape, which are read row by row."""
    flat = {key: cells.ravel().tolist() if hasattr(cells, "ravel") else list(cells) for key, cells in columns.items()}
    return Table(name, (), (), bulk=flat, index=index, axis=axis)


def tell_replaced(replaced: Sequence[Replacement]) -> str:
    """What decks play instead of what a patch bans or limits; nothing if it forbids none of their cards."""
    return " ".join(f"{each}." for each in replaced)
