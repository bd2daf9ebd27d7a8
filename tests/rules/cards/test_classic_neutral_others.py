"""Neutral cards of the Classic set: as printed, keywords, enrage, auras and costs."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.cards import InputError

# --- as printed -------------------------------------------------------------------------------------------------

# name, cost, attack, health, race
PRINTED = [
    ("Abomination", 5, 4, 4, ""),
    ("Alexstrasza", 9, 8, 8, "dragon"),
    ("Amani Berserker", 2, 2, 3, ""),
    ("Angry Chicken", 1, 1, 1, "beast"),
    ("Arcane Golem", 3, 4, 4, ""),
    ("Argent Commander", 6, 4, 2, ""),
    ("Baron Geddon", 7, 7, 5, "elemental"),
    ("Blood Knight", 3, 3, 3, ""),
    ("Bloodsail Corsair", 1, 1, 2, "pirate"),
    ("Bloodsail Raider", 2, 2, 3, "pirate"),
    ("Coldlight Seer", 3, 2, 3, "murloc"),
    ("Dark Iron Dwarf", 4, 4, 4, ""),
    ("Defender of Argus", 4, 2, 3, ""),
    ("Demolisher", 3, 1, 4, "mechanical"),
    ("Dire Wolf Alpha", 2, 2, 2, "beast"),
    ("Earthen Ring Farseer", 3, 3, 3, ""),
    ("Faerie Dragon", 2, 3, 2, "dragon"),
    ("Fen Creeper", 5, 3, 6, ""),
    ("Finkle Einhorn", 3, 3, 3, ""),
    ("Flame of Azzinoth", 1, 2, 1, "elemental"),
    ("Flesheating Ghoul", 3, 2, 3, ""),
    ("Hungry Crab", 1, 1, 2, "beast"),
    ("Illidan Stormrage", 6, 7, 5, "demon"),
    ("Imp", 1, 1, 1, "demon"),
    ("Imp Master", 3, 1, 5, ""),
    ("Injured Blademaster", 3, 4, 7, ""),
    ("King Mukla", 3, 5, 5, "beast"),
    ("Knife Juggler", 2, 2, 2, ""),
    ("Leper Gnome", 1, 1, 1, ""),
    ("Lightwarden", 1, 1, 2, ""),
    ("Loot Hoarder", 2, 2, 1, ""),
    ("Lorewalker Cho", 2, 0, 4, ""),
    ("Mana Addict", 2, 1, 3, ""),
    ("Master Swordsmith", 2, 1, 3, ""),
    ("Millhouse Manastorm", 2, 4, 4, ""),
    ("Mind Control Tech", 3, 3, 3, ""),
    ("Mogu'shan Warden", 4, 1, 7, ""),
    ("Murloc Tidecaller", 1, 1, 2, "murloc"),
    ("Murloc Warleader", 3, 3, 3, "murloc"),
    ("Onyxia", 9, 8, 8, "dragon"),
    ("Pint-Sized Summoner", 2, 2, 2, ""),
    ("Priestess of Elune", 6, 5, 4, ""),
    ("Questing Adventurer", 3, 2, 2, ""),
    ("Raging Worgen", 3, 3, 3, ""),
    ("Ravenholdt Assassin", 7, 7, 5, ""),
    ("Scarlet Crusader", 3, 3, 1, ""),
    ("Sea Giant", 10, 8, 8, ""),
    ("Secretkeeper", 1, 1, 2, ""),
    ("Silvermoon Guardian", 4, 3, 3, ""),
    ("Southsea Captain", 3, 3, 3, "pirate"),
    ("Southsea Deckhand", 1, 2, 1, "pirate"),
    ("Stampeding Kodo", 5, 3, 5, "beast"),
    ("Sunfury Protector", 2, 2, 3, ""),
    ("Sunwalker", 6, 4, 5, ""),
    ("The Beast", 6, 9, 7, "beast"),
    ("The Black Knight", 6, 4, 5, ""),
    ("Thrallmar Farseer", 3, 2, 3, ""),
    ("Venture Co. Mercenary", 5, 7, 6, ""),
    ("Whelp", 1, 1, 1, "dragon"),
    ("Wild Pyromancer", 2, 3, 2, ""),
    ("Wisp", 0, 1, 1, ""),
    ("Worgen Infiltrator", 1, 2, 1, ""),
    ("Young Priestess", 1, 2, 1, ""),
    ("Youthful Brewmaster", 2, 3, 2, ""),
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


# --- keywords ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cost", "stats", "keywords"),
    [
        pytest.param("Fen Creeper", 5, (3, 6), ("taunt",), marks=scenario("Fen Creeper")),
        pytest.param("Mogu'shan Warden", 4, (1, 7), ("taunt",), marks=scenario("Mogu'shan Warden")),
        pytest.param("Ravenholdt Assassin", 7, (7, 5), ("stealth",), marks=scenario("Ravenholdt Assassin")),
        pytest.param("Scarlet Crusader", 3, (3, 1), ("divine shield",), marks=scenario("Scarlet Crusader")),
        pytest.param("Silvermoon Guardian", 4, (3, 3), ("divine shield",), marks=scenario("Silvermoon Guardian")),
        pytest.param("Thrallmar Farseer", 3, (2, 3), ("windfury",), marks=scenario("Thrallmar Farseer")),
        pytest.param("Wisp", 0, (1, 1), (), marks=scenario("Wisp")),
        pytest.param("Worgen Infiltrator", 1, (2, 1), ("stealth",), marks=scenario("Worgen Infiltrator")),
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
        pytest.param("Fen Creeper", marks=scenario("Fen Creeper")),
        pytest.param("Mogu'shan Warden", marks=scenario("Mogu'shan Warden")),
        pytest.param("Sunwalker", marks=scenario("Sunwalker")),
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
        pytest.param("Ravenholdt Assassin", 7, 1, marks=scenario("Ravenholdt Assassin")),
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


@scenario("Thrallmar Farseer")
def test_thrallmar_farseer_attacks_twice() -> None:
    game = duel()
    farseer = game.add_minion(ME, "Thrallmar Farseer")
    game.attack(farseer, "enemy hero").attack(farseer, "enemy hero")
    assert game.enemy.health == 26
    assert not farseer.can_attack


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


# --- auras ------------------------------------------------------------------------------------------------------


@scenario("Dire Wolf Alpha")
def test_dire_wolf_alpha_leads_its_neighbours() -> None:
    game = duel().give(ME, "Wisp")
    far, left, wolf, right = (game.add_minion(ME, name) for name in ("Wisp", "Wisp", "Dire Wolf Alpha", "Wisp"))
    assert [m.stats for m in (far, left, wolf, right)] == [(1, 1), (2, 1), (2, 2), (2, 1)]
    game.play("Wisp", position=3)
    assert [m.attack for m in game.me.board] == [1, 1, 2, 2, 2]


@scenario("Dire Wolf Alpha")
def test_dire_wolf_alpha_takes_its_aura_along() -> None:
    game = duel().give(ME, "Arcane Shot")
    wisp, wolf = game.add_minion(ENEMY, "Wisp"), game.add_minion(ENEMY, "Dire Wolf Alpha")
    assert wisp.attack == 2
    game.play("Arcane Shot", target=wolf)
    assert wisp.attack == 1


@scenario("Murloc Warleader")
def test_murloc_warleader_leads_its_other_murlocs() -> None:
    game = duel()
    leader, raider, wisp = (game.add_minion(ME, name) for name in ("Murloc Warleader", "Murloc Raider", "Wisp"))
    theirs = game.add_minion(ENEMY, "Murloc Raider")
    assert [m.stats for m in (leader, raider, wisp, theirs)] == [(3, 3), (4, 1), (1, 1), (2, 1)]


@scenario("Murloc Warleader")
def test_murloc_warleader_leads_no_more_when_dead() -> None:
    game = duel().give(ME, "Fireball")
    leader, raider = game.add_minion(ENEMY, "Murloc Warleader"), game.add_minion(ENEMY, "Murloc Raider")
    assert raider.attack == 4
    game.play("Fireball", target=leader)
    assert raider.attack == 2


@scenario("Southsea Captain")
def test_southsea_captain_leads_the_other_pirates() -> None:
    game = duel()
    captain, raider, wisp = (game.add_minion(ME, name) for name in ("Southsea Captain", "Bloodsail Raider", "Wisp"))
    theirs = game.add_minion(ENEMY, "Bloodsail Raider")
    assert [m.stats for m in (captain, raider, wisp, theirs)] == [(3, 3), (3, 4), (1, 1), (2, 3)]


@scenario("Southsea Captain")
def test_southsea_captain_leaves_a_wounded_pirate_alive() -> None:
    game = duel().give(ME, "Fireball", "Arcane Shot")
    captain, corsair = game.add_minion(ENEMY, "Southsea Captain"), game.add_minion(ENEMY, "Bloodsail Corsair")
    game.play("Arcane Shot", target=corsair).play("Fireball", target=captain)
    assert (corsair.stats, corsair.max_health) == ((1, 1), 2)


@scenario("Southsea Deckhand")
def test_southsea_deckhand_charges_beside_a_weapon() -> None:
    game = duel("warrior").give(ME, "Southsea Deckhand", "Fiery War Axe").equip(ENEMY, "Fiery War Axe")
    game.play("Southsea Deckhand")
    deckhand = game.me.board[0]
    assert not deckhand.can_attack
    game.play("Fiery War Axe").attack(deckhand, "enemy hero")
    assert game.enemy.health == 28


@scenario("Southsea Deckhand")
def test_southsea_deckhand_loses_charge_with_the_weapon() -> None:
    game = duel("warrior").give(ME, "Southsea Deckhand").equip(ME, "Fiery War Axe", durability=1)
    game.play("Southsea Deckhand")
    deckhand = game.me.board[0]
    assert deckhand.can_attack
    game.attack("my hero", "enemy hero")
    assert (game.me.weapon, deckhand.can_attack) == (None, False)


# --- costs ------------------------------------------------------------------------------------------------------


@scenario("Pint-Sized Summoner")
def test_pint_sized_summoner_makes_the_first_minion_of_each_turn_cheaper() -> None:
    game = duel().give(ME, "Chillwind Yeti", "Chillwind Yeti", "Fireball").give(ENEMY, "Chillwind Yeti")
    game.add_minion(ME, "Pint-Sized Summoner")
    assert [card.cost for card in game.me.cards] == [3, 3, 4]
    game.play("Chillwind Yeti")
    assert (game.me.mana, game.me.cost("Chillwind Yeti")) == (7, 4)
    game.end_turn()
    assert game.me.cost("Chillwind Yeti") == 4
    game.end_turn()
    assert game.me.cost("Chillwind Yeti") == 3


@scenario("Pint-Sized Summoner")
def test_pint_sized_summoner_is_herself_the_first_minion() -> None:
    game = duel().give(ME, "Pint-Sized Summoner", "Chillwind Yeti").play("Pint-Sized Summoner")
    assert (game.me.mana, game.me.cost("Chillwind Yeti")) == (8, 4)
    pass_turn(game)
    assert game.me.cost("Chillwind Yeti") == 3


@scenario("Sea Giant")
def test_sea_giant_costs_less_for_each_minion_of_either_side() -> None:
    game = duel().give(ME, "Sea Giant", "Wisp")
    game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Wisp")
    game.add_minion(ENEMY, "Wisp")
    assert game.me.cost("Sea Giant") == 7
    game.play("Wisp").play("Sea Giant")
    assert (game.me.mana, game.me.board[-1].stats) == (4, (8, 8))


@scenario("Sea Giant")
def test_sea_giant_never_costs_less_than_nothing() -> None:
    game = duel().give(ME, "Sea Giant")
    for _ in range(6):
        game.add_minion(ME, "Wisp")
        game.add_minion(ENEMY, "Wisp")
    assert game.me.cost("Sea Giant") == 0


@scenario("Venture Co. Mercenary")
def test_venture_co_mercenary_makes_your_minions_dearer() -> None:
    game = duel("warrior").give(ME, "Wisp", "Fireball", "Fiery War Axe", "Assassinate").give(ENEMY, "Wisp")
    mercenary = game.add_minion(ME, "Venture Co. Mercenary", damage=5)
    assert [card.cost for card in game.me.cards] == [3, 4, 3, 5]
    assert game.enemy.cost("Wisp") == 0
    game.play("Fireball", target=mercenary)
    assert game.me.cost("Wisp") == 0
