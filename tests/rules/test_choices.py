"""An open choice: the game waits for it."""

import pytest
from tests.rules.builder import ME, duel

from evometa.input import InputError


def test_tracking_draws_one_of_three_and_loses_the_others() -> None:
    game = duel("hunter").give(ME, "Tracking").set_deck(ME, ["Wisp", "Fireball", "Sap", "Hex"]).play("Tracking")
    assert game.choices == ["Wisp", "Fireball", "Sap"]
    game.choose("Fireball")
    assert (game.me.hand, game.me.deck, game.choices) == (["Fireball"], ["Hex"], [])


def test_nothing_else_is_possible_meanwhile() -> None:
    game = duel("hunter").give(ME, "Tracking").set_deck(ME, ["Wisp", "Fireball", "Sap", "Hex"]).play("Tracking")
    assert [str(action) for action in game.actions()] == ["choose Wisp", "choose Fireball", "choose Sap"]
    with pytest.raises(InputError, match="cannot end the turn"):
        game.end_turn()


def test_a_small_deck_offers_fewer_cards() -> None:
    game = duel("hunter").give(ME, "Tracking").set_deck(ME, ["Hex"]).play("Tracking").choose("Hex")
    assert (game.me.hand, game.me.deck) == (["Hex"], [])


def test_an_empty_deck_offers_nothing_and_hurts_nobody() -> None:
    game = duel("hunter").give(ME, "Tracking").set_deck(ME, []).play("Tracking")
    assert (game.choices, game.me.health) == ([], 30)


def test_a_card_chosen_into_a_full_hand_is_lost() -> None:
    game = duel("hunter").give(ME, "Tracking", *["Wisp"] * 9).set_deck(ME, ["Hex", "Sap"]).play("Tracking")
    game.give(ME, "Wisp").choose("Hex")
    assert (game.me.hand, game.me.deck) == (["Wisp"] * 10, [])
