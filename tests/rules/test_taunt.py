"""Taunt: enemies must attack it first."""

import pytest
from tests.rules.builder import ENEMY, ME, duel

from evometa.input import InputError


def test_taunt_protects_the_hero_and_the_others() -> None:
    game = duel()
    game.add_minion(ME, "Chillwind Yeti")
    game.add_minion(ENEMY, "Wisp")
    game.add_minion(ENEMY, "Frostwolf Grunt")
    assert [str(a) for a in game.actions() if a.kind == "attack"] == [
        "attack enemy Frostwolf Grunt with my Chillwind Yeti"
    ]


def test_taunt_does_not_stop_spells() -> None:
    game = duel().give(ME, "Fireball")
    game.add_minion(ENEMY, "Frostwolf Grunt")
    game.play("Fireball", target="enemy hero")
    assert game.enemy.health == 24


def test_taunt_stops_heroes_too() -> None:
    game = duel("warrior").equip(ME, "Fiery War Axe")
    game.add_minion(ENEMY, "Goldshire Footman")
    with pytest.raises(InputError, match="legal: attack enemy Goldshire Footman with my hero"):
        game.attack("my hero", "enemy hero")


def test_any_of_two_taunts_may_be_attacked() -> None:
    game = duel()
    game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Goldshire Footman")
    game.add_minion(ENEMY, "Frostwolf Grunt")
    assert len([a for a in game.actions() if a.kind == "attack"]) == 2


def test_taunt_of_a_stealthy_minion_protects_nobody() -> None:
    game = duel()
    game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Frostwolf Grunt", keywords="stealth")
    game.attack("my 1", "enemy hero")
    assert game.enemy.health == 29


def test_given_taunt_counts() -> None:
    game = duel().give(ME, "Sunfury Protector")
    left, right = game.add_minion(ME, "Wisp"), game.add_minion(ME, "Wisp")
    game.play("Sunfury Protector", position=2)
    assert left.has("taunt")
    assert right.has("taunt")
