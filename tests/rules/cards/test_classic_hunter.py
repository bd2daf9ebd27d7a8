"""The hunter's cards of the Classic set."""

import pytest
from tests.rules.builder import ENEMY, ME, duel
from tests.rules.cards.scenario import scenario

from evometa.input import InputError


@scenario("King Krush")
def test_king_krush_charges() -> None:
    game = duel("hunter").give(ME, "King Krush").play("King Krush").attack("King Krush", "enemy hero")
    krush = game.me.board[0]
    assert (game.enemy.health, krush.stats, game.me.mana) == (22, (8, 8), 1)
    game.add_minion(ME, "Timber Wolf")
    assert krush.attack == 9, "King Krush is a beast"


@scenario("Scavenging Hyena")
def test_scavenging_hyena_feeds_on_friendly_beasts() -> None:
    game = duel("hunter").give(ME, "Scavenging Hyena", "Hellfire").play("Scavenging Hyena")
    hyena = game.me.board[0]
    assert (hyena.stats, game.me.mana) == ((2, 2), 8)
    raptor = game.add_minion(ME, "Bloodfen Raptor")
    game.give(ME, "Arcane Shot").play("Arcane Shot", target=raptor)
    assert hyena.stats == (4, 3)


@scenario("Scavenging Hyena")
def test_scavenging_hyena_ignores_other_deaths() -> None:
    game = duel("paladin").give(ME, "Consecration", "Arcane Shot")
    hyena, murloc = game.add_minion(ME, "Scavenging Hyena"), game.add_minion(ME, "Murloc Raider")
    game.add_minion(ENEMY, "Bloodfen Raptor")
    game.play("Consecration").play("Arcane Shot", target=murloc)
    assert (game.enemy.minions, game.me.minions, hyena.stats) == ([], ["Scavenging Hyena"], (2, 2))


@scenario("Scavenging Hyena")
def test_scavenging_hyena_grows_once_per_dead_beast_unless_it_dies_too() -> None:
    game = duel("warlock").give(ME, "Hellfire")
    strong, weak = game.add_minion(ME, "Scavenging Hyena", health=4), game.add_minion(ME, "Scavenging Hyena")
    game.add_minion(ME, "Bloodfen Raptor")
    game.play("Hellfire")
    assert (strong.stats, weak.in_play) == ((6, 3), False)


@scenario("Snake Trap")
def test_snake_trap_brings_three_snakes_when_a_minion_is_attacked() -> None:
    game = duel("hunter").give(ME, "Snake Trap").play("Snake Trap")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.add_minion(ENEMY, "Bloodfen Raptor")
    assert (game.me.secrets, game.me.mana) == (["Snake Trap"], 8)
    game.end_turn().attack("Bloodfen Raptor", yeti)
    assert (game.enemy.minions, game.enemy.secrets) == (["Chillwind Yeti", "Snake", "Snake", "Snake"], [])
    assert yeti.health == 2, "the attack goes on"


@scenario("Snake Trap")
def test_snake_trap_waits_while_the_hero_is_attacked() -> None:
    game = duel("mage", "hunter").add_secret(ENEMY, "Snake Trap")
    game.add_minion(ENEMY, "Wisp")
    game.add_minion(ME, "Bloodfen Raptor")
    game.attack("Bloodfen Raptor", "enemy hero")
    assert (game.enemy.secrets, game.enemy.minions) == (["Snake Trap"], ["Wisp"])


@scenario("Snake Trap")
def test_snake_trap_fills_the_board_as_far_as_it_goes() -> None:
    game = duel("mage", "hunter").add_secret(ENEMY, "Snake Trap")
    for _ in range(5):
        game.add_minion(ENEMY, "Chillwind Yeti")
    game.add_minion(ME, "Wisp")
    game.attack("Wisp", "enemy 1")
    assert game.enemy.minions == ["Chillwind Yeti"] * 5 + ["Snake"] * 2


@scenario("Snake")
def test_a_snake_is_a_beast_of_one_and_one() -> None:
    game = duel("hunter")
    snake = game.add_minion(ME, "Snake", ready=False)
    assert (snake.stats, snake.can_attack) == ((1, 1), False)
    game.add_minion(ME, "Timber Wolf")
    assert snake.stats == (2, 1)


@scenario("Unleash the Hounds")
def test_unleash_the_hounds_brings_one_for_each_enemy_minion() -> None:
    game = duel("hunter").give(ME, "Unleash the Hounds")
    game.add_minion(ME, "Wisp")
    for _ in range(3):
        game.add_minion(ENEMY, "Wisp")
    game.play("Unleash the Hounds")
    assert (game.me.minions, game.me.mana) == (["Wisp", "Hound", "Hound", "Hound"], 7)


@scenario("Unleash the Hounds")
def test_unleash_the_hounds_needs_an_enemy_minion_and_room() -> None:
    game = duel("hunter").give(ME, "Unleash the Hounds", "Unleash the Hounds", "Unleash the Hounds")
    for _ in range(5):
        game.add_minion(ME, "Wisp")
    with pytest.raises(InputError, match="cannot play Unleash the Hounds now"):
        game.play("Unleash the Hounds")
    game.add_minion(ENEMY, "Wisp")
    game.play("Unleash the Hounds")
    game.add_minion(ENEMY, "Wisp")
    game.play("Unleash the Hounds")
    assert game.me.minions == ["Wisp"] * 5 + ["Hound"] * 2
    with pytest.raises(InputError, match="cannot play Unleash the Hounds now"):
        game.play("Unleash the Hounds")


@scenario("Hound")
def test_hounds_charge_and_are_beasts() -> None:
    game = duel("hunter").give(ME, "Unleash the Hounds")
    game.add_minion(ME, "Timber Wolf", ready=False)
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Unleash the Hounds")
    assert game.me.board[1].stats == (2, 1)
    game.attack("Hound", "enemy hero")
    assert game.enemy.health == 28


@scenario("Eaglehorn Bow")
def test_eaglehorn_bow_lasts_longer_with_each_revealed_secret() -> None:
    game = duel("hunter").give(ME, "Eaglehorn Bow").play("Eaglehorn Bow").add_secret(ME, "Snake Trap")
    assert (game.me.attack, game.me.weapon.durability, game.me.mana) == (3, 2, 7)
    game.attack("my hero", "enemy hero")
    game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Bloodfen Raptor")
    game.end_turn().attack("Bloodfen Raptor", "Wisp")
    assert (game.side(ME).weapon.attack, game.side(ME).weapon.durability, game.me.health) == (3, 2, 27)


@scenario("Eaglehorn Bow")
def test_eaglehorn_bow_ignores_enemy_secrets_and_playing_one() -> None:
    game = duel("hunter", "hunter").equip(ME, "Eaglehorn Bow").add_secret(ENEMY, "Snake Trap")
    game.give(ME, "Snake Trap").play("Snake Trap")
    game.add_minion(ME, "Bloodfen Raptor")
    game.add_minion(ENEMY, "Wisp")
    game.attack("Bloodfen Raptor", "Wisp")
    assert (game.enemy.secrets, game.me.weapon.durability) == ([], 2)


@scenario("Savannah Highmane")
@scenario("Hyena")
def test_savannah_highmane_leaves_two_hyenas() -> None:
    game = duel("hunter").give(ME, "Savannah Highmane", "Fireball").play("Savannah Highmane")
    assert (game.me.board[0].stats, game.me.mana) == ((6, 5), 4)
    game.add_minion(ME, "Wisp")
    game.play("Fireball", target="Savannah Highmane")
    assert game.me.minions == ["Hyena", "Hyena", "Wisp"], "in the place of the dead"
    assert [m.stats for m in game.me.board] == [(2, 2), (2, 2), (1, 1)]


@scenario("Savannah Highmane")
def test_savannah_highmane_fills_the_board_as_far_as_it_goes() -> None:
    game = duel("hunter").give(ME, "Fireball")
    for _ in range(6):
        game.add_minion(ME, "Wisp")
    highmane = game.add_minion(ME, "Savannah Highmane")
    game.play("Fireball", target=highmane)
    assert game.me.minions == ["Wisp"] * 6 + ["Hyena"]


@scenario("Savannah Highmane")
def test_a_silenced_savannah_highmane_leaves_nothing() -> None:
    game = duel("hunter").give(ME, "Fireball")
    highmane = game.add_minion(ENEMY, "Savannah Highmane", silenced=True)
    assert game.play("Fireball", target=highmane).enemy.minions == []


@scenario("Hyena")
@scenario("Savannah Highmane")
def test_highmane_and_hyena_are_beasts() -> None:
    game = duel("hunter")
    highmane, hyena = game.add_minion(ME, "Savannah Highmane"), game.add_minion(ME, "Hyena")
    game.add_minion(ME, "Timber Wolf")
    assert (highmane.stats, hyena.stats) == ((7, 5), (3, 2))


@scenario("Bestial Wrath")
def test_bestial_wrath_makes_a_beast_strong_and_immune_this_turn() -> None:
    game = duel("hunter").give(ME, "Bestial Wrath")
    raptor, ogre = game.add_minion(ME, "Bloodfen Raptor"), game.add_minion(ENEMY, "Boulderfist Ogre")
    game.play("Bestial Wrath", target=raptor).attack(raptor, ogre)
    assert (ogre.health, raptor.stats, raptor.damage, game.me.mana) == (2, (5, 2), 0, 9)
    game.end_turn()
    assert (raptor.stats, raptor.has("immune")) == ((3, 2), False)


@scenario("Bestial Wrath")
def test_bestial_wrath_is_for_friendly_beasts_only() -> None:
    game = duel("hunter").give(ME, "Bestial Wrath")
    game.add_minion(ME, "Chillwind Yeti")
    game.add_minion(ENEMY, "Bloodfen Raptor")
    with pytest.raises(InputError, match="cannot play Bestial Wrath now"):
        game.play("Bestial Wrath", target="enemy Bloodfen Raptor")
    game.add_minion(ME, "Snake")
    with pytest.raises(InputError, match=r"legal targets: my Snake$"):
        game.play("Bestial Wrath", target="Chillwind Yeti")


@scenario("Deadly Shot")
def test_deadly_shot_destroys_a_random_enemy_minion() -> None:
    game = duel("hunter").give(ME, "Deadly Shot").script(1)
    game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Wisp")
    game.add_minion(ENEMY, "Scarlet Crusader", keywords=["stealth"])
    game.play("Deadly Shot")
    assert (game.me.minions, game.enemy.minions, game.me.mana) == (["Wisp"], ["Wisp"], 7)


@scenario("Deadly Shot")
def test_deadly_shot_needs_an_enemy_minion() -> None:
    game = duel("hunter").give(ME, "Deadly Shot")
    game.add_minion(ME, "Wisp")
    with pytest.raises(InputError, match="cannot play Deadly Shot now"):
        game.play("Deadly Shot")
    game.add_minion(ENEMY, "War Golem")
    assert game.script(0).play("Deadly Shot").enemy.minions == []


@scenario("Explosive Shot")
def test_explosive_shot_hurts_a_minion_and_its_neighbours() -> None:
    game = duel("hunter").give(ME, "Explosive Shot")
    foes = [game.add_minion(ENEMY, "Boulderfist Ogre") for _ in range(4)]
    with pytest.raises(InputError, match="cannot play Explosive Shot on enemy hero"):
        game.play("Explosive Shot", target="enemy hero")
    game.play("Explosive Shot", target=foes[1])
    assert ([foe.health for foe in foes], game.me.mana) == ([5, 2, 5, 7], 5)


@scenario("Explosive Shot")
def test_explosive_shot_with_spell_damage_hits_neighbours_of_one_who_dies() -> None:
    game = duel("hunter").give(ME, "Explosive Shot")
    game.add_minion(ME, "Kobold Geomancer")
    wisp, ogre = game.add_minion(ENEMY, "Wisp"), game.add_minion(ENEMY, "Boulderfist Ogre")
    game.play("Explosive Shot", target=wisp)
    assert (wisp.in_play, ogre.health, game.enemy.health) == (False, 4, 30)


@scenario("Explosive Trap")
def test_explosive_trap_hits_all_enemies_when_the_hero_is_attacked() -> None:
    game = duel("hunter").give(ME, "Explosive Trap").play("Explosive Trap")
    assert (game.me.secrets, game.me.mana) == (["Explosive Trap"], 8)
    yeti, raptor = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ENEMY, "Bloodfen Raptor")
    mine = game.add_minion(ME, "Wisp")
    game.end_turn().attack(yeti, "enemy hero")
    assert (yeti.health, raptor.in_play, game.me.health) == (3, False, 28)
    assert (mine.in_play, game.enemy.health, game.enemy.secrets) == (True, 26, [])


@scenario("Explosive Trap")
def test_explosive_trap_may_kill_the_attacker_first() -> None:
    game = duel("mage", "hunter").add_secret(ENEMY, "Explosive Trap")
    raptor = game.add_minion(ME, "Bloodfen Raptor")
    game.attack(raptor, "enemy hero")
    assert (raptor.in_play, game.enemy.health) == (False, 30)


@scenario("Explosive Trap")
def test_explosive_trap_answers_heroes_but_no_attack_on_a_minion() -> None:
    game = duel("warrior", "hunter").add_secret(ENEMY, "Explosive Trap").equip(ME, "Fiery War Axe")
    game.add_minion(ME, "Bloodfen Raptor")
    game.add_minion(ENEMY, "Kobold Geomancer")
    game.attack("Bloodfen Raptor", "Kobold Geomancer")
    assert game.enemy.secrets == ["Explosive Trap"]
    game.add_minion(ENEMY, "Kobold Geomancer")
    game.attack("my hero", "enemy hero")
    assert (game.me.health, game.enemy.health) == (27, 27), "spell damage counts for a secret"


@scenario("Flare")
def test_flare_shows_the_stealthy_destroys_secrets_and_draws() -> None:
    game = duel("hunter", "mage").set_deck(ME, ["Sap", "Hex"]).give(ME, "Flare")
    game.add_secret(ME, "Snake Trap").add_secret(ENEMY, "Explosive Trap").add_secret(ENEMY, "Ice Barrier")
    stealthy = [game.add_minion(player, "Worgen Infiltrator") for player in (ME, ENEMY)]
    game.play("Flare")
    assert [minion.has("stealth") for minion in stealthy] == [False, False]
    assert (game.me.secrets, game.enemy.secrets) == (["Snake Trap"], [])
    assert (game.me.hand, game.me.mana) == (["Sap"], 8)
    game.attack(stealthy[0], stealthy[1])
    assert (game.me.minions, game.enemy.minions) == ([], [])


@scenario("Flare")
def test_flare_draws_even_if_there_is_nothing_to_find_but_can_be_countered() -> None:
    game = duel("hunter", "mage").give(ME, "Flare", "Flare").play("Flare")
    assert game.me.hand == ["Flare", "Wisp"]
    game.add_secret(ENEMY, "Ice Barrier").add_secret(ENEMY, "Counterspell").play("Flare")
    assert (game.me.hand, game.enemy.secrets) == (["Wisp"], ["Ice Barrier"])


@scenario("Freezing Trap")
def test_freezing_trap_sends_the_attacker_home_dearer() -> None:
    game = duel("hunter").give(ME, "Freezing Trap").play("Freezing Trap")
    assert (game.me.secrets, game.me.mana) == (["Freezing Trap"], 8)
    yeti = game.add_minion(ENEMY, "Chillwind Yeti", attack=9)
    game.end_turn().attack(yeti, "enemy hero")
    assert (game.enemy.health, game.enemy.secrets, game.me.minions) == (30, [], [])
    assert (game.me.hand, game.me.cost("Chillwind Yeti")) == (["Wisp", "Chillwind Yeti"], 6)
    game.play("Chillwind Yeti")
    assert (game.me.board[0].stats, game.me.mana) == ((4, 5), 4)


@scenario("Freezing Trap")
def test_freezing_trap_destroys_whom_a_full_hand_cannot_take_back() -> None:
    game = duel("mage", "hunter").add_secret(ENEMY, "Freezing Trap").give(ME, *["Wisp"] * 10)
    game.add_minion(ENEMY, "Wisp")
    game.add_minion(ME, "Leper Gnome")
    game.attack("Leper Gnome", "Wisp")
    assert (game.me.minions, game.me.hand, game.enemy.minions, game.enemy.health) == ([], ["Wisp"] * 10, ["Wisp"], 28)


@scenario("Freezing Trap")
def test_freezing_trap_is_not_for_heroes() -> None:
    game = duel("warrior", "hunter").add_secret(ENEMY, "Freezing Trap").equip(ME, "Fiery War Axe")
    game.attack("my hero", "enemy hero")
    assert (game.enemy.secrets, game.enemy.health) == (["Freezing Trap"], 27)


@scenario("Snipe")
def test_snipe_hits_a_minion_that_the_enemy_plays() -> None:
    game = duel("hunter").give(ME, "Snipe").give(ENEMY, "Chillwind Yeti", "Wisp").play("Snipe")
    assert (game.me.secrets, game.me.mana) == (["Snipe"], 8)
    game.end_turn().play("Chillwind Yeti").play("Wisp")
    assert ([m.stats for m in game.me.board], game.enemy.secrets) == ([(4, 1), (1, 1)], [])


@scenario("Snipe")
def test_snipe_comes_after_the_battlecry_and_with_spell_damage() -> None:
    game = duel("mage", "hunter").add_secret(ENEMY, "Snipe").give(ME, "Gnomish Inventor", "Chillwind Yeti")
    game.add_minion(ENEMY, "Kobold Geomancer")
    game.play("Chillwind Yeti")
    assert (game.me.minions, game.enemy.secrets) == ([], [])
    game.add_secret(ENEMY, "Snipe").play("Gnomish Inventor")
    assert (game.me.minions, game.me.hand) == ([], ["Wisp"])


@scenario("Snipe")
def test_snipe_ignores_summoned_minions() -> None:
    game = duel("paladin", "hunter").add_secret(ENEMY, "Snipe").use_power()
    assert (game.me.minions, game.enemy.secrets) == (["Silver Hand Recruit"], ["Snipe"])


@scenario("Gladiator's Longbow")
def test_gladiators_longbow_keeps_its_hero_from_harm_while_attacking() -> None:
    game = duel("hunter").give(ME, "Gladiator's Longbow").play("Gladiator's Longbow")
    assert (game.me.attack, game.me.weapon.durability, game.me.mana) == (5, 2, 3)
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre")
    game.attack("my hero", ogre)
    assert (ogre.health, game.me.health, game.me.weapon.durability) == (2, 30, 1)
    game.end_turn().attack(ogre, "enemy hero")
    assert game.enemy.health == 24


@scenario("Gladiator's Longbow")
def test_gladiators_longbow_keeps_its_hero_from_a_trap_of_that_attack() -> None:
    game = duel("hunter", "hunter").equip(ME, "Gladiator's Longbow").add_secret(ENEMY, "Explosive Trap")
    wisp = game.add_minion(ME, "Wisp")
    game.attack("my hero", "enemy hero")
    assert (game.me.health, wisp.in_play, game.enemy.health) == (30, False, 25)


@scenario("Misdirection")
def test_misdirection_may_turn_the_attacker_on_its_own_hero() -> None:
    game = duel("hunter").give(ME, "Misdirection").play("Misdirection")
    assert (game.me.secrets, game.me.mana) == (["Misdirection"], 8)
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.script(0).end_turn().attack(yeti, "enemy hero")
    assert (game.me.health, game.enemy.health, game.enemy.secrets) == (26, 30, [])
    assert (yeti.health, yeti.can_attack) == (5, False)


@pytest.mark.parametrize(
    ("outcome", "hurt"),
    [(0, (28, 7, 7)), (1, (30, 5, 7)), (2, (30, 7, 5))],
    ids=["own hero", "own minion", "enemy minion"],
)
@scenario("Misdirection")
def test_misdirection_finds_anyone_but_the_two_who_fight(outcome: int, hurt: tuple[int, int, int]) -> None:
    game = duel("mage", "hunter").add_secret(ENEMY, "Misdirection").script(outcome)
    attacker, mine = game.add_minion(ME, "Bloodfen Raptor", attack=2), game.add_minion(ME, "Boulderfist Ogre")
    theirs = game.add_minion(ENEMY, "Boulderfist Ogre")
    game.attack(attacker, "enemy hero")
    assert (game.me.health, mine.health, theirs.health) == hurt
    assert (game.enemy.health, attacker.in_play) == (30, outcome == 0)


@scenario("Misdirection")
def test_misdirection_waits_while_nobody_else_is_there_and_for_attacks_on_minions() -> None:
    game = duel("warrior", "hunter").add_secret(ENEMY, "Misdirection").equip(ME, "Fiery War Axe")
    game.attack("my hero", "enemy hero")
    assert (game.enemy.health, game.enemy.secrets) == (27, ["Misdirection"])
    game.add_minion(ENEMY, "Wisp")
    game.add_minion(ME, "Chillwind Yeti")
    game.attack("Chillwind Yeti", "Wisp")
    assert (game.enemy.minions, game.enemy.secrets) == ([], ["Misdirection"])


@scenario("Misdirection")
def test_misdirection_sends_a_weapon_against_another_minion() -> None:
    game = duel("warrior", "hunter").add_secret(ENEMY, "Misdirection").equip(ME, "Fiery War Axe").script(0)
    mine = game.add_minion(ME, "Chillwind Yeti")
    game.attack("my hero", "enemy hero")
    assert (mine.health, game.me.health, game.enemy.health, game.me.weapon.durability) == (2, 26, 30, 1)


@scenario("Misdirection")
def test_misdirection_does_not_pick_an_immune_character() -> None:
    game = duel("hunter", "hunter").add_secret(ENEMY, "Misdirection").equip(ME, "Eaglehorn Bow")
    raptor = game.add_minion(ME, "Bloodfen Raptor")
    game.give(ME, "Bestial Wrath").play("Bestial Wrath", target=raptor).attack("my hero", "enemy hero")
    assert (game.enemy.health, game.enemy.secrets) == (27, ["Misdirection"])


@scenario("Freezing Trap")
def test_freezing_trap_waits_when_an_explosive_trap_has_killed_the_attacker() -> None:
    game = duel("mage", "hunter").add_secret(ENEMY, "Explosive Trap").add_secret(ENEMY, "Freezing Trap")
    game.add_minion(ME, "Bloodfen Raptor")
    game.attack("Bloodfen Raptor", "enemy hero")
    assert (game.me.minions, game.me.hand, game.enemy.secrets) == ([], [], ["Freezing Trap"])


@scenario("Freezing Trap")
def test_explosive_trap_waits_when_a_freezing_trap_has_sent_the_attacker_home() -> None:
    game = duel("mage", "hunter").add_secret(ENEMY, "Freezing Trap").add_secret(ENEMY, "Explosive Trap")
    game.add_minion(ME, "Bloodfen Raptor")
    game.attack("Bloodfen Raptor", "enemy hero")
    assert (game.me.hand, game.me.health, game.enemy.secrets) == (["Bloodfen Raptor"], 30, ["Explosive Trap"])


@scenario("Misdirection")
def test_misdirection_waits_when_an_explosive_trap_has_killed_everybody_else() -> None:
    game = duel("warrior", "hunter").add_secret(ENEMY, "Explosive Trap").add_secret(ENEMY, "Misdirection")
    game.equip(ME, "Fiery War Axe").add_minion(ME, "Wisp")
    game.attack("my hero", "enemy hero")
    assert (game.me.minions, game.enemy.health, game.enemy.secrets) == ([], 27, ["Misdirection"])
