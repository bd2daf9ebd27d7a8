"""Charge: attacks in the turn in which it enters."""

import pytest
from tests.rules.builder import ENEMY, ME, duel

from evometa.input import InputError


def test_a_charging_minion_attacks_at_once() -> None:
    game = duel().give(ME, "Wolfrider").play("Wolfrider")
    game.attack("Wolfrider", "enemy hero")
    assert game.enemy.health == 27


def test_charge_gives_no_second_attack() -> None:
    game = duel().give(ME, "Wolfrider").play("Wolfrider").attack("Wolfrider", "enemy hero")
    assert not game.me.board[0].can_attack


def test_given_charge_wakes_a_minion() -> None:
    game = duel("warrior").give(ME, "Charge")
    yeti = game.add_minion(ME, "Chillwind Yeti", ready=False)
    game.play("Charge", target=yeti)
    assert yeti.can_attack


def test_the_spell_charge_forbids_heroes_this_turn() -> None:
    game = duel("warrior").give(ME, "Charge")
    game.add_minion(ME, "Chillwind Yeti", ready=False)
    game.add_minion(ENEMY, "Wisp")
    game.play("Charge", target="my 1")
    with pytest.raises(InputError, match="legal: attack enemy Wisp with my Chillwind Yeti"):
        game.attack("my 1", "enemy hero")
    game.end_turn().end_turn().attack("my 1", "enemy hero")
    assert game.enemy.health == 26


def test_charge_from_an_aura_ends_with_it() -> None:
    game = duel().give(ME, "Fireball")
    rhino = game.add_minion(ME, "Tundra Rhino")
    raptor = game.add_minion(ME, "Bloodfen Raptor", ready=False)
    assert raptor.can_attack
    game.play("Fireball", target=rhino)
    assert not raptor.can_attack


def test_charge_that_depends_on_a_weapon() -> None:
    game = duel("warrior")
    deckhand = game.add_minion(ME, "Southsea Deckhand", ready=False)
    assert not deckhand.can_attack
    game.give(ME, "Fiery War Axe").play("Fiery War Axe")
    assert deckhand.can_attack
