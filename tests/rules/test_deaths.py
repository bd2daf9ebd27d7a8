"""Deaths: the dead leave together, then deathrattles and triggers in the order of play."""

from tests.rules.builder import ENEMY, ME, duel

CARDS = """
[[card]]
name = "First Words"
deathrattle = { add = "Bananas" }
[[card]]
name = "Last Words"
deathrattle = { add = "The Coin" }
[[card]]
name = "Nest"
deathrattle = { summon = "Wisp", count = 2 }
[[card]]
name = "Mourner"
health = 5
whenever = { event = "another friendly minion dies", do = { draw = 1 } }
[[card]]
name = "Bomb"
deathrattle = { damage = 3, to = "all minions" }
[[card]]
name = "Phoenix"
health = 2
deathrattle = { resummon = "it", health = 1 }
[[card]]
name = "Soul"
spell = { attach = { deathrattle = { summon = "Boar" } }, to = "any minion" }
"""


def test_deathrattles_go_off_in_the_order_of_play() -> None:
    game = duel(cards=CARDS).give(ME, "Hellfire")
    game.add_minion(ME, "Last Words")
    game.add_minion(ME, "First Words", position=1)
    game.play("Hellfire")
    assert game.me.hand == ["The Coin", "Bananas"]


def test_the_order_of_play_runs_across_both_sides() -> None:
    game = duel(cards=CARDS).set_health(ME, 5).set_health(ENEMY, 5).give(ME, "Hellfire")
    game.add_minion(ENEMY, "Leper Gnome")
    game.add_minion(ME, "Nest")
    game.play("Hellfire")
    assert (game.winner, game.me.minions) == (ENEMY, ["Wisp", "Wisp"])


def test_the_dead_are_gone_before_the_first_deathrattle() -> None:
    game = duel(cards=CARDS).give(ME, "Hellfire")
    for _ in range(4):
        game.add_minion(ME, "Nest")
    for _ in range(3):
        game.add_minion(ME, "Wisp")
    game.play("Hellfire")
    assert game.me.minions == ["Wisp"] * 7


def test_a_deathrattle_summons_in_the_place_of_the_dead() -> None:
    game = duel(cards=CARDS).give(ME, "Arcane Shot")
    game.add_minion(ME, "Chillwind Yeti")
    nest = game.add_minion(ME, "Nest")
    game.add_minion(ME, "Boulderfist Ogre")
    game.play("Arcane Shot", target=nest)
    assert game.me.minions == ["Chillwind Yeti", "Wisp", "Wisp", "Boulderfist Ogre"]


def test_minions_that_die_together_do_not_hear_each_other() -> None:
    game = duel(cards=CARDS).give(ME, "Hellfire")
    ghoul = game.add_minion(ENEMY, "Flesheating Ghoul", health=9)
    game.add_minion(ME, "Flesheating Ghoul")
    game.add_minion(ME, "Wisp")
    game.play("Hellfire")
    assert (ghoul.attack, game.me.minions) == (4, [])


def test_each_death_is_heard() -> None:
    game = duel().give(ME, "Arcane Explosion")
    hyena = game.add_minion(ENEMY, "Scavenging Hyena")
    game.add_minion(ENEMY, "Sheep")
    game.add_minion(ENEMY, "Boar")
    game.add_minion(ENEMY, "Wisp")
    game.play("Arcane Explosion")
    assert hyena.stats == (6, 3)


def test_deaths_caused_by_deathrattles_come_in_the_next_round() -> None:
    game = duel(cards=CARDS).give(ME, "Arcane Shot")
    bomb = game.add_minion(ENEMY, "Bomb")
    game.add_minion(ENEMY, "Last Words")
    game.add_minion(ENEMY, "Nest")
    game.play("Arcane Shot", target=bomb)
    assert (game.enemy.minions, game.enemy.hand) == (["Wisp", "Wisp"], ["The Coin"])


def test_a_deathrattle_comes_before_what_others_do_about_the_death() -> None:
    game = duel(cards=CARDS).give(ME, "Arcane Shot").set_deck(ME, ["Fireball"])
    game.add_minion(ME, "Mourner")
    words = game.add_minion(ME, "Last Words")
    game.play("Arcane Shot", target=words)
    assert game.me.hand == ["The Coin", "Fireball"]


def test_a_given_deathrattle_comes_after_the_printed_one() -> None:
    game = duel(cards=CARDS).give(ME, "Soul", "Arcane Shot")
    nest = game.add_minion(ME, "Nest")
    game.play("Soul", target=nest).play("Arcane Shot", target=nest)
    assert sorted(game.me.minions) == ["Boar", "Wisp", "Wisp"]


def test_a_given_deathrattle_counts_each_time() -> None:
    game = duel(cards=CARDS).give(ME, "Soul", "Soul", "Arcane Shot")
    wisp = game.add_minion(ME, "Wisp")
    game.play("Soul", target=wisp).play("Soul", target=wisp).play("Arcane Shot", target=wisp)
    assert game.me.minions == ["Boar", "Boar"]


def test_a_resummoned_minion_is_a_new_one() -> None:
    game = duel(cards=CARDS).give(ME, "Blessing of Might", "Assassinate").give(ENEMY, "Wisp")
    phoenix = game.add_minion(ENEMY, "Phoenix")
    game.play("Blessing of Might", target=phoenix).play("Assassinate", target=phoenix)
    assert [m.stats for m in game.enemy.board] == [(1, 1)]


def test_both_heroes_dying_at_once_is_a_draw() -> None:
    game = duel().set_health(ME, 3).set_health(ENEMY, 3).give(ME, "Hellfire").play("Hellfire")
    assert (game.over, game.winner) == (True, 2)


def test_a_hero_that_dies_in_the_same_death_step_makes_it_a_draw() -> None:
    game = duel().set_health(ME, 2).set_health(ENEMY, 1).give(ME, "Fireball")
    game.add_minion(ENEMY, "Leper Gnome")
    game.give(ME, "Hellfire").play("Hellfire")
    assert game.winner == 2


def test_a_minion_without_health_dies_after_its_battlecry() -> None:
    cards = """
    [[card]]
    name = "Spark"
    health = 0
    battlecry = { damage = 2, to = "any character" }
    deathrattle = { draw = 1 }
    """
    game = duel(cards=cards).give(ME, "Spark").play("Spark", target="enemy hero")
    assert (game.enemy.health, game.me.minions, game.me.hand) == (28, [], ["Wisp"])


def test_a_minion_without_health_lives_under_an_aura() -> None:
    cards = """
    [[card]]
    name = "Spark"
    health = 0
    """
    game = duel(cards=cards).give(ME, "Spark")
    game.add_minion(ME, "Stormwind Champion")
    game.play("Spark")
    assert game.me.board[-1].stats == (2, 1)


def test_a_summoned_minion_without_health_dies() -> None:
    cards = """
    [[card]]
    name = "Spark"
    health = 0
    deathrattle = { draw = 1 }
    [[card]]
    name = "Ignite"
    spell = { summon = "Spark", count = 2 }
    """
    game = duel(cards=cards).give(ME, "Ignite").play("Ignite")
    assert (game.me.minions, game.me.hand) == ([], ["Wisp", "Wisp"])


def test_a_destroyed_minion_dies_whatever_its_health() -> None:
    game = duel().give(ME, "Assassinate")
    game.add_minion(ENEMY, "Boulderfist Ogre")
    game.play("Assassinate", target="enemy 1")
    assert game.enemy.minions == []


def test_minions_die_after_the_whole_spell() -> None:
    game = duel().set_health(ME, 20).give(ME, "Siphon Soul", "Mortal Coil").set_deck(ME, ["Fireball"])
    game.add_minion(ENEMY, "Wisp")
    game.play("Mortal Coil", target="enemy 1")
    assert (game.me.hand, game.enemy.minions) == (["Siphon Soul", "Fireball"], [])
