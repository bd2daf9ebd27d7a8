"""Which cards of a deck win: in which order, in every voice, and for programs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.unit.story.made_up import estimate, make_result, make_statistics
from tests.unit.story.voices import charts_of, headline_of, in_notebook, joined, on_page, on_terminal

from evometa.games.records import Sums
from evometa.metagame.cards.card_statistics import Seat
from evometa.metagame.metagames import load_metagame
from evometa.metagame.playing import MetagameResult, count_evidence
from evometa.show.frames import columns_of, frame_of
from evometa.show.grids import lay_out
from evometa.story.blocks import Level
from evometa.story.charts.data import DotPlot
from evometa.story.laboratory.cards import DeckCards, Order, Selection, statistics_table, tell_cards


def made_up_result() -> MetagameResult:
    """A metagame of two decks; the first three cards of the first deck have something to tell."""
    metagame = load_metagame("paper-six")
    two = type(metagame)("two", metagame.decks[:2], metagame.players[:2], (0.5, 0.5), metagame.card_set)
    sums = np.zeros((2, 2), Sums)
    for i, j, won in ((0, 1, 60), (1, 0, 70)):
        sums[i, j]["games"], sums[i, j]["wins"] = 100, (won, 100 - won, 0)
    cards = sums["cards"][0, 1][0]
    cards["drawn"][:3], cards["drawn_won"][:3] = (80, 40, 10), (40, 30, 9)
    cards["played"][:3], cards["played_won"][:3], cards["drawn_played"][:3] = (20, 40, 5), (16, 30, 1), (20, 40, 5)
    cards["turn_played"][:3] = 60, 200, 30
    ids = tuple(tuple(dict.fromkeys(deck.card_ids(two.card_set))) for deck in two.decks)
    return MetagameResult(two, count_evidence(two, sums), sums, ids, seed=1)


@pytest.fixture(scope="module")
def deck() -> DeckCards:
    return DeckCards(made_up_result(), 0)


@pytest.fixture(scope="module")
def ranked() -> DeckCards:
    """A deck whose cards fall from an effect of +8 points to one of -8."""
    found = DeckCards(make_result("a", "b", "c"), 0)
    names = [card.name for card in found.cards]
    effects = estimate(np.linspace(0.08, -0.08, len(names)), 0.02)
    vars(found)["found"] = replace(make_statistics(*names), draw_effect=effects)
    return found


# --- in words -------------------------------------------------------------------------------------


def test_every_voice_says_first_which_cards_win(ranked: DeckCards) -> None:
    names, story = [card.name for card in ranked.cards], tell_cards(ranked, Selection()).story
    said = f"a is glad to draw {names[0]} (+8.0 points), {names[1]} (+"
    assert headline_of(story).startswith(said)
    for say in (on_terminal, on_page, in_notebook):
        assert said in joined(say(story))
    assert "Win rate of the deck 52.0% 95% interval 51.0 to 53.0" in on_page(story)
    assert "Win rate of the deck 52.0%; 95% interval 51.0 to 53.0" in joined(on_terminal(story))


def test_cards_are_ranked_with_their_faces(ranked: DeckCards) -> None:
    first, story = ranked.cards[0], tell_cards(ranked, Selection()).story
    assert list(charts_of(story)) == ["cards", "cards-wrd", "cards-wrp", "cards-play-rate"]
    plot = charts_of(story)["cards"]
    assert isinstance(plot, DotPlot)
    row = plot.rows[0]
    assert (row.label, row.found.value, row.key) == (first.name, pytest.approx(8.0), f"card-{first.id}")
    table = story.table("cards")
    assert table is not None
    assert [cell.content for cell in lay_out(table, Level.FULL).rows[0][1:3]] == ["+8.0", "+6.0 to +10.0"]
    assert [cell.margin for cell in lay_out(table, Level.MAIN, is_narrow=True).rows[0][1:2]] == ["±2.0"]


@pytest.mark.parametrize("width", [60, 80, 100])
def test_the_effect_stays_where_there_is_little_room(ranked: DeckCards, width: int) -> None:
    text = on_terminal(tell_cards(ranked, Selection()).story, width)
    assert " effect " in text
    assert "+8.0 ±2.0" in text


def test_only_some_games_may_count(deck: DeckCards) -> None:
    starting = tell_cards(DeckCards(deck.result, 0, Seat.STARTING), Selection()).story
    assert "Games 100; those that the deck starts, mirrors left out" in joined(on_terminal(starting))


def test_cards_of_which_nothing_is_known_are_told_as_such(ranked: DeckCards) -> None:
    nothing = DeckCards(ranked.result, 0)
    unknown = estimate(np.full(len(ranked.cards), np.nan))
    numbers = {"draw_effect": unknown, "wrd": unknown, "wrp": unknown, "play_rate": unknown}
    vars(nothing)["found"] = replace(ranked.found, **numbers)
    story = tell_cards(nothing, Selection()).story
    assert "No card of a clearly wins games by being drawn." in on_page(story)
    assert "nan" not in on_terminal(story)


# --- which cards ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (Order.WRD, [2, 1, 0]),
        (Order.WRP, [0, 1, 2]),
        (Order.PLAY_RATE, [1, 2, 0]),
        (Order.DRAWN, [0, 1, 2]),
        (Order.TURN, [0, 1, 2]),
    ],
)
def test_cards_are_sorted_the_best_first_and_the_unknown_last(
    deck: DeckCards, order: Order, expected: list[int]
) -> None:
    chosen = deck.choose(Selection(order))
    assert chosen[:3] == expected
    assert len(chosen) == len(set(chosen)) > 3


def test_cards_are_filtered_by_name_and_number(deck: DeckCards) -> None:
    names = [card.name for card in deck.cards]
    assert deck.choose(Selection(text=names[1].upper())) == [1]
    assert sorted(deck.choose(Selection(least_drawn=20))) == [0, 1]
    by_name = deck.choose(Selection(Order.NAME))
    assert [names[k] for k in by_name] == sorted(names)
    costs = [deck.cards[k].cost for k in deck.choose(Selection(Order.COST))]
    assert costs == sorted(costs)


def test_no_card_may_be_left(deck: DeckCards) -> None:
    told = tell_cards(deck, Selection(least_drawn=1000))
    assert columns_of(told.tables["cards"]) == {"name": []}
    on_page(told.story)
    on_terminal(told.story)


# --- for programs ---------------------------------------------------------------------------------


def test_the_numbers_of_both_seats_are_given(deck: DeckCards) -> None:
    told = tell_cards(deck, Selection(Order.DRAWN))
    first = told.data["cards"][0]
    assert (first["drawn"], first["drawn_won"], first["played"], first["played_won"]) == (80, 40, 20, 16)
    assert (first["wrd"], first["wrp"]) == pytest.approx((0.5, 0.8))
    assert (first["starting"]["drawn"], first["second"]["drawn"]) == (80, 0)
    assert np.isnan(first["second"]["wrd"])
    assert float(told.data["win_rate"]) == pytest.approx((0.6 + 0.3) / 2)
    columns = columns_of(told.tables["cards"])
    assert columns["wrd_starting"][:2] == pytest.approx([0.5, 0.75])
    assert columns["name"] == [card["name"] for card in told.data["cards"]]
    assert sum(columns["copies"]) == 30


def test_a_frame_has_the_highest_effect_first_and_no_negative_zeros() -> None:
    statistics = replace(make_statistics("Wisp", "Fireball"), draw_effect=estimate([-0.0, 0.1], 0.0))
    found = frame_of(statistics_table(statistics))
    assert (found.index.tolist(), found.index.name) == (["Fireball", "Wisp"], "card")
    assert not np.signbit(found["draw_effect"].to_numpy()).any()
    assert found["drawn"].dtype.kind == "i"
