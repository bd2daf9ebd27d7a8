"""Neutral cards of the Classic set: what answers to cards, spells and minions, and deathrattles."""

import pytest
from tests.rules.builder import ENEMY, ME, duel
from tests.rules.cards.scenario import scenario

# --- cards and spells -------------------------------------------------------------------------------------------


@scenario("Illidan Stormrage")
@scenario("Flame of Azzinoth")
def test_illidan_stormrage_calls_a_flame_for_every_card() -> None:
    game = duel("warrior").give(ME, "Wisp", "The Coin", "Fiery War Axe")
    game.add_minion(ME, "Illidan Stormrage")
    game.play("Wisp").play("The Coin").play("Fiery War Axe").use_power()
    flames = [m for m in game.me.board if m.name == "Flame of Azzinoth"]
    assert [m.stats for m in flames] == [(2, 1)] * 3
    assert sorted(game.me.minions) == ["Flame of Azzinoth"] * 3 + ["Illidan Stormrage", "Wisp"]


@scenario("Illidan Stormrage")
def test_illidan_stormrage_does_not_answer_to_himself_nor_to_the_enemy() -> None:
    game = duel().give(ME, "Illidan Stormrage", "The Coin").give(ENEMY, "The Coin").play("Illidan Stormrage")
    game.end_turn().play("The Coin").end_turn()
    assert (game.me.minions, game.enemy.minions) == (["Illidan Stormrage"], [])
    game.play("The Coin")
    assert game.me.minions == ["Illidan Stormrage", "Flame of Azzinoth"]


@scenario("Illidan Stormrage")
def test_illidan_stormrage_has_no_flame_on_a_full_board() -> None:
    game = duel().give(ME, "The Coin", "Wisp")
    for name in ["Illidan Stormrage"] + ["Chillwind Yeti"] * 4:
        game.add_minion(ME, name)
    game.play("The Coin").play("Wisp")
    assert (len(game.me.minions), game.me.minions.count("Flame of Azzinoth")) == (7, 1)
    assert "Wisp" in game.me.minions


@scenario("Lorewalker Cho")
def test_lorewalker_cho_gives_each_player_the_spells_of_the_other() -> None:
    game = duel().give(ME, "Fireball", "Wisp").give(ENEMY, "Hellfire")
    game.add_minion(ME, "Lorewalker Cho")
    game.play("Fireball", target="enemy hero").play("Wisp")
    assert (game.me.hand, game.enemy.hand) == ([], ["Hellfire", "Fireball"])
    game.end_turn().play("Hellfire")
    assert game.enemy.hand == ["Hellfire"]
    assert game.me.cost("Fireball") == 4


@scenario("Mana Addict")
def test_mana_addict_gains_attack_for_the_turn_with_every_spell() -> None:
    game = duel().give(ME, "The Coin", "Arcane Shot", "Wisp")
    addict = game.add_minion(ME, "Mana Addict")
    game.play("The Coin").play("Arcane Shot", target="enemy hero").play("Wisp")
    assert addict.stats == (5, 3)
    game.end_turn()
    assert addict.stats == (1, 3)


@scenario("Questing Adventurer")
def test_questing_adventurer_grows_with_every_card_of_yours() -> None:
    game = duel().give(ME, "Questing Adventurer", "The Coin", "Wisp").give(ENEMY, "The Coin")
    game.play("Questing Adventurer")
    adventurer = game.me.board[0]
    assert adventurer.stats == (2, 2)
    game.play("The Coin").play("Wisp").use_power("enemy hero").end_turn().play("The Coin")
    assert adventurer.stats == (4, 4)


@scenario("Secretkeeper")
def test_secretkeeper_grows_with_the_secrets_of_both_players() -> None:
    game = duel("hunter", "paladin").give(ME, "Snake Trap", "Arcane Shot").give(ENEMY, "Eye for an Eye")
    keeper = game.add_minion(ME, "Secretkeeper")
    game.play("Snake Trap").play("Arcane Shot", target="enemy hero")
    assert keeper.stats == (2, 3)
    game.end_turn().play("Eye for an Eye")
    assert keeper.stats == (3, 4)


@scenario("Wild Pyromancer")
def test_wild_pyromancer_hits_all_minions_after_your_spell() -> None:
    game = duel().give(ME, "Fireball", "Wisp").give(ENEMY, "The Coin")
    pyromancer, mine = game.add_minion(ME, "Wild Pyromancer"), game.add_minion(ME, "Chillwind Yeti")
    theirs = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Fireball", target="enemy hero").play("Wisp")
    assert [m.health for m in (pyromancer, mine, theirs)] == [1, 4, 4]
    assert (game.me.health, game.enemy.health, game.me.minions[-1]) == (30, 24, "Wisp")
    game.end_turn().play("The Coin")
    assert theirs.health == 4


@scenario("Wild Pyromancer")
def test_wild_pyromancer_gains_no_spell_damage() -> None:
    game = duel().give(ME, "Fireball")
    game.add_minion(ME, "Wild Pyromancer")
    game.add_minion(ME, "Dalaran Mage")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Fireball", target="enemy hero")
    assert (yeti.health, game.enemy.health) == (4, 23)


@scenario("Wild Pyromancer")
def test_wild_pyromancer_is_silent_if_the_spell_kills_it() -> None:
    game = duel().give(ME, "Arcane Shot")
    first, second = game.add_minion(ME, "Wild Pyromancer"), game.add_minion(ME, "Wild Pyromancer")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Arcane Shot", target=first)
    assert (first.in_play, second.health, yeti.health) == (False, 1, 4)


@scenario("Gadgetzan Auctioneer")
def test_gadgetzan_auctioneer_draws_for_every_spell_of_yours() -> None:
    game = duel().give(ME, "The Coin", "Arcane Shot", "Wisp").give(ENEMY, "The Coin")
    game.add_minion(ME, "Gadgetzan Auctioneer")
    game.set_deck(ME, ["Fireball", "Polymorph", "Slam"])
    game.play("The Coin").play("Arcane Shot", target="enemy hero").play("Wisp").use_power("enemy hero")
    assert (game.me.hand, game.me.deck) == (["Fireball", "Polymorph"], ["Slam"])
    game.end_turn().play("The Coin")
    assert game.enemy.hand == ["Fireball", "Polymorph"]


@scenario("Gadgetzan Auctioneer")
def test_gadgetzan_auctioneer_draws_before_the_spell_kills_it() -> None:
    game = duel().set_deck(ME, ["Polymorph"]).give(ME, "Fireball")
    game.play("Fireball", target=game.add_minion(ME, "Gadgetzan Auctioneer"))
    assert (game.me.minions, game.me.hand) == ([], ["Polymorph"])


@scenario("Violet Teacher")
@scenario("Violet Apprentice")
def test_violet_teacher_calls_an_apprentice_for_every_spell_of_yours() -> None:
    game = duel().give(ME, "The Coin", "The Coin", "Bloodfen Raptor").give(ENEMY, "The Coin")
    game.add_minion(ME, "Violet Teacher")
    game.play("The Coin").play("Bloodfen Raptor").end_turn().play("The Coin").end_turn()
    assert sorted(game.me.minions) == ["Bloodfen Raptor", "Violet Apprentice", "Violet Teacher"]
    game.play("The Coin")
    assert [m.stats for m in game.me.board if m.name == "Violet Apprentice"] == [(1, 1), (1, 1)]
    assert game.enemy.minions == []


@scenario("Violet Teacher")
def test_violet_teacher_calls_the_apprentice_into_the_spell() -> None:
    game = duel().give(ME, "Hellfire")
    teacher = game.add_minion(ME, "Violet Teacher")
    game.play("Hellfire")
    assert (game.me.minions, teacher.health) == (["Violet Teacher"], 2)


# --- minions that come, go and heal ------------------------------------------------------------------------------


@scenario("Acolyte of Pain")
def test_acolyte_of_pain_draws_whenever_it_is_hurt() -> None:
    game = duel().set_deck(ME, ["Fireball", "Polymorph", "Wisp"])
    acolyte, mine = game.add_minion(ME, "Acolyte of Pain"), game.add_minion(ME, "Chillwind Yeti")
    game.use_power(acolyte)
    assert (acolyte.health, game.me.hand) == (2, ["Fireball"])
    game.set_turn(ENEMY).add_minion(ENEMY, "Boulderfist Ogre")
    game.attack("my Boulderfist Ogre", acolyte)
    assert (acolyte.in_play, game.enemy.hand, game.me.hand, mine.health) == (False, ["Fireball", "Polymorph"], [], 5)


@scenario("Acolyte of Pain")
def test_acolyte_of_pain_draws_nothing_behind_a_shield() -> None:
    game = duel().give(ME, "Hellfire", "Hellfire")
    acolyte = game.add_minion(ENEMY, "Acolyte of Pain", health=9, keywords=["divine shield"])
    game.play("Hellfire")
    assert (acolyte.health, game.enemy.hand) == (9, [])
    game.play("Hellfire")
    assert (acolyte.health, game.enemy.hand) == (6, ["Wisp"])


@scenario("Cult Master")
def test_cult_master_draws_for_the_death_of_each_other_friend() -> None:
    game = duel().set_deck(ME, ["Fireball", "Polymorph", "Slam"]).give(ME, "Hellfire")
    game.add_minion(ME, "Cult Master", health=9)
    for player in (ME, ME, ENEMY):
        game.add_minion(player, "Bloodfen Raptor")
    game.play("Hellfire")
    assert (game.me.hand, game.me.minions, game.enemy.hand) == (["Fireball", "Polymorph"], ["Cult Master"], [])


@scenario("Cult Master")
def test_cult_master_draws_nothing_in_her_own_death() -> None:
    game = duel().give(ME, "Hellfire")
    game.add_minion(ME, "Cult Master")
    game.add_minion(ME, "Wisp")
    game.play("Hellfire")
    assert (game.me.minions, game.me.hand) == ([], [])


@scenario("Flesheating Ghoul")
def test_flesheating_ghoul_feeds_on_the_dead_of_both_sides() -> None:
    game = duel().give(ME, "Hellfire")
    ghoul = game.add_minion(ME, "Flesheating Ghoul", health=9)
    mine, theirs = game.add_minion(ME, "Wisp"), game.add_minion(ENEMY, "Wisp")
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.attack(mine, theirs)
    assert ghoul.stats == (4, 9)
    game.add_minion(ENEMY, "Bloodfen Raptor")
    game.play("Hellfire")
    assert ghoul.stats == (5, 6)


@scenario("Knife Juggler")
@pytest.mark.parametrize(("outcome", "hero", "yeti"), [(0, 29, 5), (1, 30, 4)])
def test_knife_juggler_throws_at_a_random_enemy(outcome: int, hero: int, yeti: int) -> None:
    game = duel().give(ME, "Wisp").script(outcome)
    game.add_minion(ME, "Knife Juggler")
    theirs = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Wisp")
    assert (game.enemy.health, theirs.health) == (hero, yeti)


@scenario("Knife Juggler")
def test_knife_juggler_throws_for_summoned_tokens_but_not_for_itself() -> None:
    game = duel("paladin").give(ME, "Knife Juggler", "The Coin").play("Knife Juggler").play("The Coin")
    assert game.enemy.health == 30
    game.script(0).use_power()
    assert game.enemy.health == 29


@scenario("Knife Juggler")
def test_knife_juggler_does_not_answer_to_enemy_minions() -> None:
    game = duel().give(ME, "Wisp").give(ENEMY, "Wisp")
    game.add_minion(ME, "Knife Juggler")
    game.end_turn().play("Wisp").end_turn()
    assert (game.enemy.health, game.enemy.minions) == (30, ["Wisp"])
    game.script(1).play("Wisp")
    assert (game.enemy.health, game.enemy.minions) == (30, [])


@scenario("Lightwarden")
def test_lightwarden_gains_attack_when_anyone_is_healed() -> None:
    game = duel("priest").set_health(ENEMY, 20).give(ME, "Voodoo Doctor")
    warden, wisp = game.add_minion(ME, "Lightwarden"), game.add_minion(ENEMY, "Chillwind Yeti", damage=2)
    game.use_power("enemy hero")
    assert (warden.stats, game.enemy.health) == ((3, 2), 22)
    game.play("Voodoo Doctor", target=wisp)
    assert warden.stats == (5, 2)


@scenario("Lightwarden")
def test_lightwarden_does_not_see_healing_of_the_unhurt() -> None:
    game = duel("priest").set_health(ENEMY, 20).give(ME, "Voodoo Doctor")
    warden = game.add_minion(ME, "Lightwarden")
    game.play("Voodoo Doctor", target="my hero")
    assert warden.stats == (1, 2)
    game.use_power("enemy hero")
    assert warden.stats == (3, 2)


@scenario("Murloc Tidecaller")
def test_murloc_tidecaller_counts_the_murlocs_you_summon() -> None:
    game = duel().give(ME, "Murloc Tidehunter", "Wisp").give(ENEMY, "Murloc Raider")
    caller = game.add_minion(ME, "Murloc Tidecaller")
    game.play("Murloc Tidehunter").play("Wisp")
    assert caller.stats == (3, 2)
    game.end_turn().play("Murloc Raider")
    assert caller.stats == (3, 2)


@scenario("Murloc Tidecaller")
def test_murloc_tidecaller_does_not_count_itself() -> None:
    game = duel().give(ME, "Murloc Tidecaller", "Murloc Tidecaller")
    game.play("Murloc Tidecaller").play("Murloc Tidecaller")
    assert [m.stats for m in game.me.board] == [(2, 2), (1, 2)]


# --- deathrattles -----------------------------------------------------------------------------------------------


@scenario("Abomination")
def test_abomination_takes_everyone_along() -> None:
    game = duel().give(ME, "Fireball")
    abomination, mine = game.add_minion(ENEMY, "Abomination"), game.add_minion(ME, "Chillwind Yeti")
    theirs = game.add_minion(ENEMY, "Chillwind Yeti")
    assert abomination.has("taunt")
    game.play("Fireball", target=abomination)
    assert (mine.health, theirs.health, game.me.health, game.enemy.health) == (3, 3, 28, 28)


@scenario("Abomination")
def test_abomination_sets_off_the_next_one() -> None:
    game = duel().give(ME, "Fireball")
    first = game.add_minion(ENEMY, "Abomination")
    game.add_minion(ME, "Abomination", damage=2)
    game.play("Fireball", target=first)
    assert (game.me.minions, game.me.health, game.enemy.health) == ([], 26, 26)


@scenario("Leper Gnome")
def test_leper_gnome_hurts_the_enemy_hero_when_it_dies() -> None:
    game = duel()
    gnome, yeti = game.add_minion(ME, "Leper Gnome"), game.add_minion(ENEMY, "Chillwind Yeti")
    game.attack(gnome, yeti)
    assert (game.me.health, game.enemy.health, yeti.health) == (30, 28, 4)


@scenario("Leper Gnome")
def test_leper_gnome_dies_quietly_if_silenced() -> None:
    game = duel().give(ME, "Arcane Explosion")
    game.add_minion(ENEMY, "Leper Gnome", silenced=True)
    game.add_minion(ENEMY, "Leper Gnome")
    game.play("Arcane Explosion")
    assert (game.enemy.minions, game.me.health) == ([], 28)


@scenario("Loot Hoarder")
def test_loot_hoarder_draws_for_its_owner() -> None:
    game = duel().set_deck(ENEMY, ["Fireball", "Wisp"])
    game.add_minion(ENEMY, "Loot Hoarder")
    game.use_power("enemy Loot Hoarder")
    assert (game.enemy.hand, game.enemy.deck, game.me.hand) == (["Fireball"], ["Wisp"], [])


@scenario("The Beast")
@scenario("Finkle Einhorn")
def test_the_beast_leaves_finkle_einhorn_to_the_opponent() -> None:
    game = duel().give(ME, "Fireball")
    beast = game.add_minion(ENEMY, "The Beast", damage=1)
    game.play("Fireball", target=beast)
    assert (game.enemy.minions, game.me.minions) == ([], ["Finkle Einhorn"])
    assert game.me.board[0].stats == (3, 3)
    assert not game.me.board[0].can_attack


@scenario("Bloodmage Thalnos")
def test_bloodmage_thalnos_raises_spells_and_draws_when_he_dies() -> None:
    game = duel().set_deck(ENEMY, ["Slam", "Wisp"]).give(ENEMY, "Fireball")
    thalnos = game.add_minion(ENEMY, "Bloodmage Thalnos")
    game.end_turn().play("Fireball", target="enemy hero").end_turn()
    assert (game.me.health, game.enemy.hand) == (23, ["Slam"])
    game.use_power(thalnos)
    assert (game.enemy.minions, game.enemy.hand) == ([], ["Slam", "Wisp"])


@scenario("Cairne Bloodhoof")
@scenario("Baine Bloodhoof")
def test_cairne_bloodhoof_leaves_baine_in_his_place() -> None:
    game = duel().give(ME, "Fireball", "Fireball")
    for name in ("Wisp", "Cairne Bloodhoof", "Wisp"):
        game.add_minion(ENEMY, name)
    game.play("Fireball", target="enemy Cairne Bloodhoof")
    assert game.enemy.minions == ["Wisp", "Baine Bloodhoof", "Wisp"]
    assert game.enemy.board[1].stats == (4, 5)
    game.play("Fireball", target="enemy Baine Bloodhoof")
    assert (game.enemy.minions, game.me.minions) == (["Wisp", "Wisp"], [])


@scenario("Harvest Golem")
@scenario("Damaged Golem")
def test_harvest_golem_leaves_a_damaged_golem() -> None:
    game = duel()
    golem, yeti = game.add_minion(ME, "Harvest Golem"), game.add_minion(ENEMY, "Chillwind Yeti")
    game.attack(golem, yeti)
    assert (game.me.minions, game.me.board[0].stats, yeti.health) == (["Damaged Golem"], (2, 1), 3)
    assert not game.me.board[0].can_attack
    game.use_power("my 1")
    assert game.me.minions == []


@scenario("Harvest Golem")
def test_harvest_golem_leaves_nothing_when_silenced() -> None:
    game = duel().give(ME, "Fireball")
    game.play("Fireball", target=game.add_minion(ENEMY, "Harvest Golem", silenced=True))
    assert game.enemy.minions == []
