"""Whatever a text holds, a reader sees it as text: it never becomes a tag, an attribute or a command."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from tests.unit.experiments.planted_programme import play_programme
from tests.unit.metagame.planted_games import PlantedRunner
from tests.unit.show.html_check import PageCheck
from tests.unit.show.odd_texts import FILE, HIDDEN, ODD, SHOWN, retell
from tests.unit.show.svg.svg_check import read_chart, texts_of
from tests.unit.story.made_up import make_decks, make_what_if, starting_rates
from tests.unit.story.made_up_decks import make_deck_run
from tests.unit.story.made_up_evolution import make_evolve_run
from tests.unit.story.made_up_runs import make_balance_run, make_nerfs_run, make_respond_run, make_table_run

import evometa
from evometa.games.decks.deck import load_deck
from evometa.input.shown_text import show_lines
from evometa.notebook.played import WhatIf
from evometa.show.page.voice import PageVoice, make_page
from evometa.show.page.writing import write_report
from evometa.show.svg.plot import draw_plot
from evometa.story.blocks import (
    Beside,
    Block,
    CardList,
    Choice,
    Choices,
    Code,
    Column,
    DeckCode,
    Fact,
    Facts,
    Figure,
    Fold,
    Headline,
    PatchNotes,
    Section,
    Story,
    Table,
    Warned,
    Words,
)
from evometa.story.cards import CardName, Face, ShownCard
from evometa.story.charts.data import CostCurve
from evometa.story.charts.fronts import Searched, front_plot

ATTRIBUTES = {
    *("lang", "charset", "name", "content", "http-equiv", "class", "id", "href", "src", "alt", "scope", "style"),
    *("role", "aria-label", "aria-labelledby", "data-key", "data-row", "data-column", "data-copy"),
}
SHAPES = {
    *("xmlns", "viewbox", "width", "height", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx", "d", "points"),
    *("transform", "text-anchor", "fill", "offset", "stroke-dasharray", "stop-color", "color"),
    *("font-weight", "font-size", "font-family"),
}


def check(html: str) -> PageCheck:
    """Read a page or a part of one: it has no tag and no attribute but those of the templates."""
    page = PageCheck(html)
    assert page.tags.count("script") == ("html" in page.tags), "a page has its own script, and a part of one has none"
    assert {name for name, _ in page.attributes} <= ATTRIBUTES | SHAPES
    assert "&lt;" not in page.text, "it was escaped twice"
    return page


# --- blocks ---------------------------------------------------------------------------------------

CARD = CardName(ODD, ShownCard("card", Face(ODD, ODD, ODD, ODD, ODD), None))
CURVE = CostCurve("curve", "", (1, 2, 3, 4, 5, 6, 7, 8))
COLUMNS = (Column(ODD, lambda row: row), Column(ODD, lambda row: (CARD, row)))
BLOCKS: dict[str, tuple[Block, int]] = {
    "headline": (Headline(ODD, ODD), 2),
    "warning": (Warned(ODD), 1),
    "words": (Words(ODD), 1),
    "code": (Code(ODD), 1),
    "deck code": (DeckCode(ODD, ODD), 1),
    "facts": (Facts((Fact(ODD, ODD, ODD),)), 3),
    "table": (Table("rows", COLUMNS, [ODD, ODD], ODD, ODD, marked=lambda row: True), 10),
    "figure": (Figure(CURVE, ODD), 1),
    "patch": (PatchNotes([f"{ODD}: cost 1 -> 2", f"Wisp: {ODD}"], lambda name: CardName(name), ODD), 3),
    "cards": (CardList((("2", CARD), (ODD, CardName("Wisp")))), 2),
    "fold": (Fold(ODD, (Words(ODD),)), 2),
    "beside": (Beside((Words(ODD), Code(ODD))), 2),
    "choices": (Choices(Figure(CURVE, ODD), (Choice("key", ODD, (Words(ODD),)),)), 3),
}


@pytest.mark.parametrize(("block", "times"), BLOCKS.values(), ids=BLOCKS)
def test_blocks_show_texts_as_they_are(block: Block, times: int) -> None:
    assert check(PageVoice().block(block)).text.count(ODD) == times


def test_a_page_shows_its_own_texts_as_they_are() -> None:
    inner = Section(f"inner {ODD}", ODD, (Words(ODD),))
    html = make_page(Story(ODD, (Section(ODD, ODD, (Words(ODD),), (inner,)),), ODD, ODD, ODD)).html
    page = check(html)
    assert page.mistakes == []
    assert page.ids == [ODD, f"inner {ODD}"]
    assert ("href", f"#{ODD}") in page.attributes
    assert page.text.count(ODD) == 10  # title, heading, subtitle, notice, link, two sections with two each, footer


def test_the_faces_of_cards_show_their_texts_as_they_are() -> None:
    face = Face(ODD, ODD, ODD, ODD, ODD)
    card = CardName("Wisp", ShownCard("card", face, face))
    page = check(make_page(Story("", (Section("here", "", (CardList((("2", card),)),)),))).html)
    assert page.text.count(ODD) == 10


# --- whole pages ----------------------------------------------------------------------------------

MAKERS = {
    "front": make_balance_run,
    "nerfs": make_nerfs_run,
    "table": make_table_run,
    "paper": play_programme,
    "decks": make_deck_run,
    "respond": make_respond_run,
    "evolve": make_evolve_run,
}


@pytest.mark.parametrize("kind", MAKERS)
def test_pages_of_runs_show_names_as_they_are(kind: str, tmp_path: Path) -> None:
    run = retell(MAKERS[kind](tmp_path / "plain"), tmp_path / FILE)
    page = check(write_report(run).read_text(encoding="utf-8"))
    assert page.mistakes == []
    assert page.text.count(ODD) >= 10
    assert f"Run {FILE}" in page.text


@pytest.mark.parametrize("kind", MAKERS)
def test_pages_and_pictures_show_what_is_hidden_in_names(kind: str, tmp_path: Path) -> None:
    run = retell(MAKERS[kind](tmp_path / "plain"), tmp_path / "run", HIDDEN)
    html = write_report(run).read_text(encoding="utf-8")
    assert is_clean(html)
    assert check(html).text.count(SHOWN.strip()) >= 10
    pictures = [path.read_text(encoding="utf-8") for path in run.rglob("*.svg")]
    for picture in pictures:
        ElementTree.fromstring(picture)
        assert is_clean(picture)
    assert any("evil" in picture for picture in pictures)


def is_clean(text: str) -> bool:
    return show_lines(text) == text


def test_a_picture_shows_dollar_signs_and_long_names() -> None:
    decks = (r"$\frac$ $x_1$", "x" * 300, "one\ntwo $")
    picture = evometa.play(make_decks(*decks), games=40, runner=PlantedRunner(starting_rates(3))).plot()
    texts = texts_of(ElementTree.fromstring(picture.svg))
    assert {r"$\frac$ $x_1$", r"one\ntwo $"} <= set(texts)
    assert 20 < max(len(text) for text in texts if text.startswith("x")) < 100
    assert len(picture.png) > 1000


def test_a_legend_names_all_runs() -> None:
    runs = [Searched(name, ("f", "m"), np.array([[0.5, 1.0], [0.4, 2.0]]), {}, ()) for name in ("_hidden", ODD)]
    texts = texts_of(read_chart(draw_plot(front_plot("front", runs, {}))))
    assert {"_hidden", ODD} <= set(texts)


def test_notebooks_show_what_is_hidden_and_no_math() -> None:
    deck = replace(load_deck("Starter Mage"), name=HIDDEN)
    played = evometa.play(
        make_decks(f"a {HIDDEN}", f"b {HIDDEN}", "c"), games=40, runner=PlantedRunner(starting_rates(3))
    )
    for html in (deck._repr_html_(), played.metagame._repr_html_(), played._repr_html_()):
        assert is_clean(html)
        assert SHOWN.strip() in check(html).text
        assert html.startswith('<div class="tex2jax_ignore mathjax_ignore">')  # by which notebooks leave `$` alone


def test_notebooks_show_names_as_they_are() -> None:
    decks = (f"Weak {ODD}", f"Middling {ODD}", f"Strong {ODD}")
    played = evometa.play(make_decks(*decks), games=40, runner=PlantedRunner(starting_rates(3)))
    for html in (played._repr_html_(), WhatIf(make_what_if(*decks))._repr_html_()):
        assert check(html).text.count(ODD) >= 6  # a row and a column for each
