"""Rush: attacks minions in the turn in which it enters."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn

from evometa.input import InputError

CARDS = """
[[card]]
name = "Racer"
attack = 3
health = 2
keywords = ["rush"]
[[card]]
name = "Double Racer"
attack = 1
health = 9
keywords = ["rush", "windfury"]
[[card]]
name = "Starter"
aura = { give = "rush", to = "all other friendly minions" }
[[card]]
name = "Trainer"
battlecry = { give = "charge", to = "any friendly minion" }
"""


def test_it_attacks_minions_at_once_but_no_hero() -> None:
    game = duel(cards=CARDS).give(ME, "Racer")
    wisp = game.add_minion(ENEMY, "Wisp")
    game.play("Racer")
    with pytest.raises(InputError, match="legal: attack enemy Wisp with my Racer"):
        game.attack("Racer", "enemy hero")
    assert not game.attack("Racer", wisp).enemy.minions


def test_from_its_next_turn_on_it_attacks_heroes() -> None:
    game = duel(cards=CARDS).give(ME, "Racer").play("Racer")
    pass_turn(game)
    assert game.attack("Racer", "enemy hero").enemy.health == 27


def test_without_enemy_minions_there_is_nothing_to_attack() -> None:
    game = duel(cards=CARDS).give(ME, "Racer").play("Racer")
    assert [str(action) for action in game.actions() if "attack" in str(action)] == []


def test_windfury_gives_two_attacks_on_minions() -> None:
    game = duel(cards=CARDS).give(ME, "Double Racer").play("Double Racer")
    game.attack("Double Racer", game.add_minion(ENEMY, "Wisp"))
    game.attack("Double Racer", game.add_minion(ENEMY, "Wisp"))
    assert game.me.board[0].health == 7


def test_an_aura_gives_it() -> None:
    game = duel(cards=CARDS).give(ME, "Wisp")
    game.add_minion(ME, "Starter")
    enemy = game.add_minion(ENEMY, "Wisp")
    assert not game.play("Wisp").attack("my Wisp", enemy).enemy.minions


def test_charge_is_more() -> None:
    game = duel(cards=CARDS).give(ME, "Racer", "Trainer").play("Racer").play("Trainer", target="Racer")
    assert game.attack("Racer", "enemy hero").enemy.health == 27


def test_frozen_as_it_enters_it_thaws_this_turn() -> None:
    game = duel(cards=CARDS).give(ME, "Racer", "Frostbolt").play("Racer").play("Frostbolt", target="enemy hero")
    racer = game.add_minion(ME, "Racer", ready=False, keywords="frozen")
    pass_turn(game)
    assert not racer.has("frozen")
