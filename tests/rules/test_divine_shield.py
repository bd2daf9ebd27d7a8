"""Divine shield: the first damage is ignored, and takes the shield."""

from tests.rules.builder import ENEMY, ME, duel


def test_the_shield_takes_the_first_damage() -> None:
    game = duel().give(ME, "Fireball", "Arcane Shot")
    guardian = game.add_minion(ENEMY, "Silvermoon Guardian")
    game.play("Fireball", target=guardian)
    assert (guardian.health, guardian.has("divine shield")) == (3, False)
    game.play("Arcane Shot", target=guardian)
    assert guardian.health == 1


def test_an_attack_takes_the_shields_of_both() -> None:
    game = duel()
    mine, theirs = game.add_minion(ME, "Silvermoon Guardian"), game.add_minion(ENEMY, "Scarlet Crusader")
    game.attack(mine, theirs)
    assert (mine.keywords, theirs.keywords) == ((), ())
    assert (mine.damage, theirs.damage) == (0, 0)


def test_no_damage_leaves_the_shield() -> None:
    game = duel()
    mine = game.add_minion(ME, "Silvermoon Guardian")
    game.add_minion(ENEMY, "Lorewalker Cho")
    game.attack(mine, "enemy 1")
    assert mine.has("divine shield")


def test_each_missile_is_its_own_damage() -> None:
    game = duel().give(ME, "Arcane Missiles").script(1, 1, 0)
    game.add_minion(ENEMY, "Scarlet Crusader")
    game.play("Arcane Missiles")
    assert (game.enemy.minions, game.enemy.health) == ([], 29)


def test_a_shielded_minion_is_not_damaged_for_triggers() -> None:
    game = duel().give(ME, "Arcane Shot")
    berserker = game.add_minion(ENEMY, "Gurubashi Berserker", keywords="divine shield")
    game.play("Arcane Shot", target=berserker)
    assert berserker.stats == (2, 7)


def test_a_given_shield_works_the_same() -> None:
    game = duel().give(ME, "Hand of Protection")
    wisp = game.add_minion(ME, "Wisp")
    game.play("Hand of Protection", target=wisp)
    game.add_minion(ENEMY, "Boulderfist Ogre")
    game.attack(wisp, "enemy 1")
    assert wisp.in_play


def test_destroying_does_not_ask_for_the_shield() -> None:
    game = duel().give(ME, "Assassinate")
    game.add_minion(ENEMY, "Silvermoon Guardian")
    game.play("Assassinate", target="enemy 1")
    assert game.enemy.minions == []


def test_shields_can_be_taken_and_counted() -> None:
    game = duel().give(ME, "Blood Knight")
    crusader, guardian = game.add_minion(ME, "Scarlet Crusader"), game.add_minion(ENEMY, "Silvermoon Guardian")
    game.add_minion(ENEMY, "Wisp")
    game.play("Blood Knight")
    assert game.me.board[-1].stats == (9, 9)
    assert not crusader.has("divine shield")
    assert not guardian.has("divine shield")
