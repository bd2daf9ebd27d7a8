"""What a card scan finds: each card of a deck with its statistics and what its change does, and how both relate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from math import isfinite

from evometa.experiments.pilots import Piloted
from evometa.input.stored import Record, ends
from evometa.matches.inference import UNKNOWN, Estimate
from evometa.metagame.evidence import Floats
from evometa.store.results import Results


class ScannedCard(Record):
    """A card of a deck: what the games as they are tell about it, and what the games with the changed card tell."""

    name: str
    id: str
    drawn: int
    played: int
    wrd: Estimate
    wrp: Estimate
    wrn: Estimate = UNKNOWN  # the deck's win rate after the change
    change: Estimate = UNKNOWN  # of the deck's win rate
    games: int = 0  # with the changed card


class PilotedCard(Piloted):
    """The win rate of a deck before the change of a card and after, in the hands of a pilot."""

    card: str = ""


class DeckWinRate(Record):
    """How often the deck wins with the cards as they are."""

    win_rate: Estimate = field(metadata=ends("low", "high"))
    games: int


class Correlation(Record):
    """A coefficient of correlation."""

    value: float
    low: float
    high: float
    p: float

    @property
    def is_known(self) -> bool:
        """Whether there were enough cards to tell."""
        return isfinite(self.value)


class Band(Record):
    """Around a regression line: where the true line may be, at some points."""

    x: Floats
    low: Floats
    high: Floats


class Line(Record):
    """A regression line."""

    slope: float
    intercept: float
    band: Band


class Correlations(Record):
    """How well one number of the cards tells another."""

    pearson: Correlation
    spearman: Correlation
    line: Line | None
    cards: int  # of which both are known


class ScanState(Record):
    """What the first checkpoint of a scan holds: the games with the cards as they are."""

    win_rate: Estimate
    games: int
    cards: tuple[ScannedCard, ...]
    winners: str  # of each game, packed


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
