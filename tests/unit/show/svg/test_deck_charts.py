"""Mana curves, and maps of decks with equal cells."""

from __future__ import annotations

from tests.unit.show.svg.svg_check import ODD, SVG, hover_texts, marks_of, read_chart, texts_of

from evometa.input.shown_text import show_lines
from evometa.show.svg.deck_map import draw_cost_curve, draw_deck_map
from evometa.show.svg.frame import Touch
from evometa.story.charts.data import CostCurve, DeckGrid, MapAxis, MapCell

GRID = DeckGrid(
    "map",
    "The map",
    "wins, %",
    MapAxis("cards in hand", ("1.0", "2.5", "4.0")),
    MapAxis(ODD, ("0", "3", "6", "9")),
    (MapCell(0, 0, 30.0, "30", "weak", "deck-1"), MapCell(1, 2, 70.0, "70", ODD, "deck-2", sign="A")),
    50.0,
)


def test_a_curve_tells_how_many_cards_each_cost_has() -> None:
    tree = read_chart(draw_cost_curve(CostCurve("curve", "Mana curve", (0, 8, 10, 4, 3, 2, 1, 2))))
    assert {"8 cards of cost 1", "1 card of cost 6", "2 cards of cost 7+"} <= set(hover_texts(tree))
    bars = [float(each.get("height", "0")) for each in tree.iter(f"{SVG}rect")]
    assert bars[2] == max(bars)
    assert bars[0] == 0


def test_curves_can_share_a_scale() -> None:
    alone, shared = (
        [float(each.get("height", "0")) for each in read_chart(svg).iter(f"{SVG}rect")]
        for svg in map(draw_cost_curve, (CostCurve("a", "A", (5,) * 8), CostCurve("b", "B", (5,) * 8, highest=10)))
    )
    assert alone[0] == 2 * shared[0]


def test_all_cells_of_a_map_are_equally_large() -> None:
    sizes = {
        (each.get("width"), each.get("height"))
        for each in read_chart(draw_deck_map(GRID)).iter(f"{SVG}rect")
        if each.get("class") in ("high", "low")
    }
    assert len(sizes) == 1


def test_a_map_shows_its_boundaries_and_numbers() -> None:
    texts = texts_of(read_chart(draw_deck_map(GRID)))
    assert {"1.0", "2.5", "4.0", "0", "3", "6", "9", "30", "70", "A", "cards in hand", show_lines(ODD)} <= set(texts)


def test_cells_lead_to_their_decks_and_high_is_above() -> None:
    marks = marks_of(read_chart(draw_deck_map(GRID, Touch.LINKS)))
    assert [(each.get("href"), each.get("data-row")) for each in marks] == [("#deck-2", "0"), ("#deck-1", "2")]


def test_both_sides_of_the_middle_are_equally_strong() -> None:
    found = {
        each.get("class"): each.get("style") for each in read_chart(draw_deck_map(GRID)).iter() if each.get("style")
    }
    assert found == {"high": "--share:100%", "low": "--share:100%"}


def test_a_map_of_one_measure_is_a_strip() -> None:
    strip = DeckGrid(
        "map", "The map", "wins, %", GRID.x, MapAxis("", ()), (MapCell(1, 0, 52.0, "52", "x", "deck-1"),), 50
    )
    assert float(read_chart(draw_deck_map(strip)).get("height", "0")) < 150
