"""The druid's cards of the Classic set."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError


@scenario("Ancient of Lore")
@scenario("Ancient Teachings")
def test_ancient_of_lore_draws_a_card() -> None:
    game = duel("druid").set_deck(ME, ["Sap", "Hex"]).give(ME, "Ancient of Lore")
    game.play("Ancient of Lore", option="Ancient Teachings")
    assert (game.me.hand, game.me.deck, game.me.mana) == (["Sap"], ["Hex"], 3)
    assert (game.me.minions, game.me.board[0].stats) == (["Ancient of Lore"], (5, 5))


@scenario("Ancient of Lore")
@scenario("Ancient Secrets")
def test_ancient_of_lore_heals_anyone_by_five() -> None:
    game = duel("druid").set_health(ME, 12).give(ME, "Ancient of Lore").set_mana(ME, 14)
    game.play("Ancient of Lore", target="my hero", option="Ancient Secrets")
    assert (game.me.health, game.me.hand) == (17, [])
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre", damage=6)
    game.give(ME, "Ancient of Lore").play("Ancient of Lore", target=ogre, option="Ancient Secrets")
    assert ogre.health == 6


@scenario("Ancient of War")
@scenario("Uproot")
def test_ancient_of_war_uproots_itself_to_attack() -> None:
    game = duel("druid").give(ME, "Ancient of War").play("Ancient of War", option="Uproot")
    ancient = game.me.board[0]
    assert (ancient.stats, ancient.has("taunt"), ancient.can_attack, game.me.mana) == ((10, 5), False, False, 3)


@scenario("Ancient of War")
@scenario("Rooted")
def test_ancient_of_war_takes_root_to_defend() -> None:
    game = duel("druid").give(ME, "Ancient of War", "Silence").play("Ancient of War", option="Rooted")
    ancient = game.me.board[0]
    assert (ancient.stats, ancient.has("taunt")) == ((5, 10), True)
    game.play("Silence", target=ancient)
    assert (ancient.stats, ancient.has("taunt")) == ((5, 5), False)


@scenario("Cenarius")
@scenario("Demigod's Favor")
def test_cenarius_favors_his_other_minions() -> None:
    game = duel("druid").give(ME, "Cenarius")
    mine, theirs = game.add_minion(ME, "Chillwind Yeti", damage=1), game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Cenarius", option="Demigod's Favor")
    assert (mine.stats, theirs.stats, game.me.board[1].stats, game.me.mana) == ((6, 6), (4, 5), (5, 8), 1)
    assert game.me.hero.stats == (0, 30)


@scenario("Cenarius")
@scenario("Shan'do's Lesson")
@scenario("Treant")
def test_cenarius_calls_two_treants_with_taunt() -> None:
    game = duel("druid").give(ME, "Cenarius").play("Cenarius", option="Shan'do's Lesson")
    assert sorted(game.me.minions) == ["Cenarius", "Treant", "Treant"]
    treants = [m for m in game.me.board if m.name == "Treant"]
    assert [(m.stats, m.has("taunt"), m.can_attack) for m in treants] == [((2, 2), True, False)] * 2


@scenario("Cenarius")
def test_cenarius_calls_no_more_treants_than_there_is_room_for() -> None:
    game = duel("druid").give(ME, "Cenarius")
    for _ in range(5):
        game.add_minion(ME, "Wisp")
    game.play("Cenarius", option="Shan'do's Lesson")
    assert sorted(game.me.minions) == ["Cenarius", "Treant"] + ["Wisp"] * 5


@scenario("Druid of the Claw")
@scenario("Cat Form")
def test_druid_of_the_claw_charges_as_a_cat() -> None:
    game = duel("druid").give(ME, "Druid of the Claw").play("Druid of the Claw", option="Cat Form")
    cat = game.me.board[0]
    assert (cat.name, cat.stats, cat.has("taunt"), game.me.mana) == ("Druid of the Claw", (4, 4), False, 5)
    game.attack(cat, "enemy hero")
    assert game.enemy.health == 26


@scenario("Druid of the Claw")
@scenario("Bear Form")
def test_druid_of_the_claw_defends_as_a_bear_and_stays_one_when_silenced() -> None:
    game = duel("druid").give(ME, "Druid of the Claw", "Silence").play("Druid of the Claw", option="Bear Form")
    bear = game.me.board[0]
    assert (bear.stats, bear.has("taunt"), bear.can_attack) == ((4, 6), True, False)
    game.play("Silence", target=bear)
    assert (bear.stats, bear.has("taunt")) == ((4, 6), False)


@scenario("Druid of the Claw")
def test_druid_of_the_claw_is_a_beast_in_either_form() -> None:
    game = duel("druid").give(ME, "Druid of the Claw", "Druid of the Claw")
    game.add_minion(ME, "Timber Wolf")
    game.play("Druid of the Claw", option="Cat Form").play("Druid of the Claw", option="Bear Form")
    assert [m.stats for m in game.me.board] == [(1, 1), (5, 4), (5, 6)]


@scenario("Druid of the Claw")
def test_druid_of_the_claw_summoned_without_a_choice_stays_a_druid() -> None:
    game = duel("druid").give(ME, "Druid of the Claw").script(0)
    game.add_minion(ME, "Alarm-o-Bot")
    pass_turn(game)
    game.add_minion(ME, "Timber Wolf")
    druid = game.me.board[0]
    assert (druid.name, druid.stats) == ("Druid of the Claw", (4, 4)), "no beast, so not led"
    assert (druid.has("charge"), druid.has("taunt")) == (False, False)


@scenario("Druid of the Claw")
def test_druid_of_the_claw_is_mirrored_in_its_form() -> None:
    game = duel("druid", "mage").give(ME, "Druid of the Claw").add_secret(ENEMY, "Mirror Entity")
    game.play("Druid of the Claw", option="Bear Form")
    assert [(m.stats, m.has("taunt")) for m in game.enemy.board] == [((4, 6), True)]


@scenario("Keeper of the Grove")
@scenario("Moonfire")
def test_keeper_of_the_grove_deals_two_without_spell_damage() -> None:
    game = duel("druid").give(ME, "Keeper of the Grove")
    game.add_minion(ME, "Kobold Geomancer")
    game.play("Keeper of the Grove", target="enemy hero", option="Moonfire")
    assert (game.enemy.health, game.me.mana, game.me.board[1].stats) == (28, 6, (2, 2))


@scenario("Keeper of the Grove")
@scenario("Dispel")
def test_keeper_of_the_grove_silences_a_minion() -> None:
    game = duel("druid").give(ME, "Keeper of the Grove")
    gnome = game.add_minion(ENEMY, "Leper Gnome", attack=6)
    with pytest.raises(InputError, match=r"legal targets: enemy Leper Gnome$"):
        game.play("Keeper of the Grove", target="enemy hero", option="Dispel")
    game.play("Keeper of the Grove", target=gnome, option="Dispel")
    assert (gnome.stats, gnome.has("silenced")) == ((1, 1), True)


@scenario("Keeper of the Grove")
def test_keeper_of_the_grove_has_nothing_to_dispel_on_an_empty_board() -> None:
    game = duel("druid").give(ME, "Keeper of the Grove")
    with pytest.raises(InputError, match="options: Moonfire"):
        game.play("Keeper of the Grove", option="Dispel")


@scenario("Bite")
def test_bite_gives_four_attack_this_turn_and_four_armor() -> None:
    game = duel("druid").give(ME, "Bite").play("Bite")
    assert (game.me.attack, game.me.armor, game.me.mana) == (4, 4, 6)
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.attack("my hero", "enemy 1")
    assert (game.enemy.board[0].health, game.me.health, game.me.armor) == (1, 30, 0)
    pass_turn(game)
    assert game.me.attack == 0


@scenario("Bite")
def test_bite_adds_to_a_weapon() -> None:
    game = duel("druid").equip(ME, "Fiery War Axe").give(ME, "Bite").play("Bite").attack("my hero", "enemy hero")
    assert (game.enemy.health, game.me.weapon.attack, game.me.weapon.durability) == (23, 3, 1)


@scenario("Force of Nature")
@scenario("Treant")
def test_force_of_nature_calls_three_treants() -> None:
    game = duel("druid").give(ME, "Force of Nature").play("Force of Nature")
    assert (game.me.minions, game.me.mana) == (["Treant"] * 3, 5)
    assert [(m.stats, m.has("taunt"), m.can_attack) for m in game.me.board] == [((2, 2), False, False)] * 3
    pass_turn(game)
    assert game.attack("my 1", "enemy hero").enemy.health == 28


@scenario("Force of Nature")
def test_force_of_nature_fills_the_board_and_needs_room() -> None:
    game = duel("druid").give(ME, "Force of Nature", "Force of Nature")
    for _ in range(5):
        game.add_minion(ME, "Wisp")
    assert game.play("Force of Nature").me.minions == ["Wisp"] * 5 + ["Treant"] * 2
    with pytest.raises(InputError, match="cannot play Force of Nature now"):
        game.play("Force of Nature")


@scenario("Mark of Nature")
def test_mark_of_nature_gives_four_attack_or_four_health_and_taunt() -> None:
    game = duel("druid").give(ME, "Mark of Nature", "Mark of Nature")
    mine, theirs = game.add_minion(ME, "Chillwind Yeti"), game.add_minion(ENEMY, "Chillwind Yeti", damage=3)
    game.play("Mark of Nature", target=mine, option=1).play("Mark of Nature", target=theirs, option=2)
    assert (mine.stats, mine.has("taunt"), theirs.stats, theirs.has("taunt")) == ((8, 5), False, (4, 6), True)
    assert game.me.mana == 4


@scenario("Mark of Nature")
def test_mark_of_nature_needs_a_minion() -> None:
    game = duel("druid").give(ME, "Mark of Nature")
    with pytest.raises(InputError, match="cannot play Mark of Nature now"):
        game.play("Mark of Nature", target="my hero", option=1)


@scenario("Naturalize")
def test_naturalize_destroys_a_minion_for_two_cards() -> None:
    game = duel("druid").set_deck(ENEMY, ["Sap", "Hex", "Claw"]).give(ME, "Naturalize")
    golem = game.add_minion(ENEMY, "War Golem", keywords=["divine shield"])
    with pytest.raises(InputError, match=r"legal targets: enemy War Golem$"):
        game.play("Naturalize", target="enemy hero")
    game.play("Naturalize", target=golem)
    assert (golem.in_play, game.enemy.hand, game.enemy.deck) == (False, ["Sap", "Hex"], ["Claw"])
    assert (game.me.hand, game.me.mana) == ([], 9)


@scenario("Naturalize")
def test_naturalize_burns_what_a_full_hand_cannot_hold_and_tires_an_empty_deck() -> None:
    game = duel("druid").give(ENEMY, *["Wisp"] * 9).set_deck(ENEMY, ["Sap", "Hex"]).give(ME, *["Naturalize"] * 2)
    game.add_minion(ENEMY, "War Golem")
    mine = game.add_minion(ME, "Wisp")
    game.play("Naturalize", target="enemy 1")
    assert (game.enemy.hand, game.enemy.deck) == (["Wisp"] * 9 + ["Sap"], [])
    game.play("Naturalize", target=mine)
    assert (mine.in_play, game.enemy.health, game.enemy.fatigue) == (False, 27, 2)


@scenario("Naturalize")
def test_naturalize_wakes_the_deathrattle_of_its_victim() -> None:
    game = duel("druid").set_deck(ENEMY, ["Sap", "Hex", "Claw", "Wisp"]).give(ME, "Naturalize")
    game.add_minion(ENEMY, "Loot Hoarder")
    game.play("Naturalize", target="Loot Hoarder")
    assert (game.enemy.minions, game.enemy.hand, game.enemy.deck) == ([], ["Sap", "Hex", "Claw"], ["Wisp"])


@scenario("Naturalize")
def test_naturalize_can_be_countered() -> None:
    game = duel("druid", "mage").add_secret(ENEMY, "Counterspell").give(ME, "Naturalize")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Naturalize", target=yeti)
    assert (yeti.in_play, game.enemy.hand, game.me.mana) == (True, [], 9)


@scenario("Nourish")
def test_nourish_gains_two_full_crystals() -> None:
    game = duel("druid").set_mana(ME, 6).give(ME, "Nourish").play("Nourish", option=1)
    assert (game.me.mana, game.me.crystals, game.me.hand) == (3, 8, [])


@scenario("Nourish")
def test_nourish_does_not_grow_beyond_ten_crystals() -> None:
    game = duel("druid").set_mana(ME, 9).give(ME, "Nourish", "Nourish").play("Nourish", option=1)
    assert (game.me.mana, game.me.crystals) == (5, 10)
    game.play("Nourish", option=1)
    assert (game.me.mana, game.me.crystals, game.me.hand) == (0, 10, [])


@scenario("Nourish")
def test_nourish_draws_three_cards() -> None:
    game = duel("druid").set_deck(ME, ["Sap", "Hex", "Claw", "Wisp"]).give(ME, "Nourish").play("Nourish", option=2)
    assert (game.me.hand, game.me.deck, game.me.mana, game.me.crystals) == (["Sap", "Hex", "Claw"], ["Wisp"], 5, 10)


@scenario("Power of the Wild")
@scenario("Leader of the Pack")
def test_power_of_the_wild_strengthens_all_my_minions() -> None:
    game = duel("druid").give(ME, "Power of the Wild")
    mine, theirs = game.add_minion(ME, "Chillwind Yeti", damage=2), game.add_minion(ENEMY, "Wisp")
    game.play("Power of the Wild", option="Leader of the Pack")
    assert (mine.stats, mine.max_health, theirs.stats, game.me.mana) == ((5, 4), 6, (1, 1), 8)
    assert game.me.hero.stats == (0, 30)


@scenario("Power of the Wild")
@scenario("Summon a Panther")
@scenario("Panther")
def test_power_of_the_wild_calls_a_panther() -> None:
    game = duel("druid").give(ME, "Power of the Wild")
    game.add_minion(ME, "Timber Wolf")
    game.play("Power of the Wild", option="Summon a Panther")
    panther = game.me.board[1]
    assert (panther.name, panther.stats, panther.can_attack) == ("Panther", (4, 2), False), "a beast of 3/2, led"


@scenario("Power of the Wild")
def test_power_of_the_wild_has_no_panther_for_a_full_board() -> None:
    game = duel("druid").give(ME, "Power of the Wild")
    for _ in range(7):
        game.add_minion(ME, "Wisp")
    with pytest.raises(InputError, match=r"options: Leader of the Pack$"):
        game.play("Power of the Wild", option="Summon a Panther")


@scenario("Savagery")
def test_savagery_deals_the_attack_of_the_hero() -> None:
    game = duel("druid").equip(ME, "Fiery War Axe").give(ME, "Claw", "Savagery").play("Claw")
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre")
    with pytest.raises(InputError, match=r"legal targets: enemy Boulderfist Ogre$"):
        game.play("Savagery", target="enemy hero")
    game.play("Savagery", target=ogre)
    assert (ogre.health, game.me.mana, game.me.weapon.durability) == (2, 8, 2)


@scenario("Savagery")
def test_savagery_adds_spell_damage_once_even_to_nothing() -> None:
    game = duel("druid").give(ME, "Savagery", "Savagery", "Savagery", "Claw")
    yeti, ogre = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ENEMY, "Boulderfist Ogre")
    game.play("Savagery", target=yeti)
    assert yeti.health == 5
    game.add_minion(ME, "Kobold Geomancer")
    game.play("Savagery", target=yeti).play("Claw").play("Savagery", target=ogre)
    assert (yeti.health, ogre.health) == (4, 4)


@scenario("Soul of the Forest")
@scenario("Treant")
def test_soul_of_the_forest_leaves_a_treant_for_each_of_my_minions() -> None:
    game = duel("druid").give(ME, "Soul of the Forest", "Hellfire")
    for player in (ME, ME, ENEMY):
        game.add_minion(player, "Wisp")
    game.play("Soul of the Forest")
    assert (game.me.minions, game.me.mana) == (["Wisp", "Wisp"], 6)
    game.play("Hellfire")
    assert (game.me.minions, game.enemy.minions) == (["Treant", "Treant"], [])
    assert [(m.stats, m.can_attack) for m in game.me.board] == [((2, 2), False)] * 2


@scenario("Soul of the Forest")
def test_soul_of_the_forest_comes_after_the_printed_deathrattle_and_goes_with_silence() -> None:
    game = duel("druid").give(ME, "Soul of the Forest", "Silence", "Hellfire")
    game.add_minion(ME, "Leper Gnome")
    quiet = game.add_minion(ME, "Wisp")
    game.play("Soul of the Forest").play("Silence", target=quiet).play("Hellfire")
    assert (game.me.minions, game.enemy.health) == (["Treant"], 25)


@scenario("Soul of the Forest")
def test_two_souls_of_the_forest_leave_two_treants() -> None:
    game = duel("druid").give(ME, "Soul of the Forest", "Soul of the Forest", "Moonfire")
    game.add_minion(ME, "Wisp")
    game.play("Soul of the Forest").play("Soul of the Forest").play("Moonfire", target="my Wisp")
    assert game.me.minions == ["Treant", "Treant"]


@scenario("Starfall")
def test_starfall_deals_five_to_a_minion() -> None:
    game = duel("druid").give(ME, "Starfall")
    ogre, golem = game.add_minion(ENEMY, "Boulderfist Ogre"), game.add_minion(ENEMY, "War Golem")
    with pytest.raises(InputError, match="cannot play Starfall on enemy hero"):
        game.play("Starfall", target="enemy hero", option=1)
    game.play("Starfall", target=ogre, option=1)
    assert (ogre.health, golem.health, game.me.mana) == (2, 7, 5)


@scenario("Starfall")
def test_starfall_deals_two_to_all_enemy_minions() -> None:
    game = duel("druid").give(ME, "Starfall")
    mine = game.add_minion(ME, "Kobold Geomancer")
    ogre, golem = game.add_minion(ENEMY, "Boulderfist Ogre"), game.add_minion(ENEMY, "War Golem")
    game.play("Starfall", option=2)
    assert (ogre.health, golem.health, mine.health, game.enemy.health) == (4, 4, 2, 30)


@scenario("Wrath")
def test_wrath_deals_three_or_one_and_a_card() -> None:
    game = duel("druid").set_deck(ME, ["Sap", "Hex"]).give(ME, "Wrath", "Wrath", "Wrath")
    yeti, wisp = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ENEMY, "Wisp")
    game.play("Wrath", target=yeti, option=1)
    assert (yeti.health, game.me.hand) == (2, ["Wrath", "Wrath"])
    game.play("Wrath", target=yeti, option=2)
    assert (yeti.health, game.me.hand, game.me.deck, game.me.mana) == (1, ["Wrath", "Sap"], ["Hex"], 6)
    game.play("Wrath", target=wisp, option=2)
    assert (wisp.in_play, game.me.hand) == (False, ["Sap", "Hex"])


@scenario("Wrath")
def test_wrath_is_one_spell_that_profits_from_spell_damage_and_cannot_choose_a_hero() -> None:
    game = duel("druid").give(ME, "Wrath")
    game.add_minion(ME, "Kobold Geomancer")
    addict, yeti = game.add_minion(ME, "Mana Addict"), game.add_minion(ENEMY, "Chillwind Yeti")
    for option in (1, 2):
        with pytest.raises(InputError, match="cannot play Wrath on enemy hero"):
            game.play("Wrath", target="enemy hero", option=option)
    game.play("Wrath", target=yeti, option=1)
    assert (yeti.health, addict.attack) == (1, 3)
