"""Elo from counted games: planted strengths are found, with intervals that hold them."""

import numpy as np
import pytest
from numpy.typing import NDArray

from evometa.metagame.skill.ratings import MEAN, POINTS, rate_players

ELO = np.array([1800.0, 1600.0, 1500.0, 1100.0])  # with a mean of 1500


def make_up(
    rng: np.random.Generator, parts: int, games: int, spread: float = 0.0, elo: NDArray[np.float64] = ELO
) -> NDArray[np.int64]:
    """Games of every two players, by parts in which players are stronger or weaker than they are on the whole."""
    n = len(elo)
    outcomes = np.zeros((parts, n, n, 3), np.int64)
    for part in range(parts):
        own = elo / POINTS + rng.normal(0, spread, n)
        for i in range(n):
            for j in range(i):
                wins = rng.binomial(games, 1 / (1 + np.exp(own[j] - own[i])))
                outcomes[part, i, j, :2] = wins, games - wins
                outcomes[part, j, i, :2] = games - wins, wins
    return outcomes


def test_the_mean_is_fixed_and_the_ratings_are_those_that_were_planted() -> None:
    found = rate_players(make_up(np.random.default_rng(1), 1, 20_000))
    assert found.value.mean() == pytest.approx(MEAN)
    assert found.value == pytest.approx(ELO, abs=15)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng = np.random.default_rng(2)
    found = [rate_players(make_up(rng, 1, 200)) for _ in range(200)]
    held = np.mean([(each.low <= ELO) & (each.high >= ELO) for each in found])
    assert 0.92 < held < 0.98


def test_intervals_of_a_sample_hold_that_players_differ_by_deck() -> None:
    rng, elo = np.random.default_rng(3), np.array([1550.0, 1450.0])
    samples = [make_up(rng, 30, 100, spread=0.5, elo=elo) for _ in range(150)]
    held = {
        is_sample: np.mean([(r.low <= elo) & (r.high >= elo) for r in (rate_players(s, is_sample) for s in samples)])
        for is_sample in (False, True)
    }
    assert held[False] < 0.75  # these know only the games, and not that other decks could have been drawn
    assert 0.90 < held[True] < 0.99


def test_who_never_lost_has_a_rating_and_draws_are_half_a_win() -> None:
    outcomes = np.zeros((1, 2, 2, 3), np.int64)
    outcomes[0, 0, 1], outcomes[0, 1, 0] = (100, 0, 0), (0, 100, 0)
    best, worst = rate_players(outcomes).value
    assert best - worst == pytest.approx(400 * np.log10(100.5 / 0.5))
    outcomes[0, 0, 1] = outcomes[0, 1, 0] = (0, 0, 50)
    assert rate_players(outcomes).value == pytest.approx([MEAN, MEAN])


def test_without_games_all_are_equal_and_nothing_is_sure() -> None:
    found = rate_players(np.zeros((3, 3, 3, 3), np.int64))
    assert found.value == pytest.approx([MEAN] * 3)
    assert (found.high - found.low > 500).all()
