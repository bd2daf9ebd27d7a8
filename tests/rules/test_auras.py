"""Auras: what they reach, and what is left when they end."""

from tests.rules.builder import ENEMY, ME, duel

TAME = """
[[card]]
name = "Tame"
spell = { set_attack = 1, to = "any minion" }
[[card]]
name = "Mark"
spell = { set_health = 1, to = "any minion" }
"""


def test_an_aura_reaches_the_others_on_its_side() -> None:
    game = duel()
    leader, wisp = game.add_minion(ME, "Raid Leader"), game.add_minion(ME, "Wisp")
    theirs = game.add_minion(ENEMY, "Wisp")
    assert (leader.attack, wisp.attack, theirs.attack) == (2, 2, 1)


def test_two_auras_add_up_and_reach_each_other() -> None:
    game = duel()
    first, second = game.add_minion(ME, "Raid Leader"), game.add_minion(ME, "Raid Leader")
    wisp = game.add_minion(ME, "Wisp")
    assert (first.attack, second.attack, wisp.attack) == (3, 3, 3)


def test_an_aura_ends_with_its_minion() -> None:
    game = duel().give(ME, "Fireball")
    leader, wisp = game.add_minion(ENEMY, "Raid Leader"), game.add_minion(ENEMY, "Wisp")
    game.play("Fireball", target=leader)
    assert wisp.attack == 1


def test_a_minion_at_one_health_survives_the_end_of_an_aura() -> None:
    game = duel().give(ME, "Arcane Shot", "Assassinate")
    champion, raptor = game.add_minion(ENEMY, "Stormwind Champion"), game.add_minion(ENEMY, "Bloodfen Raptor")
    game.play("Arcane Shot", target=raptor)
    assert raptor.stats == (4, 1)
    game.play("Assassinate", target=champion)
    assert raptor.stats == (3, 1)


def test_damage_above_the_lost_health_stays() -> None:
    game = duel().give(ME, "Arcane Shot", "Assassinate")
    champion, yeti = game.add_minion(ENEMY, "Stormwind Champion"), game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Arcane Shot", target=yeti).play("Assassinate", target=champion)
    assert (yeti.health, yeti.damage) == (4, 1)


def test_minions_that_die_with_the_source_of_their_health_die() -> None:
    game = duel().give(ME, "Hellfire", "Consecration").set_mana(ME, 20)
    game.add_minion(ENEMY, "Stormwind Champion", damage=3)
    game.add_minion(ENEMY, "Bloodfen Raptor")
    game.play("Hellfire")
    assert game.enemy.minions == []


def test_an_attack_set_under_an_aura_gets_the_aura_on_top() -> None:
    game = duel(cards=TAME).give(ME, "Tame")
    game.add_minion(ENEMY, "Raid Leader")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Tame", target=yeti)
    assert yeti.attack == 2


def test_an_attack_set_before_an_aura_ends_stays_set() -> None:
    game = duel(cards=TAME).give(ME, "Tame", "Fireball")
    leader, yeti = game.add_minion(ENEMY, "Raid Leader"), game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Tame", target=yeti).play("Fireball", target=leader)
    assert yeti.attack == 1


def test_a_health_set_under_an_aura_gets_the_aura_on_top() -> None:
    game = duel(cards=TAME).give(ME, "Mark")
    game.add_minion(ENEMY, "Stormwind Champion")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Mark", target=yeti)
    assert yeti.health == 2


def test_neighbours_change_with_the_places() -> None:
    game = duel().give(ME, "Wisp")
    left = game.add_minion(ME, "Wisp")
    game.add_minion(ME, "Dire Wolf Alpha")
    assert left.attack == 2
    game.play("Wisp", position=2)
    assert [m.attack for m in game.me.board] == [1, 2, 2]


def test_neighbours_move_up_when_one_dies() -> None:
    game = duel().give(ME, "Arcane Shot")
    game.add_minion(ME, "Dire Wolf Alpha")
    raptor, wisp = game.add_minion(ME, "Bloodfen Raptor"), game.add_minion(ME, "Wisp")
    game.play("Arcane Shot", target=raptor)
    assert wisp.attack == 2


def test_an_aura_reaches_a_new_minion_at_once() -> None:
    game = duel().give(ME, "Stonetusk Boar")
    game.add_minion(ME, "Timber Wolf")
    game.play("Stonetusk Boar").attack("Stonetusk Boar", "enemy hero")
    assert game.enemy.health == 28


def test_an_aura_on_a_race_leaves_the_others_out() -> None:
    game = duel()
    game.add_minion(ME, "Murloc Warleader")
    raider, wisp = game.add_minion(ME, "Murloc Raider"), game.add_minion(ME, "Wisp")
    assert (raider.attack, wisp.attack) == (4, 1)


def test_an_aura_can_ask_for_a_keyword_from_another_aura() -> None:
    game = duel("warrior")
    game.add_minion(ME, "Warsong Commander")
    raptor, wisp = game.add_minion(ME, "Bloodfen Raptor"), game.add_minion(ME, "Wisp")
    assert raptor.attack == 3
    game.add_minion(ME, "Tundra Rhino")
    assert (raptor.attack, wisp.attack) == (4, 1)


def test_a_buff_lies_under_an_aura() -> None:
    game = duel().give(ME, "Blessing of Might")
    game.add_minion(ME, "Raid Leader")
    wisp = game.add_minion(ME, "Wisp")
    game.play("Blessing of Might", target=wisp)
    assert wisp.attack == 5


def test_a_minion_that_changes_sides_changes_auras() -> None:
    game = duel().give(ME, "Mind Control Tech").script(1)
    game.add_minion(ME, "Raid Leader")
    game.add_minion(ENEMY, "Stormwind Champion")
    for name in ("Bloodfen Raptor", "Wisp", "Wisp"):
        game.add_minion(ENEMY, name)
    game.play("Mind Control Tech")
    assert game.me.board[-1].stats == (4, 2)


def test_an_aura_may_depend_on_a_secret() -> None:
    cards = """
    [[card]]
    name = "Watcher"
    health = 9
    aura = { attack = 3, to = "this", while = "you control a secret" }
    """
    game = duel(cards=cards).give(ME, "Snake Trap")
    watcher = game.add_minion(ME, "Watcher")
    game.play("Snake Trap")
    assert watcher.attack == 4
    game.add_minion(ENEMY, "Wisp")
    game.end_turn().attack("my 1", watcher)
    assert watcher.attack == 1


def test_an_aura_may_count() -> None:
    cards = """
    [[card]]
    name = "Packleader"
    aura = { attack = 1, to = "this", for_each = "other friendly minion" }
    """
    game = duel(cards=cards).give(ME, "Wisp")
    leader = game.add_minion(ME, "Packleader")
    game.play("Wisp")
    assert leader.attack == 2
    game.give(ME, "Arcane Shot").play("Arcane Shot", target="Wisp")
    assert leader.attack == 1
