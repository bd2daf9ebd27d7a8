"""The rogue's card of the Hall of Fame."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError


@scenario("Conceal")
def test_conceal_hides_all_own_minions_until_the_next_turn() -> None:
    game = duel("rogue").give(ME, "Conceal", "Wisp")
    yeti, theirs = game.add_minion(ME, "Chillwind Yeti"), game.add_minion(ENEMY, "Wisp")
    game.play("Conceal").play("Wisp")
    assert [m.has("stealth") for m in (*game.me.board, theirs)] == [True, False, False]
    assert game.me.mana == 9
    with pytest.raises(InputError, match="cannot attack enemy Chillwind Yeti"):
        game.end_turn().attack(theirs, yeti)
    game.end_turn()
    assert not yeti.has("stealth")


@scenario("Conceal")
def test_conceal_ends_for_a_minion_that_attacks() -> None:
    game = duel("rogue").give(ME, "Conceal").give(ENEMY, "Fireball")
    yeti, ogre = game.add_minion(ME, "Chillwind Yeti"), game.add_minion(ME, "Boulderfist Ogre")
    game.play("Conceal").attack(yeti, "enemy hero")
    assert (yeti.has("stealth"), ogre.has("stealth")) == (False, True)
    game.end_turn().play("Fireball", target=yeti)
    assert not yeti.in_play


@scenario("Conceal")
def test_conceal_is_no_cover_from_flamestrike() -> None:
    game = duel("rogue", "mage").give(ME, "Conceal").give(ENEMY, "Flamestrike")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Conceal").end_turn().play("Flamestrike")
    assert yeti.health == 1


@scenario("Conceal")
def test_conceal_lets_a_taunt_minion_guard_nobody() -> None:
    game = duel("rogue").give(ME, "Conceal")
    game.add_minion(ME, "Sen'jin Shieldmasta")
    foe = game.add_minion(ENEMY, "Wisp")
    game.play("Conceal").end_turn().attack(foe, "enemy hero")
    assert game.enemy.health == 29


@scenario("Conceal")
def test_conceal_takes_no_stealth_from_those_who_have_their_own() -> None:
    game = duel("rogue").give(ME, "Conceal")
    tiger = game.add_minion(ME, "Stranglethorn Tiger")
    game.play("Conceal")
    pass_turn(game)
    assert tiger.has("stealth")
