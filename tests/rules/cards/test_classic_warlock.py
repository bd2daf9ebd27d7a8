"""The warlock's cards of the Classic set."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError

DEMONS = {
    *("Blood Imp", "Doomguard", "Dread Infernal", "Felguard", "Flame Imp", "Illidan Stormrage", "Lord Jaraxxus"),
    *("Pit Lord", "Siegebreaker", "Succubus", "Void Terror", "Voidwalker"),
}


@scenario("Doomguard")
def test_doomguard_charges_and_costs_two_cards() -> None:
    game = duel("warlock").give(ME, "Wisp", "Doomguard", "Hex", "Sap").give(ENEMY, "Wisp").script(0, 1)
    game.play("Doomguard").attack("Doomguard", "enemy hero")
    assert (game.me.hand, game.enemy.hand, game.enemy.health) == (["Hex"], ["Wisp"], 25)
    assert (game.me.board[0].stats, game.me.mana) == ((5, 7), 5)


@scenario("Doomguard")
def test_doomguard_discards_what_there_is() -> None:
    game = duel("warlock").give(ME, "Doomguard", "Wisp").script(0).play("Doomguard")
    assert (game.me.hand, game.me.minions, len(game.me.deck)) == ([], ["Doomguard"], 10)


@scenario("Void Terror")
def test_void_terror_devours_its_neighbours() -> None:
    game = duel("warlock").give(ME, "Void Terror")
    for name in ("Wisp", "Chillwind Yeti"):
        game.add_minion(ME, name)
    game.add_minion(ME, "Boulderfist Ogre", damage=4)
    game.add_minion(ENEMY, "Wisp")
    game.play("Void Terror", position=3)
    assert (game.me.minions, game.enemy.minions, game.me.mana) == (["Wisp", "Void Terror"], ["Wisp"], 7)
    assert game.me.board[1].stats == (3 + 4 + 6, 3 + 5 + 3)


@scenario("Void Terror")
def test_void_terror_alone_or_at_the_edge() -> None:
    game = duel("warlock").give(ME, "Void Terror", "Void Terror").play("Void Terror")
    assert game.me.board[0].stats == (3, 3)
    game.play("Void Terror", position=1)
    assert (game.me.minions, game.me.board[0].stats) == (["Void Terror"], (6, 6))


@scenario("Void Terror")
def test_void_terror_gains_what_auras_gave_its_neighbours() -> None:
    game = duel("warlock").give(ME, "Void Terror")
    game.add_minion(ME, "Chillwind Yeti")
    game.add_minion(ME, "Stormwind Champion")
    game.play("Void Terror", position=2)
    assert game.me.board[0].stats == (3 + 5 + 6, 3 + 6 + 6)


@scenario("Void Terror")
def test_void_terror_sets_off_deathrattles() -> None:
    game = duel("warlock").give(ME, "Void Terror")
    game.add_minion(ME, "Leper Gnome")
    game.play("Void Terror")
    assert (game.me.minions, game.enemy.health) == (["Void Terror"], 28)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("Blood Imp", marks=scenario("Blood Imp")),
        pytest.param("Doomguard", marks=scenario("Doomguard")),
        pytest.param("Felguard", marks=scenario("Felguard")),
        pytest.param("Flame Imp", marks=scenario("Flame Imp")),
        pytest.param("Infernal", marks=scenario("Infernal")),
        pytest.param("Pit Lord", marks=scenario("Pit Lord")),
        pytest.param("Worthless Imp", marks=scenario("Worthless Imp")),
        pytest.param("Void Terror", marks=scenario("Void Terror")),
    ],
)
def test_a_demon_can_be_sacrificed(name: str) -> None:
    game = duel("warlock").give(ME, "Sacrificial Pact")
    game.add_minion(ME, name)
    game.play("Sacrificial Pact", target=name)
    assert game.me.minions == []


@scenario("Siphon Soul")
def test_siphon_soul_destroys_a_minion_and_heals_the_hero() -> None:
    game = duel("warlock").set_health(ME, 20).give(ME, "Siphon Soul")
    game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Sunwalker")
    game.play("Siphon Soul", target="Sunwalker")
    assert (game.enemy.minions, game.me.minions) == ([], ["Wisp"])
    assert (game.me.health, game.enemy.health, game.me.mana) == (23, 30, 4)


@scenario("Siphon Soul")
def test_siphon_soul_may_take_a_friend_but_no_hero() -> None:
    game = duel("warlock").set_health(ME, 29).give(ME, "Siphon Soul")
    game.add_minion(ME, "Wisp")
    with pytest.raises(InputError, match=r"legal targets: my Wisp$"):
        game.play("Siphon Soul", target="enemy hero")
    game.play("Siphon Soul", target="my Wisp")
    assert (game.me.minions, game.me.health) == ([], 30)


@scenario("Doomguard")
def test_doomguard_that_comes_back_by_ancestral_spirit_costs_no_card() -> None:
    game = duel("warlock").give(ME, "Ancestral Spirit", "Siphon Soul", "Wisp", "Hex")
    guard = game.add_minion(ME, "Doomguard")
    game.attack(guard, "enemy hero").play("Ancestral Spirit", target=guard).play("Siphon Soul", target=guard)
    assert (game.me.minions, game.me.hand) == (["Doomguard"], ["Wisp", "Hex"])
    assert game.attack("my 1", "enemy hero").enemy.health == 20


@scenario("Blood Imp")
def test_blood_imp_hides_and_strengthens_another_friend_each_turn() -> None:
    game = duel("warlock").give(ME, "Blood Imp").script(1, 0)
    first, second, theirs = game.add_minion(ME, "Wisp"), game.add_minion(ME, "Wisp"), game.add_minion(ENEMY, "Wisp")
    imp = game.play("Blood Imp").me.board[2]
    assert (imp.stats, imp.has("stealth"), game.me.mana) == ((0, 1), True, 9)
    game.end_turn()
    assert [m.stats for m in (first, second, imp, theirs)] == [(1, 1), (1, 2), (0, 1), (1, 1)]
    with pytest.raises(InputError, match="cannot attack enemy Blood Imp"):
        game.attack(theirs, imp)
    game.end_turn().end_turn()
    assert (first.health, second.health) == (2, 2)


@scenario("Blood Imp")
def test_blood_imp_alone_has_nobody_to_strengthen() -> None:
    game = duel("warlock")
    imp = game.add_minion(ME, "Blood Imp")
    game.end_turn()
    assert (imp.stats, imp.has("stealth")) == ((0, 1), True)


@scenario("Felguard")
def test_felguard_guards_and_costs_a_crystal_for_good() -> None:
    game = duel("warlock").set_mana(ME, 3, crystals=7).give(ME, "Felguard").play("Felguard")
    guard = game.me.board[0]
    assert (guard.stats, guard.has("taunt"), game.me.crystals, game.me.mana) == ((3, 5), True, 6, 0)
    pass_turn(game)
    assert (game.me.crystals, game.me.mana) == (7, 7)


@scenario("Felguard")
def test_felguard_destroys_an_empty_crystal_before_a_full_one() -> None:
    game = duel("warlock").set_mana(ME, 4).give(ME, "Felguard").play("Felguard")
    assert (game.me.crystals, game.me.mana) == (3, 1)


@scenario("Flame Imp")
def test_flame_imp_burns_its_own_hero() -> None:
    game = duel("warlock").set_health(ME, 30, armor=1).give(ME, "Flame Imp").play("Flame Imp")
    assert (game.me.health, game.me.armor, game.enemy.health) == (28, 0, 30)
    assert (game.me.board[0].stats, game.me.mana) == ((3, 2), 9)


@scenario("Flame Imp")
def test_flame_imp_can_cost_the_game() -> None:
    game = duel("warlock").set_health(ME, 3).give(ME, "Flame Imp").play("Flame Imp")
    assert (game.over, game.winner) == (True, ENEMY)


@scenario("Pit Lord")
def test_pit_lord_hurts_its_own_hero_when_played_but_not_when_summoned() -> None:
    game = duel("warlock").give(ME, "Pit Lord").play("Pit Lord")
    assert (game.me.board[0].stats, game.me.health, game.enemy.health, game.me.mana) == ((5, 6), 25, 30, 6)
    game.give(ME, "Ancestral Spirit", "Siphon Soul").set_mana(ME, 10)
    game.play("Ancestral Spirit", target="Pit Lord").play("Siphon Soul", target="Pit Lord")
    assert (game.me.minions, game.me.health) == (["Pit Lord"], 28)


@scenario("Lord Jaraxxus")
@scenario("Blood Fury")
def test_lord_jaraxxus_takes_the_heros_place() -> None:
    game = duel("warlock").set_health(ME, 3, armor=4).equip(ME, "Fiery War Axe").give(ME, "Lord Jaraxxus")
    game.play("Lord Jaraxxus")
    assert (game.me.minions, game.me.health, game.me.armor, game.me.mana) == ([], 15, 0, 1)
    weapon = game.me.weapon
    assert (weapon.name, weapon.attack, weapon.durability) == ("Blood Fury", 3, 8)
    game.attack("my hero", "enemy hero")
    assert (game.enemy.health, game.me.weapon.durability, game.me.power) == (27, 7, "INFERNO!")


@scenario("Lord Jaraxxus")
def test_lord_jaraxxus_is_never_healed_above_fifteen() -> None:
    game = duel("warlock").give(ME, "Lord Jaraxxus", "Siphon Soul").play("Lord Jaraxxus")
    game.add_minion(ENEMY, "Wisp")
    assert game.set_mana(ME, 6).play("Siphon Soul", target="Wisp").me.health == 15


@scenario("Lord Jaraxxus")
def test_lord_jaraxxus_as_a_minion_is_a_demon_without_battlecry() -> None:
    game = duel("warlock").give(ME, "Sacrificial Pact")
    lord = game.add_minion(ENEMY, "Lord Jaraxxus")
    assert (lord.stats, game.enemy.power) == ((3, 15), "Armor Up!")
    assert game.play("Sacrificial Pact", target=lord).enemy.minions == []


@scenario("INFERNO!")
@scenario("Infernal")
def test_inferno_summons_an_infernal_even_after_the_old_power_was_used() -> None:
    game = duel("warlock").use_power().set_mana(ME, 11).give(ME, "Lord Jaraxxus", "Sacrificial Pact")
    game.play("Lord Jaraxxus").use_power()
    infernal = game.me.board[0]
    assert (infernal.name, infernal.stats, infernal.can_attack, game.me.mana) == ("Infernal", (6, 6), False, 0)
    with pytest.raises(InputError, match="cannot use INFERNO!"):
        game.set_mana(ME, 2).use_power()
    assert game.play("Sacrificial Pact", target=infernal).me.minions == []


@scenario("Infernal")
def test_an_infernal_costs_six_when_it_is_sent_back_to_hand() -> None:
    game = duel("rogue", "warlock").give(ME, "Sap")
    game.add_minion(ENEMY, "Infernal")
    assert game.play("Sap", target="Infernal").enemy.cost("Infernal") == 6


@scenario("INFERNO!")
def test_inferno_needs_room() -> None:
    game = duel("EX1_323h")
    for _ in range(7):
        game.add_minion(ME, "Wisp")
    with pytest.raises(InputError, match="cannot use INFERNO!"):
        game.use_power()


@scenario("Summoning Portal")
def test_summoning_portal_makes_own_minions_cheaper_but_never_free() -> None:
    game = duel("warlock").give(ME, "Summoning Portal", "Boulderfist Ogre", "Bloodfen Raptor", "Voidwalker", "Wisp")
    game.give(ME, "Fireball").give(ENEMY, "Boulderfist Ogre").play("Summoning Portal")
    assert (game.me.board[0].stats, game.me.mana, game.enemy.cost("Boulderfist Ogre")) == ((0, 4), 6, 6)
    assert [card.cost for card in game.me.cards] == [4, 1, 1, 0, 4]
    game.add_minion(ME, "Summoning Portal")
    assert [card.cost for card in game.me.cards] == [2, 1, 1, 0, 4]


@scenario("Summoning Portal")
def test_summoning_portal_helps_as_long_as_it_stands() -> None:
    game = duel("warlock").give(ME, "Boulderfist Ogre", "Fireball")
    portal = game.add_minion(ME, "Summoning Portal")
    assert game.me.cost("Boulderfist Ogre") == 4
    assert game.play("Fireball", target=portal).me.cost("Boulderfist Ogre") == 6


@scenario("Bane of Doom")
def test_bane_of_doom_may_call_any_demon_that_decks_may_hold() -> None:
    found = set()
    for outcome in range(len(DEMONS)):
        game = duel("warlock").give(ME, "Bane of Doom").script(outcome)
        game.add_minion(ENEMY, "Bloodfen Raptor")
        game.play("Bane of Doom", target="Bloodfen Raptor")
        assert (game.enemy.minions, len(game.me.minions), game.me.mana) == ([], 1, 5)
        found.update(game.me.minions)
    assert found == DEMONS


@scenario("Bane of Doom")
def test_bane_of_doom_calls_nobody_for_a_survivor() -> None:
    game = duel("warlock").give(ME, "Bane of Doom", "Bane of Doom")
    squire = game.add_minion(ENEMY, "Argent Squire")
    game.play("Bane of Doom", target=squire).play("Bane of Doom", target="enemy hero")
    assert (squire.in_play, game.enemy.health, game.me.minions) == (True, 28, [])


@scenario("Demonfire")
def test_demonfire_hurts_all_but_friendly_demons() -> None:
    game = duel("warlock").give(ME, *["Demonfire"] * 3)
    yeti, demon = game.add_minion(ME, "Chillwind Yeti"), game.add_minion(ENEMY, "Voidwalker")
    game.play("Demonfire", target=yeti).play("Demonfire", target=demon)
    assert (yeti.stats, demon.stats, game.me.mana) == ((4, 3), (1, 1), 6)
    with pytest.raises(InputError, match=r"legal targets: my Chillwind Yeti, enemy Voidwalker$"):
        game.play("Demonfire", target="enemy hero")


@scenario("Demonfire")
def test_demonfire_strengthens_a_friendly_demon_whatever_the_spell_damage() -> None:
    game = duel("warlock").give(ME, "Demonfire", "Demonfire")
    demon, yeti = game.add_minion(ME, "Voidwalker", damage=1), game.add_minion(ENEMY, "Chillwind Yeti")
    game.add_minion(ME, "Kobold Geomancer")
    game.play("Demonfire", target=demon).play("Demonfire", target=yeti)
    assert (demon.stats, yeti.health) == ((3, 4), 2)


@scenario("Sense Demons")
def test_sense_demons_draws_two_demons_from_anywhere_in_the_deck() -> None:
    game = duel("warlock").set_deck(ME, ["Wisp", "Voidwalker", "Hex", "Felguard", "Wisp"]).give(ME, "Sense Demons")
    game.script(1, 0).play("Sense Demons")
    assert (game.me.hand, game.me.deck, game.me.mana) == (["Voidwalker", "Felguard"], ["Wisp", "Hex", "Wisp"], 7)


@scenario("Sense Demons")
@scenario("Worthless Imp")
def test_sense_demons_finds_worthless_imps_where_demons_lack() -> None:
    game = duel("warlock").set_deck(ME, ["Wisp", "Doomguard"]).give(ME, "Sense Demons", "Demonfire").script(0)
    game.play("Sense Demons")
    assert (game.me.hand, game.me.deck) == (["Demonfire", "Doomguard", "Worthless Imp"], ["Wisp"])
    imp = game.play("Worthless Imp").me.board[0]
    assert (imp.stats, game.me.mana) == ((1, 1), 6)
    game.play("Demonfire", target=imp)
    assert imp.stats == (3, 3)


@scenario("Sense Demons")
def test_sense_demons_burns_what_the_hand_cannot_hold() -> None:
    game = duel("warlock").set_deck(ME, ["Voidwalker", "Felguard"]).give(ME, "Sense Demons", *["Wisp"] * 9)
    game.script(0, 0).play("Sense Demons")
    assert (game.me.hand, game.me.deck) == (["Wisp"] * 9 + ["Felguard"], [])


@scenario("Shadowflame")
def test_shadowflame_turns_a_friends_attack_on_all_enemy_minions() -> None:
    game = duel("warlock").give(ME, "Shadowflame")
    yeti, mine = game.add_minion(ME, "Chillwind Yeti"), game.add_minion(ME, "Wisp")
    ogre, raptor = game.add_minion(ENEMY, "Boulderfist Ogre"), game.add_minion(ENEMY, "Bloodfen Raptor")
    with pytest.raises(InputError, match=r"legal targets: my Chillwind Yeti, my Wisp$"):
        game.play("Shadowflame", target=ogre)
    game.play("Shadowflame", target=yeti)
    assert (game.me.minions, mine.health, ogre.health, raptor.in_play) == (["Wisp"], 1, 3, False)
    assert (game.enemy.health, game.me.mana) == (30, 6)


@scenario("Shadowflame")
def test_shadowflame_counts_what_auras_and_spell_damage_add() -> None:
    game = duel("warlock").give(ME, "Shadowflame")
    wisp = game.add_minion(ME, "Wisp")
    game.add_minion(ME, "Flametongue Totem")
    game.add_minion(ME, "Kobold Geomancer")
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre")
    game.play("Shadowflame", target=wisp)
    assert (wisp.in_play, ogre.health) == (False, 7 - (1 + 2 + 1))


@scenario("Twisting Nether")
def test_twisting_nether_destroys_all_minions() -> None:
    game = duel("warlock").give(ME, "Twisting Nether")
    for name in ("Leper Gnome", "Sunwalker"):
        game.add_minion(ME, name)
    game.add_minion(ENEMY, "Harvest Golem")
    game.add_minion(ENEMY, "Worgen Infiltrator")
    game.play("Twisting Nether")
    assert (game.me.minions, game.enemy.minions, game.me.mana) == ([], ["Damaged Golem"], 2)
    assert (game.me.health, game.enemy.health) == (30, 28)
