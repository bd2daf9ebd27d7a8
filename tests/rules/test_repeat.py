"""What an effect repeats, and how often."""

from tests.rules.builder import ENEMY, ME, duel

CARDS = """
[[card]]
name = "Volley"
spell = { repeat = 3, do = { damage = 2, to = "random enemy minion" } }
[[card]]
name = "Last Words"
deathrattle = { repeat = 1, for_each = "spell in your hand", do = { damage = 2, to = "random enemy minion" } }
[[card]]
name = "Parade"
spell = { repeat = 2, for_each = "friendly minion", do = [{ draw = 1 }, { armor = 1 }] }
[[card]]
name = "Gamble"
spell = [{ repeat = 2, do = { if = "chance", percent = 50, do = { draw = 1 }, else = { armor = 3 } } }, { armor = 1 }]
[[card]]
name = "Perhaps"
spell = { if = "combo", repeat = 2, do = { armor = 1 }, else = { armor = 5 } }
[[card]]
name = "Chain"
spell = { repeat = 2, do = [{ damage = 1, to = "any minion" }, { heal = 1, to = "target" }] }
[[card]]
name = "Growth"
spell = { repeat = 1, for_each = "friendly minion", do = { summon = "Wisp" } }
[[card]]
name = "Twice Two"
spell = [{ repeat = 2, do = { armor = 1 } }, { repeat = 2, do = { missiles = 2, to = "all enemies" } }]
"""


def test_each_time_another_one_is_picked() -> None:
    game = duel(cards=CARDS).give(ME, "Volley")
    one, other = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ENEMY, "Chillwind Yeti")
    game.script(0, 1, 0).play("Volley")
    assert (one.health, other.health) == (1, 3)


def test_nobody_dies_meanwhile_but_the_dying_are_not_picked() -> None:
    game = duel(cards=CARDS).give(ME, "Volley")
    game.add_minion(ENEMY, "Wisp")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.script(0, 0, 0).play("Volley")
    assert (game.enemy.minions, yeti.health) == (["Chillwind Yeti"], 1)


def test_the_number_can_be_a_quantity() -> None:
    game = duel(cards=CARDS).give(ME, "Fireball", "Sap", "Wisp", "Frostbolt")
    one, other = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ENEMY, "Chillwind Yeti")
    words = game.add_minion(ME, "Last Words")
    game.script(1, 0).play("Fireball", target=words)  # which leaves two spells in hand
    assert (one.health, other.health) == (3, 3)


def test_the_quantity_multiplies_the_number_and_several_steps_take_turns() -> None:
    game = duel(cards=CARDS).give(ME, "Parade")
    game.add_minion(ME, "Wisp")
    game.add_minion(ME, "Wisp")
    game.play("Parade")
    assert (len(game.me.hand), game.me.armor) == (4, 4)


def test_without_any_of_what_is_counted_nothing_happens() -> None:
    game = duel(cards=CARDS).give(ME, "Parade").play("Parade")
    assert (game.me.hand, game.me.armor) == ([], 0)


def test_conditions_inside_are_tested_each_time() -> None:
    game = duel(cards=CARDS).give(ME, "Gamble").script(10, 90).play("Gamble")
    assert (len(game.me.hand), game.me.armor) == (1, 4)


def test_a_condition_beside_it_is_tested_once() -> None:
    game = duel(cards=CARDS).give(ME, "Perhaps", "Perhaps").play("Perhaps").play("Perhaps")
    assert game.me.armor == 7


def test_the_target_stays_the_same() -> None:
    game = duel(cards=CARDS).give(ME, "Chain")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    assert game.play("Chain", target=yeti).enemy.board[0].health == 5


def test_the_number_is_counted_before_the_first_time() -> None:
    game = duel(cards=CARDS).give(ME, "Growth")
    game.add_minion(ME, "Wisp")
    game.add_minion(ME, "Wisp")
    assert game.play("Growth").me.minions == ["Wisp"] * 4


def test_one_after_the_other() -> None:
    game = duel(cards=CARDS).give(ME, "Twice Two").script(0, 0, 0, 0).play("Twice Two")
    assert (game.me.armor, game.enemy.health) == (2, 26)
