"""From counted games to win rates, and how sure they are. Knows counts only: where the games came from does not matter.

Arrays over pairs of decks have the shape [n, n], with n decks. Counts are per ordered pair, and the deck of the row
starts; what is called a match-up is an unordered pair, from both seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evometa.input.errors import InputError
from evometa.input.short_repr import short_repr
from evometa.matches.intervals import CONFIDENCE, wilson

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]

COUNTS = ("games", "wins", "losses", "draws", "turns")
SHARES_TOLERANCE = 1e-6  # that shares may be away from a sum of one
PRIOR = 0.5  # wins and losses that a rate has before its first game, where a rate of exactly 0 or 1 would mislead


class Estimate(NamedTuple):
    """Measured numbers, and from where to where the true ones may lie. All three have the same shape."""

    value: Floats
    low: Floats
    high: Floats

    def __repr__(self) -> str:
        return short_repr(self)


class Estimated(NamedTuple):
    """A single measured number, and from where to where the true one may lie; NaN where nothing is known."""

    value: float
    low: float
    high: float

    @classmethod
    def exactly(cls, value: float) -> Estimated:
        """A number that is known without games."""
        return cls(value, value, value)

    @property
    def is_known(self) -> bool:
        """Whether there is a number at all."""
        return isfinite(self.value)


@dataclass(frozen=True, eq=False)
class Evidence:
    """All games between some decks, counted, and what they say.

    Draws are counted but belong to no rate: a rate is about decided games. The win rate of a match-up is the mean of
    its two seats, so that it does not drift when one seat was played more often than the other. A mirror's win rate is
    0.5 by definition; its games tell about the seats only. Where a seat has no decided game yet, the rates that
    need it are NaN, and their intervals hold all that is possible.

    Intervals are meant one at a time: of a hundred of them about five miss the truth.
    """

    decks: tuple[str, ...]
    shares: Floats  # [n]: how often each deck is met, P(j)
    games: Counts  # [n, n], as all counts
    wins: Counts  # of the deck of the row, which starts
    losses: Counts
    draws: Counts
    turns: Counts  # of all games together, both players' counted
    confidence: float = CONFIDENCE

    __repr__ = short_repr

    def __post_init__(self) -> None:
        _set_array(self, "shares", check_shares(self.shares, self.decks))
        for name in COUNTS:
            _set_array(self, name, _check_counts(name, getattr(self, name), len(self.decks)))
        _check_sums(self)

    @property
    def decided(self) -> Counts:
        """[n, n]: games that the deck of the row started and one of the two won."""
        return self.wins + self.losses

    @property
    def is_complete(self) -> bool:
        """Whether every match-up of two decks has a decided game from each seat, so that no rate is NaN."""
        return bool(np.isfinite(self.win_rate).all())

    # --- with intervals ---

    @property
    def rates(self) -> Estimate:
        """[n, n]: how often the deck of the row beats that of the column, the mean of both seats.

        If the lower end of an interval is above 0.5, the deck of the row is surely favoured.
        """
        return self._match_ups

    @property
    def strengths(self) -> Estimate:
        """[n]: how often each deck wins against what it meets. Two decks share the games of their match-up."""
        return self._against_meta

    @property
    def seats(self) -> Estimate:
        """[n, n]: how much higher a deck's win rate in a match-up is when it starts than when it does not.

        Starting is surely better if the lower end of an interval is above 0, surely worse if the upper one is below.
        """
        return self._seats

    # --- by match-up ---

    @property
    def win_rate_starting(self) -> Floats:
        """[n, n]: how often the deck of the row wins when it starts. A mirror shows what starting is worth."""
        return _divide(self.wins, self.decided)

    @property
    def win_rate(self) -> Floats:
        """[n, n]: how often the deck of the row beats that of the column, the mean of both seats."""
        return self._match_ups.value

    @property
    def seat_advantage(self) -> Floats:
        """[n, n]: how much higher a deck's win rate in this match-up is when it starts than when it does not.

        The same for both decks; half of it is how far the starting player's win rate is above one half. It tells what
        the seat is worth to these players in this match-up, not why.
        """
        return self._seats.value

    @property
    def mean_turns(self) -> Floats:
        """[n, n]: how long a game of the match-up is, in turns of both players, the mean of both seats."""
        return _mean_of_seats(_divide(self.turns, self.games))

    @property
    def draw_rate(self) -> Floats:
        """[n, n]: how many games of the match-up nobody wins, the mean of both seats."""
        return _mean_of_seats(_divide(self.draws, self.games))

    # --- against the metagame ---

    @property
    def against_meta(self) -> Floats:
        """[n]: how often each deck wins against what it meets: its win rates weighted by the shares, mirror included.

        It says who does well in this metagame as it stands. It does not say who would if the shares changed.
        """
        return self._against_meta.value

    # --- how much the games tell ---

    @property
    def effective_games(self) -> Floats:
        """[n, n]: how many decided games, half from each seat, would tell as much about a match-up as those played.

        With equal seats it is their sum; 0 if a seat was not played.
        """
        one, other = self.decided, self.decided.T
        games = _divide(4 * one * other, one + other)
        games[one + other == 0] = 0
        np.fill_diagonal(games, one.diagonal())
        return games

    @property
    def variance(self) -> Floats:
        """[n, n]: the squared standard error of each win rate, without bias; NaN below two decided games per seat."""
        rate = self.win_rate_starting
        return _variance_of_mean(_divide(rate * (1 - rate), self.decided - 1))

    @property
    def smoothed_win_rate(self) -> Floats:
        """[n, n]: win rates drawn towards 0.5 by one game per seat, half won: never 0 or 1, never unknown."""
        return _join_seats(_smoothed_rate(self.wins, self.decided))

    @property
    def smoothed_variance(self) -> Floats:
        """[n, n]: the squared standard error at the smoothed rates: never 0 between two decks, for want of luck."""
        rate = _smoothed_rate(self.wins, self.decided)
        return _variance_of_mean(_divide(rate * (1 - rate), self.decided))

    def draw_win_rates(self, samples: int, seed: int) -> Floats:
        """[samples, n, n]: matrices of win rates that these counts leave possible, each as often as it is likely.

        Every seat's rate is drawn from its Beta distribution, given the counts and Jeffreys' prior.
        """
        size = (samples, *self.wins.shape)
        return _join_seats(np.random.default_rng(seed).beta(self.wins + PRIOR, self.losses + PRIOR, size))

    @cached_property
    def _match_ups(self) -> Estimate:
        wins = np.stack([self.wins, self.losses.T], axis=-1)
        estimate = estimate_mean(wins, self._decided_of_seats, np.full_like(wins, 0.5, dtype=float), self.confidence)
        for part in estimate:
            np.fill_diagonal(part, 0.5)
        return _read_only(estimate)

    @cached_property
    def _seats(self) -> Estimate:
        wins = np.stack([self.wins, self.wins.T], axis=-1)
        weights = np.full_like(wins, 0.5, dtype=float)
        weights[np.diag_indices(len(self.decks))] = 1, 0  # the two seats of a mirror are the same games
        value, low, high = estimate_mean(wins, self._decided_of_seats, weights, self.confidence)
        return _read_only(Estimate(2 * value - 1, 2 * low - 1, 2 * high - 1))

    @cached_property
    def _against_meta(self) -> Estimate:
        wins = np.concatenate([self.wins, self.losses.T], axis=-1)
        decided = np.concatenate([self.decided, self.decided.T], axis=-1)
        opponents = weigh_opponents(self.shares)
        others = estimate_mean(wins, decided, np.concatenate([opponents, opponents], axis=-1) / 2, self.confidence)
        return _read_only(Estimate(*(self.shares / 2 + (1 - self.shares) * part for part in others)))

    @property
    def _decided_of_seats(self) -> Counts:
        return np.stack([self.decided, self.decided.T], axis=-1)


def estimate_mean(wins: Counts, decided: Counts, weights: Floats, confidence: float = CONFIDENCE) -> Estimate:
    """The weighted mean of independent rates along the last axis, with its interval. Weights sum to one, or are all 0.

    The interval is Wilson's for as many games as have the standard error of the mean: sound for rates near 0 and 1
    and for parts of unequal size, and for a single rate Wilson's own. All arguments have the shape [..., m], the
    result [...]; if a part that counts has no games, the value is NaN and the interval all of [0, 1].
    """
    counts = weights > 0
    value = np.sum(weights * np.where(counts, _divide(wins, decided), 0), axis=-1)
    rate = _smoothed_rate(wins, decided)
    center = np.sum(weights * rate, axis=-1)
    spread = np.where(counts, _divide(rate * (1 - rate), decided), 0)
    size = _divide(center * (1 - center), np.sum(weights**2 * spread, axis=-1))
    size = np.where(np.isfinite(value) & np.isfinite(size), size, 0)
    share = np.clip(np.nan_to_num(value), 0, 1)
    low, high = np.vectorize(wilson, otypes=[float, float])(share * size, size, confidence)
    return Estimate(value, low, high)


def check_shares(shares: ArrayLike, decks: Sequence[str]) -> Floats:
    """[n]: the shares of the decks, scaled to a sum of exactly one; refused if they are no shares."""
    array = np.array(shares, dtype=float)
    if array.shape != (len(decks),) or not decks:
        raise InputError(f"shares: found {array.size} for {len(decks)} decks; give one share per deck")
    for deck, share in zip(decks, array, strict=True):
        if not 0 <= share <= 1:
            raise InputError(f"share of {deck}: found {share:g}; allowed: from 0 to 1")
    if abs(array.sum() - 1) > SHARES_TOLERANCE:
        raise InputError(f"shares: found a sum of {array.sum():g}; divide each by it, so that they sum to 1")
    return np.asarray(array / array.sum())


def weigh_opponents(shares: Floats) -> Floats:
    """[n, n]: how often the deck of the row meets that of the column, mirrors left out. Rows sum to one.

    A row is all 0 if its deck meets nobody but itself.
    """
    weights = np.tile(shares, (len(shares), 1))
    np.fill_diagonal(weights, 0)
    return np.nan_to_num(_divide(weights, weights.sum(axis=1, keepdims=True)))


def _smoothed_rate(wins: Counts, decided: Counts) -> Floats:
    return np.asarray((wins + PRIOR) / (decided + 2 * PRIOR))


def _join_seats(starting: Floats) -> Floats:
    """[..., n, n]: win rates over both seats, from those of the deck that starts."""
    joined = (starting + 1 - np.swapaxes(starting, -1, -2)) / 2
    joined[..., np.arange(joined.shape[-1]), np.arange(joined.shape[-1])] = 0.5
    return np.asarray(joined)


def _mean_of_seats(values: Floats) -> Floats:
    return np.asarray((values + values.T) / 2)


def _variance_of_mean(variances: Floats) -> Floats:
    """[n, n]: variances of the means of two seats; a mirror's win rate is known and has none."""
    joined = np.asarray((variances + variances.T) / 4)
    np.fill_diagonal(joined, 0)
    return joined


def _divide(numerator: ArrayLike, denominator: ArrayLike) -> Floats:
    """A quotient, and NaN where the denominator is not positive."""
    above, below = np.broadcast_arrays(np.asarray(numerator, dtype=float), np.asarray(denominator, dtype=float))
    quotient = np.full(above.shape, np.nan)
    np.divide(above, below, out=quotient, where=below > 0)
    return quotient


def _read_only(estimate: Estimate) -> Estimate:
    for part in estimate:
        part.flags.writeable = False
    return estimate


def _set_array(evidence: Evidence, name: str, array: NDArray[np.generic]) -> None:
    array.flags.writeable = False
    object.__setattr__(evidence, name, array)


def _check_counts(name: str, values: ArrayLike, n_decks: int) -> Counts:
    array = np.array(values)
    if array.shape != (n_decks, n_decks):
        raise InputError(
            f"{name}: found the shape {array.shape}; give one row and one column for each of {n_decks} decks"
        )
    counts = array.astype(np.int64)
    if (counts != array).any() or (counts < 0).any():
        raise InputError(f"{name}: found a number that is no count; allowed: 0, 1, 2, ...")
    return counts


def _check_sums(evidence: Evidence) -> None:
    sums = evidence.wins + evidence.losses + evidence.draws
    for row, column in np.argwhere(sums != evidence.games):
        raise InputError(
            f"{evidence.decks[row]} against {evidence.decks[column]}: found {evidence.games[row, column]} games, but "
            f"wins, losses and draws sum to {sums[row, column]}; count every game once"
        )
