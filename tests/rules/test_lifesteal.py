"""Lifesteal: damage heals the hero of whoever deals it."""

from tests.rules.builder import ENEMY, ME, duel, pass_turn

CARDS = """
[[card]]
name = "Leech"
attack = 3
health = 4
keywords = ["lifesteal"]
[[card]]
name = "Bat"
attack = 2
keywords = "lifesteal"
battlecry = { damage = 2, to = "any character" }
[[card]]
name = "Swarm"
keywords = ["lifesteal"]
deathrattle = { damage = 1, to = "all characters" }
[[card]]
name = "Fang"
type = "weapon"
attack = 4
durability = 2
keywords = ["lifesteal"]
[[card]]
name = "Drain"
keywords = ["lifesteal"]
spell = { damage = 3, to = "any character" }
[[card]]
name = "Hail"
keywords = ["lifesteal"]
spell = { missiles = 3, to = "all enemy minions" }
[[card]]
name = "Gift"
spell = { give = "lifesteal", to = "any character", until = "end of turn" }
[[card]]
name = "Bloodhouse"
aura = { give = "lifesteal", to = "all other friendly minions" }
[[card]]
name = "Nurse"
whenever = { event = "your hero is healed", do = { draw = 1, for_each = "damage dealt" } }
[[card]]
name = "Surgeon"
whenever = { event = "an enemy minion takes damage", do = { armor = 1, for_each = "damage dealt" } }
"""


def test_the_damage_of_an_attack_heals_the_hero() -> None:
    game = duel(cards=CARDS).set_health(ME, 20)
    game.add_minion(ME, "Leech")
    game.attack("Leech", "enemy hero")
    assert (game.me.health, game.enemy.health) == (23, 27)


def test_it_works_in_defence_for_the_other_player() -> None:
    game = duel(cards=CARDS).set_health(ENEMY, 20)
    leech, yeti = game.add_minion(ENEMY, "Leech"), game.add_minion(ME, "Chillwind Yeti")
    game.attack(yeti, leech)
    assert (game.enemy.health, game.me.health) == (23, 30)


def test_damage_beyond_the_health_of_a_minion_counts() -> None:
    game = duel(cards=CARDS).set_health(ME, 20)
    wisp = game.add_minion(ENEMY, "Wisp")
    game.add_minion(ME, "Leech")
    game.attack("Leech", wisp)
    assert game.me.health == 23


def test_a_shield_leaves_nothing_to_steal() -> None:
    game = duel(cards=CARDS).set_health(ME, 20)
    squire = game.add_minion(ENEMY, "Argent Squire")
    game.add_minion(ME, "Leech")
    game.attack("Leech", squire)
    assert game.me.health == 20


def test_battlecries_and_deathrattles_have_it_too() -> None:
    game = duel(cards=CARDS).give(ME, "Bat", "Drain").set_health(ME, 10)
    game.play("Bat", target="enemy hero")
    assert game.me.health == 12
    swarm = game.add_minion(ME, "Swarm", attack=0)
    game.play("Drain", target=swarm)  # which heals by 3; its last breath hurts three characters
    assert (game.me.health, game.enemy.health) == (17, 27)


def test_all_damage_of_a_step_is_dealt_before_the_healing() -> None:
    game = duel(cards=CARDS).give(ME, "Fireball")
    swarm = game.add_minion(ME, "Swarm")
    game.play("Fireball", target=swarm)
    assert (game.me.health, game.enemy.health) == (30, 29)


def test_of_a_weapon_the_attacks_of_the_hero_have_it() -> None:
    game = duel("warrior", cards=CARDS).set_health(ME, 28).equip(ME, "Fang")
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre")
    game.attack("my hero", ogre)
    assert game.me.health == 26  # 28 - 6 + 4: both strike at once, then comes the healing
    game.use_power()
    assert game.me.health == 26


def test_spells_can_have_it() -> None:
    game = duel(cards=CARDS).give(ME, "Drain").set_health(ME, 20)
    game.add_minion(ME, "Kobold Geomancer")
    assert game.play("Drain", target="enemy hero").me.health == 24


def test_each_missile_heals() -> None:
    game = duel(cards=CARDS).give(ME, "Hail").set_health(ME, 20)
    game.add_minion(ENEMY, "Chillwind Yeti")
    assert game.script(0, 0, 0).play("Hail").me.health == 23


def test_it_can_be_given_for_a_turn() -> None:
    game = duel(cards=CARDS).give(ME, "Gift").set_health(ME, 20)
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Gift", target=yeti).attack(yeti, "enemy hero")
    assert (game.me.health, yeti.has("lifesteal")) == (24, True)
    pass_turn(game)
    game.attack(yeti, "enemy hero")
    assert (game.me.health, yeti.has("lifesteal")) == (24, False)


def test_an_aura_can_give_it() -> None:
    game = duel(cards=CARDS).set_health(ME, 20)
    game.add_minion(ME, "Bloodhouse")
    game.add_minion(ME, "Chillwind Yeti")
    assert game.attack("Chillwind Yeti", "enemy hero").me.health == 24


def test_silence_takes_it() -> None:
    game = duel("priest", cards=CARDS).give(ME, "Silence").set_health(ME, 20)
    leech = game.add_minion(ME, "Leech")
    game.play("Silence", target=leech).attack(leech, "enemy hero")
    assert game.me.health == 20


def test_healing_and_damage_are_heard_each_with_its_own_amount() -> None:
    game = duel(cards=CARDS).set_health(ME, 29).give(ME, "Drain")
    game.add_minion(ME, "Nurse")
    game.add_minion(ME, "Surgeon")
    game.play("Drain", target=game.add_minion(ENEMY, "Chillwind Yeti"))
    assert (len(game.me.hand), game.me.armor) == (1, 3)


def test_where_healing_hurts_lifesteal_does() -> None:
    game = duel("priest", cards=CARDS)
    game.add_minion(ME, "Auchenai Soulpriest")
    game.add_minion(ME, "Leech")
    assert game.attack("Leech", "enemy hero").me.health == 27


def test_it_may_save_the_hero_from_the_blow_that_it_struck() -> None:
    game = duel("warrior", cards=CARDS).set_health(ME, 3).equip(ME, "Fang")
    game.attack("my hero", game.add_minion(ENEMY, "Chillwind Yeti"))
    assert (game.me.health, game.over) == (3, False)
