"""The compiled loop, uncompiled: which turn brought a card, and how that is counted."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.unit.matches.small_games import TABLE

from evometa.games.decks.deck import load_deck
from evometa.games.hearthstone.engine.state.journal import J_DRAW, J_PLAY, J_TURN
from evometa.games.hearthstone.play.batch import Notes, add_result, read_journal
from evometa.games.players import load_player
from evometa.games.records import MAX_TURN, DeckList, Result, Sums
from evometa.matches.counting import play_games
from evometa.matches.schedule import Match

CARD = 7


@pytest.fixture
def deck() -> Any:
    """A deck with a single card."""
    lists = np.zeros(1, DeckList)
    lists[0].n_distinct = 1
    lists[0].distinct[0] = CARD
    return lists[0]


def read(deck: Any, turn: int, *journal: tuple[int, int], then: int = 0) -> Any:
    """The result after an action in this turn of the game, with the (kind, player) of what it did to the card."""
    entries = [SimpleNamespace(kind=kind, player=player, card=CARD) for kind, player in journal]
    game = SimpleNamespace(journal=entries, n_journal=len(entries), turn=then or turn)
    result = np.zeros(1, Result)[0]
    nothing = np.zeros(0)
    read_journal(game, turn, Notes(deck, deck, result, np.zeros(1, np.uint64), 0, nothing, nothing))
    assert game.n_journal == 0
    return result


# --- which turn brought a card ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game_turn", "player", "own_turn"), [(2, 1, 1), (3, 0, 2), (4, 1, 2), (9, 0, 5)])
def test_what_a_turn_starts_with_is_its_draw(deck: Any, game_turn: int, player: int, own_turn: int) -> None:
    result = read(deck, game_turn - 1, (J_TURN, player), (J_DRAW, player), then=game_turn)
    assert (result.first_drawn[player, 0], result.missed[player, 0]) == (own_turn, 0)


@pytest.mark.parametrize(
    ("game_turn", "player", "own_turn", "begun"),
    [
        (5, 0, 3, 3),
        (6, 1, 3, 3),
        (6, 0, 3, 3),  # in the opponent's turn, after its own third
        (5, 1, 3, 2),  # in the opponent's turn, before its own third
    ],
)
def test_what_is_drawn_later_was_missed_by_all_turns_so_far(
    deck: Any, game_turn: int, player: int, own_turn: int, begun: int
) -> None:
    result = read(deck, game_turn, (J_DRAW, player))
    assert (result.first_drawn[player, 0], result.missed[player, 0]) == (own_turn, begun)


def test_what_the_end_of_a_turn_draws_is_not_the_draw_of_the_next(deck: Any) -> None:
    result = read(deck, 6, (J_DRAW, 1), (J_DRAW, 0), (J_TURN, 0), (J_DRAW, 0), then=7)
    assert result.first_drawn[:, 0].tolist() == [3, 3]
    assert result.missed[:, 0].tolist() == [3, 3]
    assert result.drawn.tolist() == [2, 1]


def test_only_the_first_time_counts(deck: Any) -> None:
    result = read(deck, 5, (J_DRAW, 0), (J_PLAY, 0), (J_TURN, 1), (J_DRAW, 1), then=6)
    assert result.first_drawn[:, 0].tolist() == [3, 3]
    assert result.first_played[:, 0].tolist() == [3, 0]
    assert result.missed[:, 0].tolist() == [3, 0]


# --- the sums by turn -------------------------------------------------------------------------------------------------


def add(deck: Any, player: int, first_drawn: int, missed: int, turns: int, winner: int = 0) -> Any:
    """The sums of the card after one game."""
    result, sums = np.zeros(1, Result)[0], np.zeros(1, Sums)[0]
    result.winner, result.turns = winner, turns
    result.first_drawn[player, 0], result.missed[player, 0] = first_drawn, missed
    add_result(sums, result, deck, deck)
    return sums.cards[player, 0]


def places(counts: NDArray[np.int32]) -> list[tuple[int, int]]:
    """The (won, turn) of every game."""
    return [(int(won), int(turn) + 1) for won, turn in np.argwhere(counts) for _ in range(counts[won, turn])]


def test_a_card_that_a_turn_brought(deck: Any) -> None:
    card = add(deck, 0, first_drawn=4, missed=0, turns=20)
    assert (places(card.drawn_at), places(card.missing_until)) == ([(1, 4)], [])
    assert places(add(deck, 1, first_drawn=4, missed=0, turns=20).drawn_at) == [(0, 4)]


@pytest.mark.parametrize(("player", "turns", "last"), [(0, 11, 6), (1, 11, 5), (0, 12, 6), (1, 12, 6), (1, 1, 1)])
def test_a_card_that_never_came_was_missing_until_the_last_turn(deck: Any, player: int, turns: int, last: int) -> None:
    card = add(deck, player, first_drawn=0, missed=0, turns=turns, winner=2)
    assert (places(card.drawn_at), places(card.missing_until)) == ([], [(0, last)])


def test_a_card_that_something_else_brought_was_missing_until_then(deck: Any) -> None:
    card = add(deck, 1, first_drawn=3, missed=2, turns=20, winner=1)
    assert (places(card.drawn_at), places(card.missing_until)) == ([], [(1, 2)])
    assert card.drawn == 1


def test_later_turns_are_only_known_to_have_come(deck: Any) -> None:
    for first_drawn, missed in ((0, 0), (MAX_TURN + 2, 0), (MAX_TURN + 2, MAX_TURN + 2)):
        card = add(deck, 0, first_drawn, missed, turns=4 * MAX_TURN)
        assert (places(card.drawn_at), places(card.missing_until)) == ([], [(1, MAX_TURN)])
    assert places(add(deck, 0, MAX_TURN, 0, turns=4 * MAX_TURN).drawn_at) == [(1, MAX_TURN)]


def test_every_game_is_counted_once_for_every_card() -> None:
    """Random players with a hero power that draws: some cards come by it, most by the turns."""
    warlock, hunter = load_deck("exp1_warlock_control"), load_deck("exp1_hunter_aggro")
    result = play_games(TABLE, [warlock, hunter], [load_player("random")], [Match((0, 1), (0, 0), 8, 3)], 1, True)
    assert result.games is not None
    for p in range(2):
        n_cards = len(result.cards[p])
        cards = result.sums[0]["cards"][p][:n_cards]
        drawn_at, missing_until = cards["drawn_at"].sum(axis=(1, 2)), cards["missing_until"].sum(axis=(1, 2))
        assert (drawn_at + missing_until).tolist() == [8] * n_cards
        by_effect = (result.games["missed"][:, p, :n_cards] > 0).sum(axis=0)
        assert (drawn_at + by_effect).tolist() == cards["drawn"].tolist()
        assert by_effect.any() == (p == 0)
        assert cards["drawn_played"].tolist() == cards["played"].tolist()
