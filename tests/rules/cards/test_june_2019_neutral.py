"""Neutral cards added to the Classic set in June 2019."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

# The minions that a random one may be: those of all classes that go into decks.
BEASTS = {
    *("Angry Chicken", "Bloodfen Raptor", "Captain's Parrot", "Core Hound", "Dire Wolf Alpha", "Emperor Cobra"),
    *("Hungry Crab", "Ironbeak Owl", "Ironfur Grizzly", "Jungle Panther", "King Krush", "King Mukla", "Oasis Snapjaw"),
    *("River Crocolisk", "Savannah Highmane", "Scavenging Hyena", "Silverback Patriarch", "Stampeding Kodo"),
    *("Starving Buzzard", "Stonetusk Boar", "Stranglethorn Tiger", "The Beast", "Timber Wolf", "Tundra Rhino"),
    "Young Dragonhawk",
}
LEGENDS = {
    *("Alexstrasza", "Baron Geddon", "Bloodmage Thalnos", "Brightwing", "Cairne Bloodhoof", "Captain Greenskin"),
    *("Deathwing", "Gruul", "Harrison Jones", "High Inquisitor Whitemane", "Hogger", "Illidan Stormrage"),
    *("King Mukla", "Leeroy Jenkins", "Lorewalker Cho", "Malygos", "Millhouse Manastorm", "Nat Pagle", "Nozdormu"),
    *("Onyxia", "The Beast", "The Black Knight", "Tinkmaster Overspark", "Ysera"),
    *("Elite Tauren Chieftain", "Gelbin Mekkatorque", "Old Murk-Eye", "Ragnaros the Firelord", "Sylvanas Windrunner"),
    *("Al'Akir the Windlord", "Archmage Antonidas", "Cenarius", "Edwin VanCleef", "Grommash Hellscream", "King Krush"),
    *("Lord Jaraxxus", "Prophet Velen", "Tirion Fordring"),
}
HUNTERS = """
[[card]]
name = "dragon hunter"
battlecry = { destroy = "any dragon" }
[[card]]
name = "elemental hunter"
battlecry = { destroy = "any elemental" }
"""


@pytest.mark.parametrize(
    ("name", "cost", "attack", "health", "race"),
    [
        ("Arcane Devourer", 8, 5, 5, "elemental"),
        ("Barrens Stablehand", 7, 4, 4, ""),
        ("Brightwing", 3, 3, 2, "dragon"),
        ("High Inquisitor Whitemane", 7, 6, 8, ""),
        ("SI:7 Infiltrator", 4, 5, 4, ""),
    ],
)
def test_numbers_and_race_are_the_printed_ones(name: str, cost: int, attack: int, health: int, race: str) -> None:
    game = duel(cards=HUNTERS).give(ME, "dragon hunter", "elemental hunter").give(ENEMY, name)
    assert (game.enemy.cost(name), game.add_minion(ENEMY, name).stats) == (cost, (attack, health))
    hunts = [str(action) for action in game.actions() if f"hunter on enemy {name}" in str(action)]
    assert hunts == ([f"play {race} hunter on enemy {name}"] if race else [])


@scenario("Arcane Devourer")
def test_arcane_devourer_grows_with_every_spell_of_yours() -> None:
    game = duel().give(ME, "The Coin", "Wisp").give(ENEMY, "The Coin")
    devourer = game.add_minion(ME, "Arcane Devourer")
    game.play("The Coin").play("Wisp").use_power("enemy hero")
    assert devourer.stats == (7, 7)
    game.end_turn().play("The Coin")
    assert devourer.stats == (7, 7)


@scenario("Arcane Devourer")
def test_arcane_devourer_grows_before_the_spell_hits() -> None:
    game = duel().give(ME, "Fireball", "Fireball")
    devourer = game.add_minion(ME, "Arcane Devourer")
    game.play("Fireball", target=devourer)
    assert (devourer.stats, devourer.max_health) == ((7, 1), 7)
    game.play("Fireball", target=devourer)
    assert game.me.minions == []


@scenario("Barrens Stablehand")
def test_barrens_stablehand_brings_a_random_beast() -> None:
    brought = set()
    for outcome in range(len(BEASTS)):
        game = duel().give(ME, "Barrens Stablehand").script(outcome).play("Barrens Stablehand")
        assert (game.me.minions[0], len(game.me.minions), game.me.hand) == ("Barrens Stablehand", 2, [])
        brought.add(game.me.minions[1])
    assert brought == BEASTS


@scenario("Barrens Stablehand")
def test_barrens_stablehand_has_no_room_for_an_eighth() -> None:
    game = duel().give(ME, "Barrens Stablehand").seed(5)
    for _ in range(6):
        game.add_minion(ME, "Wisp")
    assert game.play("Barrens Stablehand").me.minions == ["Wisp"] * 6 + ["Barrens Stablehand"]


@scenario("Brightwing")
def test_brightwing_adds_a_random_legendary_minion() -> None:
    added = set()
    for outcome in range(len(LEGENDS)):
        game = duel().give(ME, "Brightwing").script(outcome).play("Brightwing")
        assert (len(game.me.hand), len(game.me.deck), game.enemy.hand) == (1, 10, [])
        added.add(game.me.hand[0])
    assert added == LEGENDS


@scenario("Brightwing")
def test_brightwing_fills_the_tenth_place_of_a_hand() -> None:
    game = duel().give(ME, "Brightwing", *["Wisp"] * 9).seed(1).play("Brightwing")
    assert (len(game.me.hand), game.me.hand[:9]) == (10, ["Wisp"] * 9)


@scenario("High Inquisitor Whitemane")
def test_high_inquisitor_whitemane_brings_back_the_friends_that_died_this_turn() -> None:
    game = duel().give(ME, "High Inquisitor Whitemane")
    raptor, hoarder = game.add_minion(ME, "Bloodfen Raptor", attack=5), game.add_minion(ME, "Acidic Swamp Ooze")
    yeti, ogre = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ENEMY, "Boulderfist Ogre")
    game.attack(raptor, yeti).attack(hoarder, ogre).equip(ENEMY, "Fiery War Axe")
    game.play("High Inquisitor Whitemane")
    assert game.me.minions == ["High Inquisitor Whitemane", "Bloodfen Raptor", "Acidic Swamp Ooze"]
    assert [minion.stats for minion in game.me.board] == [(6, 8), (3, 2), (3, 2)]
    assert game.enemy.weapon is not None  # no battlecry
    assert not game.me.board[1].can_attack


@scenario("High Inquisitor Whitemane")
def test_high_inquisitor_whitemane_does_not_reach_back_to_an_earlier_turn() -> None:
    game = duel().give(ME, "High Inquisitor Whitemane")
    wisp, yeti = game.add_minion(ME, "Wisp"), game.add_minion(ENEMY, "Chillwind Yeti")
    game.add_minion(ME, "Bloodfen Raptor")
    game.attack(wisp, yeti).end_turn().attack(yeti, "enemy Bloodfen Raptor").end_turn()
    assert game.play("High Inquisitor Whitemane").me.minions == ["High Inquisitor Whitemane"]


@scenario("High Inquisitor Whitemane")
def test_high_inquisitor_whitemane_brings_back_as_many_as_fit() -> None:
    game = duel().give(ME, "Hellfire", "High Inquisitor Whitemane").set_mana(ME, 20)
    for name in ["Wisp", "Wisp", "Wisp"] + ["War Golem"] * 4:
        game.add_minion(ME, name)
    game.play("Hellfire").play("High Inquisitor Whitemane")
    assert game.me.minions == ["War Golem"] * 4 + ["High Inquisitor Whitemane", "Wisp", "Wisp"]


@scenario("High Inquisitor Whitemane")
def test_high_inquisitor_whitemane_brings_back_those_who_died_together_in_their_order_of_play() -> None:
    game = duel().give(ME, "Hellfire", "High Inquisitor Whitemane").set_mana(ME, 20)
    for name in ("Bloodfen Raptor", "Murloc Raider", "Wisp"):
        game.add_minion(ME, name)
    game.play("Hellfire").play("High Inquisitor Whitemane")
    assert game.me.minions == ["High Inquisitor Whitemane", "Bloodfen Raptor", "Murloc Raider", "Wisp"]


@scenario("High Inquisitor Whitemane")
@scenario("Harvest Golem")
def test_high_inquisitor_whitemane_brings_back_tokens_too() -> None:
    game = duel().give(ME, "Arcane Shot", "High Inquisitor Whitemane")
    golem, ogre = game.add_minion(ME, "Harvest Golem"), game.add_minion(ENEMY, "Boulderfist Ogre")
    game.attack(golem, ogre).play("Arcane Shot", target="my Damaged Golem").play("High Inquisitor Whitemane")
    assert game.me.minions == ["High Inquisitor Whitemane", "Harvest Golem", "Damaged Golem"]


@scenario("SI:7 Infiltrator")
@pytest.mark.parametrize(("outcome", "left"), [(0, ["Ice Barrier"]), (1, ["Counterspell"])])
def test_si_7_infiltrator_destroys_one_random_enemy_secret(outcome: int, left: list[str]) -> None:
    game = duel("hunter", "mage").add_secret(ME, "Snake Trap").give(ME, "SI:7 Infiltrator").script(outcome)
    game.add_secret(ENEMY, "Counterspell").add_secret(ENEMY, "Ice Barrier").play("SI:7 Infiltrator")
    assert (game.enemy.secrets, game.enemy.armor, game.me.secrets) == (left, 0, ["Snake Trap"])


@scenario("SI:7 Infiltrator")
@scenario("Mirror Entity")
def test_si_7_infiltrator_is_faster_than_mirror_entity() -> None:
    game = duel("hunter", "mage").add_secret(ENEMY, "Mirror Entity").give(ME, "SI:7 Infiltrator").script(0)
    game.play("SI:7 Infiltrator")
    assert (game.enemy.secrets, game.enemy.minions) == ([], [])


@scenario("SI:7 Infiltrator")
def test_si_7_infiltrator_finds_no_secret_to_destroy() -> None:
    game = duel("hunter").add_secret(ME, "Snake Trap").give(ME, "SI:7 Infiltrator").play("SI:7 Infiltrator")
    assert (game.me.secrets, game.me.board[0].stats, game.me.mana) == (["Snake Trap"], (5, 4), 6)
    pass_turn(game)
    assert game.attack("SI:7 Infiltrator", "enemy hero").enemy.health == 25
