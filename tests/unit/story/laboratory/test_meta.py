"""A metagame as it was played: what is said first, who beats whom, and the same numbers for programs."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from numpy.typing import ArrayLike
from tests.unit.metagame.planted_games import PlantedRunner
from tests.unit.show.svg.svg_check import ODD
from tests.unit.story.made_up import LONG, make_decks, make_result, starting_rates
from tests.unit.story.voices import (
    charts_of,
    headline_of,
    in_notebook,
    joined,
    on_page,
    on_terminal,
)

from evometa.input.shown_text import show_lines
from evometa.metagame.playing import MetagameResult, play
from evometa.metagame.standing import Standing
from evometa.show.frames import columns_of, frame_of, square_frame
from evometa.show.notebook import format_story
from evometa.show.page.voice import make_page
from evometa.story.blocks import Warned, walk
from evometa.story.laboratory import numbers
from evometa.story.laboratory.meta import brief_meta, tell_meta
from evometa.story.laboratory.told import Told
from evometa.story.words.numbers import typical_match_up, with_interval

DECKS = ("Weak", "<Middling> & co", "Strong")
TWELVE = (*(f"Deck {i}" for i in range(10)), LONG, ODD)
CYCLE = [[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]]


def played(rates: ArrayLike, *decks: str, games: int = 400, draws: float = 0.0) -> MetagameResult:
    return play(make_decks(*decks), seed=3, games=games, runner=PlantedRunner(np.asarray(rates), draws=draws))


@pytest.fixture(scope="module")
def result() -> MetagameResult:
    return played(starting_rates(3), *DECKS, draws=0.1)


@pytest.fixture(scope="module")
def told(result: MetagameResult) -> Told:
    return tell_meta(result)


@pytest.fixture(scope="module")
def twelve() -> Told:
    """A metagame of twelve decks, with long and odd names."""
    return tell_meta(make_result(*TWELVE))


# --- in words -------------------------------------------------------------------------------------


def test_every_voice_says_first_how_even_it_is_and_who_is_strongest(told: Told, result: MetagameResult) -> None:
    standing = Standing.of(result.evidence)
    strength = f"The strongest deck is Strong ({100 * standing.against_meta.value[2]:.1f}%)"
    said = f"A typical match-up is {typical_match_up(standing.f_corrected.value)}. {strength}, the weakest is "
    assert headline_of(told.story).startswith(said)
    assert joined(on_terminal(told.story)).index(said) < 200
    assert f"In short {said}" in on_page(told.story)
    assert said in in_notebook(told.story)
    assert f"F {with_interval(standing.f_corrected)}, without the share of chance" in on_page(told.story)


def test_it_begins_with_what_was_played(told: Told) -> None:
    assert on_terminal(told.story, is_headed=True).startswith(
        "Who beats whom: made up  2,400 games, 400 per match-up. Played by "
    )


def test_twelve_decks_fit_on_terminals_and_on_a_page(twelve: Told) -> None:
    for width in (60, 80, 100, 140):
        on_terminal(twelve.story, width)
    assert show_lines(ODD) in on_page(twelve.story)
    assert "12 of 12" not in on_terminal(twelve.story)


def test_decks_have_their_cards_and_codes_on_the_page(twelve: Told) -> None:
    page = make_page(twelve.story).html
    assert page.count("<code data-copy=") == 12
    assert 'href="#card-CS2_' in page
    assert {"matrix", "strength", "seats", "curve-0", "curve-11"} <= charts_of(twelve.story).keys()


def test_behind_plus_minus_stands_the_same_in_every_voice() -> None:
    rates = np.array([[0.5, 0.96, 0.9], [0.04, 0.5, 0.5], [0.1, 0.5, 0.5]])
    result = played(rates, *DECKS, games=60)
    (value, low, high), story = result.evidence.rates, tell_meta(result).story
    reach = np.maximum(high - value, value - low)
    assert (reach > (high - low) / 2 + 0.01).any(), "some intervals are not even to both sides"
    expected = {(100 * value[i, j], 100 * reach[i, j]) for i, j in permutations(range(3), 2)}
    matrix = on_terminal(story).partition("Who beats whom: win rate")[2].partition("Under each number")[0]
    found, reaches = (re.findall(pattern, matrix) for pattern in (r"(?<!±)\b\d+\.\d", r"±(\d+\.\d)"))
    assert {(f"{one:.1f}", f"{other:.1f}") for one, other in expected} <= set(zip(found, reaches, strict=True))
    whole = {(f"{one:.0f}", f"{other:.0f}") for one, other in expected}
    for html in (make_page(story).html, format_story(story)):
        assert whole <= set(re.findall(r">(\d+)</text><text[^>]*>±(\d+)", html))


@pytest.mark.parametrize(("draws", "games"), [(0.0, 2), (0.5, 4), (1.0, 2)])
def test_what_is_not_known_is_a_question_mark(draws: float, games: int) -> None:
    text = on_terminal(tell_meta(played(starting_rates(3), *DECKS, games=games, draws=draws)).story)
    assert not re.search(r"\bnan\b", text, re.IGNORECASE)
    assert ("?" in text) == (draws > 0)


def test_cycles_are_named() -> None:
    text = joined(on_terminal(tell_meta(played(CYCLE, "a", "b", "c")).story))
    assert "Surely in a circle: a beats b beats c beats a." in text
    assert "Strength alone explains" in text


def test_the_ranking_is_told(told: Told) -> None:
    text = joined(on_terminal(told.story))
    assert "By strength alone: Strong > <Middling> & co > Weak." in text
    assert "No three decks clearly beat each other in a circle." in text


def test_the_diversity_is_told_as_far_as_it_is_known() -> None:
    even = np.full((3, 3), 0.5)
    many, few, none = (
        joined(on_terminal(tell_meta(played(even, "a", "b", "c", games=games, draws=draws)).story))
        for games, draws in ((4000, 0.0), (40, 0.0), (2, 1.0))
    )
    assert "3 of 3; within 5 points of 50% against the metagame Decks in the equilibrium" in many
    assert re.search(r"\d of 3; within 5 points of 50% against the metagame; surely \d, at most 3", few)
    assert re.search(r"\d of 3; with a share of 1% or more in the Nash equilibrium; surely \d, at most 3", few)
    assert "? of 3; within 5 points of 50% against the metagame; surely 0, at most 3" in none
    assert "mirrors included Cards in decks" in none


def test_an_even_metagame_is_not_called_imbalanced() -> None:
    story = tell_meta(played(np.full((3, 3), 0.5), "a", "b", "c", games=20)).story
    assert headline_of(story).startswith("All match-ups may be even, and more games would tell. The strongest deck is ")


def test_shares_are_shown_on_terminals_if_they_differ(result: MetagameResult, told: Told) -> None:
    metagame = replace(result.metagame, shares=(0.75, 0.125, 0.125))
    uneven = replace(result, metagame=metagame, evidence=replace(result.evidence, shares=np.array(metagame.shares)))
    assert " 75.0 " in on_terminal(tell_meta(uneven).story)
    assert "share, %" not in on_terminal(told.story)
    assert "share, %" in on_page(told.story)


def test_a_single_deck_has_no_balance_to_speak_of() -> None:
    story = tell_meta(play(make_decks("alone"), seed=1, games=20, runner=PlantedRunner(np.full((1, 1), 0.5)))).story
    text = on_terminal(story)
    assert "Who starts wins" in text
    assert "F as measured" not in text
    assert "diverse" not in text
    on_page(story)


def test_games_that_were_interrupted_are_told_as_such(result: MetagameResult) -> None:
    partial = tell_meta(replace(result, is_partial=True))
    assert partial.is_partial
    for say in (on_terminal, on_page, in_notebook):
        assert "PARTIAL: the run was interrupted" in say(partial.story)


def test_match_ups_that_stay_imprecise_are_named(result: MetagameResult) -> None:
    story = tell_meta(replace(result, unsettled=(("Weak", "Strong"),))).story
    (warned,) = (block.text for block in walk(story.sections) if isinstance(block, Warned))
    assert warned == "There were so many draws that the precision was not reached: Weak - Strong."


def test_a_notebook_shows_the_matrix_without_waiting_for_the_equilibrium(result: MetagameResult, told: Told) -> None:
    page = format_story(brief_meta(result))
    assert page == format_story(told.story)
    assert "&lt;Middling&gt; &amp; co" in page
    assert "<Middling>" not in page
    assert f">{100 * result.evidence.win_rate[2, 0]:.0f}</text>" in page


# --- for programs ---------------------------------------------------------------------------------


def test_the_data_has_all_numbers(told: Told, result: MetagameResult) -> None:
    assert told.data["decks"] == list(DECKS)
    assert told.data["win_rate"] is result.evidence.win_rate
    assert told.data["f_corrected"] == Standing.of(result.evidence).f_corrected.value
    assert {"against_meta_low", "nash_high", "cycles", "diversity", "seat_advantage_low", "imprecise"} <= set(told.data)
    assert (told.n_games, told.is_partial) == (2400, False)


def test_tables_have_a_row_for_each_pair_and_for_each_deck(told: Told, result: MetagameResult) -> None:
    assert list(told.tables) == ["match_ups", "decks"]
    pairs, decks = map(columns_of, told.tables.values())
    assert list(zip(pairs["deck"], pairs["opponent"], strict=True)) == [(i, j) for i in DECKS for j in DECKS]
    assert pairs["win_rate"] == result.evidence.win_rate.ravel().tolist()
    assert decks["deck"] == list(DECKS)
    assert decks["against_meta"] == pytest.approx(result.evidence.strengths.value)
    assert list(decks) == [
        *("deck", "player", "share", "against_meta", "against_meta_low", "against_meta_high"),
        *("deviation", "deviation_noise_floor", "nash", "nash_low", "nash_high", "rating"),
    ]


# --- in Python ------------------------------------------------------------------------------------


def test_strengths_stand_in_order(result: MetagameResult) -> None:
    table = frame_of(numbers.strength_table(result.evidence))
    assert table["win_rate"].is_monotonic_decreasing
    assert (table.index[0], table.index.name) == ("Strong", "deck")
    assert table.loc["Strong", "win_rate"] == result.evidence.strengths.value[2]
    assert ((table["low"] < table["win_rate"]) & (table["win_rate"] < table["high"])).all()


def test_match_ups_count_the_games_of_both_seats_once(result: MetagameResult) -> None:
    table = frame_of(numbers.match_up_table(result.evidence))
    assert table["games"].tolist() == [400] * 6
    assert table.loc[("Weak", "Strong"), "win_rate"] == result.evidence.win_rate[0, 2]
    assert table["turns"].tolist() == [10] * 6
    assert table["draw_rate"].mean() == pytest.approx(0.1, abs=0.03)


def test_seats_add_up(result: MetagameResult) -> None:
    seats = frame_of(numbers.seat_table(result.evidence))
    assert (seats["starting"] - seats["second"]).to_numpy() == pytest.approx(seats["advantage"].to_numpy())
    pair = seats.loc[("Weak", "Strong")]
    assert (pair["starting"] + pair["second"]) / 2 == pytest.approx(result.evidence.win_rate[0, 2])
    assert ((seats["low"] < seats["advantage"]) & (seats["advantage"] < seats["high"])).all()


def test_nash_and_balance(result: MetagameResult) -> None:
    shares = frame_of(numbers.nash_table(result))
    assert shares["share"].sum() == pytest.approx(1)
    assert shares.index[0] == "Strong"
    found = numbers.balance_numbers(result.evidence)
    assert found["f"] > found["f_noise_floor"] > 0


def test_matrices_have_no_negative_zeros() -> None:
    found = square_frame(["one", "other"], np.array([[-0.0, 0.5], [-0.5, 0.0]]))
    assert found.to_numpy().tolist() == [[0, 0.5], [-0.5, 0]]
    assert not np.signbit(found.to_numpy()[found.to_numpy() == 0]).any()
    assert (found.index.name, found.columns.name) == ("deck", "opponent")
