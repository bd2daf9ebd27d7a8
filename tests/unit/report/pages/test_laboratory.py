"""The pages of the laboratory: a metagame, the cards of a deck, and what a patch would do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.unit.report.charts.svg_check import ODD, read_chart
from tests.unit.report.html_check import PageCheck, words_of
from tests.unit.report.made_up import LONG, estimate, make_result, make_statistics, make_what_if
from tests.unit.report.pages.reports import charts_of, hovered_in, rows_of, texts_in

from evometa.input.shown_text import show_lines
from evometa.metagame.playing import MetagameResult
from evometa.metagame.standing import FullStanding
from evometa.metagame.what_if import WhatIfResult
from evometa.report.pages.cards import cards_page
from evometa.report.pages.meta import metagame_page
from evometa.report.pages.what_if import what_if_page
from evometa.report.words.numbers import typical_match_up, with_interval

TWELVE = (*(f"Deck {i}" for i in range(10)), LONG, ODD)


def page_of(result: MetagameResult) -> str:
    return metagame_page(result, FullStanding.of_result(result))


def what_if_of(result: WhatIfResult) -> str:
    return what_if_page(result, *(FullStanding.of_result(side) for side in (result.before, result.after)))


@pytest.fixture(scope="module")
def twelve() -> str:
    """A metagame of twelve decks, with long and odd names."""
    return page_of(make_result(*TWELVE))


# --- a metagame -----------------------------------------------------------------------------------


def test_a_page_is_valid_small_and_shows_names_as_they_are(twelve: str) -> None:
    assert PageCheck(twelve).mistakes == []
    assert show_lines(ODD) in PageCheck(twelve).text
    for chart in charts_of(twelve).values():
        read_chart(chart)


def test_it_leads_with_a_typical_match_up(twelve: str) -> None:
    f = FullStanding.of_result(make_result(*TWELVE)).f_corrected
    assert f"In short A typical match-up is {typical_match_up(f.value)}. F {with_interval(f)}" in words_of(twelve)


def test_every_number_is_there_without_scripts(twelve: str) -> None:
    rates = make_result(*TWELVE).evidence.rates
    cells = {cell for row in rows_of(twelve, "match-ups").values() for cell in row}
    for i, j in [(0, 1), (5, 3), (11, 10)]:
        value, low, high = (100 * part[i, j] for part in rates)
        assert f"{value:.1f} ({low:.1f} to {high:.1f})" in cells


def test_decks_are_told_with_their_cards_and_codes(twelve: str) -> None:
    assert twelve.count("<code data-copy=") == 12
    assert {"matrix", "strength", "seats", "curve-0", "curve-11"} <= charts_of(twelve).keys()
    assert 'href="#card-CS2_' in twelve


def test_games_that_were_interrupted_are_told_as_such() -> None:
    result = replace(make_result("a", "b", "c"), is_partial=True)
    assert "PARTIAL: the run was interrupted" in words_of(page_of(result))


# --- what a patch would do ------------------------------------------------------------------------


def test_a_patch_is_told_before_and_after() -> None:
    result = make_what_if("Hunter", "Paladin", "Warlock")
    page = what_if_of(result)
    before, after = (FullStanding.of_result(side).f_corrected.value for side in (result.before, result.after))
    said = words_of(page)
    assert f"goes from {typical_match_up(before)} to {typical_match_up(after)}." in said
    assert "Life Tap cost 2 → 3" in said
    assert "before Life Tap (2 mana)" in said
    assert "after Life Tap (3 mana)" in said
    assert list(charts_of(page)) == ["strength", "strength-change", "changes", "matrix", "matrix-1"]
    change = 100 * result.change_against_meta.value[2]
    assert f"Warlock (\N{MINUS SIGN}{abs(change):.1f} points)" in said


# --- the cards of a deck --------------------------------------------------------------------------


def test_cards_are_ranked_with_their_faces() -> None:
    result = make_result("a", "b", "c")
    names = [result.metagame.patched_cards[card].name for card in result.cards[0]]
    numbers = np.linspace(0.08, -0.08, len(names))
    statistics = replace(make_statistics(*names), draw_effect=estimate(numbers, 0.02))
    page = cards_page(result, 0, statistics, range(len(names)))
    said = words_of(page)
    assert f"a is glad to draw {names[0]} (+8.0 points), {names[1]}" in said
    assert list(charts_of(page)) == ["effect", "wrd", "wrp", "play-rate"]
    assert "+8.0 (6.0 to 10.0)" in texts_in(charts_of(page)["effect"])
    assert any(text.startswith(f"{names[0]}: +8.0") for text in hovered_in(charts_of(page)["effect"]))
    assert rows_of(page, "cards")[names[0]][2:4] == ["+8.0", "+6.0 to +10.0"]
    assert PageCheck(page).mistakes == []


def test_cards_of_which_nothing_is_known_have_a_page() -> None:
    result = make_result("a", "b", "c")
    names = [result.metagame.patched_cards[card].name for card in result.cards[0]]
    unknown = estimate(np.full(len(names), np.nan))
    statistics = replace(make_statistics(*names), draw_effect=unknown, wrd=unknown, wrp=unknown, play_rate=unknown)
    page = cards_page(result, 0, statistics, range(len(names)))
    assert "No card of a clearly wins games by being drawn." in words_of(page)
