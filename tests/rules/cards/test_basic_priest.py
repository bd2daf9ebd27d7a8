"""Priest cards of the basic set, one by one."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.cards import InputError


@scenario("Northshire Cleric")
def test_northshire_cleric_is_a_minion_of_one_mana() -> None:
    game = duel("priest").set_mana(ME, 1).give(ME, "Northshire Cleric").play("Northshire Cleric")
    cleric = game.me.board[0]
    assert (game.me.mana, cleric.stats, cleric.can_attack) == (0, (1, 3), False)


@scenario("Northshire Cleric")
def test_northshire_cleric_draws_when_any_minion_is_healed() -> None:
    game = duel("priest").give(ENEMY, "Voodoo Doctor")
    game.add_minion(ME, "Northshire Cleric")
    foe = game.add_minion(ENEMY, "Boulderfist Ogre", damage=6)
    game.use_power(foe)
    assert (game.me.hand, game.enemy.hand) == (["Wisp"], ["Voodoo Doctor"])
    game.end_turn().play("Voodoo Doctor", target=foe)
    assert game.side(ME).hand == ["Wisp", "Wisp"]


@scenario("Northshire Cleric")
def test_northshire_cleric_draws_for_each_healed_minion() -> None:
    game = duel("priest").set_health(ME, 20).give(ME, "Darkscale Healer")
    game.add_minion(ME, "Northshire Cleric", damage=1)
    game.add_minion(ME, "Chillwind Yeti", damage=1)
    game.add_minion(ME, "War Golem")
    game.play("Darkscale Healer")
    assert game.me.hand == ["Wisp", "Wisp"]  # not for the hero, nor for those who had no damage


@scenario("Northshire Cleric")
def test_northshire_cleric_does_not_draw_for_heroes_or_whole_minions_or_silenced() -> None:
    game = duel("priest").set_health(ME, 20)
    game.add_minion(ME, "Northshire Cleric")
    game.add_minion(ENEMY, "Northshire Cleric", silenced=True)
    game.use_power("my hero")
    assert (game.me.health, game.me.hand) == (22, [])
    pass_turn(game)
    game.use_power("my 1")
    assert (game.me.hand, game.enemy.hand) == (["Wisp"], ["Wisp"])  # the cards of the turns


@scenario("Holy Smite")
def test_holy_smite_deals_two_damage_to_any_character() -> None:
    game = duel("priest")
    mine, foe = game.add_minion(ME, "Boulderfist Ogre"), game.add_minion(ENEMY, "Chillwind Yeti")
    for target in ("my hero", "enemy hero", mine, foe):
        game.give(ME, "Holy Smite").play("Holy Smite", target=target)
    assert (game.me.health, game.enemy.health) == (28, 28)
    assert (mine.health, foe.health, game.me.mana) == (5, 3, 6)


@scenario("Holy Smite")
def test_holy_smite_profits_from_spell_damage() -> None:
    game = duel("priest").give(ME, "Holy Smite")
    game.add_minion(ME, "Dalaran Mage")
    assert game.play("Holy Smite", target="enemy hero").enemy.health == 27


@scenario("Mind Blast")
def test_mind_blast_deals_five_damage_to_the_enemy_hero() -> None:
    game = duel("priest").give(ME, "Mind Blast")
    guard = game.add_minion(ENEMY, "Goldshire Footman")
    game.play("Mind Blast")
    assert (game.enemy.health, game.me.health, guard.health) == (25, 30, 2)
    assert game.me.mana == 8


@scenario("Mind Blast")
def test_mind_blast_has_no_target_and_profits_from_spell_damage() -> None:
    game = duel("priest").give(ME, "Mind Blast")
    game.add_minion(ME, "Kobold Geomancer")
    with pytest.raises(InputError, match="cannot play Mind Blast on my Kobold Geomancer"):
        game.play("Mind Blast", target="my 1")
    assert game.play("Mind Blast").enemy.health == 24


@scenario("Power Word: Shield")
def test_power_word_shield_gives_health_and_a_card() -> None:
    game = duel("priest").set_deck(ME, ["Fireball", "Wisp"]).give(ME, "Power Word: Shield")
    yeti, other = game.add_minion(ME, "Chillwind Yeti", damage=2), game.add_minion(ME, "Wisp")
    game.play("Power Word: Shield", target=yeti)
    assert (yeti.stats, yeti.max_health, other.stats) == ((4, 5), 7, (1, 1))
    assert (game.me.hand, game.me.mana) == (["Fireball"], 9)
    pass_turn(game)
    assert yeti.health == 5


@scenario("Power Word: Shield")
def test_power_word_shield_needs_a_minion_of_either_side() -> None:
    game = duel("priest").give(ME, "Power Word: Shield")
    with pytest.raises(InputError, match="cannot play Power Word: Shield now"):
        game.play("Power Word: Shield")
    foe = game.add_minion(ENEMY, "Wisp")
    game.play("Power Word: Shield", target=foe)
    assert (foe.stats, game.me.hand, game.enemy.hand) == ((1, 3), ["Wisp"], [])


@scenario("Shadow Word: Pain")
def test_shadow_word_pain_destroys_a_minion_of_at_most_three_attack() -> None:
    game = duel("priest").give(ME, "Shadow Word: Pain")
    shieldmasta = game.add_minion(ENEMY, "Sen'jin Shieldmasta", keywords="divine shield")
    game.play("Shadow Word: Pain", target=shieldmasta)
    assert (game.enemy.minions, game.me.mana) == ([], 8)


@scenario("Shadow Word: Pain")
def test_shadow_word_pain_goes_by_the_attack_of_this_moment() -> None:
    game = duel("priest").give(ME, "Shadow Word: Pain")
    game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Raid Leader")
    game.add_minion(ENEMY, "Sen'jin Shieldmasta")  # 4 attack beside the leader
    game.add_minion(ENEMY, "Chillwind Yeti", attack=2)
    game.add_minion(ENEMY, "Boulderfist Ogre")
    with pytest.raises(InputError, match=r"legal targets: my Wisp, enemy Raid Leader, enemy Chillwind Yeti$"):
        game.play("Shadow Word: Pain", target="Boulderfist Ogre")


@scenario("Shadow Word: Pain")
def test_shadow_word_pain_wakes_deathrattles() -> None:
    game = duel("priest").give(ME, "Shadow Word: Pain")
    gnome = game.add_minion(ENEMY, "Leper Gnome")
    assert game.play("Shadow Word: Pain", target=gnome).me.health == 28


@scenario("Anduin Wrynn")
def test_anduin_wrynn_has_thirty_health_and_lesser_heal() -> None:
    game = duel("Anduin Wrynn")
    assert (game.me.health, game.me.attack, game.me.power, game.me.power_cost) == (30, 0, "Lesser Heal", 2)


@scenario("Lesser Heal")
def test_lesser_heal_restores_two_health_to_any_character() -> None:
    game = duel("priest").set_health(ME, 29).set_health(ENEMY, 10)
    mine = game.add_minion(ME, "Chillwind Yeti", damage=1)
    foe = game.add_minion(ENEMY, "Boulderfist Ogre", damage=5)
    for target in ("my hero", "enemy hero", mine, foe):
        game.use_power(target)
        assert game.me.mana == 8
        pass_turn(game)
    assert (game.me.health, game.enemy.health) == (30, 12)
    assert (mine.health, foe.health) == (5, 4)
