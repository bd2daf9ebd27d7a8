"""Cells of heat maps: their numbers, their marks, and colours that can be told apart."""

from __future__ import annotations

import numpy as np
import pytest
from tests.unit.metagame.counts import make_evidence

from evometa.metagame.evidence import Estimate
from evometa.metagame.standing import order_from_high, order_of_strength
from evometa.report.charts.style import style_sheet
from evometa.report.pictures.cells import COLORS, Cells, choose_spread, color_at, matrix_cells
from evometa.report.words.estimates import describe_games, describe_patch, shorten_name


def brightness(color: str) -> float:
    red, green, blue = bytes.fromhex(color[1:])
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def make_cells(value: float, low: float, high: float, middle: float = 50, spread: float = 20) -> Cells:
    estimate = Estimate(*(np.array([[number]]) for number in (value, low, high)))
    nothing = np.zeros((1, 1), bool)
    return Cells(estimate, middle, spread, nothing, nothing)


@pytest.mark.parametrize(
    ("cells", "shown"),
    [
        (make_cells(54, 52, 56), ("54", "±2", "▲")),
        (make_cells(54, 49, 59), ("54", "±5", "")),
        (make_cells(97, 92, 99), ("97", "±5", "▲")),  # to the side where it reaches farther
        (make_cells(45.26, 44.7, 45.9), ("45.3", "±0.6", "▼")),
        (make_cells(-3, -5, -1, middle=0), ("\N{MINUS SIGN}3", "±2", "▼")),
        (make_cells(3, -5, 11, middle=0), ("+3", "±8", "")),
        (make_cells(-0.2, -5, 5, middle=0), ("0", "±5", "")),
        (make_cells(np.nan, 0, 100), ("?", "", "")),
    ],
)
def test_a_cell_shows_its_number_and_how_sure_it_is(cells: Cells, shown: tuple[str, str, str]) -> None:
    assert (cells.text(0, 0), cells.margin_text(0, 0), cells.mark(0, 0)) == shown


def test_both_ends_are_equally_strong_and_those_of_charts() -> None:
    assert (color_at(0), color_at(0.5), color_at(1), color_at(-3)) == (*COLORS, COLORS[0])
    for name, color in zip(("low", "middle", "high"), COLORS, strict=True):
        assert f"--heat-{name}: light-dark({color}, " in style_sheet()
    for distance in np.linspace(0.05, 0.5, 10):
        low, high = brightness(color_at(0.5 - distance)), brightness(color_at(0.5 + distance))
        assert low == pytest.approx(high, abs=0.07)
        assert max(low, high) < brightness(color_at(0.5))


def test_ink_stands_out_from_every_colour() -> None:
    for value in np.linspace(30, 70, 41):
        cells = make_cells(value, value - 1, value + 1)
        assert abs(brightness(cells.ink(0, 0)) - brightness(cells.fill(0, 0))) > 0.4


@pytest.mark.parametrize(
    ("values", "spread"), [([50, 58], 20), ([50, 73], 30), ([99.5, 50], 50), ([np.nan, 65], 20), ([np.nan], 20)]
)
def test_colours_reach_to_the_farthest_number(values: list[float], spread: float) -> None:
    assert choose_spread(np.array(values), 50, 20) == spread


def test_cells_follow_the_order() -> None:
    evidence = make_evidence([[0, 20], [80, 0]], [[0, 80], [20, 0]])
    order = order_of_strength(evidence)
    assert order == [1, 0]
    match_ups, strengths = matrix_cells(evidence, order)
    assert match_ups.text(0, 1) == "80"
    assert match_ups.text(0, 0) == "50"
    assert match_ups.margin_text(0, 0) == ""
    assert strengths.text(0, 0) == "65"  # half of the metagame is its own mirror


def test_unknown_strengths_come_last() -> None:
    assert order_from_high([0.4, np.nan, 0.6, 0.4]) == [2, 0, 3, 1]


def test_names_and_patches_as_text() -> None:
    assert shorten_name("Exp1 Warlock (Control)") == "Exp1 Warlock (Control)"
    assert shorten_name("word " * 20).endswith("…")
    assert describe_patch([]) == "The patch changes nothing."
    assert describe_patch([f"Card {i}: cost 1 -> 2" for i in range(10)]).endswith("; and 2 more.")


def test_games_per_match_up_are_those_of_both_seats() -> None:
    assert describe_games(make_evidence([[5, 5], [5, 5]], [[5, 5], [5, 5]])) == "20 games per match-up"
    unequal = make_evidence([[5, 5, 0], [5, 5, 1], [0, 0, 0]], np.zeros((3, 3), int))
    assert describe_games(unequal) == "0 to 10 games per match-up"
