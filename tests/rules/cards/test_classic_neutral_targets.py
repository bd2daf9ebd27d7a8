"""Neutral cards of the Classic set: battlecries on a minion or character of the player's choice."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError

# --- attack and health ------------------------------------------------------------------------------------------


@scenario("Abusive Sergeant")
def test_abusive_sergeant_lends_two_attack_for_the_turn() -> None:
    game = duel().give(ME, "Abusive Sergeant")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Abusive Sergeant", target=yeti).attack(yeti, "enemy hero")
    assert (game.enemy.health, game.me.board[1].stats) == (24, (1, 1))
    game.end_turn()
    assert yeti.stats == (4, 5)


@scenario("Abusive Sergeant")
def test_abusive_sergeant_may_choose_an_enemy_but_no_hero() -> None:
    game = duel().give(ME, "Abusive Sergeant", "Abusive Sergeant").play("Abusive Sergeant")
    theirs = game.add_minion(ENEMY, "Chillwind Yeti")
    with pytest.raises(InputError, match=r"legal targets: my Abusive Sergeant, enemy Chillwind Yeti$"):
        game.play("Abusive Sergeant", target="my hero")
    game.play("Abusive Sergeant", target=theirs)
    assert theirs.attack == 6


@scenario("Abusive Sergeant")
@scenario("Big Game Hunter")
def test_abusive_sergeant_raises_an_enemy_for_big_game_hunter() -> None:
    game = duel().give(ME, "Big Game Hunter", "Abusive Sergeant")
    hound = game.add_minion(ENEMY, "Lord of the Arena")
    game.play("Abusive Sergeant", target=hound).play("Big Game Hunter", target=hound)
    assert game.enemy.minions == []


@scenario("Big Game Hunter")
def test_big_game_hunter_destroys_a_minion_of_seven_attack() -> None:
    game = duel().give(ME, "Big Game Hunter")
    game.add_minion(ME, "War Golem")
    game.add_minion(ENEMY, "Boulderfist Ogre")
    golem = game.add_minion(ENEMY, "War Golem")
    with pytest.raises(InputError, match=r"legal targets: my War Golem, enemy War Golem$"):
        game.play("Big Game Hunter", target="enemy Boulderfist Ogre")
    game.play("Big Game Hunter", target=golem)
    assert (game.enemy.minions, game.me.minions) == (["Boulderfist Ogre"], ["War Golem", "Big Game Hunter"])


@scenario("Big Game Hunter")
def test_big_game_hunter_comes_alone_without_big_game() -> None:
    game = duel().give(ME, "Big Game Hunter")
    game.add_minion(ENEMY, "Core Hound", attack=6)
    game.add_minion(ENEMY, "Ravenholdt Assassin")  # hidden
    game.play("Big Game Hunter")
    assert (len(game.enemy.minions), game.me.board[0].stats) == (2, (4, 2))


@scenario("Crazed Alchemist")
def test_crazed_alchemist_swaps_attack_and_health() -> None:
    game = duel().give(ME, "Crazed Alchemist")
    snapjaw, wounded = game.add_minion(ENEMY, "Oasis Snapjaw"), game.add_minion(ME, "Chillwind Yeti", damage=2)
    game.play("Crazed Alchemist", target=snapjaw)
    assert (snapjaw.stats, wounded.stats) == ((7, 2), (4, 3))
    game.give(ME, "Crazed Alchemist").play("Crazed Alchemist", target=wounded)
    assert (wounded.stats, wounded.max_health) == ((3, 4), 4)
    pass_turn(game)
    assert (snapjaw.stats, wounded.stats) == ((7, 2), (3, 4))


@scenario("Crazed Alchemist")
def test_crazed_alchemist_kills_what_has_no_attack() -> None:
    game = duel().give(ME, "Crazed Alchemist")
    game.play("Crazed Alchemist", target=game.add_minion(ENEMY, "Doomsayer"))
    assert game.enemy.minions == []


@scenario("Crazed Alchemist")
@scenario("Abusive Sergeant")
def test_crazed_alchemist_makes_health_of_attack_that_was_only_lent() -> None:
    game = duel().give(ME, "Abusive Sergeant", "Crazed Alchemist")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Abusive Sergeant", target=yeti).play("Crazed Alchemist", target=yeti)
    assert yeti.stats == (5, 6)
    pass_turn(game)
    assert yeti.stats == (5, 6)


# --- silence and frost ------------------------------------------------------------------------------------------

SILENCERS = [
    pytest.param("Ironbeak Owl", marks=scenario("Ironbeak Owl")),
    pytest.param("Spellbreaker", marks=scenario("Spellbreaker")),
]


@pytest.mark.parametrize("name", SILENCERS)
def test_silence_takes_keywords_and_deathrattle(name: str) -> None:
    game = duel().give(ME, name, "Fireball")
    abomination = game.add_minion(ENEMY, "Abomination", keywords=["frozen"])
    game.play(name, target=abomination)
    assert (abomination.keywords, abomination.stats) == (("silenced",), (4, 4))
    game.play("Fireball", target=abomination)
    assert (game.me.health, game.enemy.health) == (30, 30)


@pytest.mark.parametrize("name", SILENCERS)
def test_silence_takes_changes_and_the_effect_on_others(name: str) -> None:
    game = duel().give(ME, name).give(ENEMY, "Bananas", "Blessing of Kings").end_turn()
    champion, wisp = game.add_minion(ENEMY, "Stormwind Champion"), game.add_minion(ENEMY, "Wisp")
    game.play("Bananas", target=champion).play("Blessing of Kings", target=wisp)
    assert (champion.stats, wisp.stats) == ((7, 7), (6, 6))
    game.end_turn().play(name, target=champion)
    assert (champion.stats, wisp.stats) == ((6, 6), (5, 5))


@pytest.mark.parametrize("name", SILENCERS)
def test_silence_may_choose_a_friend_but_no_hero(name: str) -> None:
    game = duel().give(ME, name)
    geddon = game.add_minion(ME, "Baron Geddon")
    with pytest.raises(InputError, match=r"legal targets: my Baron Geddon$"):
        game.play(name, target="enemy hero")
    game.play(name, target=geddon).end_turn()
    assert (game.me.health, game.enemy.health) == (30, 30)


@scenario("Frost Elemental")
def test_frost_elemental_freezes_a_minion_for_its_next_turn() -> None:
    game = duel().give(ME, "Frost Elemental")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Frost Elemental", target=yeti).end_turn()
    assert (yeti.health, yeti.can_attack) == (5, False)
    pass_turn(game)
    assert yeti.can_attack


@scenario("Frost Elemental")
def test_frost_elemental_freezes_a_hero() -> None:
    game = duel().equip(ENEMY, "Fiery War Axe").give(ME, "Frost Elemental")
    game.play("Frost Elemental", target="enemy hero").end_turn()
    with pytest.raises(InputError, match="cannot attack"):
        game.attack("my hero", "enemy hero")
    pass_turn(game)
    assert game.attack("my hero", "enemy hero").enemy.health == 27


# --- back to the hand -------------------------------------------------------------------------------------------


@scenario("Ancient Brewmaster")
def test_ancient_brewmaster_takes_a_friend_back_to_the_hand() -> None:
    game = duel().give(ME, "Ancient Brewmaster")
    game.add_minion(ENEMY, "Wisp")
    hoarder = game.add_minion(ME, "Loot Hoarder", attack=9)
    with pytest.raises(InputError, match=r"legal targets: my Loot Hoarder$"):
        game.play("Ancient Brewmaster", target="enemy Wisp")
    game.play("Ancient Brewmaster", target=hoarder)
    assert (game.me.minions, game.me.hand) == (["Ancient Brewmaster"], ["Loot Hoarder"])  # it did not die
    assert game.play("Loot Hoarder").me.board[1].stats == (2, 1)


@scenario("Ancient Brewmaster")
def test_ancient_brewmaster_comes_alone_on_an_empty_board() -> None:
    game = duel().give(ME, "Ancient Brewmaster")
    game.add_minion(ENEMY, "Wisp")
    game.play("Ancient Brewmaster")
    assert (game.me.board[0].stats, game.me.hand, game.enemy.minions) == ((5, 4), [], ["Wisp"])


@scenario("Ancient Brewmaster")
def test_ancient_brewmaster_keeps_what_was_stolen() -> None:
    game = duel("priest").give(ME, "Mind Control", "Ancient Brewmaster")
    game.play("Mind Control", target=game.add_minion(ENEMY, "Chillwind Yeti")).set_mana(ME, 4)
    game.play("Ancient Brewmaster", target="my Chillwind Yeti")
    assert (game.me.hand, game.enemy.hand) == (["Chillwind Yeti"], [])


# --- copies -----------------------------------------------------------------------------------------------------


@scenario("Faceless Manipulator")
def test_faceless_manipulator_becomes_the_minion_as_it_is() -> None:
    game = duel().give(ME, "Faceless Manipulator")
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre", attack=9, damage=3, keywords=["taunt"])
    game.play("Faceless Manipulator", target=ogre)
    copy = game.me.board[0]
    assert (copy.name, copy.stats, copy.max_health, copy.has("taunt")) == ("Boulderfist Ogre", (9, 4), 7, True)
    assert not copy.can_attack
    game.use_power(copy)
    assert (copy.health, ogre.health, game.enemy.minions) == (3, 4, ["Boulderfist Ogre"])


@scenario("Faceless Manipulator")
def test_faceless_manipulator_takes_over_abilities_but_no_battlecry() -> None:
    game = duel().give(ME, "Faceless Manipulator", "Faceless Manipulator").script(0)
    game.play("Faceless Manipulator", target=game.add_minion(ENEMY, "Nightblade"))
    assert (game.me.minions, game.enemy.health) == (["Nightblade"], 30)
    game.play("Faceless Manipulator", target=game.add_minion(ENEMY, "Ragnaros the Firelord")).end_turn()
    assert game.me.health == 22


@scenario("Faceless Manipulator")
def test_faceless_manipulator_charges_as_a_charger() -> None:
    game = duel().give(ME, "Faceless Manipulator")
    game.play("Faceless Manipulator", target=game.add_minion(ME, "Wolfrider")).attack("my 2", "enemy hero")
    assert (game.enemy.health, game.me.minions) == (27, ["Wolfrider", "Wolfrider"])


@scenario("Faceless Manipulator")
def test_faceless_manipulator_stays_faceless_on_an_empty_board() -> None:
    game = duel().give(ME, "Faceless Manipulator").play("Faceless Manipulator")
    assert (game.me.minions, game.me.board[0].stats) == (["Faceless Manipulator"], (3, 3))
