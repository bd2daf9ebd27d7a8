"""The overlay of June 2014: cards of classes, each beside the card as it is now where that tells more."""

from functools import partial

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError

duel_2014 = partial(duel, overlay="classic_2014")


# --- Druid ---


@scenario("Ancient of Lore")
@scenario("Ancient Teachings")
def test_ancient_of_lore_drew_two_cards() -> None:
    game = duel_2014("druid").set_deck(ME, ["Sap", "Hex", "Wisp"]).give(ME, "Ancient of Lore")
    game.play("Ancient of Lore", option="Ancient Teachings")
    assert (game.me.hand, game.me.deck, game.me.mana) == (["Sap", "Hex"], ["Wisp"], 3)


@scenario("Force of Nature")
@scenario("Treant")
def test_force_of_nature_called_treants_that_charged_and_died_at_the_end_of_the_turn() -> None:
    game = duel_2014("druid").give(ME, "Force of Nature").play("Force of Nature")
    assert (game.me.minions, game.me.mana) == (["Treant"] * 3, 4)
    for treant in game.me.board:
        game.attack(treant, "enemy hero")
    assert game.enemy.health == 24
    assert game.end_turn().enemy.minions == []


@scenario("Force of Nature")
@scenario("Treant")
def test_force_of_nature_and_savage_roar_dealt_fourteen() -> None:
    game = duel_2014("druid").give(ME, "Force of Nature", "Savage Roar").play("Force of Nature").play("Savage Roar")
    for attacker in (*game.me.board, "my hero"):
        game.attack(attacker, "enemy hero")
    assert (game.enemy.health, game.me.mana) == (30 - 14, 1)


@scenario("Treant")
def test_a_silenced_treant_of_force_of_nature_stayed_and_other_treants_never_died() -> None:
    game = duel_2014("druid").give(ME, "Force of Nature", "Cenarius").give(ENEMY, "Silence")
    game.play("Force of Nature").give(ME, "Silence").play("Silence", target="my 2")
    pass_turn(game)
    game.play("Cenarius", option=2)
    pass_turn(game)
    assert game.me.minions == ["Treant", "Treant", "Cenarius", "Treant"]


@scenario("Innervate")
def test_innervate_gave_two_mana_this_turn() -> None:
    game = duel_2014("druid").set_mana(ME, 3).give(ME, "Innervate").play("Innervate")
    assert game.me.mana == 5
    pass_turn(game)
    assert game.me.mana == 4


@scenario("Keeper of the Grove")
def test_keeper_of_the_grove_had_four_health() -> None:
    game = duel_2014("druid").give(ME, "Keeper of the Grove")
    game.play("Keeper of the Grove", target="enemy hero", option="Moonfire")
    assert (game.me.board[0].stats, game.enemy.health) == ((2, 4), 28)


# --- Hunter ---


@scenario("Bestial Wrath")
def test_bestial_wrath_reached_enemy_beasts() -> None:
    game = duel_2014("hunter").give(ME, "Bestial Wrath")
    raptor, mine = game.add_minion(ENEMY, "Bloodfen Raptor"), game.add_minion(ME, "Chillwind Yeti")
    game.play("Bestial Wrath", target=raptor)
    assert (raptor.attack, raptor.has("immune"), mine.attack) == (5, True, 4)
    game.end_turn()
    assert (raptor.attack, raptor.has("immune")) == (3, False)


@scenario("Bestial Wrath")
def test_bestial_wrath_needs_a_friendly_beast_now() -> None:
    game = duel("hunter").give(ME, "Bestial Wrath")
    raptor = game.add_minion(ENEMY, "Bloodfen Raptor")
    with pytest.raises(InputError, match="cannot play Bestial Wrath"):
        game.play("Bestial Wrath", target=raptor)


@scenario("Eaglehorn Bow")
@pytest.mark.parametrize(("overlay", "durability"), [("", 2), ("classic_2014", 3)])
def test_eaglehorn_bow_lasted_longer_with_the_opponents_secrets_too(overlay: str, durability: int) -> None:
    game = duel("hunter", "hunter", overlay=overlay).equip(ME, "Eaglehorn Bow").add_secret(ENEMY, "Snake Trap")
    game.add_minion(ME, "Bloodfen Raptor")
    game.add_minion(ENEMY, "Wisp")
    game.attack("Bloodfen Raptor", "Wisp")
    assert (game.enemy.secrets, game.me.weapon.durability) == ([], durability)


@scenario("Eaglehorn Bow")
def test_eaglehorn_bow_lasted_longer_with_its_owners_secrets() -> None:
    game = duel_2014("hunter").equip(ME, "Eaglehorn Bow").add_secret(ME, "Explosive Trap")
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.end_turn().attack("Chillwind Yeti", "enemy hero")
    assert game.side(ME).weapon.durability == 3


@scenario("Flare")
def test_flare_cost_one() -> None:
    game = duel_2014("hunter", "mage").add_secret(ENEMY, "Ice Block").set_deck(ME, ["Sap"]).give(ME, "Flare")
    scout = game.add_minion(ENEMY, "Worgen Infiltrator")
    game.play("Flare")
    assert (game.me.mana, game.me.hand, game.enemy.secrets, scout.has("stealth")) == (9, ["Sap"], [], False)


@scenario("Hunter's Mark")
def test_hunters_mark_was_free() -> None:
    game = duel_2014("hunter").set_mana(ME, 0).give(ME, "Hunter's Mark")
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre")
    game.play("Hunter's Mark", target=ogre)
    assert ogre.stats == (6, 1)


@scenario("Starving Buzzard")
@scenario("Unleash the Hounds")
def test_starving_buzzard_for_two_drew_a_card_for_each_hound() -> None:
    game = duel_2014("hunter").set_mana(ME, 5).give(ME, "Starving Buzzard", "Unleash the Hounds")
    for _ in range(3):
        game.add_minion(ENEMY, "Wisp")
    game.play("Starving Buzzard")
    assert game.me.board[0].stats == (2, 1)
    game.play("Unleash the Hounds")
    assert (game.me.minions[1:], game.me.hand, game.me.mana) == (["Hound"] * 3, ["Wisp"] * 3, 0)
    assert game.attack("my 2", "enemy hero").enemy.health == 29


# --- Rogue ---


@scenario("Blade Flurry")
def test_blade_flurry_cost_two_and_reached_the_hero() -> None:
    game = duel_2014("rogue").equip(ME, "Assassin's Blade").give(ME, "Blade Flurry")
    yeti, wisp = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ENEMY, "Wisp")
    game.play("Blade Flurry")
    assert (game.enemy.health, yeti.health, wisp.in_play) == (27, 2, False)
    assert (game.me.weapon, game.me.mana) == (None, 8)


@scenario("Master of Disguise")
@pytest.mark.parametrize(("overlay", "is_hidden"), [("", False), ("classic_2014", True)])
def test_master_of_disguise_hid_a_minion_for_good(overlay: str, is_hidden: bool) -> None:
    game = duel("rogue", overlay=overlay).give(ME, "Master of Disguise")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Master of Disguise", target=yeti)
    pass_turn(game)
    assert yeti.has("stealth") == is_hidden
    game.attack(yeti, "enemy hero")
    assert not yeti.has("stealth")


# --- Shaman and warlock ---


@scenario("Hex")
def test_hex_cost_three() -> None:
    game = duel_2014("shaman").give(ME, "Hex")
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre")
    assert (game.play("Hex", target=ogre).enemy.minions, game.me.mana) == (["Frog"], 7)


@scenario("Rockbiter Weapon")
def test_rockbiter_weapon_cost_one() -> None:
    game = duel_2014("shaman").give(ME, "Rockbiter Weapon").play("Rockbiter Weapon", target="my hero")
    assert (game.me.attack, game.me.mana) == (3, 9)


@scenario("Soulfire")
def test_soulfire_was_free() -> None:
    game = duel_2014("warlock").set_mana(ME, 0).give(ME, "Soulfire", "Wisp").script(0)
    game.play("Soulfire", target="enemy hero")
    assert (game.enemy.health, game.me.hand) == (26, [])


# --- Warrior ---


@scenario("Charge")
def test_charge_cost_three_and_gave_two_attack_against_anybody() -> None:
    game = duel_2014("warrior").give(ME, "Chillwind Yeti", "Charge").play("Chillwind Yeti")
    game.play("Charge", target="Chillwind Yeti").attack("Chillwind Yeti", "enemy hero")
    assert (game.enemy.health, game.me.mana) == (24, 3)
    pass_turn(game)
    assert game.me.board[0].stats == (6, 5)


@scenario("Execute")
def test_execute_cost_one() -> None:
    game = duel_2014("warrior").give(ME, "Execute")
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre", damage=1)
    assert (game.play("Execute", target=ogre).enemy.minions, game.me.mana) == ([], 9)


@scenario("Fiery War Axe")
def test_fiery_war_axe_cost_two() -> None:
    game = duel_2014("warrior").give(ME, "Fiery War Axe").play("Fiery War Axe")
    assert (game.me.attack, game.me.weapon.durability, game.me.mana) == (3, 2, 8)


@scenario("Warsong Commander")
def test_warsong_commander_let_weak_minions_charge_when_they_entered() -> None:
    game = duel_2014("warrior").give(ME, "Frothing Berserker", "Chillwind Yeti")
    game.add_minion(ME, "Warsong Commander")
    game.play("Frothing Berserker").play("Chillwind Yeti")
    assert [(m.attack, m.can_attack) for m in game.me.board[1:]] == [(2, True), (4, False)]
    game.attack("Frothing Berserker", "enemy hero")
    assert game.enemy.health == 28


@scenario("Warsong Commander")
def test_warsong_commander_looked_at_attack_only_as_a_minion_entered() -> None:
    game = duel_2014("warrior").give(ME, "Raging Worgen", "Inner Rage", "Fireball")
    commander = game.add_minion(ME, "Warsong Commander")
    game.play("Raging Worgen").play("Inner Rage", target="Raging Worgen").play("Fireball", target=commander)
    worgen = game.me.board[0]
    assert (worgen.attack, worgen.has("charge"), worgen.can_attack) == (6, True, True)


@scenario("Warsong Commander")
def test_warsong_commander_let_summoned_minions_charge_but_neither_itself_nor_enemies() -> None:
    game = duel_2014("warrior").give(ME, "Warsong Commander", "Razorfen Hunter").give(ENEMY, "Wisp")
    game.add_minion(ME, "Bluegill Warrior")
    game.play("Warsong Commander").play("Razorfen Hunter")
    assert [(m.attack, m.has("charge")) for m in game.me.board] == [(2, True), (2, False), (2, True), (1, True)]
    game.end_turn().play("Wisp")
    assert not game.me.board[0].has("charge")


@scenario("Warsong Commander")
def test_warsong_commander_counted_the_attack_that_auras_give() -> None:
    game = duel_2014("warrior").give(ME, "Raging Worgen", "Amani Berserker")
    for name in ("Warsong Commander", "Raid Leader"):
        game.add_minion(ME, name)
    game.play("Raging Worgen").play("Amani Berserker")
    assert [(m.attack, m.has("charge")) for m in game.me.board[2:]] == [(4, False), (3, True)]
