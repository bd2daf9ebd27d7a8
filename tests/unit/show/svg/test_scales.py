"""Axes show round numbers."""

from __future__ import annotations

import pytest

from evometa.show.svg.frame import Scale, find_range
from evometa.story.words.numbers import MINUS


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [
        (0, 100, ["0", "20", "40", "60", "80", "100"]),
        (0, 0.78, ["0.0", "0.2", "0.4", "0.6"]),
        (-6.5, 5, [f"{MINUS}6", f"{MINUS}4", f"{MINUS}2", "0", "2", "4"]),
        (42, 58, ["42.5", "45.0", "47.5", "50.0", "52.5", "55.0", "57.5"]),
        (0.0101, 0.0149, ["0.011", "0.012", "0.013", "0.014"]),
    ],
)
def test_ticks_are_round_numbers(low: float, high: float, shown: list[str]) -> None:
    scale = Scale(low, high, 0, 100)
    assert [scale.show(tick) for tick in scale.ticks] == shown


def test_an_axis_of_whole_numbers_has_no_others() -> None:
    scale = Scale(0, 3, 0, 100, is_whole=True)
    assert scale.ticks == [0, 1, 2, 3]


def test_an_axis_can_run_upwards() -> None:
    scale = Scale(0, 10, 300, 100)
    assert (scale.at(0), scale.at(5), scale.at(10), scale.at(99)) == (300, 200, 100, 100)


def test_a_range_has_room_and_is_never_empty() -> None:
    assert find_range([1.0, 3.0]) == (0.9, 3.1)
    assert find_range([2.0, 2.0]) == (1.5, 2.5)
    assert find_range([50.0, 51.0], least=4.0) == (48.5, 52.5)
    assert find_range([1.0, float("nan")], start=0.0) == (0.0, 1.5)
    assert find_range([]) == (-0.05, 1.05)
