"""The rogue's cards of the Classic set."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError


@scenario("Defias Ringleader")
@scenario("Defias Bandit")
def test_defias_ringleader_brings_a_bandit_by_combo() -> None:
    game = duel("rogue").give(ME, "Defias Ringleader", "Defias Ringleader").play("Defias Ringleader")
    assert (game.me.minions, game.me.board[0].stats, game.me.mana) == (["Defias Ringleader"], (2, 2), 8)
    game.play("Defias Ringleader", position=1)
    assert game.me.minions == ["Defias Ringleader", "Defias Bandit", "Defias Ringleader"]
    assert (game.me.board[1].stats, game.me.board[1].can_attack) == ((2, 1), False)


@scenario("Defias Ringleader")
def test_defias_ringleader_brings_nobody_to_a_full_board() -> None:
    game = duel("rogue").give(ME, "The Coin", "Defias Ringleader")
    for _ in range(6):
        game.add_minion(ME, "Wisp")
    game.play("The Coin").play("Defias Ringleader")
    assert game.me.minions == [*["Wisp"] * 6, "Defias Ringleader"]


@scenario("Edwin VanCleef")
def test_edwin_vancleef_grows_with_each_card_of_the_turn() -> None:
    game = duel("rogue").give(ME, "The Coin", "Wisp", "Edwin VanCleef").use_power()
    game.play("The Coin").play("Wisp").play("Edwin VanCleef")
    edwin = game.me.board[1]
    assert (edwin.stats, edwin.can_attack, game.me.mana) == ((6, 6), False, 6)
    pass_turn(game)
    assert edwin.stats == (6, 6)


@scenario("Edwin VanCleef")
def test_edwin_vancleef_is_small_alone_and_after_cards_of_other_turns() -> None:
    game = duel("rogue").give(ME, "Wisp", "Edwin VanCleef").give(ENEMY, "Wisp").play("Wisp").end_turn()
    game.play("Wisp").end_turn().play("Edwin VanCleef")
    assert game.me.board[1].stats == (2, 2)


@scenario("Kidnapper")
def test_kidnapper_returns_a_minion_of_either_side_by_combo() -> None:
    game = duel("rogue").give(ME, "The Coin", "Kidnapper")
    game.add_minion(ME, "Leper Gnome")
    game.add_minion(ENEMY, "Boulderfist Ogre", damage=5)
    game.play("The Coin")
    with pytest.raises(InputError, match=r"legal targets: my Leper Gnome, enemy Boulderfist Ogre$"):
        game.play("Kidnapper", target="enemy hero")
    game.play("Kidnapper", target="Boulderfist Ogre")
    assert (game.enemy.minions, game.enemy.hand) == ([], ["Boulderfist Ogre"])
    assert (game.me.board[1].stats, game.me.mana) == ((5, 3), 4)


@scenario("Kidnapper")
def test_kidnapper_takes_nobody_without_combo() -> None:
    game = duel("rogue").give(ME, "Kidnapper", "Wisp")
    game.add_minion(ENEMY, "Boulderfist Ogre")
    game.play("Kidnapper")
    assert (game.me.minions, game.enemy.minions) == (["Kidnapper"], ["Boulderfist Ogre"])


@scenario("Master of Disguise")
def test_master_of_disguise_hides_a_friend_until_the_next_turn() -> None:
    game = duel("rogue").give(ME, "Master of Disguise")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    foe = game.add_minion(ENEMY, "Wisp")
    game.play("Master of Disguise", target=yeti)
    master = game.me.board[1]
    assert (master.stats, master.has("stealth"), yeti.has("stealth"), game.me.mana) == ((4, 4), False, True, 6)
    with pytest.raises(InputError, match="cannot attack enemy Chillwind Yeti"):
        game.end_turn().attack(foe, yeti)
    game.end_turn()
    assert not yeti.has("stealth")


@scenario("Master of Disguise")
def test_master_of_disguise_comes_alone_without_a_friend() -> None:
    game = duel("rogue").give(ME, "Master of Disguise")
    foe = game.add_minion(ENEMY, "Wisp")
    game.play("Master of Disguise")
    assert (game.me.board[0].has("stealth"), foe.has("stealth")) == (False, False)


@scenario("Patient Assassin")
def test_patient_assassin_strikes_from_hiding_and_kills_what_it_hurts() -> None:
    game = duel("rogue").give(ME, "Patient Assassin").play("Patient Assassin")
    assassin = game.me.board[0]
    assert (assassin.stats, assassin.can_attack, game.me.mana) == ((1, 1), False, 8)
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre")
    with pytest.raises(InputError, match="cannot attack enemy Patient Assassin"):
        game.end_turn().attack(ogre, assassin)
    game.end_turn().attack(assassin, ogre)
    assert (game.me.minions, game.enemy.minions) == ([], [])


@scenario("Patient Assassin")
def test_patient_assassin_needs_to_hurt_and_only_hurts_heroes() -> None:
    game = duel("rogue")
    first, second = game.add_minion(ME, "Patient Assassin"), game.add_minion(ME, "Patient Assassin")
    squire = game.add_minion(ENEMY, "Argent Squire")
    game.attack(first, squire).attack(second, "enemy hero")
    assert (squire.in_play, squire.has("divine shield"), game.enemy.health) == (True, False, 29)
    assert (second.has("stealth"), second.has("poisonous")) == (False, True)


@scenario("SI:7 Agent")
def test_si7_agent_deals_two_damage_by_combo() -> None:
    game = duel("rogue").give(ME, "SI:7 Agent", "SI:7 Agent", "SI:7 Agent").play("SI:7 Agent")
    assert (game.me.board[0].stats, game.enemy.health, game.me.mana) == ((3, 3), 30, 7)
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.add_minion(ME, "Kobold Geomancer")
    game.play("SI:7 Agent", target=yeti).play("SI:7 Agent", target="enemy hero")
    assert (yeti.health, game.enemy.health) == (3, 28)


@scenario("Blade Flurry")
def test_blade_flurry_spends_the_weapon_on_all_enemy_minions() -> None:
    game = duel("rogue").equip(ME, "Assassin's Blade").give(ME, "Deadly Poison", "Blade Flurry")
    mine = game.add_minion(ME, "Wisp")
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre")
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Deadly Poison").play("Blade Flurry")
    assert (game.enemy.minions, ogre.health, mine.in_play) == (["Boulderfist Ogre"], 2, True)
    assert (game.enemy.health, game.me.weapon, game.me.attack, game.me.mana) == (30, None, 0, 5)


@scenario("Blade Flurry")
def test_blade_flurry_needs_an_own_weapon_and_grows_with_spell_damage() -> None:
    game = duel("rogue").equip(ENEMY, "Fiery War Axe").give(ME, "Blade Flurry")
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre")
    with pytest.raises(InputError, match="cannot play Blade Flurry now"):
        game.play("Blade Flurry")
    game.add_minion(ME, "Kobold Geomancer")
    game.equip(ME, "Wicked Knife").play("Blade Flurry")
    assert (ogre.health, game.me.weapon, game.enemy.weapon.name) == (5, None, "Fiery War Axe")


@scenario("Cold Blood")
def test_cold_blood_gives_two_attack_and_four_by_combo() -> None:
    game = duel("rogue").give(ME, *["Cold Blood"] * 3)
    yeti, foe = game.add_minion(ME, "Chillwind Yeti"), game.add_minion(ENEMY, "Wisp")
    game.play("Cold Blood", target=yeti)
    assert (yeti.stats, game.me.mana) == ((6, 5), 9)
    game.play("Cold Blood", target=foe)
    assert foe.stats == (5, 1)
    with pytest.raises(InputError, match="cannot play Cold Blood on my hero"):
        game.play("Cold Blood", target="my hero")
    pass_turn(game)
    assert (yeti.attack, foe.attack) == (6, 5)


@scenario("Eviscerate")
def test_eviscerate_deals_two_and_four_by_combo() -> None:
    game = duel("rogue").give(ME, *["Eviscerate"] * 3).play("Eviscerate", target="enemy hero")
    assert (game.enemy.health, game.me.mana) == (28, 8)
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Eviscerate", target=yeti)
    assert yeti.health == 1
    game.add_minion(ME, "Kobold Geomancer")
    assert game.play("Eviscerate", target="enemy hero").enemy.health == 23


@scenario("Headcrack")
def test_headcrack_hits_the_enemy_hero_once_without_combo() -> None:
    game = duel("rogue").give(ME, "Headcrack")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Headcrack")
    assert (game.enemy.health, yeti.health, game.me.mana) == (28, 5, 7)
    pass_turn(game)
    assert game.me.hand == ["Wisp"]


@scenario("Headcrack")
def test_headcrack_comes_back_next_turn_by_combo() -> None:
    game = duel("rogue").give(ME, "The Coin", "Headcrack").play("The Coin").play("Headcrack")
    assert (game.enemy.health, game.me.hand) == (28, [])
    game.end_turn()
    assert game.enemy.hand == ["Headcrack"]
    game.end_turn()
    assert (sorted(game.me.hand), game.me.cost("Headcrack")) == (["Headcrack", "Wisp"], 3)
    game.play("Wisp").play("Headcrack")
    pass_turn(game)
    assert (game.enemy.health, game.me.hand) == (26, ["Headcrack", "Wisp"])


@scenario("Preparation")
def test_preparation_makes_the_next_spell_cheaper() -> None:
    game = duel("rogue").give(ME, "Preparation", "Sprint", "Boulderfist Ogre", "Sinister Strike").play("Preparation")
    assert [game.me.cost(name) for name in ("Sprint", "Boulderfist Ogre", "Sinister Strike")] == [4, 6, 0]
    game.play("Sinister Strike")
    assert (game.me.mana, game.me.cost("Sprint")) == (10, 7)


@scenario("Preparation")
def test_preparation_ends_with_the_turn_and_waits_behind_minions() -> None:
    game = duel("rogue").give(ME, "Preparation", "Preparation", "Sprint", "Wisp").play("Preparation").play("Wisp")
    assert game.me.cost("Sprint") == 4
    pass_turn(game)
    assert game.me.cost("Sprint") == 7


@scenario("Preparation")
def test_preparation_is_spent_by_another_preparation() -> None:
    game = duel("rogue").give(ME, "Preparation", "Preparation", "Sprint").play("Preparation").play("Preparation")
    assert game.me.cost("Sprint") == 4


@scenario("Shadowstep")
def test_shadowstep_returns_a_friend_that_costs_two_less() -> None:
    game = duel("rogue").give(ME, "Shadowstep", "Shadowstep")
    game.add_minion(ME, "Boulderfist Ogre", damage=3, attack=1)
    game.add_minion(ENEMY, "Wisp")
    with pytest.raises(InputError, match=r"legal targets: my Boulderfist Ogre$"):
        game.play("Shadowstep", target="enemy 1")
    game.play("Shadowstep", target="my 1")
    assert (game.me.hand, game.me.cost("Boulderfist Ogre")) == (["Shadowstep", "Boulderfist Ogre"], 4)
    game.play("Boulderfist Ogre")
    assert (game.me.board[0].stats, game.me.mana) == ((6, 7), 6)


@scenario("Shadowstep")
def test_shadowstep_does_not_add_up_nor_go_below_nothing() -> None:
    game = duel("rogue").give(ME, *["Shadowstep"] * 3)
    game.add_minion(ME, "Boulderfist Ogre")
    game.add_minion(ME, "Leper Gnome")
    game.play("Shadowstep", target="Leper Gnome").play("Shadowstep", target="Boulderfist Ogre")
    game.play("Boulderfist Ogre").play("Shadowstep", target="Boulderfist Ogre")
    assert (game.me.cost("Leper Gnome"), game.me.cost("Boulderfist Ogre")) == (0, 4)


@scenario("Perdition's Blade")
def test_perditions_blade_deals_one_and_two_by_combo() -> None:
    game = duel("rogue").give(ME, "Perdition's Blade", "Perdition's Blade")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Perdition's Blade", target="enemy hero")
    assert (game.enemy.health, game.me.weapon.attack, game.me.weapon.durability, game.me.mana) == (29, 2, 2, 7)
    game.play("Perdition's Blade", target=yeti).attack("my hero", "enemy hero")
    assert (yeti.health, game.enemy.health, game.me.weapon.durability) == (3, 27, 1)


@scenario("Perdition's Blade")
def test_perditions_blade_gains_nothing_from_spell_damage() -> None:
    game = duel("rogue").give(ME, "Perdition's Blade")
    game.add_minion(ME, "Kobold Geomancer")
    assert game.play("Perdition's Blade", target="enemy hero").enemy.health == 29


@scenario("Betrayal")
def test_betrayal_makes_an_enemy_strike_its_neighbours() -> None:
    game = duel("rogue").give(ME, "Betrayal", "Betrayal")
    mine = game.add_minion(ME, "Wisp")
    left, traitor = game.add_minion(ENEMY, "Boulderfist Ogre"), game.add_minion(ENEMY, "Chillwind Yeti")
    game.add_minion(ENEMY, "Bloodfen Raptor")
    far = game.add_minion(ENEMY, "War Golem")
    with pytest.raises(InputError, match="cannot play Betrayal on my Wisp"):
        game.play("Betrayal", target=mine)
    game.play("Betrayal", target=traitor)
    assert game.enemy.minions == ["Boulderfist Ogre", "Chillwind Yeti", "War Golem"]
    assert (left.health, traitor.health, far.health, game.enemy.health) == (3, 5, 7, 30)
    assert (mine.in_play, game.me.mana) == (True, 8)


@scenario("Betrayal")
def test_betrayal_gains_nothing_from_spell_damage_and_does_nothing_alone() -> None:
    game = duel("rogue").give(ME, "Betrayal", "Betrayal")
    game.add_minion(ME, "Kobold Geomancer")
    traitor = game.add_minion(ENEMY, "Wisp")
    game.play("Betrayal", target=traitor)
    assert (traitor.health, game.enemy.health, game.me.mana) == (1, 30, 8)
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Betrayal", target=traitor)
    assert yeti.health == 4


@scenario("Betrayal")
def test_betrayal_carries_the_poison_of_the_minion() -> None:
    game = duel("rogue").give(ME, "Betrayal")
    game.add_minion(ENEMY, "Boulderfist Ogre")
    cobra = game.add_minion(ENEMY, "Emperor Cobra")
    squire = game.add_minion(ENEMY, "Argent Squire")
    game.play("Betrayal", target=cobra)
    assert (game.enemy.minions, squire.has("divine shield")) == (["Emperor Cobra", "Argent Squire"], False)


@scenario("Betrayal")
def test_betrayal_freezes_where_a_water_elemental_strikes() -> None:
    game = duel("rogue").give(ME, "Betrayal")
    elemental, yeti = game.add_minion(ENEMY, "Water Elemental"), game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Betrayal", target=elemental)
    assert (yeti.health, yeti.has("frozen"), elemental.has("frozen")) == (2, True, False)


@scenario("Defias Bandit")
def test_defias_bandit_is_a_card_of_one_mana_in_hand() -> None:
    game = duel("rogue", "rogue").give(ME, "Sap")
    game.add_minion(ENEMY, "Defias Bandit")
    assert game.play("Sap", target="enemy 1").enemy.cost("Defias Bandit") == 1
