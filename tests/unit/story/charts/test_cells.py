"""Cells of heat maps: their numbers and their marks."""

from __future__ import annotations

import numpy as np
import pytest
from tests.unit.metagame.counts import make_evidence

from evometa.matches.inference import Estimates
from evometa.metagame.standing import order_from_high
from evometa.story.charts.heat_map import Cells, choose_spread, metagame_map


def make_cells(value: float, low: float, high: float, middle: float = 50, spread: float = 20) -> Cells:
    estimate = Estimates(*(np.array([[number]]) for number in (value, low, high)))
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


@pytest.mark.parametrize(
    ("values", "spread"), [([50, 58], 20), ([50, 73], 30), ([99.5, 50], 50), ([np.nan, 65], 20), ([np.nan], 20)]
)
def test_colours_reach_to_the_farthest_number(values: list[float], spread: float) -> None:
    assert choose_spread(np.array(values), 50, 20) == spread


def test_cells_follow_the_order() -> None:
    evidence = make_evidence([[0, 20], [80, 0]], [[0, 80], [20, 0]])
    assert order_from_high(evidence.strengths.value) == [1, 0]
    chart = metagame_map("map", "A map", ("One", "Other"), evidence.rates, evidence.strengths)
    match_ups, strengths = chart.cells, chart.totals
    assert strengths is not None
    assert chart.rows == ("Other", "One")
    assert match_ups.text(0, 1) == "80"
    assert match_ups.text(0, 0) == "50"
    assert match_ups.margin_text(0, 0) == ""
    assert strengths.text(0, 0) == "65"  # half of the metagame is its own mirror


def test_unknown_strengths_come_last() -> None:
    assert order_from_high([0.4, np.nan, 0.6, 0.4]) == [2, 0, 3, 1]
