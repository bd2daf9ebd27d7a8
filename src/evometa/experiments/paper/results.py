"""What the programme of the paper finds, part by part, each beside what was published."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from math import nan
from pathlib import Path
from typing import Self

import numpy as np

from evometa.experiments.nerfs.results import Correlation
from evometa.experiments.table.work import TABLE
from evometa.input.errors import Where
from evometa.input.fields import read_table, wrong_type
from evometa.input.reading import read_toml
from evometa.input.stored import Record, Stored, ends
from evometa.matches.inference import Estimate, Floats
from evometa.store.results import Results

PUBLISHED = Path(__file__).parent / "published.toml"
FIRST, THIRD = "experiment-1", "experiment-3"
SECOND = {"experiment-2-32": 32, "experiment-2-47": 47}  # generations


class PublishedTable(Record):
    """The win rates of all decks; nothing is published about how sure they are."""

    games: int  # per match-up
    decks: tuple[str, ...]
    win_rate: Floats  # [n, n]: of the deck of the row
    against_meta: Floats  # [n]
    not_published: tuple[str, ...]  # decks whose cards were never published: ours are others

    def rates_of(self, *decks: str) -> Floats:
        """The win rates of some decks against each other."""
        return block_of(self.win_rate, self.decks, decks)


class PublishedBalance(Record):
    """What a search for an even metagame came to. What was not published is NaN."""

    baseline_f: float
    searched_f: float
    magnitude: int
    generations: int
    again_f: float = nan  # of the same individual, played again
    mean_magnitude: float = nan  # of all individuals


class PublishedScan(Record):
    """How the statistics of cards go with what a nerf does: no correlation was published, only its sign."""

    wrp_sign: int
    wrd_sign: int
    games: int  # per match-up


@dataclass(frozen=True, eq=False)
class Published:
    """All of it, by the parts of the programme."""

    table: PublishedTable
    balance: Mapping[str, PublishedBalance]  # experiments 1 and 2
    scan: PublishedScan


@cache
def read_published() -> Published:
    """What the paper published."""
    where = Where(PUBLISHED.name)
    tree = read_toml(PUBLISHED, where)
    return Published(
        PublishedTable.from_json(tree[TABLE.name], where / TABLE.name),
        {name: PublishedBalance.from_json(tree[name], where / name) for name in (FIRST, *SECOND)},
        PublishedScan.from_json(tree[THIRD], where / THIRD),
    )


def block_of(win_rate: Floats, decks: tuple[str, ...], some: tuple[str, ...]) -> Floats:
    """The win rates of some of the decks against each other."""
    places = [decks.index(deck) for deck in some]
    return np.asarray(win_rate[np.ix_(places, places)])


class Findings(Record):
    """What a part has found."""

    games: int  # in all


# --- the table ------------------------------------------------------------------------------------


class Twins(Record):
    """A deck for a control player against its twin for an aggro player; published, control is always above."""

    control: str
    aggro: str
    win_rate: Estimate = field(metadata=ends("low", "high"))  # of the control deck
    published: float  # NaN if it was not
    is_above: bool | None  # whether control surely wins more than half, or surely less; None: not sure


class OurTable(Findings):
    """The table, how far it is from the published one where the decks are the same, and how twins do."""

    decks: tuple[str, ...]
    win_rate: Floats  # [n, n]
    same_decks: int = 0
    mean_difference: float = nan  # of their win rates
    largest_difference: float = nan
    twins: tuple[Twins, ...] = ()


# --- experiments 1 and 2 --------------------------------------------------------------------------


class EvenPatch(Record):
    """The smallest audited patch that is called even."""

    number: int  # of its evaluation
    f_corrected: Estimate = field(metadata=ends("f_low", "f_high"))
    magnitude: int
    cards_changed: int


class ChosenPatch(Record):
    """What the run ends with."""

    f_corrected: float
    magnitude: int
    cards: int  # that it changes


class OurBalance(Findings):
    """What a search called best, as searched and as audited, the smallest patch that is even, and what was chosen.

    The numbers without a word about what they belong to are those of what the search called best.
    """

    baseline_f: float  # without the share of chance, as all but the searched one
    searched_f: float  # as measured
    audited_f: Estimate = field(metadata=ends("audited_low", "audited_high"))
    is_noise: bool  # whether the searched F is less than its number of games can tell
    magnitude: int
    magnitude_unweighted: int
    generations: int
    evaluations: int
    smallest_even: EvenPatch | None
    chosen: ChosenPatch


# --- experiment 3 ---------------------------------------------------------------------------------


class OurScan(Findings):
    """How well the statistics of cards tell what a nerf does; a sign is None if its correlation is not known."""

    deck: str
    win_rate: float
    wrp_pearson: Correlation
    wrp_spearman: Correlation
    wrp_sign: int | None
    wrd_pearson: Correlation
    wrd_spearman: Correlation
    wrd_sign: int | None


# --- the parts ------------------------------------------------------------------------------------


class Part(Record):
    """A part of the programme, which is a run of its own."""

    name: str
    folder: str  # in that of the programme
    published: Stored
    ours: Findings

    @classmethod
    def from_json(cls, tree: object, where: Where | None = None) -> Self:
        """From what `to_json` gives: what a part of this name holds."""
        place = where or Where(cls.__name__)
        table = read_table(place, tree)
        if table.get("name") not in PARTS:
            raise wrong_type(place / "name", table.get("name"), ", ".join(PARTS))
        sides = zip(("published", "ours"), PARTS[table["name"]], strict=True)
        return super().from_json({**table, **{k: kind.from_json(table.get(k), place / k) for k, kind in sides}}, place)


PARTS: dict[str, tuple[type[Stored], type[Findings]]] = {  # what is published of each part, and what it finds
    TABLE.name: (PublishedTable, OurTable),
    FIRST: (PublishedBalance, OurBalance),
    **dict.fromkeys(SECOND, (PublishedBalance, OurBalance)),
    THIRD: (PublishedScan, OurScan),
}


class PaperResults(Results):
    """The parts that are finished, in their order."""

    parts: tuple[Part, ...] = ()

    @property
    def games_beside(self) -> int:
        """All games, as they belong to the parts."""
        return sum(part.ours.games for part in self.parts)
