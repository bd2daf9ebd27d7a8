"""Attacks: who may attack whom, and what both sides lose."""

import pytest
from tests.rules.builder import ENEMY, ME, duel

from evometa.input import InputError


def test_both_minions_take_damage_at_once() -> None:
    game = duel()
    yeti, raptor = game.add_minion(ME, "Chillwind Yeti"), game.add_minion(ENEMY, "Bloodfen Raptor")
    game.attack(yeti, raptor)
    assert yeti.health == 2
    assert not raptor.in_play


def test_two_equal_minions_kill_each_other() -> None:
    game = duel()
    mine, theirs = game.add_minion(ME, "Bloodfen Raptor"), game.add_minion(ENEMY, "Bloodfen Raptor")
    game.attack(mine, theirs)
    assert (game.me.minions, game.enemy.minions) == ([], [])


def test_a_hero_that_is_attacked_does_not_strike_back() -> None:
    game = duel().equip(ENEMY, "Fiery War Axe")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.attack(yeti, "enemy hero")
    assert (game.enemy.health, yeti.health) == (26, 5)


def test_damage_stays_after_the_turn() -> None:
    game = duel()
    yeti, wisp = game.add_minion(ME, "Chillwind Yeti"), game.add_minion(ENEMY, "Wisp")
    game.attack(yeti, wisp).end_turn()
    assert (yeti.health, yeti.damage) == (4, 1)


def test_a_minion_without_attack_cannot_attack() -> None:
    game = duel()
    assert not game.add_minion(ME, "Lorewalker Cho").can_attack


def test_nobody_attacks_their_own_side() -> None:
    game = duel()
    game.add_minion(ME, "Wisp")
    with pytest.raises(InputError, match="cannot attack my hero"):
        game.attack("my 1", "my hero")


def test_the_hero_dies_at_zero_health() -> None:
    game = duel().set_health(ENEMY, 4)
    game.add_minion(ME, "Chillwind Yeti")
    game.attack("my 1", "enemy hero")
    assert (game.over, game.winner, game.actions()) == (True, ME, [])


def test_a_hero_that_attacks_a_minion_is_hurt() -> None:
    game = duel("warrior").equip(ME, "Fiery War Axe")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.attack("my hero", yeti)
    assert (game.me.health, yeti.health) == (26, 2)


def test_an_attack_is_called_off_when_the_attacker_dies_first() -> None:
    cards = """
    [[card]]
    name = "Ambush"
    secret = { event = "your hero is attacked", do = { damage = 5, to = "it" } }
    """
    game = duel(cards=cards).add_secret(ENEMY, "Ambush")
    game.add_minion(ME, "Chillwind Yeti")
    game.attack("my 1", "enemy hero")
    assert (game.enemy.health, game.me.minions) == (30, [])


def test_an_attack_is_called_off_when_the_defender_dies_first() -> None:
    cards = """
    [[card]]
    name = "Hunting Bow"
    type = "weapon"
    attack = 2
    durability = 2
    whenever = { event = "your hero attacks", do = { damage = 1, to = "all enemy minions" } }
    """
    game = duel(cards=cards).equip(ME, "Hunting Bow")
    game.add_minion(ENEMY, "Wisp")
    game.attack("my hero", "enemy 1")
    assert (game.enemy.minions, game.me.health, game.me.weapon.durability) == ([], 30, 2)


def test_whenever_it_attacks_comes_before_the_damage() -> None:
    cards = """
    [[card]]
    name = "Berserk"
    health = 5
    whenever = { event = "this minion attacks", do = { attack = 2, to = "this" } }
    """
    game = duel(cards=cards)
    game.add_minion(ME, "Berserk")
    game.attack("my 1", "enemy hero")
    assert game.enemy.health == 27


def test_after_your_hero_attacks_comes_behind_the_damage() -> None:
    cards = """
    [[card]]
    name = "Last Rites"
    type = "weapon"
    attack = 4
    whenever = { event = "after your hero attacks", do = { heal = 2, to = "your hero" } }
    """
    game = duel(cards=cards).equip(ME, "Last Rites").set_health(ME, 30)
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.attack("my hero", "enemy 1")
    assert (game.me.health, game.me.weapon) == (28, None)
