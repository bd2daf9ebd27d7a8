"""Overload: crystals that are locked in the next turn."""

from tests.rules.builder import ME, duel, pass_turn

BOLT = """
[[card]]
name = "Bolt"
cost = 1
overload = 2
spell = { damage = 3, to = "any character" }
[[card]]
name = "Unbound"
health = 4
whenever = { event = "you play a card with overload", do = { attack = 1, to = "this" } }
"""


def test_overload_locks_crystals_next_turn_only() -> None:
    game = duel("shaman", cards=BOLT).set_mana(ME, 5).give(ME, "Bolt").play("Bolt", target="enemy hero")
    assert (game.me.mana, game.me.overload) == (4, 2)
    pass_turn(game)
    assert (game.me.mana, game.me.crystals, game.me.locked) == (4, 6, 2)
    pass_turn(game)
    assert (game.me.mana, game.me.locked) == (7, 0)


def test_overload_adds_up() -> None:
    game = duel("shaman", cards=BOLT).set_mana(ME, 5).give(ME, "Bolt", "Bolt")
    game.play("Bolt", target="enemy hero").play("Bolt", target="enemy hero")
    pass_turn(game)
    assert game.me.mana == 2


def test_overload_beyond_all_crystals_leaves_none() -> None:
    game = duel("shaman", cards=BOLT).set_mana(ME, 1).give(ME, "Bolt", "The Coin", "Bolt")
    game.play("Bolt", target="enemy hero").play("The Coin").play("Bolt", target="enemy hero")
    pass_turn(game)
    assert (game.me.mana, game.me.crystals) == (0, 2)


def test_minions_may_listen_to_overload() -> None:
    game = duel("shaman", cards=BOLT).give(ME, "Bolt", "Wisp")
    unbound = game.add_minion(ME, "Unbound")
    game.play("Wisp").play("Bolt", target="enemy hero")
    assert unbound.attack == 2
