"""The priest's cards of the Classic set."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError


@scenario("Auchenai Soulpriest")
def test_auchenai_soulpriest_turns_the_hero_power_into_damage() -> None:
    game = duel("priest").give(ME, "Auchenai Soulpriest").play("Auchenai Soulpriest")
    soulpriest = game.me.board[0]
    assert (soulpriest.stats, soulpriest.can_attack, game.me.mana) == ((3, 5), False, 6)
    game.use_power("enemy hero")
    assert game.enemy.health == 28


@scenario("Auchenai Soulpriest")
def test_auchenai_soulpriest_turns_spells_and_battlecries_of_her_side_only() -> None:
    game = duel("priest", "priest").set_health(ENEMY, 20).give(ME, "Circle of Healing", "Guardian of Kings")
    soulpriest = game.add_minion(ME, "Auchenai Soulpriest")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Circle of Healing").play("Guardian of Kings")
    assert (soulpriest.health, yeti.health, game.me.health) == (1, 1, 24)
    game.end_turn().use_power("my hero")
    assert game.me.health == 22


@scenario("Auchenai Soulpriest")
def test_auchenai_soulpriest_loses_her_text_by_silence() -> None:
    game = duel("priest").set_health(ME, 20).give(ME, "Silence")
    game.add_minion(ME, "Auchenai Soulpriest")
    game.play("Silence", target="my 1").use_power("my hero")
    assert game.me.health == 22


@scenario("Auchenai Soulpriest")
def test_auchenai_soulpriest_lets_spell_damage_raise_healing_spells() -> None:
    game = duel("priest").give(ME, "Circle of Healing")
    game.add_minion(ME, "Auchenai Soulpriest")
    game.add_minion(ME, "Kobold Geomancer")
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre")
    game.play("Circle of Healing")
    assert (game.me.minions, ogre.health) == ([], 2)


@scenario("Cabal Shadow Priest")
def test_cabal_shadow_priest_takes_a_weak_enemy_minion() -> None:
    game = duel("priest").give(ME, "Cabal Shadow Priest")
    game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Bloodfen Raptor")
    game.add_minion(ENEMY, "River Crocolisk", damage=1)
    with pytest.raises(InputError, match=r"legal targets: enemy River Crocolisk$"):
        game.play("Cabal Shadow Priest", target="Bloodfen Raptor")
    game.play("Cabal Shadow Priest", target="River Crocolisk")
    assert game.me.minions == ["Wisp", "Cabal Shadow Priest", "River Crocolisk"]
    assert [m.stats for m in game.me.board[1:]] == [(4, 5), (2, 2)]
    assert (game.enemy.minions, game.me.mana, game.me.board[2].can_attack) == (["Bloodfen Raptor"], 4, False)


@scenario("Cabal Shadow Priest")
def test_cabal_shadow_priest_comes_alone_where_no_weak_enemy_is() -> None:
    game = duel("priest").give(ME, "Cabal Shadow Priest")
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Cabal Shadow Priest")
    assert (game.me.minions, game.enemy.minions) == (["Cabal Shadow Priest"], ["Chillwind Yeti"])


@scenario("Cabal Shadow Priest")
def test_cabal_shadow_priest_destroys_what_finds_no_room() -> None:
    game = duel("priest").give(ME, "Cabal Shadow Priest")
    for _ in range(6):
        game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Leper Gnome")
    game.play("Cabal Shadow Priest", target="Leper Gnome")
    assert (len(game.me.board), game.enemy.minions, game.me.health) == (7, [], 28)


@scenario("Lightspawn")
def test_lightspawn_has_as_much_attack_as_health() -> None:
    game = duel("priest").give(ME, "Lightspawn", "Holy Smite", "Blessing of Might").play("Lightspawn")
    lightspawn = game.me.board[0]
    assert (lightspawn.stats, game.me.mana) == ((5, 5), 6)
    game.play("Holy Smite", target=lightspawn).play("Blessing of Might", target=lightspawn)
    assert lightspawn.stats == (3, 3)
    pass_turn(game)
    game.use_power(lightspawn).attack(lightspawn, "enemy hero")
    assert (lightspawn.stats, game.enemy.health) == ((5, 5), 25)


@scenario("Lightspawn")
def test_lightspawn_follows_auras_of_health_but_not_of_attack() -> None:
    game = duel("priest")
    lightspawn = game.add_minion(ME, "Lightspawn")
    game.add_minion(ME, "Raid Leader")
    assert lightspawn.stats == (5, 5)
    game.add_minion(ME, "Stormwind Champion")
    assert lightspawn.stats == (6, 6)


@scenario("Lightspawn")
def test_lightspawn_has_no_attack_once_silenced() -> None:
    game = duel("priest")
    lightspawn = game.add_minion(ME, "Lightspawn", silenced=True)
    assert (lightspawn.stats, lightspawn.can_attack) == ((0, 5), False)


@scenario("Lightwell")
def test_lightwell_heals_a_damaged_friend_as_its_turn_starts() -> None:
    game = duel("priest").set_health(ME, 20).set_health(ENEMY, 20).give(ME, "Lightwell").play("Lightwell")
    yeti = game.add_minion(ME, "Chillwind Yeti", damage=4)
    game.add_minion(ME, "War Golem")
    lightwell = game.me.board[0]
    assert (lightwell.stats, lightwell.can_attack, game.me.mana) == ((0, 5), False, 8)
    game.script(1, 0)  # among the hero and the yeti
    pass_turn(game)
    assert (game.me.health, yeti.health, game.enemy.health) == (20, 4, 20)
    pass_turn(game)
    assert (game.me.health, yeti.health) == (23, 4)


@scenario("Lightwell")
def test_lightwell_heals_itself_when_nobody_else_needs_it() -> None:
    game = duel("priest").script(0)
    lightwell = game.add_minion(ME, "Lightwell", damage=4)
    pass_turn(game)
    assert lightwell.health == 4


@scenario("Lightwell")
def test_lightwell_burns_beside_an_auchenai_soulpriest() -> None:
    game = duel("priest").script(0)
    game.add_minion(ME, "Lightwell")
    game.add_minion(ME, "Auchenai Soulpriest")
    yeti = game.add_minion(ME, "Chillwind Yeti", damage=1)
    pass_turn(game)
    assert yeti.health == 1


@scenario("Prophet Velen")
def test_prophet_velen_doubles_spells_after_spell_damage_and_the_hero_power() -> None:
    game = duel("priest").set_health(ME, 10).give(ME, "Holy Fire")
    game.add_minion(ME, "Kobold Geomancer")
    game.add_minion(ME, "Prophet Velen")
    game.play("Holy Fire", target="enemy hero").use_power("my hero")
    assert (game.enemy.health, game.me.health) == (18, 24)


@scenario("Prophet Velen")
def test_prophet_velen_leaves_battlecries_attacks_and_the_enemy_alone() -> None:
    game = duel("priest").set_health(ME, 10).give(ME, "Prophet Velen", "Voodoo Doctor").give(ENEMY, "Holy Smite")
    game.play("Prophet Velen").play("Voodoo Doctor", target="my hero")
    assert (game.me.board[0].stats, game.me.health, game.me.mana) == ((7, 7), 12, 2)
    game.end_turn().play("Holy Smite", target="enemy hero")
    assert game.enemy.health == 10
    game.end_turn().attack("Prophet Velen", "enemy hero")
    assert game.enemy.health == 23


@scenario("Prophet Velen")
def test_two_prophets_velen_make_it_four_times_as_much() -> None:
    game = duel("priest").give(ME, "Holy Smite")
    game.add_minion(ME, "Prophet Velen")
    game.add_minion(ME, "Prophet Velen")
    assert game.play("Holy Smite", target="enemy hero").enemy.health == 22


@scenario("Temple Enforcer")
def test_temple_enforcer_gives_a_friend_three_health() -> None:
    game = duel("priest").give(ME, "Temple Enforcer")
    yeti = game.add_minion(ME, "Chillwind Yeti", damage=2)
    game.add_minion(ENEMY, "Wisp")
    with pytest.raises(InputError, match=r"legal targets: my Chillwind Yeti$"):
        game.play("Temple Enforcer", target="enemy 1")
    game.play("Temple Enforcer", target=yeti)
    assert (yeti.stats, yeti.max_health) == ((4, 6), 8)
    assert (game.me.board[1].stats, game.me.board[1].can_attack, game.me.mana) == ((6, 6), False, 4)


@scenario("Temple Enforcer")
def test_temple_enforcer_comes_alone_without_a_gift_for_itself() -> None:
    game = duel("priest").give(ME, "Temple Enforcer")
    game.add_minion(ENEMY, "Wisp")
    game.play("Temple Enforcer")
    assert (game.me.board[0].stats, game.enemy.board[0].stats) == ((6, 6), (1, 1))


@scenario("Temple Enforcer")
def test_temple_enforcer_prepares_a_divine_spirit_and_silence_takes_it_away() -> None:
    game = duel("priest").give(ME, "Temple Enforcer", "Divine Spirit", "Silence")
    cleric = game.add_minion(ME, "Northshire Cleric")
    game.play("Temple Enforcer", target=cleric).play("Divine Spirit", target=cleric)
    assert (cleric.stats, game.me.hand) == ((1, 12), ["Silence"])  # more health is no healing
    game.play("Silence", target=cleric)
    assert cleric.stats == (1, 3)


@scenario("Circle of Healing")
def test_circle_of_healing_heals_all_minions_and_no_hero() -> None:
    game = duel("priest").set_health(ME, 20).give(ME, "Circle of Healing")
    mine = game.add_minion(ME, "Chillwind Yeti", damage=2)
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre", damage=6)
    game.play("Circle of Healing")
    assert (mine.health, ogre.health, game.me.health, game.me.mana) == (5, 5, 20, 10)


@scenario("Circle of Healing")
def test_circle_of_healing_draws_with_a_northshire_cleric_for_both_sides() -> None:
    game = duel("priest").give(ME, "Circle of Healing")
    game.add_minion(ME, "Northshire Cleric", damage=1)
    game.add_minion(ENEMY, "Boulderfist Ogre", damage=6)
    game.add_minion(ENEMY, "Wisp")
    assert game.play("Circle of Healing").me.hand == ["Wisp", "Wisp"]


@scenario("Holy Fire")
def test_holy_fire_deals_five_and_heals_its_hero() -> None:
    game = duel("priest").set_health(ME, 20).give(ME, "Holy Fire")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Holy Fire", target=yeti)
    assert (yeti.in_play, game.me.health, game.enemy.health, game.me.mana) == (False, 25, 30, 4)


@scenario("Holy Fire")
def test_holy_fire_hurts_its_hero_beside_an_auchenai_soulpriest() -> None:
    game = duel("priest").give(ME, "Holy Fire")
    game.add_minion(ME, "Auchenai Soulpriest")
    game.play("Holy Fire", target="enemy hero")
    assert (game.enemy.health, game.me.health) == (25, 25)


@scenario("Inner Fire")
def test_inner_fire_sets_attack_to_the_health_of_now() -> None:
    game = duel("priest").give(ME, "Divine Spirit", "Inner Fire", "Holy Smite")
    yeti = game.add_minion(ME, "Chillwind Yeti", damage=2)
    game.play("Divine Spirit", target=yeti).play("Inner Fire", target=yeti)
    assert (yeti.stats, game.me.mana) == ((6, 6), 7)
    game.play("Holy Smite", target=yeti)
    assert yeti.stats == (6, 4)


@scenario("Inner Fire")
def test_inner_fire_may_weaken_an_enemy() -> None:
    game = duel("priest").give(ME, "Inner Fire", "Inner Fire")
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre", damage=5)
    game.play("Inner Fire", target=ogre)
    assert ogre.stats == (2, 2)
    with pytest.raises(InputError, match="cannot play Inner Fire on my hero"):
        game.play("Inner Fire", target="my hero")


@scenario("Mass Dispel")
def test_mass_dispel_silences_all_enemy_minions_and_draws() -> None:
    game = duel("priest").set_deck(ME, ["Sap", "Hex"]).give(ME, "Mass Dispel")
    mine = game.add_minion(ME, "Sunwalker")
    tirion = game.add_minion(ENEMY, "Tirion Fordring", attack=9)
    tiger = game.add_minion(ENEMY, "Stranglethorn Tiger")
    game.play("Mass Dispel")
    assert (tirion.stats, tirion.keywords, tiger.has("stealth")) == ((6, 6), ("silenced",), False)
    assert (mine.has("taunt"), game.me.hand, game.me.mana) == (True, ["Sap"], 6)


@scenario("Mindgames")
def test_mindgames_calls_a_copy_of_a_minion_of_the_enemy_deck() -> None:
    game = duel("priest").give(ME, "Mindgames").script(1)
    game.set_deck(ENEMY, ["Hex", "Leper Gnome", "Elven Archer", "Fireball"])  # counted from the bottom
    game.add_minion(ME, "Wisp")
    game.play("Mindgames")
    assert (game.me.minions, game.me.mana) == (["Wisp", "Leper Gnome"], 6)
    assert (len(game.enemy.deck), game.me.board[1].can_attack) == (4, False)


@scenario("Mindgames")
@scenario("Shadow of Nothing")
def test_mindgames_finds_a_shadow_of_nothing_where_no_minion_is() -> None:
    game = duel("priest").give(ME, "Mindgames").set_deck(ENEMY, ["Hex", "Fireball"]).play("Mindgames")
    assert (game.me.minions, game.me.board[0].stats) == (["Shadow of Nothing"], (0, 1))


@scenario("Mindgames")
def test_mindgames_has_no_battlecry_and_needs_room() -> None:
    game = duel("priest").give(ME, "Mindgames", "Mindgames").set_deck(ENEMY, ["Nightblade"]).script(0)
    for _ in range(6):
        game.add_minion(ME, "Wisp")
    game.play("Mindgames")
    assert (game.me.minions[6], game.enemy.health) == ("Nightblade", 30)
    with pytest.raises(InputError, match="cannot play Mindgames now"):
        game.play("Mindgames")


@scenario("Shadow Madness")
def test_shadow_madness_borrows_a_minion_for_an_attack() -> None:
    game = duel("priest").give(ME, "Shadow Madness")
    game.add_minion(ENEMY, "Bloodfen Raptor")
    game.add_minion(ENEMY, "Chillwind Yeti")
    with pytest.raises(InputError, match=r"legal targets: enemy Bloodfen Raptor$"):
        game.play("Shadow Madness", target="Chillwind Yeti")
    game.play("Shadow Madness", target="Bloodfen Raptor").attack("my 1", "enemy hero")
    assert (game.me.minions, game.enemy.health, game.me.mana) == (["Bloodfen Raptor"], 27, 6)
    game.end_turn()
    assert (game.me.minions, game.enemy.minions) == (["Chillwind Yeti", "Bloodfen Raptor"], [])


@scenario("Shadow Madness")
def test_shadow_madness_needs_a_weak_enemy_minion_and_room() -> None:
    game = duel("priest").give(ME, "Shadow Madness")
    game.add_minion(ME, "Wisp")
    with pytest.raises(InputError, match="cannot play Shadow Madness now"):
        game.play("Shadow Madness", target="my 1")
    game.add_minion(ENEMY, "Bloodfen Raptor")
    for _ in range(6):
        game.add_minion(ME, "Wisp")
    with pytest.raises(InputError, match="cannot play Shadow Madness now"):
        game.play("Shadow Madness", target="Bloodfen Raptor")


@scenario("Shadow Madness")
def test_shadow_madness_lends_deathrattles_and_the_end_of_the_turn() -> None:
    game = duel("priest").give(ME, "Shadow Madness", "Shadow Madness")
    game.add_minion(ENEMY, "Leper Gnome")
    game.add_minion(ENEMY, "Imp Master")
    guard = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Shadow Madness", target="Leper Gnome").attack("my 1", guard)
    assert (game.enemy.health, game.me.health) == (28, 30)
    game.play("Shadow Madness", target="Imp Master").end_turn()
    assert (game.enemy.minions, game.me.minions) == (["Imp"], ["Chillwind Yeti", "Imp Master"])


@scenario("Shadow Madness")
def test_shadow_madness_and_a_brewmaster_keep_the_minion() -> None:
    game = duel("priest").give(ME, "Shadow Madness", "Youthful Brewmaster")
    game.add_minion(ENEMY, "Bloodfen Raptor")
    game.play("Shadow Madness", target="enemy 1").attack("my 1", "enemy hero")
    game.play("Youthful Brewmaster", target="Bloodfen Raptor").play("Bloodfen Raptor").end_turn()
    assert (game.enemy.minions, game.me.minions) == (["Youthful Brewmaster", "Bloodfen Raptor"], [])


@scenario("Shadow Madness")
def test_shadow_madness_ends_at_once_by_silence() -> None:
    game = duel("priest").give(ME, "Shadow Madness", "Silence")
    game.add_minion(ENEMY, "Bloodfen Raptor")
    game.play("Shadow Madness", target="enemy 1").play("Silence", target="my 1")
    assert (game.me.minions, game.enemy.minions) == ([], ["Bloodfen Raptor"])


@scenario("Shadowform")
@scenario("Mind Spike")
def test_shadowform_turns_the_hero_power_into_two_damage() -> None:
    game = duel("priest").give(ME, "Shadowform").use_power("my hero").play("Shadowform")
    assert (game.me.power, game.me.power_cost, game.me.mana) == ("Mind Spike", 2, 5)
    game.use_power("enemy hero")
    assert (game.enemy.health, game.me.mana) == (28, 3)
    raptor = game.add_minion(ENEMY, "Bloodfen Raptor")
    pass_turn(game)
    game.use_power(raptor)
    assert not raptor.in_play


@scenario("Shadowform")
@scenario("Mind Shatter")
def test_shadowform_again_makes_it_three_damage_and_no_more() -> None:
    game = duel("priest").give(ME, *["Shadowform"] * 3).play("Shadowform").play("Shadowform")
    assert (game.me.power, game.me.power_cost) == ("Mind Shatter", 2)
    game.use_power("enemy hero")
    pass_turn(game)
    game.use_power("enemy hero").play("Shadowform").use_power("enemy hero")
    assert (game.me.power, game.enemy.health) == ("Mind Shatter", 21)


@scenario("Mind Spike")
@scenario("Mind Shatter")
def test_mind_spike_is_no_spell_but_prophet_velen_doubles_it() -> None:
    game = duel("priest").give(ME, "Shadowform", "Shadowform").play("Shadowform")
    game.add_minion(ME, "Kobold Geomancer")
    game.add_minion(ME, "Prophet Velen")
    assert game.use_power("enemy hero").enemy.health == 26
    assert game.play("Shadowform").use_power("enemy hero").enemy.health == 20


@scenario("Silence")
def test_silence_takes_text_and_changes_from_one_minion() -> None:
    game = duel("priest").give(ME, "Silence", "Silence")
    tirion = game.add_minion(ENEMY, "Tirion Fordring", attack=9, health=12, damage=2)
    other = game.add_minion(ENEMY, "Sen'jin Shieldmasta")
    game.play("Silence", target=tirion)
    assert (tirion.stats, tirion.keywords, other.has("taunt"), game.me.mana) == ((6, 6), ("silenced",), True, 10)
    with pytest.raises(InputError, match="cannot play Silence on enemy hero"):
        game.play("Silence", target="enemy hero")


@scenario("Silence")
def test_silence_frees_a_friend_but_finds_no_stealthy_enemy() -> None:
    game = duel("priest").give(ME, "Silence")
    watcher = game.add_minion(ME, "Ancient Watcher", keywords="frozen")
    game.add_minion(ENEMY, "Stranglethorn Tiger")
    with pytest.raises(InputError, match=r"legal targets: my Ancient Watcher$"):
        game.play("Silence", target="Stranglethorn Tiger")
    game.play("Silence", target=watcher).attack(watcher, "enemy hero")
    assert game.enemy.health == 26


@scenario("Thoughtsteal")
def test_thoughtsteal_copies_two_cards_of_the_enemy_deck() -> None:
    game = duel("priest").give(ME, "Thoughtsteal").set_deck(ENEMY, ["Hex", "Fireball", "Claw"])
    game.script(2, 0).play("Thoughtsteal")  # from the bottom, the second draw among those that are left
    assert (game.me.hand, game.me.mana) == (["Hex", "Claw"], 7)
    assert game.enemy.deck == ["Hex", "Fireball", "Claw"]


@scenario("Thoughtsteal")
def test_thoughtsteal_takes_what_little_there_is() -> None:
    game = duel("priest").give(ME, "Thoughtsteal", "Thoughtsteal").set_deck(ENEMY, ["Hex"]).script(0)
    assert game.play("Thoughtsteal").me.hand == ["Thoughtsteal", "Hex"]
    assert game.set_deck(ENEMY, []).play("Thoughtsteal").me.hand == ["Hex"]


@scenario("Thoughtsteal")
def test_thoughtsteal_loses_a_copy_that_a_full_hand_cannot_hold() -> None:
    game = duel("priest").give(ME, "Thoughtsteal", *["Wisp"] * 9).set_deck(ENEMY, ["Hex", "Fireball"]).script(1, 0)
    assert game.play("Thoughtsteal").me.hand == [*["Wisp"] * 9, "Hex"]


@scenario("Thoughtsteal")
def test_thoughtsteal_brings_a_combo_within_reach() -> None:
    game = duel("priest", "rogue").give(ME, "Thoughtsteal").set_deck(ENEMY, ["SI:7 Agent"]).script(0)
    game.play("Thoughtsteal").play("SI:7 Agent", target="enemy hero")
    assert (game.enemy.health, game.me.mana) == (28, 4)


@scenario("Shadow of Nothing")
def test_shadow_of_nothing_is_a_card_of_no_mana_in_hand() -> None:
    game = duel("rogue", "priest").give(ME, "Sap")
    game.add_minion(ENEMY, "Shadow of Nothing")
    assert game.play("Sap", target="enemy 1").enemy.cost("Shadow of Nothing") == 0
