"""The warrior's cards of the Basic set."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError


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


@scenario("Kor'kron Elite")
def test_korkron_elite_attacks_at_once() -> None:
    game = duel("warrior").give(ME, "Kor'kron Elite").play("Kor'kron Elite").attack("my 1", "enemy hero")
    elite = game.me.board[0]
    assert (elite.stats, elite.can_attack, game.enemy.health, game.me.mana) == ((4, 3), False, 26, 6)


@scenario("Cleave")
def test_cleave_hits_two_different_enemy_minions() -> None:
    game = duel("warrior").give(ME, "Cleave").script(1, 1)
    mine = game.add_minion(ME, "Chillwind Yeti")
    first, second, third = (game.add_minion(ENEMY, "Chillwind Yeti") for _ in range(3))
    game.play("Cleave")
    assert [m.health for m in (mine, first, second, third)] == [5, 5, 3, 3]
    assert (game.enemy.health, game.me.mana) == (30, 8)


@scenario("Cleave")
def test_cleave_needs_an_enemy_minion_even_a_hidden_one() -> None:
    game = duel("warrior").give(ME, "Cleave")
    game.add_minion(ME, "Kobold Geomancer")
    with pytest.raises(InputError, match="cannot play Cleave now"):
        game.play("Cleave")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti", keywords=["stealth"])
    game.script(0).play("Cleave")
    assert yeti.health == 2


@scenario("Shield Block")
def test_shield_block_gains_five_armor_and_a_card() -> None:
    game = duel("warrior").set_health(ME, 20, armor=2).set_deck(ME, ["Sap"]).give(ME, "Shield Block", "Shield Block")
    game.play("Shield Block")
    assert (game.me.armor, game.me.health, game.me.hand, game.me.mana) == (7, 20, ["Shield Block", "Sap"], 7)
    game.play("Shield Block")
    assert (game.me.armor, game.me.health, game.me.fatigue) == (11, 20, 1)


@scenario("Whirlwind")
def test_whirlwind_hurts_all_minions_and_no_hero() -> None:
    game = duel("warrior").give(ME, "Whirlwind")
    yeti, gnome = game.add_minion(ME, "Chillwind Yeti"), game.add_minion(ME, "Leper Gnome")
    raptor, squire = game.add_minion(ENEMY, "Bloodfen Raptor"), game.add_minion(ENEMY, "Argent Squire")
    game.play("Whirlwind")
    assert (yeti.health, gnome.in_play, raptor.health) == (4, False, 1)
    assert (squire.health, squire.has("divine shield")) == (1, False)
    assert (game.me.health, game.enemy.health, game.me.mana) == (30, 28, 9)


@scenario("Arcanite Reaper")
def test_arcanite_reaper_strikes_twice() -> None:
    game = duel("warrior").give(ME, "Arcanite Reaper").play("Arcanite Reaper").attack("my hero", "enemy hero")
    assert (game.enemy.health, game.me.weapon.durability, game.me.mana) == (25, 1, 5)
    pass_turn(game)
    game.attack("my hero", "enemy hero")
    assert (game.enemy.health, game.me.weapon) == (20, None)
