"""The druid's cards of the Basic set."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.cards import InputError


@scenario("Claw")
def test_claw_arms_the_hero_for_one_turn() -> None:
    game = duel("druid").give(ME, "Claw").play("Claw")
    assert (game.me.attack, game.me.armor, game.me.mana) == (2, 2, 9)
    game.attack("my hero", "enemy hero")
    assert game.enemy.health == 28
    pass_turn(game)
    assert (game.me.attack, game.me.armor) == (0, 2)


@scenario("Healing Touch")
def test_healing_touch_heals_eight_but_not_beyond_full_health() -> None:
    game = duel("druid").set_health(ME, 15).give(ME, "Healing Touch", "Healing Touch", "Healing Touch")
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre", damage=6)
    game.play("Healing Touch", target="my hero").play("Healing Touch", target=ogre)
    assert (game.me.health, ogre.health, game.me.mana) == (23, 7, 4)
    game.play("Healing Touch", target="my hero")
    assert game.me.health == 30


@scenario("Innervate")
def test_innervate_lends_one_mana_for_this_turn() -> None:
    game = duel("druid").set_mana(ME, 3).give(ME, "Innervate", "Chillwind Yeti")
    game.play("Innervate")
    assert (game.me.mana, game.me.crystals) == (4, 3)
    game.play("Chillwind Yeti")
    pass_turn(game)
    assert (game.me.mana, game.me.crystals) == (4, 4)


@scenario("Innervate")
def test_innervate_is_wasted_on_ten_mana() -> None:
    assert duel("druid").give(ME, "Innervate").play("Innervate").me.mana == 10


@scenario("Mark of the Wild")
def test_mark_of_the_wild_makes_a_bigger_taunt_minion() -> None:
    game = duel("druid").give(ME, "Mark of the Wild", "Mark of the Wild")
    mine, theirs = game.add_minion(ME, "Chillwind Yeti", damage=2), game.add_minion(ENEMY, "Wisp")
    game.play("Mark of the Wild", target=mine).play("Mark of the Wild", target=theirs)
    assert (mine.stats, mine.has("taunt")) == ((6, 5), True)
    assert (theirs.stats, theirs.has("taunt")) == ((3, 3), True)
    assert game.me.mana == 6
    with pytest.raises(InputError, match="cannot play Mark of the Wild on"):
        game.give(ME, "Mark of the Wild").play("Mark of the Wild", target="my hero")


@scenario("Wild Growth")
def test_wild_growth_gains_an_empty_crystal() -> None:
    game = duel("druid").set_mana(ME, 5).give(ME, "Wild Growth").play("Wild Growth")
    assert (game.me.mana, game.me.crystals, game.me.hand) == (3, 6, [])
    pass_turn(game)
    assert (game.me.mana, game.me.crystals) == (7, 7)


@scenario("Wild Growth")
@scenario("Excess Mana")
def test_wild_growth_at_ten_crystals_gives_a_card_instead() -> None:
    game = duel("druid").set_deck(ME, ["Sap", "Hex"]).give(ME, "Wild Growth").play("Wild Growth")
    assert (game.me.mana, game.me.crystals, game.me.hand) == (8, 10, ["Excess Mana"])
    game.play("Excess Mana")
    assert (game.me.mana, game.me.hand) == (8, ["Sap"])


@scenario("Shapeshift")
def test_shapeshift_gives_attack_for_the_turn_and_armor() -> None:
    game = duel("druid").use_power()
    assert (game.me.attack, game.me.armor, game.me.mana) == (1, 1, 8)
    game.attack("my hero", "enemy hero")
    assert game.enemy.health == 29
    pass_turn(game)
    assert (game.me.attack, game.me.armor) == (0, 1)
