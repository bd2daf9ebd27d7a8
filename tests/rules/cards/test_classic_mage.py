"""The mage's cards of the Classic set."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError


@scenario("Archmage Antonidas")
def test_archmage_antonidas_gives_a_fireball_for_each_spell() -> None:
    game = duel().give(ME, "Archmage Antonidas", "Moonfire", "Ice Barrier").play("Archmage Antonidas")
    assert (game.me.board[0].stats, game.me.mana, game.me.hand) == ((5, 7), 3, ["Moonfire", "Ice Barrier"])
    game.play("Moonfire", target="enemy hero").play("Ice Barrier")
    assert game.me.hand == ["Fireball", "Fireball"]


@scenario("Archmage Antonidas")
def test_archmage_antonidas_is_not_impressed_by_minions_powers_and_enemy_spells() -> None:
    game = duel("mage", "mage").give(ME, "Wisp").give(ENEMY, "Moonfire").set_deck(ENEMY, ["Wisp"])
    game.add_minion(ME, "Archmage Antonidas")
    game.play("Wisp").use_power("enemy hero").end_turn().play("Moonfire", target="enemy hero")
    assert (game.me.hand, game.enemy.hand) == (["Wisp"], [])


@scenario("Archmage Antonidas")
def test_archmage_antonidas_finds_room_for_the_fireball_where_the_spell_was() -> None:
    game = duel().give(ME, "Moonfire", *["Wisp"] * 9)
    game.add_minion(ME, "Archmage Antonidas")
    game.play("Moonfire", target="enemy hero")
    assert game.me.hand == ["Wisp"] * 9 + ["Fireball"]


@scenario("Ethereal Arcanist")
def test_ethereal_arcanist_grows_at_the_end_of_each_own_turn_with_a_secret() -> None:
    game = duel().give(ME, "Ethereal Arcanist").add_secret(ME, "Counterspell").play("Ethereal Arcanist")
    arcanist = game.me.board[0]
    assert (arcanist.stats, game.me.mana) == ((3, 3), 6)
    game.end_turn()
    assert arcanist.stats == (5, 5)
    game.end_turn()
    assert arcanist.stats == (5, 5), "not in the enemy's turn"


@scenario("Ethereal Arcanist")
def test_ethereal_arcanist_needs_a_secret_of_its_own_player() -> None:
    game = duel().add_secret(ENEMY, "Counterspell")
    arcanist = game.add_minion(ME, "Ethereal Arcanist")
    game.end_turn()
    assert arcanist.stats == (3, 3)


@scenario("Kirin Tor Mage")
def test_kirin_tor_mage_makes_the_next_secret_free() -> None:
    game = duel().give(ME, "Kirin Tor Mage", "Ice Barrier", "Counterspell", "Fireball").play("Kirin Tor Mage")
    assert (game.me.board[0].stats, game.me.mana) == ((4, 3), 7)
    assert [game.me.cost(name) for name in ("Ice Barrier", "Counterspell", "Fireball")] == [0, 0, 4]
    game.play("Ice Barrier")
    assert (game.me.secrets, game.me.mana, game.me.cost("Counterspell")) == (["Ice Barrier"], 7, 3)


@scenario("Kirin Tor Mage")
def test_kirin_tor_mage_waits_past_other_spells_but_not_past_the_turn() -> None:
    game = duel().give(ME, "Kirin Tor Mage", "Ice Barrier", "Moonfire").play("Kirin Tor Mage")
    game.play("Moonfire", target="enemy hero")
    assert game.me.cost("Ice Barrier") == 0
    pass_turn(game)
    assert game.me.cost("Ice Barrier") == 3


@scenario("Mana Wyrm")
def test_mana_wyrm_grows_with_each_own_spell() -> None:
    game = duel("mage", "mage").give(ME, "Mana Wyrm", "Moonfire", "Ice Barrier").give(ENEMY, "Moonfire")
    game.play("Mana Wyrm")
    wyrm = game.me.board[0]
    assert (wyrm.stats, game.me.mana) == ((1, 3), 9)
    game.play("Moonfire", target="enemy hero").play("Ice Barrier").use_power("enemy hero")
    assert wyrm.stats == (3, 3)
    game.end_turn().play("Moonfire", target="enemy hero")
    assert wyrm.stats == (3, 3)


@scenario("Mana Wyrm")
def test_mana_wyrm_does_not_hear_a_countered_spell() -> None:
    game = duel("mage", "mage").add_secret(ENEMY, "Counterspell").give(ME, "Moonfire", "Moonfire")
    wyrm = game.add_minion(ME, "Mana Wyrm")
    game.play("Moonfire", target="enemy hero")
    assert wyrm.attack == 1
    game.play("Moonfire", target="enemy hero")
    assert wyrm.attack == 2


@scenario("Sorcerer's Apprentice")
def test_sorcerers_apprentice_makes_own_spells_cheaper() -> None:
    game = duel().give(ME, "Sorcerer's Apprentice", "Fireball", "Ice Barrier", "Moonfire", "Chillwind Yeti")
    game.give(ENEMY, "Fireball").play("Sorcerer's Apprentice")
    assert (game.me.board[0].stats, game.me.mana) == ((3, 2), 8)
    assert [card.cost for card in game.me.cards] == [3, 2, 0, 4]
    assert (game.enemy.cost("Fireball"), game.me.power_cost) == (4, 2)


@scenario("Sorcerer's Apprentice")
def test_two_sorcerers_apprentices_help_twice_until_they_are_gone() -> None:
    game = duel().give(ME, "Fireball", "Arcane Missiles")
    first, second = (game.add_minion(ME, "Sorcerer's Apprentice") for _ in range(2))
    assert [card.cost for card in game.me.cards] == [2, 0]
    game.play("Fireball", target=first)
    assert (game.me.mana, game.me.cost("Arcane Missiles")) == (8, 0)
    game.give(ME, "Silence", "Fireball").play("Silence", target=second)
    assert [card.cost for card in game.me.cards] == [1, 4]


@scenario("Blizzard")
def test_blizzard_hurts_and_freezes_all_enemy_minions() -> None:
    game = duel().give(ME, "Blizzard")
    mine = game.add_minion(ME, "Kobold Geomancer")
    yeti, crusader = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ENEMY, "Scarlet Crusader")
    game.play("Blizzard")
    assert [(m.health, m.has("frozen")) for m in (yeti, crusader, mine)] == [(2, True), (1, True), (2, False)]
    assert (game.enemy.health, game.enemy.hero.has("frozen"), game.me.mana) == (30, False, 4)
    game.end_turn()
    assert [m.can_attack for m in (yeti, crusader)] == [False, False]


@scenario("Cone of Cold")
def test_cone_of_cold_hurts_and_freezes_three_minions_side_by_side() -> None:
    game = duel().give(ME, "Cone of Cold")
    foes = [game.add_minion(ENEMY, "Chillwind Yeti") for _ in range(4)]
    with pytest.raises(InputError, match="cannot play Cone of Cold on enemy hero"):
        game.play("Cone of Cold", target="enemy hero")
    game.play("Cone of Cold", target=foes[1])
    assert [(foe.health, foe.has("frozen")) for foe in foes] == [(4, True)] * 3 + [(5, False)]
    assert game.me.mana == 6


@scenario("Cone of Cold")
def test_cone_of_cold_with_spell_damage_reaches_the_neighbour_of_one_who_dies() -> None:
    game = duel().give(ME, "Cone of Cold")
    game.add_minion(ME, "Kobold Geomancer")
    wisp, yeti = game.add_minion(ENEMY, "Wisp"), game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Cone of Cold", target=wisp)
    assert (wisp.in_play, yeti.health, yeti.has("frozen")) == (False, 3, True)


@scenario("Counterspell")
def test_counterspell_stops_the_next_enemy_spell() -> None:
    game = duel("mage", "mage").give(ME, "Counterspell").give(ENEMY, "Fireball", "Moonfire").play("Counterspell")
    assert (game.me.secrets, game.me.mana) == (["Counterspell"], 7)
    game.end_turn().play("Fireball", target="enemy hero")
    assert (game.enemy.health, game.enemy.secrets, game.me.mana) == (30, [], 6)
    assert "Fireball" not in game.me.hand
    assert game.play("Moonfire", target="enemy hero").enemy.health == 29


@scenario("Counterspell")
def test_counterspell_ignores_minions_powers_and_own_spells() -> None:
    game = duel("mage", "mage").give(ME, "Moonfire").give(ENEMY, "Wisp").add_secret(ME, "Counterspell")
    game.play("Moonfire", target="enemy hero").end_turn().play("Wisp").use_power("enemy hero")
    assert (game.me.health, game.enemy.health, game.enemy.secrets) == (29, 29, ["Counterspell"])


@scenario("Ice Barrier")
def test_ice_barrier_gives_armor_before_the_blow() -> None:
    game = duel().give(ME, "Ice Barrier").play("Ice Barrier")
    assert (game.me.secrets, game.me.armor, game.me.mana) == (["Ice Barrier"], 0, 7)
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.end_turn().attack(yeti, "enemy hero")
    assert (game.enemy.health, game.enemy.armor, game.enemy.secrets) == (30, 4, [])


@scenario("Ice Barrier")
def test_ice_barrier_answers_no_spell_and_no_attack_on_a_minion() -> None:
    game = duel("warrior", "mage").add_secret(ENEMY, "Ice Barrier").give(ME, "Fireball").equip(ME, "Fiery War Axe")
    game.add_minion(ENEMY, "Wisp")
    game.add_minion(ME, "Wisp")
    game.play("Fireball", target="enemy hero").attack("my Wisp", "enemy Wisp")
    assert (game.enemy.health, game.enemy.armor, game.enemy.secrets) == (24, 0, ["Ice Barrier"])
    game.attack("my hero", "enemy hero")
    assert (game.enemy.health, game.enemy.armor) == (24, 5)


@scenario("Ice Block")
def test_ice_block_prevents_fatal_damage_and_all_more_of_that_turn() -> None:
    game = duel("mage", "mage").set_health(ME, 6).give(ME, "Ice Block").give(ENEMY, "Moonfire", "Pyroblast")
    game.play("Ice Block")
    assert (game.me.secrets, game.me.mana) == (["Ice Block"], 7)
    game.add_minion(ENEMY, "Boulderfist Ogre")
    game.end_turn().play("Moonfire", target="enemy hero")
    assert (game.enemy.health, game.enemy.secrets) == (5, ["Ice Block"])
    game.play("Pyroblast", target="enemy hero")
    assert (game.over, game.enemy.health, game.enemy.secrets) == (False, 5, [])
    with pytest.raises(InputError, match="cannot attack enemy hero"):
        game.attack("Boulderfist Ogre", "enemy hero")


@scenario("Ice Block")
def test_ice_block_melts_at_the_end_of_the_turn() -> None:
    game = duel("mage", "mage").set_health(ENEMY, 3).add_secret(ENEMY, "Ice Block")
    ogre = game.add_minion(ME, "Boulderfist Ogre")
    game.attack(ogre, "enemy hero")
    assert (game.over, game.enemy.health, game.enemy.hero.has("immune")) == (False, 3, True)
    pass_turn(game)
    game.attack(ogre, "enemy hero")
    assert (game.over, game.winner) == (True, ME)


@scenario("Ice Block")
def test_ice_block_counts_armor() -> None:
    game = duel("mage", "mage").set_health(ENEMY, 3, armor=4).add_secret(ENEMY, "Ice Block")
    game.give(ME, "Fireball", "Fireball").play("Fireball", target="enemy hero")
    assert (game.enemy.health, game.enemy.armor, game.enemy.secrets) == (1, 0, ["Ice Block"])
    game.play("Fireball", target="enemy hero")
    assert (game.enemy.health, game.enemy.secrets) == (1, [])


@scenario("Ice Block")
def test_ice_block_is_no_help_against_fatigue_in_the_own_turn() -> None:
    game = duel("warrior", "mage").set_health(ENEMY, 1).set_deck(ENEMY, []).add_secret(ENEMY, "Ice Block")
    game.end_turn()
    assert (game.over, game.winner) == (True, ME)


@scenario("Ice Block")
def test_ice_block_stops_the_rest_of_the_arcane_missiles() -> None:
    game = duel("mage", "mage").set_health(ENEMY, 2).add_secret(ENEMY, "Ice Block")
    game.give(ME, "Arcane Missiles").script(0, 0, 0).play("Arcane Missiles")
    assert (game.over, game.enemy.health, game.enemy.secrets) == (False, 1, [])


@scenario("Ice Block")
def test_ice_block_is_lost_to_a_flare() -> None:
    game = duel("hunter", "mage").set_health(ENEMY, 2).add_secret(ENEMY, "Ice Block").give(ME, "Flare")
    game.play("Flare").use_power()
    assert (game.over, game.winner) == (True, ME)


@scenario("Mirror Entity")
def test_mirror_entity_copies_a_minion_that_the_enemy_plays() -> None:
    game = duel().give(ME, "Mirror Entity").give(ENEMY, "Lord of the Arena").play("Mirror Entity")
    assert (game.me.secrets, game.me.mana) == (["Mirror Entity"], 7)
    game.end_turn().play("Lord of the Arena")
    assert (game.me.minions, game.enemy.minions) == (["Lord of the Arena"], ["Lord of the Arena"])
    assert (game.enemy.board[0].stats, game.enemy.board[0].has("taunt"), game.enemy.secrets) == ((6, 5), True, [])


@scenario("Mirror Entity")
def test_mirror_entity_copies_what_the_battlecry_did() -> None:
    game = duel("mage", "mage").add_secret(ENEMY, "Mirror Entity").give(ME, "Frostwolf Warlord")
    game.add_minion(ME, "Wisp")
    game.play("Frostwolf Warlord")
    assert (game.me.board[1].stats, game.enemy.board[0].stats) == ((5, 5), (5, 5))


@scenario("Mirror Entity")
def test_mirror_entity_waits_while_the_board_is_full() -> None:
    game = duel("mage", "mage").add_secret(ENEMY, "Mirror Entity").give(ME, "Wisp", "Chillwind Yeti")
    for _ in range(7):
        game.add_minion(ENEMY, "Murloc Raider")
    game.play("Wisp")
    assert (game.enemy.secrets, game.enemy.minions) == (["Mirror Entity"], ["Murloc Raider"] * 7)
    game.use_power("enemy 7").play("Chillwind Yeti")
    assert (game.enemy.secrets, game.enemy.minions) == ([], ["Murloc Raider"] * 6 + ["Chillwind Yeti"])


@scenario("Mirror Entity")
def test_mirror_entity_ignores_summoned_minions() -> None:
    game = duel("paladin", "mage").add_secret(ENEMY, "Mirror Entity").use_power()
    assert (game.enemy.secrets, game.enemy.minions) == (["Mirror Entity"], [])


@scenario("Pyroblast")
def test_pyroblast_deals_ten_to_anyone() -> None:
    game = duel().give(ME, "Pyroblast").play("Pyroblast", target="enemy hero")
    assert (game.enemy.health, game.me.mana) == (20, 0)


@scenario("Pyroblast")
def test_pyroblast_profits_from_spell_damage() -> None:
    game = duel().give(ME, "Pyroblast")
    game.add_minion(ME, "Kobold Geomancer")
    golem = game.add_minion(ENEMY, "War Golem", health=11)
    game.play("Pyroblast", target=golem)
    assert not golem.in_play


@scenario("Spellbender")
def test_spellbender_takes_a_spell_meant_for_a_minion() -> None:
    game = duel("mage", "mage").give(ME, "Spellbender").give(ENEMY, "Frostbolt").play("Spellbender")
    assert (game.me.secrets, game.me.mana) == (["Spellbender"], 7)
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.end_turn().play("Frostbolt", target=yeti)
    assert (yeti.health, yeti.has("frozen")) == (5, False)
    assert (game.enemy.minions, game.enemy.secrets) == (["Chillwind Yeti"], []), "it died of it"


@scenario("Spellbender")
def test_spellbender_stays_as_a_minion_of_one_and_three() -> None:
    game = duel("hunter", "mage").add_secret(ENEMY, "Spellbender").give(ME, "Bestial Wrath", "Arcane Shot")
    raptor = game.add_minion(ME, "Bloodfen Raptor")
    game.play("Arcane Shot", target=raptor)
    bender = game.enemy.board[0]
    assert (bender.name, bender.stats, bender.max_health, raptor.health) == ("Spellbender", (1, 1), 3, 2)
    game.play("Bestial Wrath", target=raptor)
    assert (raptor.attack, raptor.has("immune"), bender.attack) == (5, True, 1)


@scenario("Spellbender")
def test_spellbender_takes_what_the_enemy_meant_for_an_own_minion() -> None:
    game = duel("hunter", "mage").add_secret(ENEMY, "Spellbender").give(ME, "Bestial Wrath")
    raptor = game.add_minion(ME, "Bloodfen Raptor")
    game.play("Bestial Wrath", target=raptor)
    bender = game.enemy.board[0]
    assert (raptor.attack, raptor.has("immune")) == (3, False)
    assert (bender.stats, bender.has("immune")) == ((3, 3), True)


@scenario("Spellbender")
def test_spellbender_ignores_spells_on_heroes_spells_without_a_target_and_powers() -> None:
    game = duel("mage", "mage").add_secret(ENEMY, "Spellbender").give(ME, "Moonfire", "Arcane Explosion")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Moonfire", target="enemy hero").play("Arcane Explosion").use_power(yeti)
    assert (yeti.health, game.enemy.health, game.enemy.secrets) == (3, 29, ["Spellbender"])


@scenario("Spellbender")
def test_spellbender_waits_while_the_board_is_full_or_the_spell_is_countered() -> None:
    game = duel("mage", "mage").add_secret(ENEMY, "Spellbender").give(ME, "Moonfire", "Moonfire")
    for _ in range(7):
        game.add_minion(ENEMY, "Wisp")
    game.play("Moonfire", target="enemy 1")
    assert (game.enemy.minions, game.enemy.secrets) == (["Wisp"] * 6, ["Spellbender"])
    game.add_secret(ENEMY, "Counterspell").play("Moonfire", target="enemy 1")
    assert (game.enemy.minions, game.enemy.secrets) == (["Wisp"] * 6, ["Spellbender"])


@scenario("Spellbender")
def test_spellbender_is_the_middle_of_an_explosive_shot() -> None:
    game = duel("hunter", "mage").add_secret(ENEMY, "Spellbender").give(ME, "Explosive Shot")
    foes = [game.add_minion(ENEMY, "Boulderfist Ogre") for _ in range(3)]
    game.play("Explosive Shot", target=foes[0])
    assert ([foe.health for foe in foes], game.enemy.minions) == ([7, 7, 5], ["Boulderfist Ogre"] * 3)


@scenario("Vaporize")
def test_vaporize_destroys_a_minion_that_attacks_the_hero() -> None:
    game = duel().give(ME, "Vaporize").play("Vaporize")
    assert (game.me.secrets, game.me.mana) == (["Vaporize"], 7)
    golem = game.add_minion(ENEMY, "War Golem", keywords=["divine shield"])
    game.end_turn().attack(golem, "enemy hero")
    assert (golem.in_play, game.enemy.health, game.enemy.secrets) == (False, 30, [])


@scenario("Vaporize")
def test_vaporize_ignores_heroes_and_attacks_on_minions() -> None:
    game = duel("warrior", "mage").add_secret(ENEMY, "Vaporize").equip(ME, "Fiery War Axe")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.add_minion(ENEMY, "Wisp")
    game.attack("my hero", "enemy hero").attack(yeti, "Wisp")
    assert (game.enemy.health, yeti.in_play, game.enemy.secrets) == (27, True, ["Vaporize"])


@scenario("Vaporize")
def test_vaporize_wakes_the_deathrattle_of_the_attacker() -> None:
    game = duel("hunter", "mage").add_secret(ENEMY, "Vaporize")
    highmane = game.add_minion(ME, "Savannah Highmane")
    game.attack(highmane, "enemy hero")
    assert (game.me.minions, game.enemy.health) == (["Hyena", "Hyena"], 30)


@scenario("Vaporize")
def test_vaporize_waits_when_an_explosive_trap_has_killed_the_attacker() -> None:
    game = duel("hunter", "mage").add_secret(ENEMY, "Explosive Trap").add_secret(ENEMY, "Vaporize")
    game.add_minion(ME, "Wisp")
    game.attack("Wisp", "enemy hero")
    assert (game.me.minions, game.enemy.secrets) == ([], ["Vaporize"])
