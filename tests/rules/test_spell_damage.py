"""Spell damage: more damage from spells, nothing else."""

from tests.rules.builder import ENEMY, ME, duel


def test_spells_deal_more() -> None:
    game = duel().give(ME, "Fireball")
    game.add_minion(ME, "Kobold Geomancer")
    game.play("Fireball", target="enemy hero")
    assert game.enemy.health == 23


def test_spell_damage_adds_up() -> None:
    game = duel().give(ME, "Arcane Explosion")
    game.add_minion(ME, "Kobold Geomancer")
    game.add_minion(ME, "Dalaran Mage")
    game.add_minion(ENEMY, "Bloodfen Raptor")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Arcane Explosion")
    assert (game.enemy.minions, yeti.health) == (["Chillwind Yeti"], 2)


def test_missiles_become_more() -> None:
    game = duel().give(ME, "Arcane Missiles").script(0, 0, 0, 0)
    game.add_minion(ME, "Kobold Geomancer")
    game.play("Arcane Missiles")
    assert game.enemy.health == 26


def test_it_does_not_help_the_enemy_hero_powers_battlecries_or_healing() -> None:
    game = duel("mage").set_health(ME, 20).give(ME, "Elven Archer", "Drain Life")
    game.add_minion(ME, "Kobold Geomancer")
    game.use_power("enemy hero").play("Elven Archer", target="enemy hero")
    assert game.enemy.health == 28
    game.play("Drain Life", target="enemy hero")
    assert (game.enemy.health, game.me.health) == (25, 22)
    game.give(ENEMY, "Mind Blast").end_turn().play("Mind Blast")
    assert game.enemy.health == 17


def test_it_ends_with_the_minion() -> None:
    game = duel().give(ME, "Fireball", "Fireball")
    game.add_minion(ME, "Kobold Geomancer")
    game.play("Fireball", target="my 1").play("Fireball", target="enemy hero")
    assert game.enemy.health == 24


def test_it_can_be_given() -> None:
    cards = """
    [[card]]
    name = "Focus"
    spell = { spell_damage = 2, to = "any friendly minion" }
    """
    game = duel(cards=cards).give(ME, "Focus", "Fireball")
    game.add_minion(ME, "Wisp")
    game.play("Focus", target="my 1").play("Fireball", target="enemy hero")
    assert game.enemy.health == 22


def test_copied_damage_is_not_raised() -> None:
    game = duel().add_secret(ENEMY, "Eye for an Eye").give(ME, "Mind Blast")
    game.add_minion(ENEMY, "Kobold Geomancer")
    game.play("Mind Blast")
    assert (game.enemy.health, game.me.health) == (25, 25)


def test_secrets_profit_from_it() -> None:
    cards = """
    [[card]]
    name = "Fire Trap"
    secret = { event = "your hero is attacked", do = { damage = 2, to = "all enemies" } }
    """
    game = duel(cards=cards).add_secret(ENEMY, "Fire Trap")
    game.add_minion(ENEMY, "Kobold Geomancer")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.attack(yeti, "enemy hero")
    assert (yeti.health, game.me.health) == (2, 27)
