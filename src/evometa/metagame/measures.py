"""How balanced a metagame is, in a few numbers.

Every measure here grows with noise as well as with imbalance: a perfectly balanced metagame never measures 0. So each
has a noise floor, which is what it would show on average if all were balanced (or, for intransitivity, ranked) and only
chance was left. A measure near its floor says that more games are needed, not that something is wrong.

Win rates [n, n] are those of the deck of the row over both seats, `games` [n, n] the decided games of each match-up
(`Evidence.effective_games`). Mirrors, on the diagonal, count for nothing. An unknown win rate makes a measure NaN.

A distance is how far the match-ups are from targets [n, n], and F that from even. Its weights [k] are those of the
pairs i < j; they sum to one, or are all 0. What weighs 0 is open: its win rate need not be known.
"""

from __future__ import annotations

from itertools import combinations
from math import inf, isnan, lgamma, nan, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from evometa.input.errors import InputError
from evometa.input.short_repr import short_repr
from evometa.matches.inference import Estimate, Floats, tails
from evometa.metagame.evidence import Evidence, weigh_opponents

TOLERANCE = 1e-9  # of rounding
FARTHEST = 0.001  # that a win rate may come near 0 or 1 in log-odds, which have no end there

# --- distances from targets ---


class Imbalance(NamedTuple):
    """F, or another distance, with what is known about the true one, which endless games would show."""

    f: float  # as measured: too high on average, by chance
    noise_floor: float  # what f would be on average if all match-ups were at their targets
    squared: float  # an estimate of the true F squared that is right on average; below 0 by chance if F is near 0
    corrected: Estimate  # f without what chance adds to it on average, 0 if chance explains all; interval of the true F


def measure_distance(win_rates: Floats, targets: Floats, weights: Floats) -> float:
    """Twice the root mean square of W_ij - target."""
    return 2 * sqrt(np.dot(weights, _squares(win_rates, targets, weights)))


def find_distance_floor(games: Floats, targets: Floats, weights: Floats) -> float:
    """What a distance measures on average if every match-up is at its target; `games` [n, n] are decided ones."""
    variances = 4 * list_pairs(targets * (1 - targets)) * _even_variance(list_pairs(games))
    return 2 * _expected_root(weights * np.where(weights > 0, variances, 0))


def estimate_distance(evidence: Evidence, targets: Floats, weights: Floats) -> Imbalance:
    """A distance with its noise floor, without its bias, and with its interval."""
    distances, matters = _squares(evidence.win_rate, targets, weights), weights > 0
    variances = np.where(matters, list_pairs(evidence.variance), 0)
    positive = np.where(matters, np.fmax(variances, list_pairs(evidence.smoothed_variance)), 0)
    farthest = float(np.max(list_pairs(np.maximum(targets, 1 - targets)) ** 2, initial=0.25))
    low, high = _interval_of_sum(weights, distances, positive, farthest)
    squared = float(4 * np.dot(weights, distances - variances))
    corrected = nan if isnan(squared) else sqrt(max(0.0, squared))
    return Imbalance(
        f=2 * sqrt(np.dot(weights, distances)),
        noise_floor=find_distance_floor(evidence.effective_games, targets, weights),
        squared=squared,
        corrected=Estimate(corrected, 2 * sqrt(low), 2 * sqrt(high)),
    )


def _squares(win_rates: Floats, targets: Floats, weights: Floats) -> Floats:
    """[k]: the squared distances; 0 where they do not matter."""
    return np.asarray(np.where(weights > 0, list_pairs((win_rates - targets) ** 2), 0))


def _interval_of_sum(weights: Floats, distances: Floats, variances: Floats, farthest: float) -> tuple[float, float]:
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
    return _invert(measured, np.dot(weights, variances), scale, farthest)


def _invert(measured: float, noise: float, scale: float, farthest: float) -> tuple[float, float]:
    """The interval of a true sum of squares, from what was measured and from what noise alone is on average."""
    below, above = tails()
    low = scale * _noncentrality(measured / scale, noise / scale, above)
    high = scale * _noncentrality(max(measured, noise) / scale, noise / scale, below)
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


# --- F, the imbalance of the paper ---


def imbalance(win_rates: ArrayLike) -> float:
    """F: how far the match-ups are from even. 0 if all are, 1 if each is always won by the same deck.

    It is twice the root mean square of W_ij - 0.5 over all pairs i < j, the paper's 4/3 becoming 4/k for k pairs. It
    does not tell rock-paper-scissors from a ranking.
    """
    rates = check_matrix("win rates", win_rates)
    return measure_distance(rates, *_all_even(len(rates)))


def imbalance_noise_floor(games: ArrayLike) -> float:
    """What F measures on average if every match-up is even and only chance is left; NaN if one has no games.

    For three decks 0.92/sqrt(n) with n games each. It assumes enough games for win rates to be normally distributed,
    and is exact then for equal numbers of games; for unequal ones it is within a few percent.
    """
    numbers = check_matrix("games", games, inf)
    return find_distance_floor(numbers, *_all_even(len(numbers)))


def estimate_imbalance(evidence: Evidence) -> Imbalance:
    """F with its noise floor, without its bias, and with its interval.

    The interval is that of the true F, and holds 0 whenever chance can explain all. It wants 100 games per match-up:
    with 20, or with two decks only, it can hold the truth in 92% of cases, which is fewer than it should.
    """
    return estimate_distance(evidence, *_all_even(len(evidence.decks)))


class Split(NamedTuple):
    """F in two parts: that of the strengths of decks, and that of who beats whom beside them.

    As both bend the same win rates, their squares do not quite add up to that of F.
    """

    strength: Estimate  # F if each match-up followed from the strengths of its two decks
    cycles: Estimate  # F if all decks were made equally strong: rock, paper, scissors


def split_imbalance(evidence: Evidence) -> Split:
    """F of the strengths alone, and F of what is left if these are made equal, each without the share of chance.

    The strength of a deck is its rating: the mean of its log odds. What is not known yet may be anything.
    """
    n_decks = len(evidence.decks)
    if n_decks < 2 or not evidence.is_complete:
        unknown = Estimate(0.0, 0.0, 0.0) if n_decks < 2 else Estimate(nan, 0.0, 1.0)
        return Split(unknown, unknown)
    first, second = np.triu_indices(n_decks, 1)
    sides = np.eye(n_decks)[first] - np.eye(n_decks)[second]
    by_strength = sides @ sides.T / n_decks  # [k, k]: from the log odds of pairs to those that ratings give
    return Split(*(_estimate_part(evidence, part) for part in (by_strength, np.eye(len(first)) - by_strength)))


def _estimate_part(evidence: Evidence, part: Floats) -> Estimate:
    """F of a part [k, k] of the log odds of all pairs: a linear projection of them."""
    rates = list_pairs(evidence.smoothed_win_rate)
    errors = np.sqrt(list_pairs(evidence.smoothed_variance)) / (rates * (1 - rates))
    odds = part @ list_pairs(_log_odds(evidence.smoothed_win_rate))
    win_rates = 0.5 + np.tanh(odds / 2) / 2
    factors = (win_rates * (1 - win_rates))[:, None] * part * errors  # [k, k]: of independent errors of the odds
    covariance, off = factors @ factors.T, win_rates - 0.5
    measured, noise = float(np.mean(off**2)), float(np.trace(covariance)) / len(off)
    if not noise:
        return Estimate.exactly(2 * sqrt(measured))
    signal = max(0.0, measured - noise)
    along = off * sqrt(signal / measured) if measured else off
    spread = np.sum(covariance**2) + 2 * along @ covariance @ along
    scale = spread / (np.trace(covariance) + 2 * along @ along) / len(off)
    low, high = _invert(measured, noise, scale, 0.25)
    return Estimate(2 * sqrt(signal), 2 * sqrt(low), 2 * sqrt(high))


def _all_even(n_decks: int) -> tuple[Floats, Floats]:
    """The targets [n, n] of even match-ups, and the weights [k] of pairs that count alike."""
    weights = list_pairs(np.outer(_alike(n_decks), _alike(n_decks)))
    return np.full((n_decks, n_decks), 0.5), weights / weights.sum() if weights.any() else weights


# --- deviation, deck by deck ---


def deviations(win_rates: ArrayLike) -> Floats:
    """[n]: how far each deck's match-ups are from even: the mean of |W_ij - 0.5| over its opponents.

    A deck that loses as clearly as it wins has a high deviation and an even record: it polarises.
    """
    rates = check_matrix("win rates", win_rates)
    return np.asarray(np.sum(weigh_opponents(_alike(len(rates))) * np.abs(rates - 0.5), axis=1))


def deviations_noise_floor(games: ArrayLike) -> Floats:
    """[n]: what `deviations` measures on average if every match-up is even."""
    numbers = check_matrix("games", games, inf)
    distances = _expected_distance(_even_variance(numbers))
    np.fill_diagonal(distances, 0)
    return np.asarray(np.sum(weigh_opponents(_alike(len(numbers))) * distances, axis=1))


def deviations_against_meta(win_rates: ArrayLike, shares: Floats) -> Floats:
    """[n]: how far each deck's win rate against the metagame, mirror included, is from 0.5.

    Good and bad match-ups cancel out, so it can be 0 in a metagame where every single match-up is decided in advance.
    """
    rates = check_matrix("win rates", win_rates)
    if np.shape(shares) != (len(rates),):
        found = np.shape(shares)
        raise InputError(f"shares: found the shape {found}; allowed: one share for each of {len(rates)} decks")
    return np.abs(rates @ shares - 0.5)


def deviations_against_meta_noise_floor(games: ArrayLike, shares: Floats) -> Floats:
    """[n]: what `deviations_against_meta` measures on average if every match-up is even."""
    variances = _even_variance(check_matrix("games", games, inf))
    np.fill_diagonal(variances, 0)
    return _expected_distance(variances @ shares**2)


# --- rankings and cycles ---


class _Ranking(NamedTuple):
    """The decks in the order of their strength, and how much of the match-ups that order leaves unsaid."""

    order: tuple[int, ...]  # decks by their place in the list, the strongest first
    ratings: Floats  # [n]
    intransitivity: float
    noise_floor: float  # the intransitivity that chance alone adds on average, if a ranking is all there is

    def __repr__(self) -> str:
        return short_repr(self)


def rate_decks(win_rates: ArrayLike) -> Floats:
    """[n]: each deck's strength, in log-odds: the ratings whose differences come nearest to the log-odds of all pairs.

    A deck one point above another is expected to win 73% of their games, two points 88%. The mean rating is 0.
    """
    return np.asarray(np.mean(_log_odds(win_rates), axis=1))


def intransitivity(win_rates: ArrayLike) -> float:
    """How far the match-ups are from a ranking: the part of their log-odds (sum of squares) that ratings leave over.

    0: each win rate follows from the strengths of the two decks. 1: rock-paper-scissors, no deck is stronger than
    another. It says nothing about size: with match-ups near even, it is about chance alone.
    """
    odds = _log_odds(win_rates)
    ratings = np.mean(odds, axis=1)
    cyclic = odds - (ratings[:, None] - ratings)
    total = np.sum(odds**2)
    return float(np.sum(cyclic**2) / total) if total else 0.0


def estimate_ranking(evidence: Evidence) -> _Ranking:
    """The best ranking that the games show, by smoothed win rates, and how far they are from a ranking."""
    rates = evidence.smoothed_win_rate
    ratings = rate_decks(rates)
    order = tuple(int(deck) for deck in np.argsort(-ratings, kind="stable"))
    return _Ranking(order, ratings, intransitivity(rates), _intransitivity_noise_floor(evidence))


def find_cycles(evidence: Evidence) -> list[tuple[int, int, int]]:
    """Each three decks of which the first surely beats the second, the second the third, and the third the first.

    Each interval lies above 0.5. A single cycle is then false in at most 2.5% of cases; among hundreds of near-even
    triples, a few may be.
    """
    beats = evidence.rates.low > 0.5
    turns = (turn for a, b, c in combinations(range(len(beats)), 3) for turn in ((a, b, c), (a, c, b)))
    return [(a, b, c) for a, b, c in turns if beats[a, b] and beats[b, c] and beats[c, a]]


def _intransitivity_noise_floor(evidence: Evidence) -> float:
    """Of the noise in the log-odds of k pairs, a ranking of n decks takes up the share 2/n."""
    n_decks, rates = len(evidence.decks), evidence.smoothed_win_rate
    noise = np.sum(list_pairs(evidence.smoothed_variance / (rates * (1 - rates)) ** 2))
    total = np.sum(list_pairs(_log_odds(rates)) ** 2)
    part = min(1.0, noise / total) if total else 1.0
    return float(max(0.0, 1 - 2 / n_decks) * part)


def _log_odds(win_rates: ArrayLike) -> Floats:
    """[n, n]: the log-odds of the deck of the row; those of the column's are their negatives."""
    from scipy.special import logit

    odds = logit(np.clip(check_matrix("win rates", win_rates), FARTHEST, 1 - FARTHEST))
    return np.asarray((odds - odds.T) / 2)


# --- pairs, weights and noise ---


def check_matrix(what: str, values: ArrayLike, most: float = 1.0) -> Floats:
    """[n, n]: numbers of pairs of decks, of which there is one at least; NaN is unknown. Refused if they are none."""
    matrix = np.asarray(values, dtype=float)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not matrix.size:
        raise InputError(
            f"{what}: found the shape {matrix.shape}; allowed: a row and a column for each of 1 or more decks"
        )
    if (wrong := matrix[(matrix < -TOLERANCE) | (matrix > most + TOLERANCE)]).size:
        raise InputError(f"{what}: found {wrong[0]:g}; allowed: 0 " + (f"to {most:g}" if most < inf else "or more"))
    return matrix


def list_pairs(matrix: Floats) -> Floats:
    """[k]: the entries of all pairs i < j."""
    return matrix[np.triu_indices(len(matrix), 1)]


def _even_variance(games: Floats) -> Floats:
    """The variance of the win rate of an even match-up, for numbers of games; NaN without games."""
    return 1 / (4 * np.where(games > 0, games, np.nan))


def _alike(n_decks: int) -> Floats:
    """[n]: the same share for each deck."""
    return np.full(n_decks, 1 / n_decks)


def _expected_distance(variance: Floats) -> Floats:
    """How far a normal number is from its mean, on average."""
    return np.sqrt(2 * variance / np.pi)
