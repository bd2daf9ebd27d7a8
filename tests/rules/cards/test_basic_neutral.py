"""Neutral cards of the basic set, one by one."""

import pytest
from tests.rules.builder import ENEMY, ME, Duel, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError

# The roll call of a race: a spell that only minions of this race answer.
RACES = ("beast", "demon", "dragon", "elemental", "mechanical", "murloc", "pirate", "totem")
ROLL_CALLS = "".join(
    f"""
[[card]]
name = "Call of each {race}"
spell = {{ give = "stealth", to = "all friendly {race}s" }}
"""
    for race in RACES
)


def race_of(name: str) -> str:
    """The race that answers its call."""
    game = duel(cards=ROLL_CALLS)
    minion = game.add_minion(ME, name)
    for race in RACES:
        game.give(ME, f"Call of each {race}").play(f"Call of each {race}")
        if minion.has("stealth"):
            return race
    return ""


def play_with(cost: int, name: str) -> Duel:
    """The minion played with just the mana that it costs, onto an empty board."""
    game = duel().set_mana(ME, cost).give(ME, name).play(name)
    assert game.me.mana == 0
    return game


# --- minions without an ability -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cost", "attack", "health", "race"),
    [
        pytest.param("Bloodfen Raptor", 2, 3, 2, "beast", marks=scenario("Bloodfen Raptor")),
        pytest.param("Boar", 1, 1, 1, "beast", marks=scenario("Boar")),
        pytest.param("Boulderfist Ogre", 6, 6, 7, "", marks=scenario("Boulderfist Ogre")),
        pytest.param("Chillwind Yeti", 4, 4, 5, "", marks=scenario("Chillwind Yeti")),
        pytest.param("Core Hound", 7, 9, 5, "beast", marks=scenario("Core Hound")),
        pytest.param("Magma Rager", 3, 5, 1, "elemental", marks=scenario("Magma Rager")),
        pytest.param("Mechanical Dragonling", 1, 2, 1, "mechanical", marks=scenario("Mechanical Dragonling")),
        pytest.param("Murloc Raider", 1, 2, 1, "murloc", marks=scenario("Murloc Raider")),
        pytest.param("Murloc Scout", 1, 1, 1, "murloc", marks=scenario("Murloc Scout")),
        pytest.param("Oasis Snapjaw", 4, 2, 7, "beast", marks=scenario("Oasis Snapjaw")),
        pytest.param("River Crocolisk", 2, 2, 3, "beast", marks=scenario("River Crocolisk")),
        pytest.param("Sheep", 1, 1, 1, "beast", marks=scenario("Sheep")),
        pytest.param("War Golem", 7, 7, 7, "", marks=scenario("War Golem")),
    ],
)
def test_a_plain_minion_waits_a_turn_and_then_hits(name: str, cost: int, attack: int, health: int, race: str) -> None:
    game = play_with(cost, name)
    minion = game.me.board[0]
    assert minion.stats == (attack, health)
    assert not minion.can_attack
    pass_turn(game)
    assert minion.keywords == ()
    game.attack(minion, "enemy hero")
    assert game.enemy.health == 30 - attack
    assert race_of(name) == race


# --- taunt, charge, spell damage ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cost", "attack", "health", "race"),
    [
        pytest.param("Booty Bay Bodyguard", 5, 5, 4, "", marks=scenario("Booty Bay Bodyguard")),
        pytest.param("Frostwolf Grunt", 2, 2, 2, "", marks=scenario("Frostwolf Grunt")),
        pytest.param("Goldshire Footman", 1, 1, 2, "", marks=scenario("Goldshire Footman")),
        pytest.param("Ironfur Grizzly", 3, 3, 3, "beast", marks=scenario("Ironfur Grizzly")),
        pytest.param("Lord of the Arena", 6, 6, 5, "", marks=scenario("Lord of the Arena")),
        pytest.param("Sen'jin Shieldmasta", 4, 3, 5, "", marks=scenario("Sen'jin Shieldmasta")),
        pytest.param("Silverback Patriarch", 3, 1, 4, "beast", marks=scenario("Silverback Patriarch")),
        pytest.param("Frog", 0, 0, 1, "beast", marks=scenario("Frog")),
    ],
)
def test_a_minion_with_taunt_must_be_attacked(name: str, cost: int, attack: int, health: int, race: str) -> None:
    game = play_with(cost, name)
    guard = game.me.board[0]
    assert guard.stats == (attack, health)
    assert not guard.can_attack
    golem = game.add_minion(ENEMY, "War Golem")
    game.end_turn()
    with pytest.raises(InputError, match=f"legal: attack enemy {name} with my War Golem$"):
        game.attack(golem, "enemy hero")
    game.attack(golem, guard)
    assert (game.enemy.minions, golem.health) == ([], 7 - attack)
    assert race_of(name) == race


@pytest.mark.parametrize(
    ("name", "cost", "attack", "health", "race"),
    [
        pytest.param("Bluegill Warrior", 2, 2, 1, "murloc", marks=scenario("Bluegill Warrior")),
        pytest.param("Reckless Rocketeer", 6, 5, 2, "", marks=scenario("Reckless Rocketeer")),
        pytest.param("Stonetusk Boar", 1, 1, 1, "beast", marks=scenario("Stonetusk Boar")),
        pytest.param("Stormwind Knight", 4, 2, 5, "", marks=scenario("Stormwind Knight")),
        pytest.param("Wolfrider", 3, 3, 1, "", marks=scenario("Wolfrider")),
    ],
)
def test_a_minion_with_charge_hits_at_once(name: str, cost: int, attack: int, health: int, race: str) -> None:
    game = play_with(cost, name)
    assert game.me.board[0].stats == (attack, health)
    game.attack(name, "enemy hero")
    assert game.enemy.health == 30 - attack
    assert race_of(name) == race


@pytest.mark.parametrize(
    ("name", "cost", "attack", "health"),
    [
        pytest.param("Archmage", 6, 4, 7, marks=scenario("Archmage")),
        pytest.param("Dalaran Mage", 3, 1, 4, marks=scenario("Dalaran Mage")),
        pytest.param("Kobold Geomancer", 2, 2, 2, marks=scenario("Kobold Geomancer")),
        pytest.param("Ogre Magi", 4, 4, 4, marks=scenario("Ogre Magi")),
    ],
)
def test_a_minion_with_spell_damage_raises_its_players_spells(name: str, cost: int, attack: int, health: int) -> None:
    game = play_with(cost, name)
    assert game.me.board[0].stats == (attack, health)
    game.set_mana(ME, 10).give(ME, "Fireball").play("Fireball", target="enemy hero").use_power("enemy hero")
    assert game.enemy.health == 30 - 7 - 1
    game.give(ENEMY, "Fireball").end_turn().play("Fireball", target="enemy hero")
    assert game.enemy.health == 30 - 6
    silenced = duel().give(ME, "Fireball")
    silenced.add_minion(ME, name, silenced=True)
    assert silenced.play("Fireball", target="enemy hero").enemy.health == 30 - 6


# --- what stands on the cards whose abilities are tested below ----------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cost", "attack", "health", "race"),
    [
        ("Acidic Swamp Ooze", 2, 3, 2, ""),
        ("Darkscale Healer", 5, 4, 5, ""),
        ("Dragonling Mechanic", 4, 2, 4, ""),
        ("Elven Archer", 1, 1, 1, ""),
        ("Frostwolf Warlord", 5, 4, 4, ""),
        ("Gnomish Inventor", 4, 2, 4, ""),
        ("Grimscale Oracle", 1, 1, 1, "murloc"),
        ("Gurubashi Berserker", 5, 2, 7, ""),
        ("Ironforge Rifleman", 3, 2, 2, ""),
        ("Murloc Tidehunter", 2, 2, 1, "murloc"),
        ("Nightblade", 5, 4, 4, ""),
        ("Novice Engineer", 2, 1, 1, ""),
        ("Raid Leader", 3, 2, 2, ""),
        ("Razorfen Hunter", 3, 2, 3, ""),
        ("Shattered Sun Cleric", 3, 3, 2, ""),
        ("Stormpike Commando", 5, 4, 2, ""),
        ("Stormwind Champion", 7, 6, 6, ""),
        ("Voodoo Doctor", 1, 2, 1, ""),
    ],
)
def test_what_a_minion_with_an_ability_costs_and_is(name: str, cost: int, attack: int, health: int, race: str) -> None:
    game = duel().give(ME, name)
    minion = game.add_minion(ME, name, ready=False)
    assert (game.me.cost(name), minion.stats) == (cost, (attack, health))
    assert not minion.can_attack
    pass_turn(game)
    game.attack(minion, "enemy hero")
    assert game.enemy.health == 30 - attack
    assert race_of(name) == race


# --- battlecries --------------------------------------------------------------------------------------------------


@scenario("Acidic Swamp Ooze")
def test_acidic_swamp_ooze_destroys_only_the_opponents_weapon() -> None:
    game = duel().equip(ME, "Light's Justice").equip(ENEMY, "Fiery War Axe").give(ME, "Acidic Swamp Ooze")
    game.play("Acidic Swamp Ooze")
    assert game.enemy.weapon is None
    assert game.me.weapon is not None


@scenario("Acidic Swamp Ooze")
def test_acidic_swamp_ooze_comes_without_a_weapon_to_destroy() -> None:
    game = duel().equip(ME, "Light's Justice").give(ME, "Acidic Swamp Ooze").play("Acidic Swamp Ooze")
    assert game.me.minions == ["Acidic Swamp Ooze"]
    assert game.me.weapon is not None


@scenario("Darkscale Healer")
def test_darkscale_healer_heals_all_friends_and_no_enemies() -> None:
    game = duel().set_health(ME, 20).set_health(ENEMY, 20).give(ME, "Darkscale Healer")
    ogre, hurt_once = game.add_minion(ME, "Boulderfist Ogre", damage=4), game.add_minion(ME, "War Golem", damage=1)
    foe = game.add_minion(ENEMY, "Boulderfist Ogre", damage=4)
    game.play("Darkscale Healer")
    assert (game.me.health, ogre.health, hurt_once.health) == (22, 5, 7)
    assert (game.enemy.health, foe.health) == (20, 3)


@scenario("Dragonling Mechanic")
def test_dragonling_mechanic_brings_a_mechanical_dragonling() -> None:
    game = duel().give(ME, "Dragonling Mechanic")
    game.add_minion(ME, "Wisp")
    game.play("Dragonling Mechanic", position=1)
    assert game.me.minions == ["Dragonling Mechanic", "Mechanical Dragonling", "Wisp"]
    assert game.me.board[1].stats == (2, 1)
    assert not game.me.board[1].can_attack


@scenario("Dragonling Mechanic")
def test_dragonling_mechanic_finds_no_room_for_its_dragonling() -> None:
    game = duel().give(ME, "Dragonling Mechanic")
    for _ in range(6):
        game.add_minion(ME, "Wisp")
    game.play("Dragonling Mechanic")
    assert game.me.minions == ["Wisp"] * 6 + ["Dragonling Mechanic"]


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        pytest.param("Elven Archer", 1, marks=scenario("Elven Archer")),
        pytest.param("Ironforge Rifleman", 1, marks=scenario("Ironforge Rifleman")),
        pytest.param("Stormpike Commando", 2, marks=scenario("Stormpike Commando")),
    ],
)
def test_a_shooting_battlecry_hits_any_character(name: str, damage: int) -> None:
    game = duel()
    mine, foe = game.add_minion(ME, "Kobold Geomancer", health=9), game.add_minion(ENEMY, "Chillwind Yeti")
    for target in ("my hero", "enemy hero", mine, foe):
        game.set_mana(ME, 10).give(ME, name).play(name, target=target)
    assert (game.me.health, game.enemy.health) == (30 - damage, 30 - damage)
    assert (mine.health, foe.health) == (9 - damage, 5 - damage)


@scenario("Elven Archer")
def test_elven_archer_cannot_do_without_a_target() -> None:
    game = duel().give(ME, "Elven Archer")
    with pytest.raises(InputError, match=r"without a target; legal targets: my hero, enemy hero$"):
        game.play("Elven Archer")


@scenario("Stormpike Commando")
def test_stormpike_commando_kills_behind_a_taunt() -> None:
    game = duel().give(ME, "Stormpike Commando")
    game.add_minion(ENEMY, "Sen'jin Shieldmasta")
    raptor = game.add_minion(ENEMY, "Bloodfen Raptor")
    game.play("Stormpike Commando", target=raptor)
    assert game.enemy.minions == ["Sen'jin Shieldmasta"]


@scenario("Frostwolf Warlord")
def test_frostwolf_warlord_grows_with_its_own_side() -> None:
    game = duel().give(ME, "Frostwolf Warlord")
    for player in (ME, ME, ME, ENEMY, ENEMY):
        game.add_minion(player, "Wisp")
    game.play("Frostwolf Warlord")
    warlord = game.me.board[-1]
    assert warlord.stats == (7, 7)
    game.set_mana(ME, 10).give(ME, "Hellfire").play("Hellfire")
    assert (game.me.minions, warlord.stats, warlord.max_health) == (["Frostwolf Warlord"], (7, 4), 7)


@scenario("Frostwolf Warlord")
def test_frostwolf_warlord_alone_stays_as_it_is() -> None:
    game = duel().give(ME, "Frostwolf Warlord")
    game.add_minion(ENEMY, "Wisp")
    game.play("Frostwolf Warlord")
    assert game.me.board[0].stats == (4, 4)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("Gnomish Inventor", marks=scenario("Gnomish Inventor")),
        pytest.param("Novice Engineer", marks=scenario("Novice Engineer")),
    ],
)
def test_a_drawing_battlecry_draws_the_top_card(name: str) -> None:
    game = duel().set_deck(ME, ["Fireball", "Polymorph"]).give(ME, name).play(name)
    assert (game.me.hand, game.me.deck) == (["Fireball"], ["Polymorph"])
    assert (game.enemy.hand, len(game.enemy.deck)) == ([], 10)


@scenario("Novice Engineer")
def test_novice_engineer_draws_fatigue_from_an_empty_deck() -> None:
    game = duel().set_deck(ME, []).give(ME, "Novice Engineer").play("Novice Engineer")
    assert (game.me.hand, game.me.health, game.me.minions) == ([], 29, ["Novice Engineer"])


@scenario("Murloc Tidehunter")
def test_murloc_tidehunter_brings_a_murloc_scout() -> None:
    game = duel().give(ME, "Murloc Tidehunter")
    tidecaller = game.add_minion(ME, "Murloc Tidecaller")
    game.play("Murloc Tidehunter", position=1)
    assert game.me.minions == ["Murloc Tidehunter", "Murloc Scout", "Murloc Tidecaller"]
    assert game.me.board[1].stats == (1, 1)
    assert tidecaller.attack == 3  # both are murlocs


@scenario("Nightblade")
def test_nightblade_hurts_only_the_enemy_hero() -> None:
    game = duel().set_health(ENEMY, 30, armor=1).give(ME, "Nightblade")
    mine, guard = game.add_minion(ME, "Wisp"), game.add_minion(ENEMY, "Goldshire Footman")
    game.add_minion(ME, "Kobold Geomancer")
    game.play("Nightblade")
    assert (game.enemy.armor, game.enemy.health) == (0, 28)
    assert (game.me.health, mine.health, guard.health) == (30, 1, 2)


@scenario("Razorfen Hunter")
def test_razorfen_hunter_brings_a_boar() -> None:
    game = duel().give(ME, "Razorfen Hunter")
    game.add_minion(ME, "Timber Wolf")
    game.play("Razorfen Hunter", position=1)
    assert game.me.minions == ["Razorfen Hunter", "Boar", "Timber Wolf"]
    assert [minion.stats for minion in game.me.board[:2]] == [(2, 3), (2, 1)]  # the boar is a beast
    assert not game.me.board[1].can_attack


@scenario("Shattered Sun Cleric")
def test_shattered_sun_cleric_strengthens_a_friendly_minion() -> None:
    game = duel().give(ME, "Shattered Sun Cleric")
    yeti, wisp = game.add_minion(ME, "Chillwind Yeti", damage=2), game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Bloodfen Raptor")
    with pytest.raises(InputError, match=r"legal targets: my Chillwind Yeti, my Wisp$"):
        game.play("Shattered Sun Cleric", target="enemy 1")
    game.play("Shattered Sun Cleric", target=yeti)
    assert (yeti.stats, yeti.max_health, wisp.stats) == ((5, 4), 6, (1, 1))
    pass_turn(game)
    assert yeti.stats == (5, 4)


@scenario("Shattered Sun Cleric")
def test_shattered_sun_cleric_alone_does_not_strengthen_itself() -> None:
    game = duel().give(ME, "Shattered Sun Cleric")
    enemy = game.add_minion(ENEMY, "Wisp")
    game.play("Shattered Sun Cleric")
    assert (game.me.board[0].stats, enemy.stats) == ((3, 2), (1, 1))


@scenario("Voodoo Doctor")
def test_voodoo_doctor_heals_any_character() -> None:
    game = duel().set_health(ME, 29).set_health(ENEMY, 10)
    mine = game.add_minion(ME, "Chillwind Yeti", damage=1)
    foe = game.add_minion(ENEMY, "Boulderfist Ogre", damage=5)
    for target in ("my hero", "enemy hero", mine, foe):
        game.give(ME, "Voodoo Doctor").play("Voodoo Doctor", target=target)
    assert (game.me.health, game.enemy.health) == (30, 12)
    assert (mine.health, foe.health) == (5, 4)


# --- triggers and auras -------------------------------------------------------------------------------------------


@scenario("Gurubashi Berserker")
def test_gurubashi_berserker_grows_with_each_damage() -> None:
    game = duel().give(ME, "Elven Archer", "Arcane Explosion")
    berserker, other = game.add_minion(ME, "Gurubashi Berserker"), game.add_minion(ENEMY, "Gurubashi Berserker")
    game.play("Elven Archer", target=berserker)
    assert (berserker.stats, other.stats) == ((5, 6), (2, 7))
    game.play("Arcane Explosion")
    assert (berserker.stats, other.stats) == ((5, 6), (5, 6))
    game.attack(berserker, other)  # damage counts once, however much it is
    assert (berserker.stats, other.stats) == ((8, 1), (8, 1))


@scenario("Gurubashi Berserker")
@pytest.mark.parametrize("changes", [{"silenced": True}, {"keywords": "divine shield"}])
def test_gurubashi_berserker_does_not_grow_silenced_or_shielded(changes: dict[str, object]) -> None:
    game = duel()
    berserker = game.add_minion(ME, "Gurubashi Berserker", **changes)
    game.use_power(berserker)
    assert berserker.attack == 2


@scenario("Raid Leader")
def test_raid_leader_strengthens_its_other_minions_while_it_stands() -> None:
    game = duel().give(ME, "Wisp", "Fireball")
    yeti, enemy = game.add_minion(ME, "Chillwind Yeti"), game.add_minion(ENEMY, "Wisp")
    leader = game.add_minion(ME, "Raid Leader")
    game.play("Wisp")
    assert [minion.stats for minion in game.me.board] == [(5, 5), (2, 2), (2, 1)]
    assert enemy.stats == (1, 1)
    game.play("Fireball", target=leader)
    assert [yeti.attack, game.me.board[1].attack] == [4, 1]


@scenario("Raid Leader")
def test_raid_leaders_strengthen_each_other_unless_silenced() -> None:
    game = duel()
    leader, silenced = game.add_minion(ME, "Raid Leader"), game.add_minion(ME, "Raid Leader", silenced=True)
    assert (leader.attack, silenced.attack) == (2, 3)
    third = game.add_minion(ME, "Raid Leader")
    assert (leader.attack, silenced.attack, third.attack) == (3, 4, 3)


@scenario("Grimscale Oracle")
def test_grimscale_oracle_strengthens_its_other_murlocs() -> None:
    game = duel().give(ME, "Murloc Tidehunter")
    oracle, wisp = game.add_minion(ME, "Grimscale Oracle"), game.add_minion(ME, "Wisp")
    enemy = game.add_minion(ENEMY, "Murloc Raider")
    game.play("Murloc Tidehunter")
    assert [minion.stats for minion in game.me.board] == [(1, 1), (1, 1), (3, 1), (2, 1)]
    assert (oracle.attack, wisp.attack, enemy.attack) == (1, 1, 2)
    game.use_power(oracle)
    assert [minion.attack for minion in game.me.board] == [1, 2, 1]


@scenario("Grimscale Oracle")
def test_grimscale_oracles_strengthen_each_other_unless_silenced() -> None:
    game = duel()
    first, silenced = game.add_minion(ME, "Grimscale Oracle"), game.add_minion(ME, "Grimscale Oracle", silenced=True)
    assert (first.attack, silenced.attack) == (1, 2)


@scenario("Stormwind Champion")
def test_stormwind_champion_strengthens_its_other_minions() -> None:
    game = duel().give(ME, "Wisp")
    champion = game.add_minion(ME, "Stormwind Champion")
    yeti, enemy = game.add_minion(ME, "Chillwind Yeti"), game.add_minion(ENEMY, "Wisp")
    game.play("Wisp")
    assert (champion.stats, yeti.stats, game.me.board[-1].stats) == ((6, 6), (5, 6), (2, 2))
    assert enemy.stats == (1, 1)
    game.add_minion(ME, "Stormwind Champion", silenced=True)
    assert (champion.stats, yeti.stats) == ((6, 6), (5, 6))


@scenario("Stormwind Champion")
def test_without_stormwind_champion_the_added_health_goes_before_the_own() -> None:
    game = duel().give(ME, "Fireball")
    champion = game.add_minion(ME, "Stormwind Champion")
    whole, hurt = game.add_minion(ME, "Chillwind Yeti"), game.add_minion(ME, "Boulderfist Ogre", damage=3)
    wisp = game.add_minion(ME, "Wisp")
    game.use_power(wisp)
    assert (whole.health, hurt.health, wisp.health) == (6, 5, 1)
    game.play("Fireball", target=champion)
    assert (whole.stats, hurt.stats, wisp.stats) == ((4, 5), (6, 5), (1, 1))


# --- spells -------------------------------------------------------------------------------------------------------


@scenario("The Coin")
def test_the_coin_is_a_spell_that_gives_a_mana_for_this_turn() -> None:
    game = duel().set_mana(ME, 3).give(ME, "The Coin", "Fireball")
    addict = game.add_minion(ME, "Mana Addict")
    game.play("The Coin")
    assert (game.me.mana, game.me.crystals, game.enemy.mana) == (4, 3, 10)
    assert addict.attack == 3
    game.play("Fireball", target="enemy hero")
    pass_turn(game)
    assert (game.me.mana, game.me.crystals) == (4, 4)


@scenario("The Coin")
def test_the_coin_fills_a_used_crystal_but_never_an_eleventh() -> None:
    game = duel().give(ME, "The Coin", "The Coin", "Holy Smite").play("The Coin")
    assert game.me.mana == 10
    game.play("Holy Smite", target="enemy hero").play("The Coin")
    assert game.me.mana == 10
