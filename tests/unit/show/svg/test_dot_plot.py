"""A dot plot tells each number with its interval, and which of them are sure."""

from __future__ import annotations

from math import nan

from tests.unit.show.svg.svg_check import ODD, SVG, hover_texts, marks_of, name_of, read_chart, texts_of

from evometa.input.shown_text import show_lines
from evometa.matches.inference import Estimate
from evometa.show.svg.dot_plot import draw_dot_plot
from evometa.show.svg.frame import Touch
from evometa.story.charts.data import DotPlot, DotRow
from evometa.story.words.numbers import MINUS

SURE = DotRow("Hyena", Estimate(-4.0, -6.0, -2.0), key="card-hyena", remark="3 mana")
UNSURE = DotRow(ODD, Estimate(0.5, -1.0, 2.0), key="card-odd")
UNKNOWN = DotRow("Nobody drew it", Estimate(nan, nan, nan))
HYENA = f"{MINUS}4.0 ({MINUS}6.0 to {MINUS}2.0)"
PLOT = DotPlot("nerfs", "What each nerf does", "percentage points", (SURE, UNSURE, UNKNOWN), 0.0, is_signed=True)


def test_numbers_and_intervals_are_written() -> None:
    texts = texts_of(read_chart(draw_dot_plot(PLOT)))
    assert {HYENA, f"+0.5 ({MINUS}1.0 to 2.0)", "?", "percentage points", "3 mana"} <= set(texts)
    assert any(text.startswith("<script>alert") for text in texts)


def test_a_dot_is_filled_if_chance_cannot_explain_it() -> None:
    circles = [each.get("class") for each in read_chart(draw_dot_plot(PLOT)).iter(f"{SVG}circle")]
    assert circles == ["filled", "hollow"]


def test_rows_with_a_key_are_links() -> None:
    marks = marks_of(read_chart(draw_dot_plot(PLOT, Touch.LINKS)))
    assert [each.get("href") for each in marks] == ["#card-hyena", "#card-odd"]
    assert name_of(marks[0]) == f"Hyena: {HYENA} percentage points"


def test_before_and_after_are_told_apart() -> None:
    row = DotRow("Paladin", Estimate(48.0, 47.0, 49.0), before=Estimate(60.0, 59.0, 61.0))
    tree = read_chart(draw_dot_plot(DotPlot("decks", "Decks", "%", (row,), 50.0)))
    assert {"before", "after"} <= set(texts_of(tree))
    assert "Paladin: 48.0 (47.0 to 49.0); before 60.0 (59.0 to 61.0) %" in hover_texts(tree)


def test_an_empty_plot_is_a_plot() -> None:
    read_chart(draw_dot_plot(DotPlot("none", "Nothing yet", "%", ())))


def test_hidden_letters_are_shown() -> None:
    assert any(show_lines(ODD) in text for text in hover_texts(read_chart(draw_dot_plot(PLOT))))
