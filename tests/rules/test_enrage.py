"""Enrage: while it is damaged."""

from tests.rules.builder import ENEMY, ME, duel


def test_enrage_starts_with_damage_and_ends_with_healing() -> None:
    game = duel("priest").give(ME, "Elven Archer")
    berserker = game.add_minion(ME, "Amani Berserker")
    game.play("Elven Archer", target=berserker)
    assert berserker.attack == 5
    game.use_power(berserker)
    assert berserker.attack == 2


def test_enrage_counts_in_the_next_attack_not_in_this_one() -> None:
    game = duel()
    berserker = game.add_minion(ME, "Amani Berserker")
    ogre = game.add_minion(ENEMY, "Lorewalker Cho", attack=1)
    game.attack(berserker, ogre)
    assert (ogre.health, berserker.attack) == (2, 5)


def test_enrage_with_a_keyword() -> None:
    game = duel().give(ME, "Elven Archer")
    worgen = game.add_minion(ME, "Raging Worgen")
    game.attack(worgen, "enemy hero").play("Elven Archer", target=worgen).attack(worgen, "enemy hero")
    assert game.enemy.health == 23


def test_more_damage_does_not_enrage_twice() -> None:
    game = duel().give(ME, "Elven Archer", "Elven Archer")
    berserker = game.add_minion(ME, "Amani Berserker")
    game.play("Elven Archer", target=berserker).play("Elven Archer", target=berserker)
    assert berserker.stats == (5, 1)


def test_a_health_buff_does_not_heal() -> None:
    game = duel().give(ME, "Power Word: Shield")
    berserker = game.add_minion(ME, "Amani Berserker", damage=1)
    game.play("Power Word: Shield", target=berserker)
    assert berserker.stats == (5, 4)


def test_enrage_of_the_weapon() -> None:
    cards = """
    [[card]]
    name = "Angry Smith"
    health = 5
    enrage = { weapon_attack = 2 }
    """
    game = duel("warrior", cards=cards).equip(ME, "Fiery War Axe").give(ME, "Elven Archer")
    game.add_minion(ME, "Angry Smith")
    assert game.me.attack == 3
    game.play("Elven Archer", target="Angry Smith")
    assert game.me.attack == 5
