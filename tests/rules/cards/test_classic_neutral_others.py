"""Neutral cards of the Classic set: as printed, keywords and enrage."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError

# --- as printed -------------------------------------------------------------------------------------------------

# name, cost, attack, health, race
PRINTED = [
    ("Abomination", 5, 4, 4, ""),
    ("Abusive Sergeant", 1, 1, 1, ""),
    ("Acolyte of Pain", 3, 1, 3, ""),
    ("Alarm-o-Bot", 3, 0, 3, "mechanical"),
    ("Alexstrasza", 9, 8, 8, "dragon"),
    ("Amani Berserker", 2, 2, 3, ""),
    ("Ancient Brewmaster", 4, 5, 4, ""),
    ("Ancient Mage", 4, 2, 5, ""),
    ("Ancient Watcher", 2, 4, 5, ""),
    ("Angry Chicken", 1, 1, 1, "beast"),
    ("Arcane Golem", 3, 4, 4, ""),
    ("Argent Commander", 6, 4, 2, ""),
    ("Argent Squire", 1, 1, 1, ""),
    ("Baine Bloodhoof", 4, 4, 5, ""),
    ("Baron Geddon", 7, 7, 5, "elemental"),
    ("Big Game Hunter", 5, 4, 2, ""),
    ("Blood Knight", 3, 3, 3, ""),
    ("Bloodmage Thalnos", 2, 1, 1, ""),
    ("Bloodsail Corsair", 1, 1, 2, "pirate"),
    ("Bloodsail Raider", 2, 2, 3, "pirate"),
    ("Cairne Bloodhoof", 6, 4, 5, ""),
    ("Captain Greenskin", 5, 5, 4, "pirate"),
    ("Coldlight Oracle", 3, 2, 2, "murloc"),
    ("Coldlight Seer", 3, 2, 3, "murloc"),
    ("Crazed Alchemist", 2, 2, 2, ""),
    ("Cult Master", 4, 4, 2, ""),
    ("Damaged Golem", 1, 2, 1, "mechanical"),
    ("Dark Iron Dwarf", 4, 4, 4, ""),
    ("Deathwing", 10, 12, 12, "dragon"),
    ("Defender of Argus", 4, 2, 3, ""),
    ("Demolisher", 3, 1, 4, "mechanical"),
    ("Devilsaur", 5, 5, 5, "beast"),
    ("Dire Wolf Alpha", 2, 2, 2, "beast"),
    ("Doomsayer", 2, 0, 7, ""),
    ("Dread Corsair", 4, 3, 3, "pirate"),
    ("Earthen Ring Farseer", 3, 3, 3, ""),
    ("Emperor Cobra", 3, 2, 3, "beast"),
    ("Faceless Manipulator", 5, 3, 3, ""),
    ("Faerie Dragon", 2, 3, 2, "dragon"),
    ("Fen Creeper", 5, 3, 6, ""),
    ("Finkle Einhorn", 3, 3, 3, ""),
    ("Flame of Azzinoth", 1, 2, 1, "elemental"),
    ("Flesheating Ghoul", 3, 2, 3, ""),
    ("Frost Elemental", 6, 5, 5, "elemental"),
    ("Gadgetzan Auctioneer", 6, 4, 4, ""),
    ("Gnoll", 2, 2, 2, ""),
    ("Gruul", 8, 7, 7, ""),
    ("Harrison Jones", 5, 5, 4, ""),
    ("Harvest Golem", 3, 2, 3, "mechanical"),
    ("Hogger", 6, 4, 4, ""),
    ("Hungry Crab", 1, 1, 2, "beast"),
    ("Illidan Stormrage", 6, 7, 5, "demon"),
    ("Imp Master", 3, 1, 5, ""),
    ("Imp", 1, 1, 1, "demon"),
    ("Injured Blademaster", 3, 4, 7, ""),
    ("Ironbeak Owl", 3, 2, 1, "beast"),
    ("Jungle Panther", 3, 4, 2, "beast"),
    ("King Mukla", 3, 5, 5, "beast"),
    ("Knife Juggler", 2, 2, 2, ""),
    ("Leeroy Jenkins", 5, 6, 2, ""),
    ("Leper Gnome", 1, 1, 1, ""),
    ("Lightwarden", 1, 1, 2, ""),
    ("Loot Hoarder", 2, 2, 1, ""),
    ("Lorewalker Cho", 2, 0, 4, ""),
    ("Mad Bomber", 2, 3, 2, ""),
    ("Malygos", 9, 4, 12, "dragon"),
    ("Mana Addict", 2, 1, 3, ""),
    ("Mana Wraith", 2, 2, 2, ""),
    ("Master Swordsmith", 2, 1, 3, ""),
    ("Millhouse Manastorm", 2, 4, 4, ""),
    ("Mind Control Tech", 3, 3, 3, ""),
    ("Mogu'shan Warden", 4, 1, 7, ""),
    ("Molten Giant", 25, 8, 8, ""),
    ("Mountain Giant", 12, 8, 8, ""),
    ("Murloc Tidecaller", 1, 1, 2, "murloc"),
    ("Murloc Warleader", 3, 3, 3, "murloc"),
    ("Nat Pagle", 2, 0, 4, ""),
    ("Nozdormu", 9, 8, 8, "dragon"),
    ("Onyxia", 9, 8, 8, "dragon"),
    ("Pint-Sized Summoner", 2, 2, 2, ""),
    ("Priestess of Elune", 6, 5, 4, ""),
    ("Questing Adventurer", 3, 2, 2, ""),
    ("Raging Worgen", 3, 3, 3, ""),
    ("Ravenholdt Assassin", 7, 7, 5, ""),
    ("Scarlet Crusader", 3, 3, 1, ""),
    ("Sea Giant", 10, 8, 8, ""),
    ("Secretkeeper", 1, 1, 2, ""),
    ("Shieldbearer", 1, 0, 4, ""),
    ("Silver Hand Knight", 5, 4, 4, ""),
    ("Silvermoon Guardian", 4, 3, 3, ""),
    ("Southsea Captain", 3, 3, 3, "pirate"),
    ("Southsea Deckhand", 1, 2, 1, "pirate"),
    ("Spellbreaker", 4, 4, 3, ""),
    ("Spiteful Smith", 5, 4, 6, ""),
    ("Squire", 1, 2, 2, ""),
    ("Squirrel", 1, 1, 1, "beast"),
    ("Stampeding Kodo", 5, 3, 5, "beast"),
    ("Stranglethorn Tiger", 5, 5, 5, "beast"),
    ("Sunfury Protector", 2, 2, 3, ""),
    ("Sunwalker", 6, 4, 5, ""),
    ("Tauren Warrior", 3, 2, 3, ""),
    ("The Beast", 6, 9, 7, "beast"),
    ("The Black Knight", 6, 4, 5, ""),
    ("Thrallmar Farseer", 3, 2, 3, ""),
    ("Tinkmaster Overspark", 3, 3, 3, ""),
    ("Twilight Drake", 4, 4, 1, "dragon"),
    ("Venture Co. Mercenary", 5, 7, 6, ""),
    ("Violet Apprentice", 1, 1, 1, ""),
    ("Violet Teacher", 4, 3, 5, ""),
    ("Wild Pyromancer", 2, 3, 2, ""),
    ("Windfury Harpy", 6, 4, 5, ""),
    ("Wisp", 0, 1, 1, ""),
    ("Worgen Infiltrator", 1, 2, 1, ""),
    ("Young Dragonhawk", 1, 1, 1, "beast"),
    ("Young Priestess", 1, 2, 1, ""),
    ("Youthful Brewmaster", 2, 3, 2, ""),
    ("Ysera", 9, 4, 12, "dragon"),
]
RACES = ("beast", "demon", "dragon", "elemental", "mechanical", "murloc", "pirate", "totem")
HUNTERS = "\n".join(f'[[card]]\nname = "{race} hunter"\nbattlecry = {{ destroy = "any {race}" }}' for race in RACES)


@pytest.mark.parametrize(("name", "cost", "attack", "health", "race"), PRINTED)
def test_numbers_and_race_are_the_printed_ones(name: str, cost: int, attack: int, health: int, race: str) -> None:
    game = duel(cards=HUNTERS).give(ENEMY, name)
    assert game.enemy.cost(name) == cost
    assert game.add_minion(ENEMY, name, silenced=True).stats == (attack, health)
    game.give(ME, *(f"{kind} hunter" for kind in RACES))
    hunts = [str(action) for action in game.actions() if f"hunter on enemy {name}" in str(action)]
    assert hunts == ([f"play {race} hunter on enemy {name}"] if race else [])


@scenario("Whelp")
@pytest.mark.parametrize("card_id", ["EX1_116t", "ds1_whelptoken"])
def test_both_whelps_are_small_dragons(card_id: str) -> None:
    game = duel(cards=HUNTERS).give(ME, *(f"{race} hunter" for race in RACES)).give(ENEMY, card_id)
    assert (game.add_minion(ENEMY, card_id).stats, game.enemy.cost("Whelp")) == ((1, 1), 1)
    assert [str(a) for a in game.actions() if "hunter on enemy" in str(a)] == ["play dragon hunter on enemy Whelp"]


# --- keywords ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cost", "stats", "keywords"),
    [
        pytest.param("Argent Squire", 1, (1, 1), ("divine shield",), marks=scenario("Argent Squire")),
        pytest.param("Emperor Cobra", 3, (2, 3), ("poisonous",), marks=scenario("Emperor Cobra")),
        pytest.param("Fen Creeper", 5, (3, 6), ("taunt",), marks=scenario("Fen Creeper")),
        pytest.param("Gnoll", 2, (2, 2), ("taunt",), marks=scenario("Gnoll")),
        pytest.param("Jungle Panther", 3, (4, 2), ("stealth",), marks=scenario("Jungle Panther")),
        pytest.param("Mogu'shan Warden", 4, (1, 7), ("taunt",), marks=scenario("Mogu'shan Warden")),
        pytest.param("Nozdormu", 9, (8, 8), (), marks=scenario("Nozdormu")),
        pytest.param("Ravenholdt Assassin", 7, (7, 5), ("stealth",), marks=scenario("Ravenholdt Assassin")),
        pytest.param("Scarlet Crusader", 3, (3, 1), ("divine shield",), marks=scenario("Scarlet Crusader")),
        pytest.param("Silvermoon Guardian", 4, (3, 3), ("divine shield",), marks=scenario("Silvermoon Guardian")),
        pytest.param("Stranglethorn Tiger", 5, (5, 5), ("stealth",), marks=scenario("Stranglethorn Tiger")),
        pytest.param("Thrallmar Farseer", 3, (2, 3), ("windfury",), marks=scenario("Thrallmar Farseer")),
        pytest.param("Windfury Harpy", 6, (4, 5), ("windfury",), marks=scenario("Windfury Harpy")),
        pytest.param("Wisp", 0, (1, 1), (), marks=scenario("Wisp")),
        pytest.param("Worgen Infiltrator", 1, (2, 1), ("stealth",), marks=scenario("Worgen Infiltrator")),
        pytest.param("Young Dragonhawk", 1, (1, 1), ("windfury",), marks=scenario("Young Dragonhawk")),
    ],
)
def test_it_costs_this_and_attacks_from_the_next_turn_on(
    name: str, cost: int, stats: tuple[int, int], keywords: tuple[str, ...]
) -> None:
    game = duel().give(ME, name).play(name)
    minion = game.me.board[0]
    assert (game.me.mana, minion.stats) == (10 - cost, stats)
    assert set(minion.keywords) == {*keywords, "asleep"}
    with pytest.raises(InputError, match="cannot attack"):
        game.attack(minion, "enemy hero")
    pass_turn(game)
    game.attack(minion, "enemy hero")
    assert game.enemy.health == 30 - stats[0]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("Dread Corsair", marks=scenario("Dread Corsair")),
        pytest.param("Fen Creeper", marks=scenario("Fen Creeper")),
        pytest.param("Gnoll", marks=scenario("Gnoll")),
        pytest.param("Mogu'shan Warden", marks=scenario("Mogu'shan Warden")),
        pytest.param("Sunwalker", marks=scenario("Sunwalker")),
        pytest.param("Tauren Warrior", marks=scenario("Tauren Warrior")),
    ],
)
def test_it_must_be_attacked_first(name: str) -> None:
    game = duel()
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.add_minion(ENEMY, name)
    game.add_minion(ENEMY, "Wisp")
    assert [str(action) for action in game.actions() if action.kind == "attack"] == [
        f"attack enemy {name} with my Chillwind Yeti"
    ]
    game.attack(yeti, f"enemy {name}")
    assert yeti.damage > 0


@pytest.mark.parametrize(
    ("name", "health"),
    [
        pytest.param("Argent Commander", 2, marks=scenario("Argent Commander")),
        pytest.param("Argent Squire", 1, marks=scenario("Argent Squire")),
        pytest.param("Scarlet Crusader", 1, marks=scenario("Scarlet Crusader")),
        pytest.param("Silvermoon Guardian", 3, marks=scenario("Silvermoon Guardian")),
        pytest.param("Sunwalker", 5, marks=scenario("Sunwalker")),
    ],
)
def test_its_shield_takes_the_first_hit(name: str, health: int) -> None:
    game = duel().give(ME, "Fireball", "Fireball")
    minion = game.add_minion(ENEMY, name)
    game.play("Fireball", target=minion)
    assert (minion.health, minion.has("divine shield")) == (health, False)
    game.play("Fireball", target=minion)
    assert not minion.in_play


@pytest.mark.parametrize(
    ("name", "attack", "left"),
    [
        pytest.param("Jungle Panther", 4, 0, marks=scenario("Jungle Panther")),
        pytest.param("Ravenholdt Assassin", 7, 1, marks=scenario("Ravenholdt Assassin")),
        pytest.param("Stranglethorn Tiger", 5, 1, marks=scenario("Stranglethorn Tiger")),
        pytest.param("Worgen Infiltrator", 2, 0, marks=scenario("Worgen Infiltrator")),
    ],
)
def test_it_is_hidden_until_it_attacks(name: str, attack: int, left: int) -> None:
    game = duel("mage", "mage")
    hidden = game.add_minion(ME, name)
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.end_turn()
    assert [str(action) for action in game.actions() if name in str(action)] == []
    game.end_turn().attack(hidden, "enemy hero")
    assert (hidden.has("stealth"), game.enemy.health) == (False, 30 - attack)
    game.end_turn().attack("my Chillwind Yeti", hidden)
    assert [m.health for m in game.enemy.board] == ([left] if left else [])


@pytest.mark.parametrize(
    ("name", "attack"),
    [
        pytest.param("Thrallmar Farseer", 2, marks=scenario("Thrallmar Farseer")),
        pytest.param("Windfury Harpy", 4, marks=scenario("Windfury Harpy")),
        pytest.param("Young Dragonhawk", 1, marks=scenario("Young Dragonhawk")),
    ],
)
def test_it_attacks_twice(name: str, attack: int) -> None:
    game = duel()
    minion = game.add_minion(ME, name)
    game.attack(minion, "enemy hero").attack(minion, "enemy hero")
    assert game.enemy.health == 30 - 2 * attack
    assert not minion.can_attack
    pass_turn(game)
    assert minion.can_attack


@scenario("Shieldbearer")
def test_shieldbearer_stands_in_the_way_and_never_hits() -> None:
    game = duel("mage", "mage").give(ME, "Shieldbearer").play("Shieldbearer")
    bearer, raptor = game.me.board[0], game.add_minion(ENEMY, "Bloodfen Raptor")
    pass_turn(game)
    assert (bearer.stats, bearer.can_attack) == ((0, 4), False)
    game.end_turn()
    with pytest.raises(InputError, match=r"legal: attack enemy Shieldbearer with my Bloodfen Raptor$"):
        game.attack(raptor, "enemy hero")
    game.attack(raptor, bearer)
    assert (bearer.health, raptor.health) == (1, 2)


@scenario("Ancient Watcher")
def test_ancient_watcher_never_attacks_but_hits_back() -> None:
    game = duel()
    watcher, ogre = game.add_minion(ME, "Ancient Watcher"), game.add_minion(ENEMY, "Boulderfist Ogre", attack=1)
    with pytest.raises(InputError, match="cannot attack"):
        game.attack(watcher, ogre)
    game.end_turn().attack(ogre, watcher)
    assert (watcher.stats, ogre.health) == ((4, 4), 3)


@scenario("Ancient Watcher")
@scenario("Ironbeak Owl")
def test_ancient_watcher_attacks_when_silenced() -> None:
    game = duel().give(ME, "Ironbeak Owl")
    watcher = game.add_minion(ME, "Ancient Watcher")
    game.play("Ironbeak Owl", target=watcher).attack(watcher, "enemy hero")
    assert game.enemy.health == 26


@scenario("Emperor Cobra")
def test_emperor_cobra_kills_any_minion_that_it_damages() -> None:
    game = duel()
    cobra, ogre = game.add_minion(ME, "Emperor Cobra"), game.add_minion(ENEMY, "Core Hound", attack=1)
    game.add_minion(ENEMY, "Boulderfist Ogre", attack=1)
    game.attack(cobra, ogre)
    assert (game.enemy.minions, cobra.health) == (["Boulderfist Ogre"], 2)
    game.end_turn().attack("my Boulderfist Ogre", cobra)
    assert (game.me.minions, game.enemy.minions) == ([], ["Emperor Cobra"])


@scenario("Emperor Cobra")
def test_emperor_cobra_harms_neither_shields_nor_heroes_more_than_others() -> None:
    game = duel().set_health(ENEMY, 30, armor=3)
    cobra, walker = game.add_minion(ME, "Emperor Cobra", health=9), game.add_minion(ENEMY, "Sunwalker")
    game.attack(cobra, walker)
    assert (walker.health, walker.has("divine shield")) == (5, False)
    pass_turn(game)
    game.attack(cobra, walker)
    assert game.enemy.minions == []
    pass_turn(game)
    assert game.attack(cobra, "enemy hero").enemy.armor == 1


@scenario("Argent Commander")
def test_argent_commander_charges_under_a_shield() -> None:
    game = duel().give(ME, "Argent Commander").play("Argent Commander")
    commander, ogre = game.me.board[0], game.add_minion(ENEMY, "Boulderfist Ogre")
    game.attack(commander, ogre)
    assert (commander.stats, ogre.health, game.me.mana) == ((4, 2), 3, 4)


@scenario("Faerie Dragon")
def test_faerie_dragon_cannot_be_chosen_by_spells_or_hero_powers() -> None:
    game = duel().give(ME, "Fireball", "Elven Archer")
    theirs, mine = game.add_minion(ENEMY, "Faerie Dragon"), game.add_minion(ME, "Faerie Dragon")
    for dragon in (theirs, mine):
        with pytest.raises(InputError, match="legal targets: my hero, enemy hero"):
            game.play("Fireball", target=dragon)
        with pytest.raises(InputError, match="legal targets: my hero, enemy hero"):
            game.use_power(dragon)
    game.play("Elven Archer", target=theirs)
    assert theirs.stats == (3, 1)


@scenario("Faerie Dragon")
def test_faerie_dragon_is_hit_by_spells_that_choose_nobody() -> None:
    game = duel().give(ME, "Polymorph", "Arcane Explosion")
    dragon = game.add_minion(ENEMY, "Faerie Dragon")
    with pytest.raises(InputError, match="cannot play Polymorph"):
        game.play("Polymorph", target=dragon)
    game.play("Arcane Explosion")
    assert dragon.health == 1


# --- enrage -----------------------------------------------------------------------------------------------------


@scenario("Amani Berserker")
def test_amani_berserker_rages_while_damaged() -> None:
    game = duel().give(ME, "Earthen Ring Farseer")
    berserker = game.add_minion(ME, "Amani Berserker")
    assert berserker.stats == (2, 3)
    game.use_power(berserker)
    assert berserker.stats == (5, 2)
    game.play("Earthen Ring Farseer", target=berserker)
    assert berserker.stats == (2, 3)


@scenario("Angry Chicken")
def test_angry_chicken_rages_if_it_survives() -> None:
    game = duel().give(ME, "Bananas")
    chicken = game.add_minion(ME, "Angry Chicken")
    game.play("Bananas", target=chicken).use_power(chicken)
    assert chicken.stats == (7, 1)


@scenario("Raging Worgen")
def test_raging_worgen_gains_attack_and_windfury_while_damaged() -> None:
    game = duel().give(ME, "Earthen Ring Farseer")
    worgen = game.add_minion(ME, "Raging Worgen")
    game.attack(worgen, "enemy hero")
    assert not worgen.can_attack
    game.use_power(worgen)
    assert worgen.stats == (4, 2)
    game.attack(worgen, "enemy hero")
    assert game.enemy.health == 23
    game.play("Earthen Ring Farseer", target=worgen)
    assert (worgen.stats, worgen.has("windfury")) == ((3, 3), False)


@scenario("Tauren Warrior")
def test_tauren_warrior_rages_behind_its_taunt() -> None:
    game = duel().give(ME, "Earthen Ring Farseer")
    warrior = game.add_minion(ME, "Tauren Warrior")
    game.use_power(warrior)
    assert (warrior.stats, warrior.has("taunt")) == ((5, 2), True)
    game.play("Earthen Ring Farseer", target=warrior)
    assert warrior.stats == (2, 3)


@scenario("Spiteful Smith")
def test_spiteful_smith_sharpens_the_weapon_while_damaged() -> None:
    game = duel().equip(ME, "Fiery War Axe").equip(ENEMY, "Fiery War Axe").give(ME, "Earthen Ring Farseer")
    smith = game.add_minion(ME, "Spiteful Smith")
    assert game.me.attack == 3
    game.use_power(smith)
    assert (game.me.weapon.attack, game.me.attack, game.enemy.weapon.attack, smith.stats) == (5, 5, 3, (4, 5))
    game.attack("my hero", "enemy hero").play("Earthen Ring Farseer", target=smith)
    assert (game.enemy.health, game.me.weapon.attack) == (25, 3)


@scenario("Spiteful Smith")
def test_spiteful_smith_needs_a_weapon_and_goes_with_its_work() -> None:
    game = duel("warrior").give(ME, "Fiery War Axe", "Fireball")
    smith = game.add_minion(ME, "Spiteful Smith", damage=1)
    assert game.me.attack == 0
    game.play("Fiery War Axe")
    assert game.me.attack == 5
    game.play("Fireball", target=smith)
    assert (game.me.minions, game.me.attack) == ([], 3)
