"""Choose one: the player picks the effect when the card is played."""

import pytest
from tests.rules.builder import ENEMY, ME, duel

from evometa.input import InputError

CARDS = """
[[card]]
name = "Wrath"
type = "spell"
choose_one = ["Hit", "Draw"]
[[card]]
name = "Hit"
collectible = false
spell = { damage = 3, to = "any minion" }
[[card]]
name = "Draw"
collectible = false
spell = { draw = 1 }
[[card]]
name = "Keeper"
attack = 2
health = 4
choose_one = ["Moonfire", "Dispel"]
[[card]]
name = "Moonfire"
collectible = false
spell = { damage = 2, to = "any character" }
[[card]]
name = "Dispel"
collectible = false
spell = { silence = "any minion" }
[[card]]
name = "Claw Druid"
attack = 4
health = 4
choose_one = ["Cat", "Bear"]
[[card]]
name = "Cat"
collectible = false
spell = { give = "charge", to = "this" }
[[card]]
name = "Bear"
collectible = false
spell = { health = 2, give = "taunt", to = "this" }
"""


def test_each_option_is_an_action_of_its_own() -> None:
    game = duel(cards=CARDS).give(ME, "Wrath")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    copy = game.copy()
    game.play("Wrath", target=yeti, option="Hit")
    assert (yeti.health, game.me.hand) == (2, [])
    copy.play("Wrath", option="Draw")
    assert copy.me.hand == ["Wisp"]


def test_an_option_without_a_target_is_not_offered() -> None:
    game = duel(cards=CARDS).give(ME, "Wrath")
    with pytest.raises(InputError, match="options: Draw"):
        game.play("Wrath", option="Hit")


def test_an_option_of_a_minion_is_about_that_minion() -> None:
    game = duel(cards=CARDS).give(ME, "Claw Druid", "Claw Druid")
    game.play("Claw Druid", option="Cat").play("Claw Druid", option="Bear")
    cat, bear = game.me.board
    assert (cat.can_attack, cat.stats) == (True, (4, 4))
    assert (bear.has("taunt"), bear.stats) == (True, (4, 6))


def test_an_option_of_a_minion_is_no_spell() -> None:
    game = duel(cards=CARDS).give(ME, "Keeper")
    game.add_minion(ME, "Kobold Geomancer")
    addict = game.add_minion(ME, "Mana Addict")
    game.play("Keeper", target="enemy hero", option="Moonfire")
    assert (game.enemy.health, addict.attack) == (28, 1)


def test_an_option_of_a_minion_may_choose_what_spells_cannot() -> None:
    game = duel(cards=CARDS).give(ME, "Keeper")
    dragon = game.add_minion(ENEMY, "Faerie Dragon")
    game.play("Keeper", target=dragon, option="Dispel")
    assert not dragon.has("elusive")


def test_an_option_without_a_target_cannot_be_taken() -> None:
    game = duel(cards=CARDS).give(ME, "Keeper")
    with pytest.raises(InputError, match="with the option 'Dispel'"):
        game.play("Keeper", option="Dispel")
