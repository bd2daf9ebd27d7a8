"""A story in every voice: each says what it has room for, in the same words."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pytest
from tests.unit.show.html_check import PageCheck
from tests.unit.show.sample_story import ROWS, TABLE, make_story

from evometa.matches.inference import Estimate
from evometa.show.frames import columns_of, frame_of
from evometa.show.grids import lay_out
from evometa.show.notebook import format_story
from evometa.show.page.voice import make_page
from evometa.show.terminal.screen import Screen
from evometa.show.terminal.voice import tell_story
from evometa.story.blocks import Level
from evometa.story.words.numbers import MINUS


@pytest.fixture(scope="module")
def page() -> str:
    return make_page(make_story()).html


def say(width: int = 100) -> str:
    text = io.StringIO()
    tell_story(Screen(file=text, width=width), make_story())
    return text.getvalue()


def test_a_terminal_says_the_verdict_the_tables_and_the_patch() -> None:
    said = say()
    assert said.index("Careful.") < said.index("It is so.") < said.index("More of it.") < said.index("The decks")
    assert "Games  1,000; all of them" in said
    assert "Wisp: attack 1 -> 2" in said


def test_a_terminal_has_an_interval_beside_each_rate_and_a_margin_where_that_is_short() -> None:
    said = say()
    assert "win rate, %" in said
    assert "95% interval" in said
    assert "60.0  55.0 to 65.0" in said
    assert f"{MINUS}2.0 ±3.0" in said
    assert "12,345" in said


def test_a_terminal_leaves_out_what_is_for_pages_and_for_programs() -> None:
    said = say()
    assert all(words not in said for words in ("For the curious", "AAEC", "new cards", "raw", "What it is."))


def test_a_heat_map_is_a_table_of_numbers_on_a_terminal() -> None:
    lines = [line.split() for line in say().splitlines()]
    assert ["Hunter", "·", "70.0"] in lines
    assert "Under each number: how far its 95% interval reaches." in say()


@pytest.mark.parametrize("width", [30, 60])
def test_a_narrow_terminal_names_the_columns_that_it_has_no_room_for(width: int) -> None:
    assert max(map(len, say(width).splitlines())) <= width
    assert "no room here for" in say(30).replace("\n", " ")


def test_a_page_says_everything_once(page: str) -> None:
    assert PageCheck(page).mistakes == []
    assert page.count("For the curious") == 2  # the heading, and the link to it
    for words in ("Careful.", "It is so.", "F 0.5", "AAEC", "new cards", "What it is.", "The end."):
        assert page.count(words) == 1, words


def test_a_page_shades_the_rows_that_stand_out(page: str) -> None:
    assert page.count('<tr class="marked">') == 1


def test_cards_lead_to_their_faces(page: str) -> None:
    assert '<a class="card" href="#card-wisp">Wisp</a>' in page
    assert 'id="card-wisp"' in page


def test_the_charts_of_a_page_are_files_too() -> None:
    pictures = make_page(make_story()).pictures
    assert set(pictures) == {"plot.svg", "matrix.svg"}
    assert all(content.startswith(b"<svg") for content in pictures.values())


def test_a_notebook_has_the_brief_form() -> None:
    shown = format_story(make_story(), "1,000 games.")
    assert all(words in shown for words in ("A title", "1,000 games.", "Careful.", "It is so.", "The decks", "Wisp"))
    assert all(words not in shown for words in ("For the curious", "12,345", "All in all"))


def test_programs_get_all_digits_and_the_ends_of_intervals() -> None:
    frame = frame_of(TABLE)
    assert list(frame.columns) == [
        *("win_rate", "win_rate_low", "win_rate_high", "change", "change_low", "change_high", "games", "raw")
    ]
    assert frame.index.name == "deck"
    assert frame.loc["Hunter", "raw"] == 12_345 / 7
    assert columns_of(TABLE)["deck"] == [row.deck for row in ROWS]


def test_a_table_without_rows_still_has_its_columns() -> None:
    assert list(columns_of(replace(TABLE, rows=[]))) == ["deck", "win_rate", "change", "games", "raw"]


def test_a_voice_shows_the_first_rows_of_many() -> None:
    grid = lay_out(TABLE, Level.BRIEF, most=1)
    assert grid.is_cut
    assert [cell.content for cell in grid.rows[0]] == [
        "Hunter",
        "60.0",
        "55.0 to 65.0",
        f"{MINUS}2.0",
        f"{MINUS}5.0 to +1.0",
    ]
    assert grid.marked == {0}


def test_what_is_surely_on_one_side_is_known() -> None:
    rows = lay_out(TABLE, Level.BRIEF).rows
    assert [row[1].side for row in rows] == [1, -1]
    assert [row[3].side for row in rows] == [0, 1]


def test_negative_zeros_do_not_reach_programs() -> None:
    zero = replace(TABLE, rows=[ROWS[0]._replace(change=Estimate(-0.0, -0.0, -0.0))])
    assert not np.signbit(frame_of(zero)["change"].to_numpy()).any()
