"""A heat map tells every number, is sure of its colours, and can be touched."""

from __future__ import annotations

import numpy as np
import pytest
from tests.unit.show.svg.svg_check import ODD, hover_texts, marks_of, name_of, read_chart, texts_of
from tests.unit.story.made_up import estimate

from evometa.input.shown_text import show_name
from evometa.show.svg.frame import Touch
from evometa.show.svg.heat_map import draw_heat_map
from evometa.story.charts.heat_map import HeatMap, metagame_map

RATES = estimate([[0.5, 1.0, 0.62], [0.0, 0.5, np.nan], [0.38, np.nan, 0.5]])
STRENGTHS = estimate([0.7, 0.3, 0.46], 0.01)
DECKS = ("Aggro Druid", "Wall Priest", ODD)


@pytest.fixture
def chart() -> HeatMap:
    return metagame_map("matrix", "Who beats whom", DECKS, RATES, STRENGTHS)


def test_every_number_is_written(chart: HeatMap) -> None:
    texts = texts_of(read_chart(draw_heat_map(chart)))
    assert {"100", "0", "62", "38", "?", "50", "70", "30", "46", "win rate of the row's deck, %"} <= set(texts)


def test_the_strongest_deck_comes_first(chart: HeatMap) -> None:
    assert chart.rows == ("Aggro Druid", ODD, "Wall Priest")


def test_a_hover_text_tells_the_interval(chart: HeatMap) -> None:
    told = hover_texts(read_chart(draw_heat_map(chart)))
    assert f"Aggro Druid against {show_name(ODD)}: 62.0% (95% interval 57.0 to 67.0)" in told
    assert "Aggro Druid against the metagame: 70.0% (95% interval 69.0 to 71.0)" in told
    assert f"Wall Priest against {show_name(ODD)}: not known" in told
    assert "Wall Priest against Wall Priest: 50.0%" in told


def test_both_ends_are_equally_strong(chart: HeatMap) -> None:
    tree = read_chart(draw_heat_map(chart))
    shares = [(each.get("class"), each.get("style")) for each in tree.iter() if each.get("style") == "--share:100%"]
    assert shares == [("high", "--share:100%"), ("low", "--share:100%")]


def test_a_picture_has_no_stops_for_the_keyboard(chart: HeatMap) -> None:
    tree = read_chart(draw_heat_map(chart))
    assert tree.get("role") == "img"
    assert not [each for each in tree.iter() if each.get("tabindex") or each.get("href")]


def test_cells_can_be_buttons_with_their_places(chart: HeatMap) -> None:
    tree = read_chart(draw_heat_map(chart, Touch.BUTTONS))
    assert tree.get("role") == "grid"  # what is inside of an image cannot be reached
    rows = [each for each in tree.iter() if each.get("role") == "row"]
    assert [{cell.get("role") for cell in row} for row in rows] == [{"gridcell"}] * 3
    assert [len(row) for row in rows] == [4] * 3
    marks = marks_of(tree)
    assert [(each.get("data-row"), each.get("data-column")) for each in marks[:3]] == [
        ("0", "0"),
        ("0", "1"),
        ("0", "2"),
    ]
    assert {(each.get("role"), each.get("tabindex")) for each in marks} == {("button", "0")}
    assert name_of(marks[1]) == f"Aggro Druid against {show_name(ODD)}: 62.0% (95% interval 57.0 to 67.0)"
    assert marks[-1].get("data-column") == "3"  # against the metagame


def test_twelve_long_names_stay_inside() -> None:
    names = tuple(f"A remarkably long name of a deck, number {i}" for i in range(12))
    values = np.full((12, 12), 0.5)
    tree = read_chart(draw_heat_map(metagame_map("matrix", "Twelve", names, estimate(values))))
    assert float(tree.get("width", "0")) < 1200
    assert all(text.endswith("…") for text in texts_of(tree) if text.startswith("A remark"))
