"""The paladin's cards of the Classic set."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError


@scenario("Tirion Fordring")
def test_tirion_fordring_guards_behind_a_shield() -> None:
    game = duel("paladin").give(ME, "Tirion Fordring").play("Tirion Fordring")
    tirion = game.me.board[0]
    assert (tirion.stats, tirion.can_attack, game.me.mana) == ((6, 6), False, 2)
    game.add_minion(ENEMY, "Boulderfist Ogre")
    with pytest.raises(InputError, match=r"legal: attack enemy Tirion Fordring with my Boulderfist Ogre$"):
        game.end_turn().attack("Boulderfist Ogre", "enemy hero")
    game.attack("Boulderfist Ogre", tirion)
    assert (tirion.health, tirion.has("divine shield")) == (6, False)


@scenario("Tirion Fordring")
@scenario("Ashbringer")
def test_tirion_fordring_leaves_the_ashbringer_to_his_owner() -> None:
    game = duel("rogue", "paladin").equip(ENEMY, "Light's Justice").give(ME, "Assassinate")
    game.add_minion(ENEMY, "Tirion Fordring")
    game.play("Assassinate", target="Tirion Fordring")
    assert (game.me.weapon, game.enemy.weapon.name) == (None, "Ashbringer")
    game.end_turn().attack("my hero", "enemy hero")
    assert (game.enemy.health, game.me.weapon.attack, game.me.weapon.durability) == (25, 5, 2)


@scenario("Tirion Fordring")
def test_a_silenced_tirion_fordring_leaves_nothing() -> None:
    game = duel("rogue", "paladin").give(ME, "Assassinate")
    tirion = game.add_minion(ENEMY, "Tirion Fordring", silenced=True)
    assert (tirion.has("taunt"), tirion.has("divine shield")) == (False, False)
    assert game.play("Assassinate", target=tirion).enemy.weapon is None


@scenario("Avenging Wrath")
def test_avenging_wrath_splits_eight_damage_among_the_enemies() -> None:
    game = duel("paladin").give(ME, "Avenging Wrath").script(0, 1, 1, 2, 0, 1, 0, 1)
    mine = game.add_minion(ME, "Wisp")
    yeti, wisp = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ENEMY, "Wisp")
    game.play("Avenging Wrath")
    assert (game.enemy.health, yeti.health, wisp.in_play) == (27, 1, False)
    assert (mine.in_play, game.me.health, game.me.mana) == (True, 30, 4)


@scenario("Avenging Wrath")
def test_avenging_wrath_has_one_more_missile_with_spell_damage() -> None:
    game = duel("paladin").give(ME, "Avenging Wrath").script(*[0] * 9)
    game.add_minion(ME, "Kobold Geomancer")
    assert game.play("Avenging Wrath").enemy.health == 21


@scenario("Avenging Wrath")
def test_avenging_wrath_leaves_dying_minions_alone() -> None:
    game = duel("paladin").give(ME, "Avenging Wrath").script(1, *[0] * 7)
    game.add_minion(ENEMY, "Leper Gnome")
    game.play("Avenging Wrath")
    assert (game.enemy.minions, game.enemy.health, game.me.health) == ([], 23, 28)


@scenario("Eye for an Eye")
def test_eye_for_an_eye_returns_the_damage_of_an_attack() -> None:
    game = duel("paladin").give(ME, "Eye for an Eye").play("Eye for an Eye")
    assert (game.me.secrets, game.me.mana) == (["Eye for an Eye"], 9)
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.end_turn().attack(yeti, "enemy hero")
    assert (game.side(ME).health, game.side(ENEMY).health, game.side(ME).secrets) == (26, 26, [])
    assert yeti.health == 5


@scenario("Eye for an Eye")
def test_eye_for_an_eye_counts_what_armor_took() -> None:
    game = duel("mage", "paladin").set_health(ENEMY, 30, armor=4).add_secret(ENEMY, "Eye for an Eye")
    game.give(ME, "Fireball").play("Fireball", target="enemy hero")
    assert (game.enemy.health, game.enemy.armor, game.me.health) == (28, 0, 24)


@scenario("Eye for an Eye")
def test_eye_for_an_eye_answers_a_fatal_blow_too() -> None:
    game = duel("mage", "paladin").set_health(ME, 5).set_health(ENEMY, 5).add_secret(ENEMY, "Eye for an Eye")
    game.give(ME, "Fireball").play("Fireball", target="enemy hero")
    assert (game.over, game.winner) == (True, 2)


@scenario("Eye for an Eye")
def test_eye_for_an_eye_needs_damage_to_the_hero() -> None:
    game = duel("mage", "paladin").add_secret(ENEMY, "Eye for an Eye").give(ME, "Arcane Shot")
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Arcane Shot", target="enemy 1")
    assert (game.enemy.secrets, game.me.health) == (["Eye for an Eye"], 30)


@scenario("Lay on Hands")
def test_lay_on_hands_heals_eight_and_draws_three() -> None:
    game = duel("paladin").set_health(ME, 10).set_deck(ME, ["Sap", "Hex", "Claw", "Wisp"]).give(ME, "Lay on Hands")
    game.play("Lay on Hands", target="my hero")
    assert (game.me.health, game.me.hand, game.me.mana) == (18, ["Sap", "Hex", "Claw"], 2)


@scenario("Lay on Hands")
def test_lay_on_hands_may_heal_a_minion() -> None:
    game = duel("paladin").give(ME, "Lay on Hands")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti", damage=3)
    game.play("Lay on Hands", target=yeti)
    pass_turn(game)
    assert (yeti.stats, len(game.me.hand)) == ((4, 5), 4)


@scenario("Aldor Peacekeeper")
def test_aldor_peacekeeper_tames_an_enemy_minion() -> None:
    game = duel("paladin").give(ME, "Aldor Peacekeeper", "Aldor Peacekeeper")
    game.add_minion(ME, "Chillwind Yeti")
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre", turn_attack=2)
    game.play("Aldor Peacekeeper", target=ogre)
    assert (ogre.stats, game.me.board[1].stats, game.me.mana) == ((1, 7), (3, 3), 7)
    with pytest.raises(InputError, match=r"legal targets: enemy Boulderfist Ogre$"):
        game.play("Aldor Peacekeeper", target="my 1")
    pass_turn(game)
    assert ogre.attack == 1


@scenario("Aldor Peacekeeper")
def test_aldor_peacekeeper_comes_without_a_target_and_silence_undoes_it() -> None:
    game = duel("paladin").give(ME, "Aldor Peacekeeper", "Aldor Peacekeeper", "Silence").play("Aldor Peacekeeper")
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre")
    game.play("Aldor Peacekeeper", target=ogre).play("Silence", target=ogre)
    assert (ogre.attack, len(game.me.board)) == (6, 2)


@scenario("Argent Protector")
def test_argent_protector_shields_a_friend() -> None:
    game = duel("paladin").give(ME, "Argent Protector", "Argent Protector", "Fireball")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.add_minion(ENEMY, "Wisp")
    with pytest.raises(InputError, match=r"legal targets: my Chillwind Yeti$"):
        game.play("Argent Protector", target="enemy 1")
    game.play("Argent Protector", target=yeti)
    protector = game.me.board[1]
    assert (yeti.has("divine shield"), protector.has("divine shield"), protector.stats) == (True, False, (2, 2))
    game.play("Fireball", target=yeti)
    assert (yeti.health, yeti.has("divine shield"), game.me.mana) == (5, False, 4)


@scenario("Argent Protector")
def test_argent_protector_comes_alone_without_a_shield() -> None:
    game = duel("paladin").give(ME, "Argent Protector").play("Argent Protector")
    assert (game.me.board[0].has("divine shield"), game.me.mana) == (False, 8)


@scenario("Blessed Champion")
def test_blessed_champion_doubles_the_attack_of_any_minion() -> None:
    game = duel("paladin").give(ME, "Blessing of Might", "Blessed Champion", "Silence")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Blessing of Might", target=yeti).play("Blessed Champion", target=yeti)
    assert (yeti.stats, game.me.mana) == ((14, 5), 4)
    pass_turn(game)
    assert yeti.attack == 14
    game.play("Silence", target=yeti)
    assert yeti.attack == 4


@scenario("Blessed Champion")
def test_blessed_champion_does_not_double_what_comes_from_auras() -> None:
    game = duel("paladin").give(ME, "Blessed Champion")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.add_minion(ME, "Raid Leader")
    game.play("Blessed Champion", target=yeti)
    assert yeti.attack == 9


@scenario("Blessing of Wisdom")
def test_blessing_of_wisdom_draws_at_each_attack_of_the_minion() -> None:
    game = duel("paladin").set_deck(ME, ["Sap", "Hex", "Claw"]).give(ME, "Blessing of Wisdom")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.add_minion(ME, "Wisp")
    game.play("Blessing of Wisdom", target=yeti).attack("Wisp", "enemy hero")
    assert (game.me.hand, game.me.mana) == ([], 9)
    game.attack(yeti, "enemy hero")
    assert game.me.hand == ["Sap"]
    pass_turn(game)
    game.attack(yeti, "enemy hero")
    assert game.me.hand == ["Sap", "Hex", "Claw"]


@scenario("Blessing of Wisdom")
def test_blessing_of_wisdom_draws_for_its_caster_even_on_an_enemy() -> None:
    game = duel("paladin").give(ME, "Blessing of Wisdom", "Blessing of Wisdom")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Blessing of Wisdom", target=yeti).play("Blessing of Wisdom", target=yeti)
    game.end_turn().attack(yeti, "enemy hero")
    assert (game.enemy.hand, game.me.hand) == (["Wisp", "Wisp"], ["Wisp"])


@scenario("Blessing of Wisdom")
def test_blessing_of_wisdom_ends_with_silence() -> None:
    game = duel("paladin").give(ME, "Blessing of Wisdom", "Silence")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Blessing of Wisdom", target=yeti).play("Silence", target=yeti).attack(yeti, "enemy hero")
    assert (game.me.hand, game.enemy.health) == ([], 26)


@scenario("Divine Favor")
def test_divine_favor_draws_up_to_the_enemy_hand() -> None:
    game = duel("paladin").set_deck(ME, ["Sap", "Hex", "Claw", "Shiv"])
    game.give(ME, "Divine Favor", "Wisp").give(ENEMY, *["Wisp"] * 4).play("Divine Favor")
    assert (game.me.hand, game.me.mana) == (["Wisp", "Sap", "Hex", "Claw"], 7)
    assert len(game.enemy.hand) == 4


@scenario("Divine Favor")
def test_divine_favor_draws_nothing_for_the_fuller_hand() -> None:
    game = duel("paladin").give(ME, "Divine Favor", "Wisp", "Wisp").give(ENEMY, "Wisp").play("Divine Favor")
    assert (game.me.hand, len(game.me.deck), game.me.mana) == (["Wisp", "Wisp"], 10, 7)


@scenario("Divine Favor")
def test_divine_favor_goes_by_what_vanish_has_put_into_the_hands() -> None:
    game = duel("paladin").give(ME, "Vanish", "Divine Favor").give(ENEMY, "Wisp").set_deck(ME, ["Sap", "Hex"])
    for name in ("Wisp", "Leper Gnome", "Boar"):
        game.add_minion(ENEMY, name)
    game.play("Vanish").play("Divine Favor")
    assert (game.me.hand, len(game.enemy.hand)) == (["Sap", "Hex"], 4)
    assert (game.me.fatigue, game.me.health) == (2, 27)


@scenario("Equality")
def test_equality_sets_the_health_of_all_minions_to_one() -> None:
    game = duel("paladin").give(ME, "Equality").set_health(ME, 20)
    mine = game.add_minion(ME, "Chillwind Yeti", damage=2)
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre", keywords="stealth")
    game.play("Equality")
    assert (mine.stats, mine.max_health, ogre.stats, ogre.max_health) == ((4, 1), 1, (6, 1), 1)
    assert (game.me.health, game.enemy.health, game.me.mana) == (20, 30, 8)


@scenario("Equality")
def test_equality_and_consecration_clear_the_enemy_board() -> None:
    game = duel("paladin").give(ME, "Equality", "Consecration")
    mine = game.add_minion(ME, "Chillwind Yeti")
    game.add_minion(ENEMY, "Boulderfist Ogre")
    game.add_minion(ENEMY, "Tirion Fordring")
    game.play("Equality").play("Consecration")
    assert (mine.health, game.enemy.minions, game.me.mana) == (1, ["Tirion Fordring"], 4)


@scenario("Holy Wrath")
def test_holy_wrath_draws_and_deals_the_cost_of_the_card() -> None:
    game = duel("paladin").set_deck(ME, ["Boulderfist Ogre", "Wisp"]).give(ME, "Holy Wrath", "Holy Wrath")
    game.play("Holy Wrath", target="enemy hero")
    assert (game.enemy.health, game.me.hand, game.me.mana) == (24, ["Holy Wrath", "Boulderfist Ogre"], 5)
    crusader = game.add_minion(ENEMY, "Scarlet Crusader")
    game.play("Holy Wrath", target=crusader)
    assert (crusader.has("divine shield"), game.me.hand) == (True, ["Boulderfist Ogre", "Wisp"])


@scenario("Holy Wrath")
def test_holy_wrath_grows_with_spell_damage() -> None:
    game = duel("paladin").set_deck(ME, ["Boulderfist Ogre"]).give(ME, "Holy Wrath")
    game.add_minion(ME, "Kobold Geomancer")
    assert game.play("Holy Wrath", target="enemy hero").enemy.health == 23


@scenario("Holy Wrath")
def test_holy_wrath_goes_by_the_printed_cost_of_a_molten_giant() -> None:
    game = duel("paladin").set_health(ME, 10).set_deck(ME, ["Molten Giant"]).give(ME, "Holy Wrath")
    game.play("Holy Wrath", target="enemy hero")
    assert (game.enemy.health, game.me.cost("Molten Giant")) == (5, 5)


@scenario("Holy Wrath")
def test_holy_wrath_deals_nothing_from_an_empty_deck() -> None:
    game = duel("paladin").set_deck(ME, []).give(ME, "Holy Wrath").play("Holy Wrath", target="enemy hero")
    assert (game.enemy.health, game.me.health, game.me.hand) == (30, 29, [])


@scenario("Holy Wrath")
def test_holy_wrath_counts_a_burned_card_too() -> None:
    game = duel("paladin").set_deck(ME, ["Wisp", "Boulderfist Ogre"]).give(ME, "Holy Wrath", *["Wisp"] * 9)
    game.add_minion(ME, "Gadgetzan Auctioneer")
    game.play("Holy Wrath", target="enemy hero")
    assert (len(game.me.hand), game.me.deck, game.enemy.health) == (10, [], 24)


@scenario("Redemption")
def test_redemption_brings_a_minion_back_with_one_health() -> None:
    game = duel("paladin").give(ME, "Redemption").play("Redemption")
    game.add_minion(ME, "Boulderfist Ogre", damage=5, attack=9, keywords="taunt")
    game.give(ENEMY, "Fireball").end_turn().play("Fireball", target="Boulderfist Ogre")
    ogre = game.side(ME).board[0]
    assert (ogre.stats, ogre.max_health, ogre.has("taunt")) == ((6, 1), 7, False)
    assert (game.side(ME).secrets, game.side(ME).mana) == ([], 9)


@scenario("Redemption")
def test_redemption_saves_only_the_first_of_the_dead_after_its_deathrattle() -> None:
    game = duel("mage", "paladin").add_secret(ENEMY, "Redemption").give(ME, "Flamestrike")
    for name in ("Leper Gnome", "Wisp"):
        game.add_minion(ENEMY, name)
    game.play("Flamestrike")
    assert (game.enemy.minions, game.enemy.secrets, game.me.health) == (["Leper Gnome"], [], 28)


@scenario("Redemption")
def test_redemption_brings_a_divine_shield_back_but_waits_in_the_own_turn() -> None:
    game = duel("paladin").add_secret(ME, "Redemption").give(ME, "Arcane Shot").give(ENEMY, "Shadow Word: Pain")
    game.add_minion(ME, "Wisp")
    game.play("Arcane Shot", target="my 1")
    assert (game.me.minions, game.me.secrets) == ([], ["Redemption"])
    squire = game.add_minion(ME, "Argent Squire")
    game.end_turn().play("Shadow Word: Pain", target=squire)
    assert (game.side(ME).minions, game.side(ME).board[0].has("divine shield")) == (["Argent Squire"], True)


@scenario("Redemption")
def test_redemption_waits_when_a_deathrattle_has_filled_the_board() -> None:
    game = duel("rogue", "paladin").add_secret(ENEMY, "Redemption").give(ME, "Assassinate")
    for name in ("Harvest Golem", *["Wisp"] * 6):
        game.add_minion(ENEMY, name)
    game.play("Assassinate", target="Harvest Golem")
    assert (game.enemy.minions, game.enemy.secrets) == (["Damaged Golem", *["Wisp"] * 6], ["Redemption"])


@scenario("Repentance")
def test_repentance_leaves_a_played_minion_one_health() -> None:
    game = duel("paladin").give(ME, "Repentance").play("Repentance").give(ENEMY, "Boulderfist Ogre")
    other = game.add_minion(ENEMY, "Chillwind Yeti")
    assert (game.me.secrets, game.me.mana) == (["Repentance"], 9)
    game.end_turn().play("Boulderfist Ogre")
    ogre = game.me.board[1]
    assert (ogre.stats, ogre.max_health, other.health, game.enemy.secrets) == ((6, 1), 1, 5, [])


@scenario("Repentance")
def test_repentance_comes_after_the_battlecry_and_not_for_summoned_minions() -> None:
    game = duel("paladin", "paladin").add_secret(ENEMY, "Repentance").give(ME, "Twilight Drake", "Wisp", "Wisp")
    game.use_power()
    assert game.enemy.secrets == ["Repentance"]
    game.play("Twilight Drake")
    assert (game.me.board[1].stats, game.enemy.secrets) == ((4, 1), [])


@scenario("Sword of Justice")
def test_sword_of_justice_strengthens_each_new_minion() -> None:
    game = duel("paladin").give(ME, "Sword of Justice", "Wisp")
    old = game.add_minion(ME, "Chillwind Yeti")
    game.play("Sword of Justice")
    assert (game.me.weapon.attack, game.me.weapon.durability, game.me.mana) == (1, 5, 7)
    game.play("Wisp").use_power()
    assert [m.stats for m in game.me.board] == [(4, 5), (2, 2), (2, 2)]
    assert (old.stats, game.me.weapon.durability) == ((4, 5), 3)


@scenario("Sword of Justice")
def test_sword_of_justice_breaks_with_its_last_gift_and_ignores_the_enemy() -> None:
    game = duel("paladin").equip(ME, "Sword of Justice", durability=1).give(ME, "Wisp", "Wisp").give(ENEMY, "Wisp")
    game.end_turn().play("Wisp").end_turn()
    assert (game.enemy.board[0].stats, game.me.weapon.durability) == ((1, 1), 1)
    game.play("Wisp").play("Wisp")
    assert ([m.stats for m in game.me.board], game.me.weapon) == ([(2, 2), (1, 1)], None)


@scenario("Sword of Justice")
def test_sword_of_justice_comes_behind_the_battlecry() -> None:
    game = duel("paladin").equip(ME, "Sword of Justice").give(ME, "Razorfen Hunter").play("Razorfen Hunter")
    assert [m.stats for m in game.me.board] == [(3, 4), (2, 2)]
    assert game.me.weapon.durability == 3


@scenario("Noble Sacrifice")
@scenario("Defender")
def test_noble_sacrifice_puts_a_defender_in_the_way() -> None:
    game = duel("paladin").give(ME, "Noble Sacrifice").play("Noble Sacrifice")
    assert (game.me.secrets, game.me.mana) == (["Noble Sacrifice"], 9)
    ogre, wisp = game.add_minion(ENEMY, "Boulderfist Ogre"), game.add_minion(ENEMY, "Wisp")
    game.end_turn().attack(ogre, "enemy hero")
    assert (game.enemy.health, ogre.health, game.enemy.minions, game.enemy.secrets) == (30, 5, [], [])
    game.attack(wisp, "enemy hero")
    assert game.enemy.health == 29


@scenario("Noble Sacrifice")
@scenario("Defender")
def test_noble_sacrifice_guards_minions_and_stops_heroes_too() -> None:
    game = duel("warrior", "paladin").add_secret(ENEMY, "Noble Sacrifice").equip(ME, "Fiery War Axe")
    wisp = game.add_minion(ENEMY, "Wisp", keywords="taunt")
    game.attack("my hero", wisp)
    assert (game.enemy.minions, game.me.health, game.me.weapon.durability) == (["Wisp"], 28, 1)


@scenario("Noble Sacrifice")
def test_noble_sacrifice_waits_while_the_board_is_full() -> None:
    game = duel("warrior", "paladin").add_secret(ENEMY, "Noble Sacrifice")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    for _ in range(7):
        game.add_minion(ENEMY, "Wisp")
    game.attack(yeti, "enemy hero")
    assert (game.enemy.health, game.enemy.secrets, len(game.enemy.board)) == (26, ["Noble Sacrifice"], 7)


@scenario("Noble Sacrifice")
@scenario("Defender")
def test_noble_sacrifice_and_redemption_leave_a_defender() -> None:
    game = duel("warrior", "paladin").add_secret(ENEMY, "Redemption").add_secret(ENEMY, "Noble Sacrifice")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.attack(yeti, "enemy hero")
    assert (game.enemy.minions, game.enemy.board[0].stats, game.enemy.secrets) == (["Defender"], (2, 1), [])
    assert (game.enemy.health, yeti.health) == (30, 3)


@scenario("Defender")
def test_defender_falls_to_a_wisp_and_is_a_card_of_one_mana_in_hand() -> None:
    game = duel("rogue", "paladin").add_secret(ENEMY, "Noble Sacrifice").give(ME, "Sap")
    wisp = game.add_minion(ME, "Wisp")
    game.attack(wisp, "enemy hero")
    assert (game.me.minions, game.enemy.minions) == ([], [])
    defender = game.add_minion(ENEMY, "Defender")
    assert game.play("Sap", target=defender).enemy.cost("Defender") == 1
