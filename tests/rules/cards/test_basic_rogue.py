"""The rogue's cards of the Basic set."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.cards import InputError


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
