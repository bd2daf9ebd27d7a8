"""Combo: another card was played before in this turn."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn

from evometa.input import InputError

CARDS = """
[[card]]
name = "Stab"
spell = { damage = 2, to = "any character" }
combo = { damage = 4, to = "any character" }
[[card]]
name = "Agent"
attack = 3
health = 3
combo = { damage = 2, to = "any character" }
[[card]]
name = "Gang"
combo = { attack = 2, to = "this", for_each = "card played before this turn" }
"""


def test_without_another_card_the_plain_effect() -> None:
    game = duel(cards=CARDS).give(ME, "Stab").play("Stab", target="enemy hero")
    assert game.enemy.health == 28


def test_with_another_card_the_combo_instead() -> None:
    game = duel(cards=CARDS).give(ME, "The Coin", "Stab").play("The Coin").play("Stab", target="enemy hero")
    assert game.enemy.health == 26


def test_a_combo_battlecry_asks_for_a_target_only_then() -> None:
    game = duel(cards=CARDS).give(ME, "Agent", "Agent").play("Agent")
    assert game.enemy.health == 30
    with pytest.raises(InputError, match="without a target; legal targets"):
        game.play("Agent")
    game.play("Agent", target="enemy hero")
    assert game.enemy.health == 28


def test_the_hero_power_is_no_card() -> None:
    game = duel("mage", cards=CARDS).give(ME, "Stab").use_power("enemy hero").play("Stab", target="enemy hero")
    assert game.enemy.health == 27


def test_the_combo_ends_with_the_turn() -> None:
    game = duel(cards=CARDS).give(ME, "Wisp", "Stab").play("Wisp")
    pass_turn(game)
    game.play("Stab", target="enemy hero")
    assert game.enemy.health == 28


def test_cards_of_the_enemy_do_not_count() -> None:
    game = duel(cards=CARDS).give(ME, "Wisp").give(ENEMY, "Stab").play("Wisp").end_turn()
    game.play("Stab", target="enemy hero")
    assert game.enemy.health == 28


def test_cards_played_before_can_be_counted() -> None:
    game = duel(cards=CARDS).give(ME, "Wisp", "Wisp", "Gang").play("Wisp").play("Wisp").play("Gang")
    assert game.me.board[-1].attack == 5
