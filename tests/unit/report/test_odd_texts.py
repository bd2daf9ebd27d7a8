"""Whatever a text holds, a page shows it as text: it never becomes a tag or an attribute."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from tests.unit.experiments import planted_ogres
from tests.unit.experiments.planted_programme import play_programme
from tests.unit.metagame.planted_games import PlantedRunner
from tests.unit.report.charts.svg_check import read_chart, texts_of
from tests.unit.report.html_check import PageCheck
from tests.unit.report.made_up import make_decks, make_what_if, starting_rates
from tests.unit.report.made_up_decks import make_deck_run
from tests.unit.report.made_up_runs import make_balance_run, make_nerfs_run, make_table_run
from tests.unit.report.pages.reports import write_report

import evometa
from evometa.cards.decks.deck import load_deck
from evometa.experiments.respond.work import RESPOND
from evometa.input.shown_text import show_lines
from evometa.report.charts.plot import draw_plot
from evometa.report.notebook.laboratory import WhatIf
from evometa.report.pages.card_faces import CardFaces
from evometa.report.pages.fronts import Searched, front_plot
from evometa.report.pages.parts import (
    Choice,
    Face,
    Html,
    Section,
    ShownCard,
    Story,
    beside,
    card_link,
    card_list,
    deck_code,
    folded,
    headline,
    join,
    make_page,
    paragraph,
    preformatted,
    table,
    tiles,
    touch,
)
from evometa.report.pages.pieces import notes_table, settings_table
from evometa.report.pictures.heat_maps import draw_matrix
from evometa.store import create_run, open_run

ODD = """<script>"it's" &amp; & '><b onclick="x">"""
HIDDEN = "\x1b]0;evil\x07\u202e\x9b\ufffe$\\frac$ "  # no HTML, no XML and no math has these
SHOWN = r"\x1b]0;evil\x07\u202e\x9b\ufffe$\frac$ "
FILE = ODD.replace("/", "") + ".toml"  # a name that a file can have
ATTRIBUTES = {
    *("lang", "charset", "name", "content", "http-equiv", "class", "id", "href", "src", "alt", "scope", "style"),
    *("role", "aria-label", "aria-labelledby", "data-key", "data-row", "data-column", "data-copy"),
}
SHAPES = {
    *("xmlns", "viewbox", "width", "height", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx", "d", "points"),
    *("transform", "text-anchor", "fill", "offset", "stroke-dasharray"),
}


def check(html: str) -> PageCheck:
    """Read a page or a part of one: it has no tag and no attribute but those of the templates."""
    page = PageCheck(html)
    assert page.tags.count("script") == ("html" in page.tags), "a page has its own script, and a part of one has none"
    assert {name for name, _ in page.attributes} <= ATTRIBUTES | SHAPES
    assert "&lt;" not in page.text, "it was escaped twice"
    return page


# --- parts ----------------------------------------------------------------------------------------


PARTS: dict[str, Callable[[], Html]] = {
    "paragraph": lambda: paragraph(ODD),
    "tiles": lambda: tiles([(ODD, ODD, ODD)]),
    "table": lambda: table(ODD, [ODD, ODD], [[ODD, ODD], [ODD, ODD]], marked=[1]),
    "folded": lambda: folded(ODD, paragraph(ODD)),
    "preformatted": lambda: preformatted(ODD),
    "beside": lambda: beside(paragraph(ODD), preformatted(ODD)),
    "notes": lambda: notes_table([f"{ODD}: cost 1 -> 2", f"Wisp: {ODD}"], CardFaces(None), Story()),
    "headline": lambda: headline(ODD, ODD),
    "choices": lambda: touch(paragraph(ODD), [Choice("key", ODD, paragraph(ODD))]),
    "code": lambda: deck_code(ODD, ODD),
    "cards": lambda: card_list([(2, ODD), (1, card_link(ODD, "card"))]),
    "settings": lambda: settings_table({ODD: "short", "short": ODD, "long": 5 * ODD}),
}


@pytest.mark.parametrize(
    ("part", "times"),
    [("paragraph", 1), ("tiles", 3), ("table", 7), ("folded", 2), ("preformatted", 1), ("beside", 2), ("notes", 2),
     ("settings", 7), ("headline", 2), ("choices", 3), ("code", 1), ("cards", 2)],
)  # fmt: skip
def test_parts_show_texts_as_they_are(part: str, times: int) -> None:
    assert check(PARTS[part]()).text.count(ODD) == times


def test_text_that_is_not_html_is_escaped_wherever_html_is_expected() -> None:
    assert isinstance(paragraph("text"), Html)
    unsafe: Any = ODD
    for html in (join([unsafe, paragraph("text")]), folded("more", unsafe), beside(unsafe)):
        assert isinstance(html, Html)
        assert check(html).text.count(ODD) == 1
    story = Story()
    story.tell("here", "Here", unsafe)
    assert ODD in check(make_page("", "", "", story.sections, "")).text


def test_a_page_shows_its_own_texts_as_they_are() -> None:
    inner = Section(f"inner {ODD}", ODD, paragraph(ODD))
    html = make_page(ODD, ODD, ODD, [Section(ODD, ODD, paragraph(ODD), (inner,))], ODD)
    page = check(html)
    assert page.mistakes == []
    assert page.ids == [ODD, f"inner {ODD}"]
    assert ("href", f"#{ODD}") in page.attributes
    assert page.text.count(ODD) == 10  # title, heading, subtitle, notice, link, two sections with two each, footer


def test_the_faces_of_cards_show_their_texts_as_they_are() -> None:
    face = Face(ODD, ODD, ODD, ODD, ODD)
    page = check(make_page("", "", "", [], "", {"card": ShownCard(face, face)}))
    assert page.text.count(ODD) == 10


# --- whole pages ----------------------------------------------------------------------------------


def make_respond_run(folder: Path) -> Path:
    """Answers to a patch, with planted games."""
    folder.mkdir()
    settings = replace(planted_ogres.SMALL, metagame=planted_ogres.write_metagame(folder))
    RESPOND.start(folder / "run", settings, planted_ogres.PlantedOgres())
    return folder / "run"


MAKERS = {
    "front": make_balance_run,
    "nerfs": make_nerfs_run,
    "table": make_table_run,
    "paper": play_programme,
    "decks": make_deck_run,
    "respond": make_respond_run,
}


def make_odd(value: Any, odd: str = ODD) -> Any:
    """Results or settings with odd texts around all names in them, which have capital letters or spaces."""
    if isinstance(value, dict):
        return {make_odd(name, odd): make_odd(each, odd) for name, each in value.items()}
    if isinstance(value, list):
        return [make_odd(each, odd) for each in value]
    is_name = isinstance(value, str) and (" " in value or value != value.lower())
    return f"{odd}{value}{odd}" if is_name else value


def retell(folder: Path, target: Path, odd: str = ODD) -> Path:
    """The same run, and all that are inside of its folder, with odd names."""
    with open_run(folder) as run:
        file = {"metagame": FILE} if "metagame" in run.settings else {}
        with create_run(target, run.kind, {**make_odd(run.settings, odd), **file}) as other:
            other.save_evaluations(run.evaluations())
            other.save_results({name: make_odd(value, odd) for name, value in run.results().items()})
            other.finish()
    for part in folder.glob("*/run.sqlite"):
        retell(part.parent, target / part.parent.name, odd)
    return target


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


def test_a_picture_shows_dollar_signs_and_long_names(tmp_path: Path) -> None:
    decks = (r"$\frac$ $x_1$", "x" * 300, "one\ntwo $")
    result = evometa.play(make_decks(*decks), games=40, runner=PlantedRunner(starting_rates(3))).played
    picture = draw_matrix(result)
    svg = picture.to_bytes("svg").decode()
    assert all(part in svg for part in (r"$\frac$ $x_1$", r"one\ntwo $", "x" * 20))
    assert "x" * 100 not in svg
    assert len(picture.to_bytes("png", 20)) > 1000


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
        assert check(html).text.count(ODD) == 6  # a row and a column for each
