"""How balanced a metagame is, in a few numbers.

Every measure here grows with noise as well as with imbalance: a perfectly balanced metagame never measures 0. So each
has a noise floor, which is what it would show on average if all were balanced (or, for intransitivity, ranked) and only
chance was left. A measure near its floor says that more games are needed, not that something is wrong.

Win rates [n, n] are those of the deck of the row over both seats, `games` [n, n] the decided games of each match-up
(`Evidence.effective_games`). Mirrors, on the diagonal, count for nothing. An unknown win rate makes a measure NaN.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evometa.input.short_repr import short_repr
from evometa.metagame.evidence import Evidence, Floats, weigh_opponents
from evometa.metagame.target_distance import (
    Imbalance,
    estimate_distance,
    even_targets,
    even_variance,
    find_distance_floor,
    list_pairs,
    measure_distance,
)

FARTHEST = 0.001  # that a win rate may come near 0 or 1 in log-odds, which have no end there

# --- F, the imbalance of the paper ---


def imbalance(win_rates: ArrayLike, shares: Floats | None = None) -> float:
    """F: how far the match-ups are from even. 0 if all are, 1 if each is always won by the same deck.

    It is twice the root mean square of W_ij - 0.5 over all pairs i < j, the paper's 4/3 becoming 4/k for k pairs. With
    shares, a match-up counts as often as it is met. F does not tell rock-paper-scissors from a ranking.
    """
    rates = np.asarray(win_rates, dtype=float)
    return measure_distance(rates, even_targets(len(rates)), _weigh_pairs(len(rates), shares))


def imbalance_noise_floor(games: ArrayLike, shares: Floats | None = None) -> float:
    """What F measures on average if every match-up is even and only chance is left; NaN if one has no games.

    For three decks 0.92/sqrt(n) with n games each. It assumes enough games for win rates to be normally distributed,
    and is exact then for equal numbers of games; for unequal ones it is within a few percent.
    """
    numbers = np.asarray(games, dtype=float)
    return find_distance_floor(numbers, even_targets(len(numbers)), _weigh_pairs(len(numbers), shares))


def estimate_imbalance(evidence: Evidence, shares: Floats | None = None) -> Imbalance:
    """F with its noise floor, without its bias, and with its interval.

    The interval is that of the true F, and holds 0 whenever chance can explain all. It wants 100 games per match-up:
    with 20, or with two decks only, it can hold the truth in 92% of cases instead of 95%.
    """
    n_decks = len(evidence.decks)
    return estimate_distance(evidence, even_targets(n_decks), _weigh_pairs(n_decks, shares))


# --- deviation, deck by deck ---


def deviations(win_rates: ArrayLike, shares: Floats | None = None) -> Floats:
    """[n]: how far each deck's match-ups are from even: the mean of |W_ij - 0.5| over its opponents.

    A deck that loses as clearly as it wins has a high deviation and an even record: it polarises. With shares,
    opponents count as often as they are met.
    """
    rates = np.asarray(win_rates, dtype=float)
    return np.asarray(np.sum(_weigh_opponents(len(rates), shares) * np.abs(rates - 0.5), axis=1))


def deviations_noise_floor(games: ArrayLike, shares: Floats | None = None) -> Floats:
    """[n]: what `deviations` measures on average if every match-up is even."""
    numbers = np.asarray(games, dtype=float)
    distances = _expected_distance(even_variance(numbers))
    np.fill_diagonal(distances, 0)
    return np.asarray(np.sum(_weigh_opponents(len(numbers), shares) * distances, axis=1))


def deviations_against_meta(win_rates: ArrayLike, shares: Floats | None = None) -> Floats:
    """[n]: how far each deck's win rate against the metagame, mirror included, is from 0.5.

    Good and bad match-ups cancel out, so it can be 0 in a metagame where every single match-up is decided in advance.
    """
    rates = np.asarray(win_rates, dtype=float)
    return np.abs(rates @ _shares(len(rates), shares) - 0.5)


def deviations_against_meta_noise_floor(games: ArrayLike, shares: Floats | None = None) -> Floats:
    """[n]: what `deviations_against_meta` measures on average if every match-up is even."""
    variances = even_variance(np.asarray(games, dtype=float))
    np.fill_diagonal(variances, 0)
    return _expected_distance(variances @ _shares(len(variances), shares) ** 2)


# --- rankings and cycles ---


class Ranking(NamedTuple):
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


def estimate_ranking(evidence: Evidence) -> Ranking:
    """The best ranking that the games show, by smoothed win rates, and how far they are from a ranking."""
    rates = evidence.smoothed_win_rate
    ratings = rate_decks(rates)
    order = tuple(int(deck) for deck in np.argsort(-ratings, kind="stable"))
    return Ranking(order, ratings, intransitivity(rates), _intransitivity_noise_floor(evidence))


def find_cycles(beats: NDArray[np.bool_]) -> list[tuple[int, int, int]]:
    """Each three decks of which the first beats the second, the second the third, and the third the first.

    `beats` [n, n] says whether the deck of the row beats that of the column.
    """
    found = []
    for a, b, c in combinations(range(len(beats)), 3):
        for one, two, three in ((a, b, c), (a, c, b)):
            if beats[one, two] and beats[two, three] and beats[three, one]:
                found.append((one, two, three))
    return found


def find_sure_cycles(evidence: Evidence) -> list[tuple[int, int, int]]:
    """The cycles of three in which every one of the three wins is sure: its interval lies above 0.5.

    A single cycle is then false in at most 2.5% of cases; among hundreds of near-even triples, a few may be.
    """
    return find_cycles(evidence.rates.low > 0.5)


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

    odds = logit(np.clip(np.asarray(win_rates, dtype=float), FARTHEST, 1 - FARTHEST))
    return np.asarray((odds - odds.T) / 2)


# --- weights and noise ---


def _shares(n_decks: int, shares: Floats | None) -> Floats:
    return np.full(n_decks, 1 / n_decks) if shares is None else np.asarray(shares, dtype=float)


def _weigh_pairs(n_decks: int, shares: Floats | None) -> Floats:
    """[k]: how often each pair i < j is met, mirrors left out. They sum to one; all are 0 if nobody meets another."""
    given = _shares(n_decks, shares)
    weights = list_pairs(np.outer(given, given))
    return weights / weights.sum() if weights.any() else weights


def _weigh_opponents(n_decks: int, shares: Floats | None) -> Floats:
    return weigh_opponents(_shares(n_decks, shares))


def _expected_distance(variance: Floats) -> Floats:
    """How far a normal number is from its mean, on average."""
    return np.sqrt(2 * variance / np.pi)
