"""Poisonous: destroys any minion that it damages."""

from tests.rules.builder import ENEMY, ME, duel


def test_poison_destroys_a_minion_in_attack_and_defence() -> None:
    game = duel()
    game.add_minion(ME, "Wisp", keywords="poisonous")
    game.add_minion(ENEMY, "Boulderfist Ogre")
    game.attack("my 1", "enemy 1")
    assert (game.me.minions, game.enemy.minions) == ([], [])


def test_poison_does_not_kill_heroes() -> None:
    game = duel()
    game.add_minion(ME, "Wisp", keywords="poisonous")
    game.attack("my 1", "enemy hero")
    assert game.enemy.health == 29


def test_a_shield_stops_poison() -> None:
    game = duel()
    game.add_minion(ME, "Wisp", keywords="poisonous")
    guardian = game.add_minion(ENEMY, "Silvermoon Guardian")
    game.attack("my 1", guardian)
    assert guardian.health == 3


def test_poison_goes_with_the_damage_of_the_minions_own_effect() -> None:
    game = duel().script(1)
    game.add_minion(ME, "Knife Juggler", keywords="poisonous")
    game.add_minion(ENEMY, "Boulderfist Ogre")
    game.give(ME, "Wisp").play("Wisp")
    assert game.enemy.minions == []
