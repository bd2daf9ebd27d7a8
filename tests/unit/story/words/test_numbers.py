"""Numbers as text: rounded, with one meaning of ±, and a zero that has no sign."""

import math

import numpy as np
import pytest

from evometa.matches.inference import Estimate, Estimates
from evometa.story.charts.heat_map import Cells
from evometa.story.words.numbers import (
    MINUS,
    UNKNOWN,
    count,
    interval,
    join_notes,
    listed,
    number,
    points,
    rate,
    rate_interval,
    rate_margin,
    typical_match_up,
    with_interval,
)

NEARLY_NOTHING = [0.0, -0.0, 0.0004, -0.0004, np.float64(-1e-17)]


@pytest.mark.parametrize("value", NEARLY_NOTHING)
def test_what_is_rounded_to_zero_has_no_sign(value: float) -> None:
    assert rate(value) == points(value) == "0.0"
    assert rate(value, 0) == points(value, 0) == "0"
    assert number(value, 2, signed=True) == "0.00"
    assert rate_margin(value, value, value) == "±0.0"


@pytest.mark.parametrize(
    ("value", "shown", "difference"),
    [
        (0.583, "58.3", "+58.3"),
        (-0.0006, f"{MINUS}0.1", f"{MINUS}0.1"),
        (math.nan, UNKNOWN, UNKNOWN),
        (None, UNKNOWN, UNKNOWN),
    ],
)
def test_other_numbers_have_theirs(value: float, shown: str, difference: str) -> None:
    assert (rate(value), points(value)) == (shown, difference)


def test_behind_plus_minus_stands_the_longer_side_of_the_interval_everywhere() -> None:
    found = Estimate(0.9, 0.84, 0.93)
    matrix = Estimates(*(np.array([[part]]) for part in found))
    assert rate_margin(*found) == "±6.0"
    nothing = np.zeros((1, 1), bool)
    cells = Cells(Estimates(*(100 * part for part in matrix)), 50, 50, nothing, nothing)
    assert (cells.text(0, 0), cells.margin_text(0, 0)) == ("90", "±6")


def test_intervals_that_are_not_known_are_not_shown() -> None:
    assert interval(math.nan, 0.5) == interval(None, 0.5) == rate_interval(Estimate(0.5, math.nan, 1)) == ""
    assert with_interval(Estimate(0.5, math.nan, math.nan)) == "0.500"
    assert with_interval(Estimate(0.548, 0.538, 0.556)) == "0.548 (0.538 to 0.556)"


def test_words() -> None:
    assert [count(n, "card") for n in (0, 1, 1200)] == ["0 cards", "1 card", "1,200 cards"]
    assert [listed(words) for words in ([], ["a"], ["a", "b", "c"])] == ["", "a", "a, b and c"]
    assert [typical_match_up(f) for f in (0.0, 0.766, 1.0)] == ["50:50", "88:12", "100:0"]
    assert join_notes(["Wisp: cost 0 -> 1", "Imp: attack 1 -> 2", "Wisp: attack 1 -> 0"]) == [
        ("Wisp", "cost 0 -> 1, attack 1 -> 0"),
        ("Imp", "attack 1 -> 2"),
    ]
