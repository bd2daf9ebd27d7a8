"""Intervals of win rates."""

from math import sqrt

import pytest

from evometa.matches.intervals import wilson


def test_the_interval_is_the_textbook_one() -> None:
    assert wilson(8, 10) == pytest.approx((0.4901625, 0.9433178), abs=1e-6)


@pytest.mark.parametrize(("confidence", "errors"), [(0.95, 1.959964), (0.99, 2.575829)])
def test_from_either_end_the_measured_rate_is_so_many_standard_errors_away(confidence: float, errors: float) -> None:
    for rate in wilson(8, 10, confidence):
        assert abs(0.8 - rate) / sqrt(rate * (1 - rate) / 10) == pytest.approx(errors, abs=1e-6)


def test_it_narrows_with_the_number_of_games() -> None:
    low, high = wilson(5_000, 10_000)
    assert 0.0097 < (high - low) / 2 < 0.0098


def test_it_stays_within_0_and_1_and_says_something_at_the_ends() -> None:
    low, high = wilson(0, 20)
    assert low == pytest.approx(0)
    assert 0.1 < high < 0.2
    assert wilson(20, 20) == pytest.approx((1 - high, 1))


def test_without_games_nothing_is_known() -> None:
    assert wilson(0, 0) == (0, 1)


@pytest.mark.parametrize(("wins", "games", "confidence"), [(3, 2, 0.95), (-1, 2, 0.95), (1, 2, 0), (1, 2, 1)])
def test_nonsense_is_refused(wins: int, games: int, confidence: float) -> None:
    with pytest.raises(ValueError, match="found"):
        wilson(wins, games, confidence)
