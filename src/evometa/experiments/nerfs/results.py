"""What a card scan finds: each card of a deck with its statistics and what its change does, and how both relate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite, nan
from typing import Self

from evometa.experiments.pilots import Piloted
from evometa.input.errors import Where
from evometa.input.stored import Stored, ends
from evometa.metagame.evidence import Estimate, Estimated, Floats
from evometa.store.results import Results

UNKNOWN = Estimated(nan, nan, nan)


@dataclass(frozen=True, eq=False)
class ScannedCard(Stored):
    """A card of a deck: what the games as they are tell about it, and what the games with the changed card tell."""

    name: str
    id: str
    drawn: int
    played: int
    wrd: Estimated
    wrp: Estimated
    wrn: Estimated = UNKNOWN  # the deck's win rate after the change
    change: Estimated = UNKNOWN  # of the deck's win rate
    games: int = 0  # with the changed card


def number_at(estimate: Estimate, *place: int) -> Estimated:
    """One of some estimated numbers."""
    return Estimated(*(float(part[place]) for part in estimate))


@dataclass(frozen=True, eq=False)
class PilotedCard(Piloted):
    """The win rate of a deck before the change of a card and after, in the hands of a pilot."""

    card: str = ""


@dataclass(frozen=True, eq=False)
class DeckWinRate(Stored):
    """How often the deck wins with the cards as they are."""

    win_rate: Estimated = field(metadata=ends("low", "high"))
    games: int


@dataclass(frozen=True, eq=False)
class Correlation(Stored):
    """A coefficient of correlation."""

    value: float
    low: float
    high: float
    p: float

    @property
    def is_known(self) -> bool:
        """Whether there were enough cards to tell."""
        return isfinite(self.value)


@dataclass(frozen=True, eq=False)
class Band(Stored):
    """Around a regression line: where the true line may be, at some points."""

    x: Floats
    low: Floats
    high: Floats


@dataclass(frozen=True, eq=False)
class Line(Stored):
    """A regression line."""

    slope: float
    intercept: float
    band: Band


@dataclass(frozen=True, eq=False)
class Correlations(Stored):
    """How well one number of the cards tells another."""

    pearson: Correlation
    spearman: Correlation
    line: Line | None
    cards: int  # of which both are known


@dataclass(frozen=True, eq=False)
class ScanState(Stored):
    """What the first checkpoint of a scan holds: the games with the cards as they are."""

    win_rate: Estimated
    games: int
    cards: tuple[ScannedCard, ...]
    winners: str  # as `pack_winners` writes them

    @classmethod
    def from_json(cls, tree: object, where: Where | None = None) -> Self:
        """From what `to_json` gives; version 1 had the win rate and the games in a table of their own."""
        if isinstance(tree, Mapping) and isinstance(tree.get("baseline"), Mapping):
            tree = {**tree, **tree["baseline"]}
        return super().from_json(tree, where)


@dataclass(frozen=True, eq=False)
class NerfsResults(Results):
    """A scan of the cards of a deck."""

    deck: str | None = None
    baseline: DeckWinRate | None = None
    cards: tuple[ScannedCard, ...] = ()
    correlations: Mapping[str, Correlations] = field(default_factory=dict)  # with WRN, of `wrp` and `wrd`
    pilots: tuple[PilotedCard, ...] = ()  # the first cards: with who plays the scan, and with others

    @property
    def games_beside(self) -> int:
        """The games of other pilots; all others belong to an evaluation."""
        return sum(each.games for each in self.pilots)
