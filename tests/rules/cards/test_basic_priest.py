"""Priest cards of the basic set, one by one."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError


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


@scenario("Holy Smite")
def test_holy_smite_is_doubled_by_prophet_velen() -> None:
    game = duel("priest").give(ME, "Holy Smite")
    game.add_minion(ME, "Prophet Velen")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Holy Smite", target=yeti)
    assert (yeti.health, game.me.mana) == (1, 9)


@scenario("Mind Blast")
def test_mind_blast_meets_armor_and_eye_for_an_eye() -> None:
    game = duel("priest", "paladin").set_health(ENEMY, 30, armor=3).add_secret(ENEMY, "Eye for an Eye")
    game.give(ME, "Mind Blast").play("Mind Blast")
    assert (game.enemy.armor, game.enemy.health, game.me.health) == (0, 28, 25)


@scenario("Power Word: Shield")
def test_power_word_shield_on_a_lightspawn_is_attack_too() -> None:
    game = duel("priest").give(ME, "Power Word: Shield", "Silence")
    lightspawn = game.add_minion(ME, "Lightspawn")
    game.play("Power Word: Shield", target=lightspawn)
    assert lightspawn.stats == (7, 7)
    game.play("Silence", target=lightspawn)
    assert lightspawn.stats == (0, 5)


@scenario("Divine Spirit")
def test_divine_spirit_doubles_the_health_that_is_left() -> None:
    game = duel("priest").give(ME, "Divine Spirit", "Divine Spirit")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti", damage=2)
    game.play("Divine Spirit", target=yeti)
    assert (yeti.stats, yeti.max_health, game.me.mana) == ((4, 6), 8, 8)
    with pytest.raises(InputError, match=r"legal targets: enemy Chillwind Yeti$"):
        game.play("Divine Spirit", target="my hero")
    game.play("Divine Spirit", target=yeti)
    assert (yeti.health, yeti.max_health) == (12, 14)


@scenario("Holy Nova")
def test_holy_nova_hurts_enemies_and_heals_friends() -> None:
    game = duel("priest").set_health(ME, 20).give(ME, "Holy Nova")
    mine = game.add_minion(ME, "Chillwind Yeti", damage=3)
    yeti, raptor = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ENEMY, "Bloodfen Raptor")
    game.play("Holy Nova")
    assert (game.enemy.health, yeti.health, raptor.in_play) == (28, 3, False)
    assert (game.me.health, mine.health, game.me.mana) == (22, 4, 5)


@scenario("Holy Nova")
def test_holy_nova_hurts_more_but_heals_no_more_with_spell_damage() -> None:
    game = duel("priest").set_health(ME, 20).give(ME, "Holy Nova")
    game.add_minion(ME, "Kobold Geomancer")
    game.add_minion(ENEMY, "Shattered Sun Cleric", keywords="stealth")
    game.play("Holy Nova")
    assert (game.me.health, game.enemy.health, game.enemy.minions) == (22, 27, [])


@scenario("Holy Nova")
def test_holy_nova_draws_with_a_northshire_cleric_for_each_healed_friend() -> None:
    game = duel("priest").set_health(ME, 20).give(ME, "Holy Nova")
    game.add_minion(ME, "Northshire Cleric", damage=1)
    game.add_minion(ME, "Chillwind Yeti", damage=3)
    game.add_minion(ME, "War Golem")
    game.add_minion(ENEMY, "Chillwind Yeti", damage=1)
    assert game.play("Holy Nova").me.hand == ["Wisp", "Wisp"]


@scenario("Mind Control")
def test_mind_control_takes_an_enemy_minion_for_good() -> None:
    game = duel("priest").give(ME, "Mind Control")
    game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Boulderfist Ogre", damage=3)
    game.play("Mind Control", target="enemy 1")
    assert (game.me.minions, game.enemy.minions, game.me.mana) == (["Wisp", "Boulderfist Ogre"], [], 0)
    assert (game.me.board[1].stats, game.me.board[1].can_attack) == ((6, 4), False)
    pass_turn(game)
    game.attack("Boulderfist Ogre", "enemy hero")
    assert game.enemy.health == 24


@scenario("Mind Control")
def test_mind_control_needs_an_enemy_minion_and_room() -> None:
    game = duel("priest").give(ME, "Mind Control")
    game.add_minion(ME, "Wisp")
    with pytest.raises(InputError, match="cannot play Mind Control now"):
        game.play("Mind Control", target="my 1")
    game.add_minion(ENEMY, "Boulderfist Ogre")
    for _ in range(6):
        game.add_minion(ME, "Wisp")
    with pytest.raises(InputError, match="cannot play Mind Control now"):
        game.play("Mind Control", target="Boulderfist Ogre")


@scenario("Mind Vision")
def test_mind_vision_copies_a_random_card_of_the_enemy_hand() -> None:
    game = duel("priest").give(ME, "Mind Vision").give(ENEMY, "Hex", "Fireball", "Claw").script(1)
    game.play("Mind Vision")
    assert (game.me.hand, game.enemy.hand, game.me.mana) == (["Fireball"], ["Hex", "Fireball", "Claw"], 9)
    game.play("Fireball", target="enemy hero")
    assert (game.enemy.health, game.me.mana) == (24, 5)


@scenario("Mind Vision")
def test_mind_vision_finds_nothing_in_an_empty_hand() -> None:
    game = duel("priest").give(ME, "Mind Vision", "Wisp").play("Mind Vision")
    assert (game.me.hand, game.me.mana) == (["Wisp"], 9)


@scenario("Shadow Word: Death")
def test_shadow_word_death_destroys_a_minion_of_at_least_five_attack() -> None:
    game = duel("priest").give(ME, "Shadow Word: Death")
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre", keywords="divine shield")
    game.play("Shadow Word: Death", target=ogre)
    assert (game.enemy.minions, game.me.mana) == ([], 7)


@scenario("Shadow Word: Death")
def test_shadow_word_death_goes_by_the_attack_of_this_moment() -> None:
    game = duel("priest").give(ME, "Shadow Word: Death")
    game.add_minion(ME, "Boulderfist Ogre")
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.add_minion(ENEMY, "Boulderfist Ogre", attack=4)
    game.add_minion(ENEMY, "Bloodfen Raptor", turn_attack=2)
    with pytest.raises(InputError, match=r"legal targets: my Boulderfist Ogre, enemy Bloodfen Raptor$"):
        game.play("Shadow Word: Death", target="Chillwind Yeti")


@scenario("Shadow Word: Death")
def test_shadow_word_death_reaches_what_inner_fire_has_raised() -> None:
    game = duel("priest").give(ME, "Shadow Word: Death", "Inner Fire")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    with pytest.raises(InputError, match="cannot play Shadow Word: Death now"):
        game.play("Shadow Word: Death", target=yeti)
    game.play("Inner Fire", target=yeti).play("Shadow Word: Death", target=yeti)
    assert (game.enemy.minions, game.me.mana) == ([], 6)
