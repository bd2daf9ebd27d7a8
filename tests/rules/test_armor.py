"""Armor: lost before health."""

from tests.rules.builder import ENEMY, ME, duel


def test_armor_takes_damage_first() -> None:
    game = duel().set_health(ENEMY, 30, armor=4).give(ME, "Fireball")
    game.play("Fireball", target="enemy hero")
    assert (game.enemy.armor, game.enemy.health) == (0, 28)


def test_armor_adds_up_without_a_limit() -> None:
    game = duel("warrior").set_health(ME, 30, armor=29).use_power()
    assert (game.me.armor, game.me.health) == (31, 30)


def test_healing_does_not_restore_armor() -> None:
    game = duel("priest").set_health(ME, 30, armor=1).use_power("my hero")
    assert (game.me.armor, game.me.health) == (1, 30)


def test_damage_to_armor_alone_counts_as_damage() -> None:
    game = duel("paladin").set_health(ENEMY, 30, armor=5).add_secret(ENEMY, "Eye for an Eye").give(ME, "Fireball")
    game.set_health(ENEMY, 30, armor=6).play("Fireball", target="enemy hero")
    assert (game.enemy.health, game.me.health) == (30, 24)


def test_fatigue_is_taken_by_armor() -> None:
    game = duel().set_deck(ENEMY, []).set_health(ENEMY, 30, armor=5)
    game.end_turn()
    assert (game.me.armor, game.me.health) == (4, 30)
