"""The shaman's cards of the Classic set."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError

# --- minions ----------------------------------------------------------------------------------------------------


@scenario("Al'Akir the Windlord")
def test_alakir_attacks_twice_at_once_and_stands_in_the_way() -> None:
    game = duel("shaman").give(ME, "Al'Akir the Windlord").play("Al'Akir the Windlord")
    game.attack("my 1", "enemy hero").attack("my 1", "enemy hero")
    assert (game.enemy.health, game.me.board[0].stats, game.me.mana) == (24, (3, 5), 2)
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.end_turn()
    with pytest.raises(InputError, match=r"legal: attack enemy Al'Akir the Windlord with my Chillwind Yeti$"):
        game.attack("Chillwind Yeti", "enemy hero")


@scenario("Al'Akir the Windlord")
def test_alakirs_shield_takes_the_first_blow() -> None:
    game = duel("shaman").give(ME, "Fireball")
    windlord = game.add_minion(ENEMY, "Al'Akir the Windlord")
    game.play("Fireball", target=windlord)
    assert (windlord.health, windlord.has("divine shield")) == (5, False)


@scenario("Dust Devil")
def test_dust_devil_costs_two_crystals_of_the_next_turn() -> None:
    game = duel("shaman").give(ME, "Dust Devil").play("Dust Devil")
    devil = game.me.board[0]
    assert (devil.stats, devil.can_attack, game.me.mana, game.me.overload) == ((3, 1), False, 9, 2)
    pass_turn(game)
    game.attack(devil, "enemy hero").attack(devil, "enemy hero")
    assert (game.enemy.health, game.me.mana, game.me.locked) == (24, 8, 2)
    pass_turn(game)
    assert game.me.mana == 10


@scenario("Earth Elemental")
def test_earth_elemental_guards_and_overloads() -> None:
    game = duel("shaman").give(ME, "Earth Elemental").play("Earth Elemental")
    game.add_minion(ENEMY, "Wisp")
    assert (game.me.board[0].stats, game.me.mana, game.me.overload) == ((7, 8), 5, 3)
    with pytest.raises(InputError, match=r"legal: attack enemy Earth Elemental with my Wisp$"):
        game.end_turn().attack("Wisp", "enemy hero")
    assert game.end_turn().me.mana == 7


@scenario("Mana Tide Totem")
def test_mana_tide_totem_draws_at_the_end_of_the_own_turn() -> None:
    game = duel("shaman").set_deck(ME, ["Sap", "Hex", "Wisp"]).give(ME, "Mana Tide Totem", "Totemic Might")
    game.play("Mana Tide Totem")
    assert (game.me.board[0].stats, game.me.mana) == ((0, 3), 7)
    assert game.play("Totemic Might").me.board[0].stats == (0, 5)
    game.end_turn()
    assert (game.side(ME).hand, len(game.side(ENEMY).hand)) == (["Sap"], 1)
    game.end_turn()
    assert game.me.hand == ["Sap", "Hex"]


@scenario("Mana Tide Totem")
def test_mana_tide_totem_hurts_when_the_deck_is_empty_and_burns_when_the_hand_is_full() -> None:
    game = duel("shaman").set_deck(ME, ["Hex"]).give(ME, *["Wisp"] * 10)
    game.add_minion(ME, "Mana Tide Totem")
    game.end_turn()
    assert (game.enemy.hand, game.enemy.deck, game.enemy.health) == (["Wisp"] * 10, [], 30)
    game.end_turn()
    assert game.me.health == 29
    game.end_turn()
    assert game.enemy.health == 27


@scenario("Unbound Elemental")
def test_unbound_elemental_grows_with_every_overload_of_its_player() -> None:
    game = duel("shaman", "shaman").give(ME, "Lightning Bolt", "Dust Devil", "Stormforged Axe", "Frost Shock")
    elemental = game.add_minion(ME, "Unbound Elemental")
    for grown in (1, 2, 3):
        card = game.me.hand[0]
        game.play(card, target="enemy hero" if card == "Lightning Bolt" else None)
        assert elemental.stats == (2 + grown, 4 + grown)
    game.play("Frost Shock", target="enemy hero").give(ENEMY, "Dust Devil").end_turn().play("Dust Devil")
    assert elemental.stats == (5, 7)


@scenario("Unbound Elemental")
def test_unbound_elemental_grows_before_the_spell_strikes() -> None:
    game = duel("shaman").give(ME, "Unbound Elemental", "Lava Burst").play("Unbound Elemental")
    assert (game.me.board[0].stats, game.me.board[0].can_attack, game.me.mana) == ((2, 4), False, 7)
    sturdy = game.add_minion(ME, "Unbound Elemental", health=5)
    game.play("Lava Burst", target=sturdy)
    assert (sturdy.stats, game.me.board[0].stats) == ((3, 1), (3, 5))


# --- spells -----------------------------------------------------------------------------------------------------


@scenario("Ancestral Spirit")
def test_ancestral_spirit_brings_the_minion_back_whole_and_plain() -> None:
    game = duel("shaman").give(ME, "Ancestral Spirit", "Fireball", "Fireball")
    ogre = game.add_minion(ME, "Boulderfist Ogre", damage=3, attack=9)
    wisp = game.add_minion(ME, "Wisp")
    game.play("Ancestral Spirit", target=ogre).play("Fireball", target=ogre)
    assert game.me.minions == ["Boulderfist Ogre", "Wisp"]
    assert (game.me.board[0].stats, game.me.board[0].can_attack, wisp.in_play) == ((6, 7), False, True)
    game.add_minion(ME, "Kobold Geomancer")
    assert game.play("Fireball", target="my 1").me.minions == ["Wisp", "Kobold Geomancer"]


@scenario("Ancestral Spirit")
def test_ancestral_spirit_comes_after_the_printed_deathrattle_for_whoever_owns_it() -> None:
    game = duel("shaman").give(ME, "Ancestral Spirit", "Ancestral Spirit", "Arcane Shot")
    gnome = game.add_minion(ENEMY, "Leper Gnome")
    game.play("Ancestral Spirit", target=gnome).play("Ancestral Spirit", target=gnome)
    game.play("Arcane Shot", target=gnome)
    assert (game.enemy.minions, game.me.minions, game.me.health) == (["Leper Gnome", "Leper Gnome"], [], 28)


@scenario("Ancestral Spirit")
def test_ancestral_spirit_is_silenced_and_needs_a_minion() -> None:
    game = duel("shaman").give(ME, "Ancestral Spirit", "Earth Shock")
    with pytest.raises(InputError, match="cannot play Ancestral Spirit now"):
        game.play("Ancestral Spirit", target="my hero")
    wisp = game.add_minion(ME, "Wisp")
    game.play("Ancestral Spirit", target=wisp).play("Earth Shock", target=wisp)
    assert (game.me.minions, game.me.mana) == ([], 7)


@scenario("Earth Shock")
def test_earth_shock_silences_before_it_hurts() -> None:
    game = duel("shaman").give(ME, *["Earth Shock"] * 3)
    squire, gnome = game.add_minion(ENEMY, "Argent Squire"), game.add_minion(ENEMY, "Leper Gnome")
    game.play("Earth Shock", target=squire).play("Earth Shock", target=gnome)
    assert (game.enemy.minions, game.me.health, game.me.mana) == ([], 30, 8)
    with pytest.raises(InputError, match="cannot play Earth Shock now"):
        game.play("Earth Shock", target="enemy hero")


@scenario("Earth Shock")
def test_earth_shock_gets_no_spell_damage_from_what_it_silences() -> None:
    game = duel("shaman").give(ME, "Earth Shock", "Earth Shock")
    kobold = game.add_minion(ME, "Kobold Geomancer")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti", attack=9, keywords=["taunt"])
    game.play("Earth Shock", target=yeti)
    assert (yeti.stats, yeti.has("taunt")) == ((4, 3), False)
    game.play("Earth Shock", target=kobold)
    assert kobold.stats == (2, 1)


@scenario("Far Sight")
def test_far_sight_makes_the_drawn_card_cheaper() -> None:
    game = duel("shaman").set_deck(ME, ["Fireball", "Fireball"]).give(ME, "Far Sight", "Fireball").play("Far Sight")
    assert ([card.cost for card in game.me.cards], game.me.mana) == ([4, 1], 7)
    pass_turn(game)
    assert [card.cost for card in game.me.cards] == [4, 1, 4]


@scenario("Far Sight")
def test_far_sight_never_pays_its_player_back() -> None:
    game = duel("shaman").set_deck(ME, ["Lightning Bolt"]).give(ME, "Far Sight", "Far Sight").play("Far Sight")
    assert game.me.cost("Lightning Bolt") == 0
    game.play("Far Sight")
    assert (game.me.hand, game.me.health) == (["Lightning Bolt"], 29)
    assert game.play("Lightning Bolt", target="enemy hero").me.mana == 4


@scenario("Feral Spirit")
@scenario("Spirit Wolf")
def test_feral_spirit_calls_two_wolves_with_taunt() -> None:
    game = duel("shaman").give(ME, "Feral Spirit").play("Feral Spirit")
    assert (game.me.minions, game.me.mana, game.me.overload) == (["Spirit Wolf", "Spirit Wolf"], 7, 2)
    assert [(wolf.stats, wolf.has("taunt"), wolf.can_attack) for wolf in game.me.board] == [((2, 3), True, False)] * 2


@scenario("Spirit Wolf")
def test_a_spirit_wolf_costs_two_when_it_is_sent_back_to_hand() -> None:
    game = duel("rogue", "shaman").give(ME, "Sap")
    game.add_minion(ENEMY, "Spirit Wolf")
    assert game.play("Sap", target="Spirit Wolf").enemy.cost("Spirit Wolf") == 2


@scenario("Feral Spirit")
def test_feral_spirit_fills_what_place_there_is() -> None:
    game = duel("shaman").give(ME, "Feral Spirit", "Feral Spirit")
    for _ in range(6):
        game.add_minion(ME, "Wisp")
    assert game.play("Feral Spirit").me.minions == ["Wisp"] * 6 + ["Spirit Wolf"]
    with pytest.raises(InputError, match="cannot play Feral Spirit now"):
        game.play("Feral Spirit")


@scenario("Forked Lightning")
def test_forked_lightning_hits_two_different_enemy_minions() -> None:
    game = duel("shaman").give(ME, "Forked Lightning").script(2, 0)
    mine = game.add_minion(ME, "Chillwind Yeti")
    first, second, third = (game.add_minion(ENEMY, "Chillwind Yeti") for _ in range(3))
    game.play("Forked Lightning")
    assert [m.health for m in (mine, first, second, third)] == [5, 3, 5, 3]
    assert (game.enemy.health, game.me.mana, game.me.overload) == (30, 9, 2)


@scenario("Forked Lightning")
def test_forked_lightning_needs_an_enemy_minion() -> None:
    game = duel("shaman").give(ME, "Forked Lightning")
    game.add_minion(ME, "Wisp")
    with pytest.raises(InputError, match="cannot play Forked Lightning now"):
        game.play("Forked Lightning")
    game.add_minion(ENEMY, "Wisp")
    assert game.script(0).play("Forked Lightning").enemy.minions == []


@scenario("Lava Burst")
def test_lava_burst_deals_five_to_anyone() -> None:
    game = duel("shaman").give(ME, "Lava Burst", "Lava Burst")
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Lava Burst", target="Chillwind Yeti").play("Lava Burst", target="enemy hero")
    assert (game.enemy.minions, game.enemy.health, game.me.mana, game.me.overload) == ([], 25, 4, 4)


@scenario("Lightning Bolt")
def test_lightning_bolt_deals_three_and_locks_one() -> None:
    game = duel("shaman").give(ME, "Lightning Bolt", "Lightning Bolt").play("Lightning Bolt", target="enemy hero")
    assert (game.enemy.health, game.me.mana, game.me.overload) == (27, 9, 1)
    game.add_minion(ME, "Wrath of Air Totem")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Lightning Bolt", target=yeti)
    assert yeti.health == 1
    pass_turn(game)
    assert (game.me.mana, game.me.locked) == (8, 2)


@scenario("Lightning Storm")
def test_lightning_storm_deals_two_or_three_to_each_enemy_minion() -> None:
    game = duel("shaman").give(ME, "Lightning Storm").script(1, 0, 1)
    mine = game.add_minion(ME, "Chillwind Yeti")
    first, second = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ENEMY, "Chillwind Yeti")
    game.add_minion(ENEMY, "River Crocolisk")
    game.play("Lightning Storm")
    assert (mine.health, first.health, second.health, len(game.enemy.minions), game.enemy.health) == (5, 2, 3, 2, 30)
    assert (game.me.mana, game.me.overload) == (7, 2)


@scenario("Lightning Storm")
def test_lightning_storm_gets_spell_damage_on_each() -> None:
    game = duel("shaman").give(ME, "Lightning Storm").script(0, 1)
    game.add_minion(ME, "Kobold Geomancer")
    first, second = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Lightning Storm")
    assert (first.health, second.health) == (2, 1)


@scenario("Lightning Storm")
def test_lightning_storm_knows_no_other_amounts() -> None:
    found = set()
    for seed in range(20):
        game = duel("shaman").give(ME, "Lightning Storm").seed(seed)
        yeti = game.add_minion(ENEMY, "Chillwind Yeti")
        game.play("Lightning Storm")
        found.add(5 - yeti.health)
    assert found == {2, 3}


# --- weapons ----------------------------------------------------------------------------------------------------


@scenario("Doomhammer")
def test_doomhammer_strikes_twice_each_turn() -> None:
    game = duel("shaman").give(ME, "Doomhammer").play("Doomhammer")
    assert (game.me.attack, game.me.weapon.durability, game.me.mana, game.me.overload) == (2, 8, 5, 2)
    game.attack("my hero", "enemy hero").attack("my hero", "enemy hero")
    assert (game.enemy.health, game.me.weapon.durability, game.me.hero.can_attack) == (26, 6, False)
    pass_turn(game)
    game.give(ME, "Rockbiter Weapon").play("Rockbiter Weapon", target="my hero")
    game.attack("my hero", "enemy hero").attack("my hero", "enemy hero")
    assert (game.enemy.health, game.me.mana) == (16, 6)


@scenario("Stormforged Axe")
def test_stormforged_axe_strikes_three_times() -> None:
    game = duel("shaman").give(ME, "Stormforged Axe").play("Stormforged Axe")
    assert (game.me.mana, game.me.overload) == (8, 1)
    for durability in (2, 1):
        game.attack("my hero", "enemy hero")
        assert (game.me.weapon.attack, game.me.weapon.durability, game.me.hero.can_attack) == (2, durability, False)
        pass_turn(game)
    game.attack("my hero", "enemy hero")
    assert (game.enemy.health, game.me.weapon) == (24, None)
