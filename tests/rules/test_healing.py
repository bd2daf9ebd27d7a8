"""Healing: up to the maximum, never above."""

from tests.rules.builder import ENEMY, ME, duel

CARDS = """
[[card]]
name = "Auchenai"
health = 9
aura = { rule = "healing hurts" }
[[card]]
name = "Velen"
health = 9
aura = { rule = "double spells and power" }
"""


def test_healing_stops_at_the_maximum() -> None:
    game = duel().set_health(ME, 28).give(ME, "Holy Light").play("Holy Light", target="my hero")
    assert game.me.health == 30


def test_a_raised_maximum_can_be_healed_up_to() -> None:
    game = duel().give(ME, "Blessing of Kings", "Fireball", "Holy Light").set_mana(ME, 20)
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Blessing of Kings", target=yeti).play("Fireball", target=yeti).play("Holy Light", target=yeti)
    assert yeti.health == 9


def test_a_full_heal() -> None:
    game = duel().give(ME, "Ancestral Healing")
    ogre = game.add_minion(ME, "Boulderfist Ogre", damage=6)
    game.play("Ancestral Healing", target=ogre)
    assert (ogre.health, ogre.has("taunt")) == (7, True)


def test_healing_may_hurt() -> None:
    game = duel("priest", cards=CARDS)
    game.add_minion(ME, "Auchenai")
    game.use_power("enemy hero")
    assert game.enemy.health == 28


def test_spells_and_powers_may_be_doubled_after_spell_damage() -> None:
    game = duel("mage", cards=CARDS).set_health(ME, 10).give(ME, "Arcane Shot", "Holy Light", "Elven Archer")
    game.add_minion(ME, "Velen")
    game.add_minion(ME, "Kobold Geomancer")
    game.play("Arcane Shot", target="enemy hero").play("Elven Archer", target="enemy hero").use_power("enemy hero")
    assert game.enemy.health == 30 - 6 - 1 - 2
    game.play("Holy Light", target="my hero")
    assert game.me.health == 22


def test_enemies_may_be_healed() -> None:
    game = duel("priest").set_health(ENEMY, 20).use_power("enemy hero")
    assert game.enemy.health == 22
