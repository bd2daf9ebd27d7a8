"""The rarer keywords."""

import pytest
from tests.rules.builder import ENEMY, ME, duel

from evometa.input import InputError

CARDS = """
[[card]]
name = "Wrath of Beasts"
spell = { attack = 2, give = "immune", to = "any friendly beast", until = "end of turn" }
[[card]]
name = "Shout"
spell = { give = "stays alive", to = "all friendly minions", until = "end of turn" }
[[card]]
name = "Power"
spell = { attack = 4, health = 4, give = "dies at end of turn", to = "any friendly minion" }
[[card]]
name = "Spawn"
attack = 0
health = 5
keywords = ["attack is health"]
"""


def test_an_immune_minion_takes_no_damage() -> None:
    game = duel(cards=CARDS).give(ME, "Wrath of Beasts")
    raptor = game.add_minion(ME, "Bloodfen Raptor")
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Wrath of Beasts", target=raptor).attack(raptor, "enemy 1")
    assert (game.enemy.minions, raptor.stats) == ([], (5, 2))


def test_immunity_for_this_turn_ends() -> None:
    game = duel(cards=CARDS).give(ME, "Wrath of Beasts")
    raptor = game.add_minion(ME, "Bloodfen Raptor")
    game.play("Wrath of Beasts", target=raptor).end_turn()
    assert (raptor.has("immune"), raptor.attack) == (False, 3)


def test_an_immune_enemy_can_be_neither_attacked_nor_chosen() -> None:
    game = duel().give(ME, "Fireball")
    game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Frostwolf Grunt", keywords="immune")
    texts = [str(action) for action in game.actions()]
    assert "attack enemy hero with my Wisp" in texts
    assert not any("Frostwolf Grunt" in text for text in texts)


def test_a_minion_that_cannot_attack() -> None:
    game = duel()
    assert not game.add_minion(ME, "Chillwind Yeti", keywords="cannot attack").can_attack


@pytest.mark.parametrize("spell", ["Blessing of Might", "Fireball"])
def test_an_elusive_minion_cannot_be_chosen_by_anyones_spells(spell: str) -> None:
    game = duel().give(ME, spell)
    game.add_minion(ME, "Wisp")
    game.add_minion(ME, "Faerie Dragon")
    with pytest.raises(InputError, match="on my Faerie Dragon; legal targets"):
        game.play(spell, target="Faerie Dragon")


def test_an_elusive_minion_is_hit_by_area_damage() -> None:
    game = duel().give(ME, "Consecration")
    game.add_minion(ENEMY, "Faerie Dragon")
    game.play("Consecration")
    assert game.enemy.minions == []


def test_health_that_cannot_fall_below_one() -> None:
    game = duel(cards=CARDS).give(ME, "Shout", "Hellfire", "Elven Archer")
    wisp = game.add_minion(ME, "Chillwind Yeti")
    game.play("Shout").play("Hellfire").play("Elven Archer", target=wisp)
    assert wisp.health == 1
    game.give(ENEMY, "Arcane Shot").end_turn().play("Arcane Shot", target=wisp)
    assert not wisp.in_play


def test_health_below_one_by_destruction() -> None:
    game = duel(cards=CARDS).give(ME, "Shout", "Siphon Soul")
    wisp = game.add_minion(ME, "Wisp")
    game.play("Shout").play("Siphon Soul", target=wisp)
    assert not wisp.in_play


def test_a_minion_that_dies_at_the_end_of_the_turn() -> None:
    game = duel(cards=CARDS).give(ME, "Power")
    gnome = game.add_minion(ME, "Leper Gnome")
    game.play("Power", target=gnome).attack(gnome, "enemy hero").end_turn()
    assert (game.enemy.minions, game.me.health) == ([], 23)


def test_attack_that_is_always_the_health() -> None:
    game = duel(cards=CARDS).give(ME, "Arcane Shot", "Power Word: Shield", "Blessing of Might")
    spawn = game.add_minion(ME, "Spawn")
    game.play("Arcane Shot", target=spawn)
    assert spawn.stats == (3, 3)
    game.play("Power Word: Shield", target=spawn).play("Blessing of Might", target=spawn)
    assert spawn.stats == (5, 5)
