"""Stealth: enemies can neither attack nor choose it, until it attacks."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn

from evometa.input import InputError


def test_a_stealthy_minion_cannot_be_attacked() -> None:
    game = duel()
    game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Worgen Infiltrator")
    with pytest.raises(InputError, match="legal: attack enemy hero with my Wisp"):
        game.attack("Wisp", "Worgen Infiltrator")


def test_a_stealthy_minion_cannot_be_chosen_by_an_enemy() -> None:
    game = duel().give(ME, "Fireball", "Elven Archer")
    game.add_minion(ENEMY, "Worgen Infiltrator")
    for card in ("Fireball", "Elven Archer"):
        with pytest.raises(InputError, match="legal targets: my hero, enemy hero"):
            game.play(card, target="Worgen Infiltrator")


def test_its_own_player_may_choose_it() -> None:
    game = duel().give(ME, "Blessing of Might")
    worgen = game.add_minion(ME, "Worgen Infiltrator")
    game.play("Blessing of Might", target=worgen)
    assert worgen.attack == 5
    assert worgen.has("stealth")


def test_area_damage_finds_it() -> None:
    game = duel().give(ME, "Arcane Explosion")
    game.add_minion(ENEMY, "Worgen Infiltrator")
    game.play("Arcane Explosion")
    assert game.enemy.minions == []


def test_random_damage_finds_it() -> None:
    game = duel().give(ME, "Arcane Missiles").script(1, 0, 0)
    game.add_minion(ENEMY, "Worgen Infiltrator")
    game.play("Arcane Missiles")
    assert (game.enemy.minions, game.enemy.health) == ([], 28)


def test_attacking_ends_stealth() -> None:
    game = duel()
    worgen = game.add_minion(ME, "Worgen Infiltrator")
    game.attack(worgen, "enemy hero")
    assert not worgen.has("stealth")


def test_stealth_until_the_next_turn_ends_then() -> None:
    cards = """
    [[card]]
    name = "Cover"
    spell = { give = "stealth", to = "any friendly minion", until = "your next turn" }
    """
    game = duel(cards=cards).give(ME, "Cover")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Cover", target=yeti).end_turn()
    assert yeti.has("stealth")
    game.end_turn()
    assert not yeti.has("stealth")


def test_stealth_lasts() -> None:
    game = duel()
    worgen = game.add_minion(ME, "Worgen Infiltrator")
    pass_turn(game)
    assert worgen.has("stealth")
