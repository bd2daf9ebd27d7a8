"""The warlock's cards of June 2019."""

import pytest
from tests.rules.builder import ENEMY, ME, duel
from tests.rules.cards.scenario import scenario
from tests.rules.cards.test_classic_warlock import DEMONS

from evometa.input import InputError


@scenario("Siegebreaker")
def test_siegebreaker_strengthens_the_other_own_demons() -> None:
    game = duel("warlock").give(ME, "Siegebreaker")
    walker, wisp = game.add_minion(ME, "Voidwalker"), game.add_minion(ME, "Wisp")
    theirs = game.add_minion(ENEMY, "Voidwalker")
    breaker = game.play("Siegebreaker").me.board[2]
    assert [m.stats for m in (walker, wisp, breaker, theirs)] == [(2, 3), (1, 1), (5, 8), (1, 3)]
    second = game.add_minion(ME, "Siegebreaker")
    assert (breaker.attack, second.attack, walker.attack, game.me.mana) == (6, 6, 3, 3)


@scenario("Siegebreaker")
def test_siegebreaker_guards_and_is_a_demon() -> None:
    game = duel("warlock").give(ME, "Sacrificial Pact")
    game.add_minion(ME, "Wisp")
    breaker = game.add_minion(ENEMY, "Siegebreaker")
    with pytest.raises(InputError, match=r"legal: attack enemy Siegebreaker with my Wisp$"):
        game.attack("my Wisp", "enemy hero")
    assert game.play("Sacrificial Pact", target=breaker).enemy.minions == []


@scenario("Call of the Void")
def test_call_of_the_void_adds_any_demon_that_decks_may_hold() -> None:
    found = set()
    for outcome in range(len(DEMONS)):
        game = duel("warlock").give(ME, "Wisp", "Call of the Void").script(outcome).play("Call of the Void")
        assert (game.me.hand[0], len(game.me.hand), len(game.me.deck), game.me.mana) == ("Wisp", 2, 10, 9)
        found.add(game.me.hand[1])
    assert found == DEMONS
