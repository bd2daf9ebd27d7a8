"""Copies: a copy of a minion as it is now."""

from tests.rules.builder import ENEMY, ME, duel, pass_turn

CARDS = """
[[card]]
name = "Faceless"
attack = 3
health = 3
battlecry = { become_copy_of = "any minion" }
[[card]]
name = "Mirror"
spell = { summon_copy_of = "any minion" }
[[card]]
name = "Hush"
spell = { silence = "any minion" }
[[card]]
name = "Tame"
spell = { set_attack = 1, to = "any minion" }
[[card]]
name = "Soul"
spell = { attach = { deathrattle = { summon = "Boar" } }, to = "any minion" }
"""


def test_a_copy_has_buffs_keywords_and_damage() -> None:
    game = duel(cards=CARDS).give(ME, "Mark of the Wild", "Arcane Shot", "Faceless")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Mark of the Wild", target=yeti).play("Arcane Shot", target=yeti).play("Faceless", target=yeti)
    copy = game.me.board[0]
    assert (copy.name, copy.stats, copy.max_health, copy.has("taunt")) == ("Chillwind Yeti", (6, 5), 7, True)


def test_a_copy_of_a_silenced_minion_is_silenced() -> None:
    game = duel(cards=CARDS).give(ME, "Hush", "Faceless", "Arcane Shot")
    game.add_minion(ENEMY, "Leper Gnome")
    game.play("Hush", target="enemy 1").play("Faceless", target="enemy 1").play("Arcane Shot", target="my 1")
    assert (game.me.minions, game.enemy.health) == ([], 30)


def test_a_copy_has_a_given_deathrattle() -> None:
    game = duel(cards=CARDS).give(ME, "Soul", "Mirror", "Arcane Shot")
    wisp = game.add_minion(ME, "Wisp")
    game.play("Soul", target=wisp).play("Mirror", target=wisp).play("Arcane Shot", target="my 2")
    assert game.me.minions == ["Wisp", "Boar"]


def test_a_copy_keeps_a_set_attack() -> None:
    game = duel(cards=CARDS).give(ME, "Tame", "Mirror")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Tame", target=yeti).play("Mirror", target=yeti)
    assert game.me.board[0].stats == (1, 5)


def test_a_copy_listens_like_its_original() -> None:
    game = duel(cards=CARDS).give(ME, "Mirror", "Wisp").script(0, 0)
    game.add_minion(ME, "Knife Juggler")
    game.script(0).play("Mirror", target="my 1").play("Wisp")
    assert game.enemy.health == 27


def test_a_copy_is_newly_arrived() -> None:
    game = duel(cards=CARDS).give(ME, "Mirror")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Mirror", target=yeti)
    copy = game.me.board[1]
    assert not copy.can_attack
    pass_turn(game)
    assert copy.can_attack


def test_a_copy_leaves_the_aura_behind() -> None:
    game = duel(cards=CARDS).give(ME, "Mirror")
    game.add_minion(ENEMY, "Stormwind Champion")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Mirror", target=yeti)
    assert game.me.board[0].stats == (4, 5)


def test_a_copy_under_the_same_aura_is_as_hurt_as_its_original() -> None:
    game = duel(cards=CARDS).give(ME, "Mirror")
    game.add_minion(ME, "Stormwind Champion")
    yeti = game.add_minion(ME, "Chillwind Yeti", damage=3)
    game.play("Mirror", target=yeti)
    assert yeti.stats == (5, 3)
    assert game.me.board[-1].stats == (5, 3)


def test_a_copy_that_only_an_aura_kept_alive_dies() -> None:
    game = duel(cards=CARDS).give(ME, "Mirror")
    game.add_minion(ENEMY, "Stormwind Champion")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti", damage=5)
    game.play("Mirror", target=yeti)
    assert yeti.health == 1
    assert game.me.minions == []


def test_changing_the_copy_leaves_the_original() -> None:
    game = duel(cards=CARDS).give(ME, "Mirror", "Blessing of Might")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Mirror", target=yeti).play("Blessing of Might", target="my 2")
    assert [m.attack for m in game.me.board] == [4, 7]
