"""How far the match-ups of a metagame are from targets; F is the distance from even.

Targets are win rates [n, n] of the deck of the row, weights [k] those of the pairs i < j; they sum to one, or are all
0. What weighs 0 is open: its win rate need not be known. Chance adds to every distance, so that a metagame that is at
its targets never measures 0: the noise floor says what it measures then.
"""

from __future__ import annotations

from math import isnan, lgamma, nan, sqrt
from typing import NamedTuple

import numpy as np

from evometa.metagame.evidence import Evidence, Floats


class Imbalance(NamedTuple):
    """F, or another distance, with what is known about the one that endless games would show."""

    f: float  # as measured: too high on average, by chance
    noise_floor: float  # what f would be on average if all match-ups were at their targets
    squared: float  # an estimate of the true F squared that is right on average; below 0 by chance if F is near 0
    low: float  # the interval of the true F
    high: float

    @property
    def corrected(self) -> float:
        """The measured F without what chance adds to it on average; 0 if chance explains all of it, NaN if unknown."""
        return nan if isnan(self.squared) else sqrt(max(0.0, self.squared))


def even_targets(n_decks: int) -> Floats:
    """[n, n]: all match-ups even."""
    return np.full((n_decks, n_decks), 0.5)


def measure_distance(win_rates: Floats, targets: Floats, weights: Floats) -> float:
    """Twice the root mean square of W_ij - target."""
    return 2 * sqrt(np.dot(weights, _squares(win_rates, targets, weights)))


def find_distance_floor(games: Floats, targets: Floats, weights: Floats) -> float:
    """What a distance measures on average if every match-up is at its target; `games` [n, n] are decided ones."""
    variances = 4 * list_pairs(targets * (1 - targets)) * even_variance(list_pairs(games))
    return 2 * _expected_root(weights * np.where(weights > 0, variances, 0))


def estimate_distance(evidence: Evidence, targets: Floats, weights: Floats) -> Imbalance:
    """A distance with its noise floor, without its bias, and with its interval."""
    distances, matters = _squares(evidence.win_rate, targets, weights), weights > 0
    variances = np.where(matters, list_pairs(evidence.variance), 0)
    positive = np.where(matters, np.fmax(variances, list_pairs(evidence.smoothed_variance)), 0)
    farthest = float(np.max(list_pairs(np.maximum(targets, 1 - targets)) ** 2, initial=0.25))
    low, high = _interval_of_sum(weights, distances, positive, evidence.confidence, farthest)
    return Imbalance(
        f=2 * sqrt(np.dot(weights, distances)),
        noise_floor=find_distance_floor(evidence.effective_games, targets, weights),
        squared=float(4 * np.dot(weights, distances - variances)),
        low=2 * sqrt(low),
        high=2 * sqrt(high),
    )


def _squares(win_rates: Floats, targets: Floats, weights: Floats) -> Floats:
    """[k]: the squared distances; 0 where they do not matter."""
    return np.asarray(np.where(weights > 0, list_pairs((win_rates - targets) ** 2), 0))


def _interval_of_sum(
    weights: Floats, distances: Floats, variances: Floats, confidence: float, farthest: float
) -> tuple[float, float]:
    """The interval of the weighted sum of true squared distances, all [k].

    The measured sum is taken as a scaled noncentral chi-square with its mean and variance, which it is if all
    variances are equal. The ends are the true sums that make what was measured just too high or too low to be chance.
    If luck made it lower than noise alone is on average, the upper end is that of average luck: never a false [0, 0].
    """
    signal = np.maximum(0, distances - variances)
    measured = np.dot(weights, distances)
    if not weights.any():
        return 0.0, 0.0
    if np.isnan(measured):
        return 0.0, farthest
    scale = np.dot(weights**2 * variances, variances + 2 * signal) / np.dot(weights, variances + 2 * signal)
    noise = np.dot(weights, variances)
    tail = (1 - confidence) / 2
    low = scale * _noncentrality(measured / scale, noise / scale, 1 - tail)
    high = scale * _noncentrality(max(measured, noise) / scale, noise / scale, tail)
    return min(low, farthest), min(high, farthest)


def _noncentrality(value: float, freedom: float, level: float) -> float:
    """The noncentrality at which a chi-square is below the value with this probability, or 0 if there is none."""
    from scipy.special import chndtr, chndtrinc  # takes long to import, which not every command needs

    if chndtr(value, freedom, 0.0) <= level:
        return 0.0
    return float(chndtrinc(value, freedom, level))


def _expected_root(parts: Floats) -> float:
    """The mean of the square root of a sum of squares of independent normal numbers with these variances, [k].

    The sum is taken as a scaled chi-square with its mean and variance.
    """
    if not parts.any():
        return 0.0
    scale = np.dot(parts, parts) / parts.sum()
    freedom = parts.sum() / scale
    return float(np.sqrt(2 * scale) * np.exp(lgamma((freedom + 1) / 2) - lgamma(freedom / 2)))


# --- pairs and noise ---


def list_pairs(matrix: Floats) -> Floats:
    """[k]: the entries of all pairs i < j."""
    return matrix[np.triu_indices(len(matrix), 1)]


def even_variance(games: Floats) -> Floats:
    """The variance of the win rate of an even match-up, for numbers of games; NaN without games."""
    return 1 / (4 * np.where(games > 0, games, np.nan))
