"""Mage cards of the basic set, one by one."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.cards import InputError


@scenario("Arcane Explosion")
def test_arcane_explosion_hits_all_enemy_minions_and_nobody_else() -> None:
    game = duel().give(ME, "Arcane Explosion")
    mine = game.add_minion(ME, "Wisp")
    yeti, stealthy = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ENEMY, "Worgen Infiltrator")
    game.play("Arcane Explosion")
    assert (yeti.health, stealthy.in_play) == (4, False)
    assert (mine.health, game.me.health, game.enemy.health) == (1, 30, 30)
    assert game.me.mana == 8


@scenario("Arcane Explosion")
def test_arcane_explosion_profits_from_spell_damage() -> None:
    game = duel().give(ME, "Arcane Explosion")
    game.add_minion(ME, "Kobold Geomancer")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Arcane Explosion")
    assert yeti.health == 3


@scenario("Arcane Intellect")
def test_arcane_intellect_draws_two_cards() -> None:
    game = duel().set_deck(ME, ["Fireball", "Polymorph", "Wisp"]).give(ME, "Arcane Intellect")
    game.play("Arcane Intellect")
    assert (game.me.hand, game.me.deck) == (["Fireball", "Polymorph"], ["Wisp"])
    assert (game.me.mana, game.enemy.hand) == (7, [])


@scenario("Arcane Missiles")
def test_arcane_missiles_split_three_damage_among_enemies() -> None:
    game = duel().give(ME, "Arcane Missiles")
    mine, ogre = game.add_minion(ME, "Wisp"), game.add_minion(ENEMY, "Boulderfist Ogre")
    game.script(0, 1, 1).play("Arcane Missiles")
    assert (game.enemy.health, ogre.health) == (29, 5)
    assert (game.me.health, mine.health, game.me.mana) == (30, 1, 9)


@scenario("Arcane Missiles")
def test_arcane_missiles_do_not_hit_what_is_already_dying() -> None:
    game = duel().give(ME, "Arcane Missiles")
    game.add_minion(ENEMY, "Wisp")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.script(1, 1, 0).play("Arcane Missiles")  # the Wisp; then the Yeti is next to the hero
    assert (game.enemy.minions, yeti.health, game.enemy.health) == (["Chillwind Yeti"], 4, 29)


@scenario("Arcane Missiles")
def test_arcane_missiles_become_more_with_spell_damage() -> None:
    game = duel().give(ME, "Arcane Missiles").script(0, 0, 0, 0)
    game.add_minion(ME, "Kobold Geomancer")
    assert game.play("Arcane Missiles").enemy.health == 26


@scenario("Fireball")
def test_fireball_deals_six_damage_to_any_character() -> None:
    game = duel().set_mana(ME, 16)
    mine, foe = game.add_minion(ME, "Boulderfist Ogre"), game.add_minion(ENEMY, "War Golem")
    for target in ("my hero", "enemy hero", mine, foe):
        game.give(ME, "Fireball").play("Fireball", target=target)
    assert (game.me.health, game.enemy.health) == (24, 24)
    assert (mine.health, foe.health, game.me.mana) == (1, 1, 0)


@scenario("Fireball")
def test_fireball_profits_from_spell_damage() -> None:
    game = duel().give(ME, "Fireball")
    game.add_minion(ME, "Ogre Magi")
    golem = game.add_minion(ENEMY, "War Golem")
    game.play("Fireball", target=golem)
    assert not golem.in_play


@scenario("Polymorph")
def test_polymorph_leaves_nothing_but_a_sheep() -> None:
    game = duel().give(ME, "Polymorph")
    game.add_minion(ENEMY, "Wisp")
    lord = game.add_minion(ENEMY, "Lord of the Arena", attack=9, damage=3)
    game.play("Polymorph", target=lord)
    sheep = game.enemy.board[1]
    assert (sheep.name, sheep.stats, sheep.has("taunt")) == ("Sheep", (1, 1), False)
    assert game.me.mana == 6


@scenario("Polymorph")
def test_polymorph_kills_nobody_and_wakes_no_deathrattle() -> None:
    game = duel().give(ME, "Polymorph", "Polymorph")
    game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Leper Gnome")
    with pytest.raises(InputError, match=r"legal targets: my Wisp, enemy Leper Gnome$"):
        game.play("Polymorph", target="enemy hero")
    game.play("Polymorph", target="enemy 1").play("Polymorph", target="my 1")
    assert (game.me.minions, game.enemy.minions, game.me.health) == (["Sheep"], ["Sheep"], 30)


@scenario("Jaina Proudmoore")
def test_jaina_proudmoore_has_thirty_health_and_fireblast() -> None:
    game = duel("Jaina Proudmoore")
    assert (game.me.health, game.me.attack, game.me.power, game.me.power_cost) == (30, 0, "Fireblast", 2)


@scenario("Fireblast")
def test_fireblast_deals_one_damage_to_any_character() -> None:
    game = duel("mage")
    mine, foe = game.add_minion(ME, "Kobold Geomancer"), game.add_minion(ENEMY, "Chillwind Yeti")
    for target in ("my hero", "enemy hero", mine, foe):
        game.use_power(target)
        assert game.me.mana == 8  # spell damage does not raise it
        pass_turn(game)
    assert (game.me.health, game.enemy.health, mine.health, foe.health) == (29, 29, 1, 4)


@scenario("Fireblast")
def test_fireblast_cannot_choose_an_elusive_minion() -> None:
    game = duel("mage")
    game.add_minion(ENEMY, "Faerie Dragon")
    with pytest.raises(InputError, match=r"legal targets: my hero, enemy hero$"):
        game.use_power("enemy 1")
