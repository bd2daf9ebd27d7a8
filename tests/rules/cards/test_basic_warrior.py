"""The warrior's cards of the Basic set."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.cards import InputError


@scenario("Warsong Commander")
def test_warsong_commander_strengthens_charging_minions() -> None:
    game = duel("warrior").give(ME, "Warsong Commander", "Wolfrider")
    yeti, enemy = game.add_minion(ME, "Chillwind Yeti"), game.add_minion(ENEMY, "Wolfrider")
    game.play("Warsong Commander").play("Wolfrider")
    commander, rider = game.me.board[1:]
    assert (commander.stats, commander.can_attack, game.me.mana) == ((2, 3), False, 4)
    assert (rider.stats, yeti.attack, enemy.attack) == ((4, 1), 4, 3)
    game.attack(rider, "enemy hero")
    assert game.enemy.health == 26


@scenario("Warsong Commander")
def test_warsong_commander_notices_given_charge_and_is_missed_when_dead() -> None:
    game = duel("warrior").give(ME, "Charge", "Fireball")
    commander, yeti = game.add_minion(ME, "Warsong Commander"), game.add_minion(ME, "Chillwind Yeti")
    game.play("Charge", target=yeti)
    assert yeti.attack == 5
    game.play("Fireball", target=commander)
    assert yeti.attack == 4


@scenario("Charge")
def test_charge_lets_a_new_minion_attack_minions_this_turn() -> None:
    game = duel("warrior").give(ME, "Boulderfist Ogre", "Charge").play("Boulderfist Ogre")
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Charge", target="Boulderfist Ogre")
    with pytest.raises(InputError, match=r"legal: attack enemy Chillwind Yeti with my Boulderfist Ogre$"):
        game.attack("Boulderfist Ogre", "enemy hero")
    game.attack("Boulderfist Ogre", "Chillwind Yeti")
    assert (game.enemy.minions, game.me.mana) == ([], 3)
    pass_turn(game)
    assert game.attack("Boulderfist Ogre", "enemy hero").enemy.health == 24


@scenario("Charge")
def test_charge_keeps_a_ready_minion_from_the_hero_too() -> None:
    game = duel("warrior").give(ME, "Charge")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Charge", target=yeti)
    with pytest.raises(InputError, match="cannot attack enemy hero with my Chillwind Yeti"):
        game.attack(yeti, "enemy hero")


@scenario("Charge")
def test_charge_is_for_friendly_minions() -> None:
    game = duel("warrior").give(ME, "Charge")
    game.add_minion(ENEMY, "Chillwind Yeti")
    with pytest.raises(InputError, match="cannot play Charge now"):
        game.play("Charge", target="enemy 1")


@scenario("Execute")
def test_execute_destroys_a_damaged_enemy_minion() -> None:
    game = duel("warrior").give(ME, "Execute", "Execute")
    ogre, yeti = game.add_minion(ENEMY, "Boulderfist Ogre", damage=1), game.add_minion(ENEMY, "Chillwind Yeti")
    game.add_minion(ME, "Chillwind Yeti", damage=1)
    game.set_health(ENEMY, 20)
    with pytest.raises(InputError, match=r"legal targets: enemy Boulderfist Ogre$"):
        game.play("Execute", target=yeti)
    game.play("Execute", target=ogre)
    assert (game.enemy.minions, game.me.mana) == (["Chillwind Yeti"], 8)
    with pytest.raises(InputError, match="cannot play Execute now"):
        game.play("Execute", target=yeti)


@scenario("Heroic Strike")
def test_heroic_strike_is_one_strong_blow() -> None:
    game = duel("warrior").give(ME, "Heroic Strike").play("Heroic Strike")
    assert (game.me.attack, game.me.mana) == (4, 8)
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.attack("my hero", yeti)
    assert (yeti.health, game.me.health, game.me.hero.can_attack) == (1, 26, False)
    pass_turn(game)
    assert game.me.attack == 0


@scenario("Fiery War Axe")
def test_fiery_war_axe_strikes_twice() -> None:
    game = duel("warrior").give(ME, "Fiery War Axe").play("Fiery War Axe").attack("my hero", "enemy hero")
    assert (game.enemy.health, game.me.weapon.durability, game.me.mana) == (27, 1, 7)
    game.add_minion(ENEMY, "Bloodfen Raptor")
    pass_turn(game)
    game.attack("my hero", "Bloodfen Raptor")
    assert (game.enemy.minions, game.me.health, game.me.weapon) == ([], 27, None)


@scenario("Armor Up!")
def test_armor_up_gains_two_armor() -> None:
    game = duel("warrior").set_health(ME, 20).use_power()
    assert (game.me.armor, game.me.health, game.me.mana) == (2, 20, 8)
    pass_turn(game)
    game.use_power().give(ENEMY, "Fireball").end_turn().play("Fireball", target="enemy hero")
    assert (game.enemy.armor, game.enemy.health) == (0, 18)
