"""Frozen: misses its next attack. It thaws at the end of its player's turn if it has not attacked in that turn."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn

FREEZER = """
[[card]]
name = "Frost"
spell = { freeze = "any character" }
"""


def test_a_minion_frozen_in_the_enemy_turn_misses_one_attack() -> None:
    game = duel(cards=FREEZER).give(ME, "Frost")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Frost", target=yeti).end_turn()
    assert not yeti.can_attack
    pass_turn(game)
    assert yeti.can_attack


def test_frozen_before_its_attack_it_thaws_this_turn() -> None:
    game = duel(cards=FREEZER).give(ME, "Frost")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Frost", target=yeti).end_turn()
    assert not yeti.has("frozen")


def test_frozen_after_its_attack_it_misses_the_next_one() -> None:
    game = duel(cards=FREEZER).give(ME, "Frost")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.attack(yeti, "enemy hero").play("Frost", target=yeti)
    pass_turn(game)
    assert not yeti.can_attack
    pass_turn(game)
    assert yeti.can_attack


def test_frozen_as_it_enters_it_misses_the_next_turn() -> None:
    game = duel(cards=FREEZER).give(ME, "Frost", "Chillwind Yeti").play("Chillwind Yeti")
    yeti = game.me.board[0]
    game.play("Frost", target=yeti)
    pass_turn(game)
    assert yeti.has("frozen")


def test_a_charging_minion_frozen_as_it_enters_thaws_this_turn() -> None:
    game = duel(cards=FREEZER).give(ME, "Frost", "Wolfrider").play("Wolfrider")
    game.play("Frost", target="Wolfrider").end_turn()
    assert not game.enemy.board[0].has("frozen")


def test_a_frozen_hero_cannot_attack_but_use_its_power() -> None:
    game = duel("shaman", "warrior").equip(ENEMY, "Fiery War Axe").give(ME, "Frost Shock")
    game.play("Frost Shock", target="enemy hero").end_turn()
    assert not game.me.hero.can_attack
    game.use_power()
    assert game.me.armor == 2


def test_a_frozen_minion_strikes_back() -> None:
    game = duel()
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.add_minion(ENEMY, "Bloodfen Raptor", keywords="frozen")
    game.attack(yeti, "enemy 1")
    assert yeti.damage == 3


@pytest.mark.parametrize("seat", [ME, ENEMY])
def test_what_freezes_by_damage_freezes_in_attack_and_defence(seat: int) -> None:
    cards = """
    [[card]]
    name = "Cold One"
    attack = 3
    health = 6
    keywords = ["freezes"]
    """
    game = duel(cards=cards)
    game.add_minion(seat, "Cold One")
    yeti = game.add_minion(1 - seat, "Chillwind Yeti")
    game.attack("my 1", "enemy 1")
    assert yeti.has("frozen")


def test_what_freezes_by_damage_freezes_heroes() -> None:
    game = duel()
    game.add_minion(ME, "Wisp", keywords="freezes")
    game.attack("my 1", "enemy hero").end_turn()
    assert game.me.hero.has("frozen")
