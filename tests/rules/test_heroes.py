"""Heroes: the nine powers, and another hero in one's place."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn

from evometa.input import InputError

CARDS = """
[[card]]
name = "Demon Lord"
attack = 3
health = 15
battlecry = [{ set_hero = "Lord" }, { equip = "Fury" }]
[[card]]
name = "Lord"
type = "hero"
health = 15
collectible = false
hero_power = "Inferno"
[[card]]
name = "Inferno"
type = "hero_power"
cost = 2
collectible = false
power = { summon = "Wisp" }
[[card]]
name = "Fury"
type = "weapon"
attack = 3
durability = 8
collectible = false
[[card]]
name = "Shadow"
spell = { set_power = "Inferno" }
"""


def test_fireblast_deals_one_damage() -> None:
    game = duel("mage")
    game.add_minion(ENEMY, "Wisp")
    game.use_power("enemy 1")
    assert (game.enemy.minions, game.me.mana) == ([], 8)


def test_steady_shot_deals_two_damage_to_the_enemy_hero() -> None:
    assert duel("hunter").use_power().enemy.health == 28


def test_armor_up_gives_two_armor() -> None:
    assert duel("warrior").use_power().me.armor == 2


def test_shapeshift_gives_attack_this_turn_and_armor() -> None:
    game = duel("druid").use_power()
    assert (game.me.attack, game.me.armor) == (1, 1)
    game.end_turn()
    assert (game.enemy.attack, game.enemy.armor) == (0, 1)


def test_lesser_heal_restores_two_health() -> None:
    assert duel("priest").set_health(ME, 27).use_power("my hero").me.health == 29


def test_reinforce_summons_a_recruit() -> None:
    assert duel("paladin").use_power().me.minions == ["Silver Hand Recruit"]


def test_reinforce_needs_room() -> None:
    game = duel("paladin")
    for _ in range(7):
        game.add_minion(ME, "Wisp")
    with pytest.raises(InputError, match="cannot use Reinforce"):
        game.use_power()


def test_dagger_mastery_equips_a_knife() -> None:
    game = duel("rogue").use_power()
    assert (game.me.weapon.name, game.me.weapon.attack, game.me.weapon.durability) == ("Wicked Knife", 1, 2)


def test_life_tap_draws_a_card_for_two_damage() -> None:
    game = duel("warlock").use_power()
    assert (game.me.health, game.me.hand) == (28, ["Wisp"])


def test_totemic_call_summons_a_totem_that_is_missing() -> None:
    game = duel("shaman").script(0, 0, 0, 0)
    for n in range(1, 5):
        game.set_mana(ME, 10).use_power()
        assert len(set(game.me.minions)) == n
        pass_turn(game)
    with pytest.raises(InputError, match="cannot use Totemic Call"):
        game.use_power()


def test_hero_powers_cannot_choose_elusive_minions() -> None:
    game = duel("mage")
    game.add_minion(ENEMY, "Faerie Dragon")
    with pytest.raises(InputError, match="legal targets: my hero, enemy hero"):
        game.use_power("Faerie Dragon")


def test_another_hero_takes_ones_place() -> None:
    game = duel("warlock", cards=CARDS).set_health(ME, 4, armor=3).give(ME, "Demon Lord").play("Demon Lord")
    assert (game.me.hero.name, game.me.health, game.me.armor) == ("Lord", 15, 0)
    assert (game.me.weapon.name, game.me.power) == ("Fury", "Inferno")
    assert game.set_mana(ME, 10).use_power().me.minions[-1] == "Wisp"


def test_the_minion_that_becomes_the_hero_leaves_the_board() -> None:
    game = duel("warlock", cards=CARDS).give(ME, "Demon Lord").play("Demon Lord")
    assert game.me.minions == []


def test_the_new_hero_cannot_be_healed_above_its_maximum() -> None:
    game = duel("warlock", cards=CARDS).give(ME, "Demon Lord", "Holy Light").play("Demon Lord")
    game.play("Holy Light", target="my hero")
    assert game.me.health == 15


def test_the_new_hero_is_not_frozen() -> None:
    game = duel("warlock", cards=CARDS).give(ME, "Demon Lord")
    game.game.players[ME].board[0].keywords = 1 << 16
    game.play("Demon Lord")
    assert game.me.hero.can_attack


def test_the_new_hero_gets_no_second_attack() -> None:
    game = duel("warlock", cards=CARDS).equip(ME, "Light's Justice").give(ME, "Demon Lord")
    game.attack("my hero", "enemy hero").play("Demon Lord")
    assert not game.me.hero.can_attack


def test_another_hero_power_is_fresh() -> None:
    game = duel("mage", cards=CARDS).give(ME, "Shadow").use_power("enemy hero").play("Shadow")
    assert (game.me.power, game.me.power_used) == ("Inferno", False)


def test_a_heros_health_can_be_set() -> None:
    game = duel().set_health(ENEMY, 30, armor=5).give(ME, "Alexstrasza").play("Alexstrasza", target="enemy hero")
    assert (game.enemy.health, game.enemy.armor) == (15, 5)
    game.set_health(ENEMY, 2).give(ME, "Alexstrasza").set_mana(ME, 10).play("Alexstrasza", target="enemy hero")
    assert game.enemy.health == 15
