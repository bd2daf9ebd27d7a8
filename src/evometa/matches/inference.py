"""How sure a measured number is: the level of every interval, what it is called, and how it is found.

All that has an interval asks here, so that another level or another method is one edit. Knows counts only: where the
games came from does not matter.

How much win rates changed is known best from games that were played twice with the same seeds. A game before and the
same game after a change start from the same shuffles, so they often end alike, and only those that do not tell of the
change. `joint` has the shape [n, n, 3, 3]: by ordered pair, how many games the deck of the row, which starts, won (0),
lost (1) or drew (2) before, and what became of them after. `is_affected` [n, n] says where games can change at all;
elsewhere the change is 0, and that is certain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite, nan
from statistics import NormalDist
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evometa.input.short_repr import short_repr

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
Mask = NDArray[np.bool_]
Error = TypeVar("Error", float, Floats)

CONFIDENCE = 0.95  # of every interval, and of what is called surely different
LEVEL = f"{CONFIDENCE:.0%}"
INTERVAL = f"{LEVEL} interval"
RISK = f"{1 - CONFIDENCE:.0%}"  # that chance alone is called a difference

PRIOR = 0.5  # wins and losses that a rate has before its first game, where a rate of exactly 0 or 1 would mislead
WON, LOST = 0, 1
PAIRED_PRIOR = np.array([[0.5, 0.5, 0], [0.5, 0.5, 0], [0, 0, 0]])  # games of each kind before the first


class Interval(NamedTuple):
    """From where to where a number may lie."""

    low: float
    high: float


class Estimates(NamedTuple):
    """Measured numbers, and from where to where the true ones may lie. All three have the same shape."""

    value: Floats
    low: Floats
    high: Floats

    def __repr__(self) -> str:
        return short_repr(self)

    def at(self, place: int | tuple[int, ...]) -> Estimate:
        """One of the numbers."""
        return Estimate(*(float(part[place]) for part in self))

    def each(self, change: Callable[[Floats], Any]) -> Estimates:
        """The same change of the numbers and of both ends."""
        return Estimates(*(np.asarray(change(part)) for part in self))

    def reversed(self) -> Estimates:
        """The numbers from the other side, with the opposite sign."""
        return Estimates(0 - self.value, 0 - self.high, 0 - self.low)


class Estimate(NamedTuple):
    """A single measured number, and from where to where the true one may lie; NaN where nothing is known."""

    value: float
    low: float
    high: float

    @classmethod
    def exactly(cls, value: float) -> Estimate:
        """A number that is known without games."""
        return cls(value, value, value)

    @property
    def is_known(self) -> bool:
        """Whether there is a number at all."""
        return isfinite(self.value)

    def rounded(self, digits: int) -> Estimate:
        """The same with fewer digits, such as those that do not depend on the machine."""
        return Estimate(*(round(part, digits) for part in self))


UNKNOWN = Estimate(nan, nan, nan)


# --- from a standard error, and from draws --------------------------------------------------------


def tails() -> tuple[float, float]:
    """The probabilities at the two ends of an interval."""
    return (1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2


def margin(error: Error, freedom: float | None = None) -> Error:
    """How far an interval reaches to either side, from a standard error: of a normal number, or of Student's t."""
    if freedom is None:
        return NormalDist().inv_cdf(tails()[1]) * error
    from scipy.special import stdtrit  # takes long to import, which not every command needs

    return float(stdtrit(freedom, tails()[1])) * error


def around(value: Floats, error: Floats) -> Estimates:
    """Numbers with intervals that reach as far to both sides."""
    reach = margin(error)
    return Estimates(value, value - reach, value + reach)


def error_of(estimate: Estimates) -> Floats:
    """The standard errors behind intervals that `margin` has made."""
    return np.asarray((estimate.high - estimate.low) / (2 * margin(1.0)))


def middle(draws: Floats) -> tuple[Floats, Floats]:
    """Where the middle of what was drawn begins and ends, along the first axis."""
    low, high = np.quantile(draws, tails(), axis=0)
    return low, high


def highest_by_chance(draws: Floats) -> float:
    """What is surely more than chance if it is above this, from draws of what chance alone shows."""
    return float(np.quantile(draws, CONFIDENCE))


# --- rates ----------------------------------------------------------------------------------------


def wilson(wins: float, games: float) -> Interval:
    """The Wilson score interval of a rate: sound for few games and for rates near 0 and 1, and never outside them.

    Without games nothing is known, and the interval is all of [0, 1].
    """
    if not 0 <= wins <= games:
        raise ValueError(f"found {wins} wins in {games} games")
    low, high = _wilson_ends(np.asarray(wins, dtype=float), np.asarray(games, dtype=float))
    return Interval(float(low), float(high))


def estimate_rates(value: Floats, size: Floats) -> Estimates:
    """Rates, each with Wilson's interval for this many games; NaN, and anything possible, where there are none."""
    wins = np.clip(np.nan_to_num(value), 0, 1) * size
    return Estimates(value, *_wilson_ends(wins, size))


def estimate_mean(wins: Counts, decided: Counts, weights: Floats) -> Estimates:
    """The weighted mean of independent rates along the last axis, with its interval. Weights sum to one, or are all 0.

    The interval is Wilson's for as many games as have the standard error of the mean: sound for rates near 0 and 1
    and for parts of unequal size, and for a single rate Wilson's own. All arguments have the shape [..., m], the
    result [...]; if a part that counts has no games, the value is NaN and the interval all of [0, 1].
    """
    counts = weights > 0
    value = np.sum(weights * np.where(counts, divide(wins, decided), 0), axis=-1)
    rate = smooth_rate(wins, decided)
    center = np.sum(weights * rate, axis=-1)
    spread = np.where(counts, divide(rate * (1 - rate), decided), 0)
    size = divide(center * (1 - center), np.sum(weights**2 * spread, axis=-1))
    return estimate_rates(value, np.where(np.isfinite(value) & np.isfinite(size), size, 0))


def smooth_rate(wins: Counts, decided: Counts) -> Floats:
    """Rates drawn towards 0.5 by one game, half won: never 0 or 1, never unknown."""
    return np.asarray((wins + PRIOR) / (decided + 2 * PRIOR))


def divide(numerator: ArrayLike, denominator: ArrayLike) -> Floats:
    """A quotient, and NaN where the denominator is not positive."""
    above, below = np.broadcast_arrays(np.asarray(numerator, dtype=float), np.asarray(denominator, dtype=float))
    quotient = np.full(above.shape, np.nan)
    np.divide(above, below, out=quotient, where=below > 0)
    return quotient


def _wilson_ends(wins: Floats, games: Floats) -> tuple[Floats, Floats]:
    z, known = margin(1.0), games > 0
    size = np.where(known, games, np.nan)
    rate, spread = wins / size, z * z / size
    center = (rate + spread / 2) / (1 + spread)
    reach = z * np.sqrt(rate * (1 - rate) / size + spread / size / 4) / (1 + spread)
    return np.where(known, np.maximum(0, center - reach), 0), np.where(known, np.minimum(1, center + reach), 1)


# --- differences ----------------------------------------------------------------------------------


def paired_change(joint: Counts, is_affected: Mask) -> Estimates:
    """[n, n]: how much higher the win rate of the deck of the row is after than before, the mean of both seats.

    It is exactly the difference of the two win rates; the interval comes from the games that ended otherwise, with half
    a game of each kind added (Agresti and Min's interval, extended to draws, which belong to no rate). NaN without
    decided games, with an interval of all that is possible.
    """
    value, smoothed = (_mean_change(games, is_affected) for games in (joint, joint + PAIRED_PRIOR))
    return estimate_difference(value, smoothed, np.sqrt(_variance(joint + PAIRED_PRIOR, is_affected)))


def paired_change_against_meta(joint: Counts, is_affected: Mask, shares: Floats) -> Estimates:
    """[n]: how much each deck's win rate against the metagame, where it meets decks by their shares, changed."""
    met = is_affected & (shares > 0)
    value, smoothed = (_mean_change(games, met) @ shares for games in (joint, joint + PAIRED_PRIOR))
    return estimate_difference(value, smoothed, np.sqrt(_variance(joint + PAIRED_PRIOR, met) @ shares**2))


def unpaired_change(before: Estimates, after: Estimates) -> Estimates:
    """What would be known without pairs: the same change, with the interval for games that have nothing in common.

    Newcombe's interval, which is put together from those of the two rates.
    """
    value = after.value - before.value
    below = np.hypot(after.value - after.low, before.high - before.value)
    above = np.hypot(after.high - after.value, before.value - before.low)
    return _bounded(value, value - below, value + above)


def estimate_difference(value: Floats, center: Floats, error: Floats) -> Estimates:
    """Differences of rates, with intervals about where their middle is."""
    reach = margin(error)
    return _bounded(value, center - reach, center + reach)


def p_values_of(differences: Floats, errors: Floats) -> Floats:
    """How likely chance alone would make differences at least as large, from their standard errors."""
    both_tails = np.vectorize(lambda z: 2 * (1 - NormalDist().cdf(z)), otypes=[float])
    return np.asarray(both_tails(np.abs(differences) / errors))


def find_unlike(p_values: Sequence[float]) -> list[int]:
    """The places of what is more than chance, all of it tested together, by Holm's method."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    for rank, place in enumerate(order):
        if p_values[place] * (len(order) - rank) > 1 - CONFIDENCE:
            return order[:rank]
    return order


def _bounded(value: Floats, low: Floats, high: Floats) -> Estimates:
    """A difference is between -1 and 1; where nothing is known, it may be anything between them."""
    known = np.isfinite(value)
    return Estimates(value, np.where(known, np.maximum(low, -1), -1), np.where(known, np.minimum(high, 1), 1))


def _mean_change(joint: Counts | Floats, where: Mask) -> Floats:
    """[n, n]: the change of the mean of both seats."""
    change = _won_share(joint.sum(axis=-2)) - _won_share(joint.sum(axis=-1))
    return _only(where, (change - change.T) / 2)


def _variance(joint: Floats, where: Mask) -> Floats:
    """[n, n]: the squared standard error of the change of the mean of both seats.

    A rate is a quotient, won by decided games, and so each game moves it as far as `_influence` says.
    """
    moved = _influence(joint.sum(axis=-2))[..., None, :] - _influence(joint.sum(axis=-1))[..., :, None]
    of_seat = np.sum(joint * moved**2, axis=(-2, -1)) / joint.sum(axis=(-2, -1)) ** 2
    return _only(where, (of_seat + of_seat.T) / 4)


def _only(where: Mask, values: Floats) -> Floats:
    """The values there, and 0 elsewhere; also in mirrors, whose win rate does not change."""
    return np.where(where & ~np.eye(len(where), dtype=bool), values, 0)


def _influence(outcomes: Floats) -> Floats:
    """[..., 3]: how far one game that is won, lost or drawn is from the mean, in units of a decided game's weight."""
    rate = _won_share(outcomes)
    decided = outcomes[..., [WON, LOST]].sum(axis=-1) / outcomes.sum(axis=-1)
    return np.asarray(np.stack([1 - rate, -rate, np.zeros_like(rate)], axis=-1) / decided[..., None])


def _won_share(outcomes: Floats | Counts) -> Floats:
    """[...]: the share of decided games that were won; NaN if there are none."""
    return divide(outcomes[..., WON], outcomes[..., [WON, LOST]].sum(axis=-1))
