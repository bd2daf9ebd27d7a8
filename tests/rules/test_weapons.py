"""Weapons: attack in the own turn, durability, replacement."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn

from evometa.input import InputError

RELIC = """
[[card]]
name = "Relic"
type = "weapon"
deathrattle = { damage = 2, to = "the enemy hero" }
"""


def test_a_weapon_gives_attack_and_wears_out() -> None:
    game = duel("warrior").give(ME, "Fiery War Axe").play("Fiery War Axe")
    assert game.me.attack == 3
    game.attack("my hero", "enemy hero")
    assert (game.enemy.health, game.me.weapon.durability) == (27, 1)
    pass_turn(game)
    game.attack("my hero", "enemy hero")
    assert (game.me.weapon, game.me.attack) == (None, 0)


def test_a_weapon_gives_attack_in_the_own_turn_only() -> None:
    game = duel("warrior").equip(ME, "Fiery War Axe").end_turn()
    assert game.enemy.attack == 0
    assert game.enemy.weapon.attack == 3


def test_a_new_weapon_replaces_the_old_one() -> None:
    game = duel("warrior").equip(ME, "Fiery War Axe", durability=1).give(ME, "Fiery War Axe").play("Fiery War Axe")
    assert game.me.weapon.durability == 2


def test_a_new_weapon_gives_no_second_attack() -> None:
    game = duel("warrior").equip(ME, "Light's Justice").give(ME, "Fiery War Axe")
    game.attack("my hero", "enemy hero").play("Fiery War Axe")
    assert not game.me.hero.can_attack


def test_attack_of_the_hero_and_of_the_weapon_add_up() -> None:
    game = duel("warrior").equip(ME, "Fiery War Axe").give(ME, "Heroic Strike").play("Heroic Strike")
    assert game.me.attack == 7
    game.attack("my hero", "enemy hero").end_turn()
    assert (game.me.health, game.enemy.attack) == (23, 0)


def test_a_hero_with_attack_but_no_weapon_attacks() -> None:
    game = duel("druid").use_power().attack("my hero", "enemy hero")
    assert (game.enemy.health, game.me.armor) == (29, 1)


def test_the_deathrattle_of_a_weapon_comes_when_it_breaks() -> None:
    game = duel(cards=RELIC).equip(ME, "Relic").attack("my hero", "enemy hero")
    assert game.enemy.health == 27


def test_the_deathrattle_of_a_weapon_comes_when_it_is_replaced() -> None:
    game = duel(cards=RELIC).equip(ME, "Relic").give(ME, "Fiery War Axe").play("Fiery War Axe")
    assert (game.enemy.health, game.me.weapon.name) == (28, "Fiery War Axe")


def test_a_weapon_can_be_destroyed() -> None:
    game = duel("mage", "warrior").equip(ENEMY, "Fiery War Axe").give(ME, "Acidic Swamp Ooze")
    game.play("Acidic Swamp Ooze")
    assert game.enemy.weapon is None


def test_durability_can_be_taken() -> None:
    game = duel("mage", "warrior").equip(ENEMY, "Fiery War Axe").give(ME, "Bloodsail Corsair", "Bloodsail Corsair")
    game.play("Bloodsail Corsair")
    assert game.enemy.weapon.durability == 1
    game.play("Bloodsail Corsair")
    assert game.enemy.weapon is None


def test_a_weapon_without_durability_breaks_at_once() -> None:
    cards = """
    [[card]]
    name = "Broken Sword"
    type = "weapon"
    attack = 3
    durability = 0
    deathrattle = { damage = 2, to = "the enemy hero" }
    """
    game = duel(cards=cards).give(ME, "Broken Sword").play("Broken Sword")
    assert (game.me.weapon, game.me.attack, game.enemy.health) == (None, 0, 28)


def test_a_weapon_without_attack_wears_out_like_any_other() -> None:
    game = duel("warrior").equip(ME, "Light's Justice", attack=0).give(ME, "Heroic Strike").play("Heroic Strike")
    game.attack("my hero", "enemy hero")
    assert game.me.weapon.durability == 3


def test_a_card_that_needs_a_weapon_asks_for_one() -> None:
    game = duel("rogue").give(ME, "Deadly Poison")
    with pytest.raises(InputError, match="cannot play Deadly Poison now"):
        game.play("Deadly Poison")
    game.equip(ME, "Wicked Knife").play("Deadly Poison")
    assert game.me.weapon.attack == 3


def test_whenever_your_hero_attacks_comes_before_the_damage() -> None:
    game = duel("paladin").equip(ME, "Truesilver Champion").set_health(ME, 1)
    game.add_minion(ENEMY, "River Crocolisk")
    game.attack("my hero", "enemy 1")
    assert (game.over, game.me.health) == (False, 1)


def test_a_minion_can_strengthen_the_weapon() -> None:
    cards = """
    [[card]]
    name = "Smith"
    aura = { weapon_attack = 2 }
    """
    game = duel("warrior", cards=cards).equip(ME, "Fiery War Axe")
    smith = game.add_minion(ME, "Smith")
    assert (game.me.attack, game.me.weapon.attack) == (5, 5)
    game.give(ME, "Arcane Shot").play("Arcane Shot", target=smith)
    assert game.me.attack == 3


def test_a_weapon_may_protect_its_hero_while_attacking() -> None:
    cards = """
    [[card]]
    name = "Long Bow"
    type = "weapon"
    keywords = ["immune while attacking"]
    """
    game = duel(cards=cards).equip(ME, "Long Bow")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.attack("my hero", yeti)
    assert (game.me.health, yeti.health) == (30, 4)


def test_a_weapon_may_spend_attack_on_minions() -> None:
    cards = """
    [[card]]
    name = "Howl"
    type = "weapon"
    attack = 2
    keywords = ["spends attack"]
    """
    game = duel(cards=cards).equip(ME, "Howl")
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.attack("my hero", "enemy 1")
    assert (game.me.weapon.attack, game.me.weapon.durability) == (1, 1)


def test_the_battlecry_of_a_weapon_comes_after_it_is_equipped() -> None:
    cards = """
    [[card]]
    name = "Whetted Blade"
    type = "weapon"
    attack = 2
    durability = 2
    battlecry = { weapon_attack = 1 }
    """
    game = duel(cards=cards).give(ME, "Whetted Blade").play("Whetted Blade")
    assert game.me.attack == 3
