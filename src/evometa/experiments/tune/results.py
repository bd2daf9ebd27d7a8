"""What tuning finds: the candidates of each round, who of them went on, and how strong it has become."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from math import nan

from evometa.input.stored import Record, ends
from evometa.matches.inference import Estimate
from evometa.store.results import Results

INCUMBENT = "incumbent"  # the candidate that a round begins with
_WIN_RATE = ends("low", "high")


class FittedWeights(Record):
    """A candidate before its first game: weights that were fitted to the positions of a round."""

    name: str
    ridge: float
    loss: float  # the mean log loss of these positions
    weights: Mapping[str, int]


class Contender(Record):
    """A candidate of a round after games against the others; the weights are those that it plays with."""

    name: str
    elo: Estimate
    win_rate: Estimate = field(metadata=_WIN_RATE)  # against the incumbent; of the incumbent itself, unknown
    nodes_per_game: float
    ridge: float = nan  # of its fit; the incumbent has none
    loss: float = nan
    weights: Mapping[str, int] = field(default_factory=dict)


class Round(Record):
    """What a round came to."""

    positions: int  # at the ends of turns
    contenders: tuple[Contender, ...]  # the strongest first: it goes on

    @property
    def chosen(self) -> Contender:
        """Who goes on."""
        return self.contenders[0]


class Rung(Record):
    """How strong a player is on decks that nobody was tuned on."""

    name: str
    elo: Estimate
    nodes_per_game: float


class Opponent(Record):
    """How often the tuned player beats another one on such decks."""

    name: str
    games: int
    win_rate: Estimate = field(metadata=_WIN_RATE)
    lowest_deck: str  # with which it does so least often
    lowest: Estimate


class TuneResults(Results):
    """A tuned player, and how it came about."""

    start: str | None = None
    games_played: int = 0
    positions: int = 0  # of the round at hand
    fits: tuple[FittedWeights, ...] = ()  # of the round at hand
    rounds: tuple[Round, ...] = ()
    ladder: tuple[Rung, ...] = ()  # the start, the player after each round, and others to compare with
    opponents: tuple[Opponent, ...] = ()
    weights: Mapping[str, int] = field(default_factory=dict)  # of the tuned player, at the end

    @property
    def games_beside(self) -> int:
        """All games, as there are no evaluations."""
        return self.games_played
