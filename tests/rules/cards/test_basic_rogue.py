"""The rogue's cards of the Basic set."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError


@scenario("Assassinate")
def test_assassinate_destroys_an_enemy_minion_of_any_size() -> None:
    game = duel("rogue").give(ME, "Assassinate", "Assassinate")
    game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Sunwalker")
    game.add_minion(ENEMY, "Boulderfist Ogre")
    game.play("Assassinate", target="Sunwalker")
    assert (game.enemy.minions, game.me.mana) == (["Boulderfist Ogre"], 5)
    with pytest.raises(InputError, match=r"legal targets: enemy Boulderfist Ogre$"):
        game.play("Assassinate", target="my Wisp")


@scenario("Backstab")
def test_backstab_hits_an_undamaged_minion() -> None:
    game = duel("rogue").give(ME, "Backstab", "Backstab")
    yeti, mine = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ME, "Bloodfen Raptor")
    game.play("Backstab", target=yeti)
    assert (yeti.health, game.me.mana) == (3, 10)
    with pytest.raises(InputError, match="legal targets: my Bloodfen Raptor"):
        game.play("Backstab", target=yeti)
    game.play("Backstab", target=mine)
    assert not mine.in_play


@scenario("Backstab")
def test_backstab_grows_with_spell_damage() -> None:
    game = duel("rogue").give(ME, "Backstab")
    game.add_minion(ME, "Kobold Geomancer")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Backstab", target=yeti)
    assert yeti.health == 2


@scenario("Deadly Poison")
def test_deadly_poison_sharpens_the_weapon_for_good() -> None:
    game = duel("rogue").equip(ME, "Wicked Knife").give(ME, "Deadly Poison").play("Deadly Poison")
    assert (game.me.weapon.attack, game.me.weapon.durability, game.me.attack, game.me.mana) == (3, 2, 3, 9)
    game.attack("my hero", "enemy hero")
    pass_turn(game)
    game.attack("my hero", "enemy hero")
    assert (game.enemy.health, game.me.weapon) == (24, None)


@scenario("Deadly Poison")
def test_deadly_poison_needs_an_own_weapon() -> None:
    game = duel("rogue").equip(ENEMY, "Fiery War Axe").give(ME, "Deadly Poison")
    with pytest.raises(InputError, match="cannot play Deadly Poison now"):
        game.play("Deadly Poison")


@scenario("Sap")
def test_sap_sends_an_enemy_minion_back_without_its_changes() -> None:
    game = duel("rogue").give(ME, "Sap", "Sap")
    game.add_minion(ME, "Wisp")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti", attack=9, damage=3)
    game.play("Sap", target=yeti)
    assert (game.enemy.minions, game.enemy.hand, game.me.mana) == ([], ["Chillwind Yeti"], 8)
    with pytest.raises(InputError, match="cannot play Sap now"):
        game.play("Sap", target="my Wisp")
    game.end_turn().play("Chillwind Yeti")
    assert game.me.board[0].stats == (4, 5)


@scenario("Sap")
def test_sap_destroys_what_does_not_fit_into_the_hand() -> None:
    game = duel("rogue").give(ME, "Sap").give(ENEMY, *["Wisp"] * 10).set_deck(ENEMY, ["Hex"])
    game.add_minion(ENEMY, "Loot Hoarder")
    game.play("Sap", target="Loot Hoarder")
    assert (game.enemy.minions, game.enemy.hand, game.enemy.deck) == ([], ["Wisp"] * 10, [])


@scenario("Sinister Strike")
def test_sinister_strike_hits_the_enemy_hero() -> None:
    game = duel("rogue").set_health(ENEMY, 30, armor=1).give(ME, "Sinister Strike", "Sinister Strike")
    game.add_minion(ENEMY, "Wisp")
    game.play("Sinister Strike")
    assert (game.enemy.health, game.enemy.armor, game.enemy.minions, game.me.mana) == (28, 0, ["Wisp"], 9)
    game.add_minion(ME, "Kobold Geomancer")
    assert game.play("Sinister Strike").enemy.health == 24


@scenario("Dagger Mastery")
@scenario("Wicked Knife")
def test_dagger_mastery_draws_a_knife() -> None:
    game = duel("rogue").use_power()
    assert (game.me.weapon.name, game.me.weapon.attack, game.me.weapon.durability) == ("Wicked Knife", 1, 2)
    game.attack("my hero", "enemy hero")
    assert (game.enemy.health, game.me.weapon.durability, game.me.mana) == (29, 1, 8)


@scenario("Dagger Mastery")
def test_dagger_mastery_throws_a_better_weapon_away() -> None:
    game = duel("rogue").equip(ME, "Fiery War Axe").use_power()
    assert (game.me.weapon.name, game.me.attack) == ("Wicked Knife", 1)


@scenario("Fan of Knives")
def test_fan_of_knives_hits_all_enemy_minions_and_draws() -> None:
    game = duel("rogue").set_deck(ME, ["Sap", "Hex"]).give(ME, "Fan of Knives")
    mine, yeti = game.add_minion(ME, "Wisp"), game.add_minion(ENEMY, "Chillwind Yeti")
    game.add_minion(ENEMY, "Worgen Infiltrator")
    game.play("Fan of Knives")
    assert (game.enemy.minions, yeti.health, mine.in_play) == (["Chillwind Yeti"], 4, True)
    assert (game.enemy.health, game.me.hand, game.me.mana) == (30, ["Sap"], 7)


@scenario("Fan of Knives")
def test_fan_of_knives_grows_with_spell_damage_and_draws_without_enemies_too() -> None:
    game = duel("rogue").give(ME, "Fan of Knives", "Fan of Knives").play("Fan of Knives")
    assert game.me.hand == ["Fan of Knives", "Wisp"]
    game.add_minion(ME, "Kobold Geomancer")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Fan of Knives")
    assert yeti.health == 3


@scenario("Shiv")
def test_shiv_deals_one_damage_to_anyone_and_draws() -> None:
    game = duel("rogue").set_deck(ME, ["Sap", "Hex", "Claw"]).give(ME, "Shiv", "Shiv")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Shiv", target=yeti)
    game.add_minion(ME, "Kobold Geomancer")
    game.play("Shiv", target="enemy hero")
    assert (yeti.health, game.enemy.health, game.me.hand, game.me.mana) == (4, 28, ["Sap", "Hex"], 6)


@scenario("Sprint")
def test_sprint_draws_four() -> None:
    game = duel("rogue").set_deck(ME, ["Sap", "Hex", "Claw", "Wisp", "Shiv"]).give(ME, "Sprint").play("Sprint")
    assert (game.me.hand, game.me.deck, game.me.mana) == (["Sap", "Hex", "Claw", "Wisp"], ["Shiv"], 3)


@scenario("Sprint")
def test_sprint_burns_what_the_hand_cannot_hold_and_tires_an_empty_deck() -> None:
    game = duel("rogue").set_deck(ME, ["Sap", "Hex", "Claw"]).give(ME, "Sprint", *["Wisp"] * 8).play("Sprint")
    assert (game.me.hand[8:], game.me.deck) == (["Sap", "Hex"], [])
    assert (game.me.health, game.me.fatigue) == (29, 1)


@scenario("Vanish")
def test_vanish_returns_all_minions_to_the_hands_of_their_players() -> None:
    game = duel("rogue").give(ME, "Vanish").give(ENEMY, "Hex")
    game.add_minion(ME, "Wisp", attack=5)
    game.add_minion(ENEMY, "Chillwind Yeti", damage=3)
    game.add_minion(ENEMY, "Worgen Infiltrator")
    game.play("Vanish")
    assert (game.me.minions, game.enemy.minions, game.me.mana) == ([], [], 4)
    assert (game.me.hand, game.enemy.hand) == (["Wisp"], ["Hex", "Chillwind Yeti", "Worgen Infiltrator"])
    assert game.play("Wisp").me.board[0].stats == (1, 1)


@scenario("Vanish")
def test_vanish_destroys_what_a_full_hand_cannot_take() -> None:
    game = duel("rogue").give(ME, "Vanish").give(ENEMY, *["Wisp"] * 9)
    game.add_minion(ENEMY, "Boulderfist Ogre")
    game.add_minion(ENEMY, "Leper Gnome")
    game.play("Vanish")
    assert (game.enemy.minions, game.enemy.hand[9:]) == ([], ["Boulderfist Ogre"])
    assert game.me.health == 28


@scenario("Vanish")
def test_vanish_keeps_a_minion_that_mind_control_had_taken() -> None:
    game = duel("rogue").give(ME, "Mind Control", "Vanish")
    game.add_minion(ENEMY, "Leper Gnome")
    game.play("Mind Control", target="enemy 1").set_mana(ME, 6).play("Vanish")
    assert (game.me.hand, game.enemy.hand) == (["Leper Gnome"], [])
    assert (game.me.health, game.enemy.health) == (30, 30)


@scenario("Vanish")
def test_vanish_goes_by_the_order_of_play_when_the_hand_is_short() -> None:
    game = duel("rogue").give(ME, "Vanish").give(ENEMY, *["Wisp"] * 9)
    game.add_minion(ENEMY, "Boulderfist Ogre")
    game.add_minion(ENEMY, "Chillwind Yeti", position=1)
    assert game.play("Vanish").enemy.hand[9:] == ["Boulderfist Ogre"]


@scenario("Assassin's Blade")
def test_assassins_blade_strikes_four_times() -> None:
    game = duel("rogue").give(ME, "Assassin's Blade").play("Assassin's Blade")
    assert (game.me.mana, game.me.weapon.attack, game.me.weapon.durability) == (5, 3, 4)
    for blow in range(1, 5):
        game.attack("my hero", "enemy hero")
        assert game.enemy.health == 30 - 3 * blow
        pass_turn(game)
    assert game.me.weapon is None


@scenario("Valeera Sanguinar")
def test_valeera_sanguinar_has_thirty_health_and_dagger_mastery() -> None:
    game = duel("Valeera Sanguinar")
    assert (game.me.health, game.me.attack, game.me.power, game.me.power_cost) == (30, 0, "Dagger Mastery", 2)
