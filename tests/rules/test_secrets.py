"""Secrets: wait hidden for their event, in the enemy's turn only."""

import pytest
from tests.rules.builder import ENEMY, ME, duel

from evometa.input import InputError

CARDS = """
[[card]]
name = "Fire Trap"
secret = { event = "your hero is attacked", do = { damage = 2, to = "all enemies" } }
[[card]]
name = "Ice Trap"
secret = { event = "an enemy minion attacks", do = { return = "it" } }
[[card]]
name = "Nay"
secret = { event = "your opponent casts a spell", do = { counter = true } }
[[card]]
name = "Snipe"
secret = { event = "your opponent plays a minion", do = { damage = 4, to = "it" } }
[[card]]
name = "Not Me"
secret = { event = "your hero takes fatal damage", do = { give = "immune", to = "your hero", until = "end of turn" } }
[[card]]
name = "Secret A"
secret = { event = "your hero takes damage", do = { draw = 1 } }
[[card]]
name = "Secret B"
secret = { event = "your hero takes damage", do = { draw = 1 } }
[[card]]
name = "Bait"
secret = { event = "your hero is attacked", do = { redirect_to = "random enemy minion" } }
"""


def test_a_secret_goes_off_in_the_enemy_turn() -> None:
    game = duel().give(ME, "Snake Trap").play("Snake Trap")
    assert (game.me.secrets, game.me.mana) == (["Snake Trap"], 8)
    game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.end_turn().attack("Chillwind Yeti", "Wisp")
    assert (game.enemy.secrets, game.enemy.minions) == ([], ["Snake", "Snake", "Snake"])


def test_a_secret_sleeps_in_its_own_players_turn() -> None:
    game = duel().add_secret(ME, "Eye for an Eye").give(ME, "Hellfire").play("Hellfire")
    assert (game.me.secrets, game.me.health, game.enemy.health) == (["Eye for an Eye"], 27, 27)


def test_no_second_secret_of_the_same_kind() -> None:
    game = duel().add_secret(ME, "Snake Trap").give(ME, "Snake Trap")
    with pytest.raises(InputError, match="cannot play Snake Trap now"):
        game.play("Snake Trap")


def test_at_most_five_secrets() -> None:
    game = duel(cards=CARDS).give(ME, "Secret B")
    for name in ("Fire Trap", "Ice Trap", "Nay", "Snipe", "Secret A"):
        game.add_secret(ME, name)
    with pytest.raises(InputError, match="cannot play Secret B now"):
        game.play("Secret B")


def test_secrets_go_off_in_the_order_in_which_they_were_played() -> None:
    game = duel(cards=CARDS).add_secret(ENEMY, "Fire Trap").add_secret(ENEMY, "Ice Trap")
    game.add_minion(ME, "Chillwind Yeti")
    game.attack("my 1", "enemy hero")
    assert (game.enemy.secrets, game.me.health, game.me.hand) == ([], 28, ["Chillwind Yeti"])


def test_a_secret_without_its_subject_keeps_waiting() -> None:
    game = duel(cards=CARDS).add_secret(ENEMY, "Ice Trap").add_secret(ENEMY, "Fire Trap")
    game.add_minion(ME, "Chillwind Yeti")
    game.attack("my 1", "enemy hero")
    assert (game.enemy.secrets, game.enemy.health, game.me.hand) == (["Fire Trap"], 30, ["Chillwind Yeti"])


def test_several_secrets_answer_one_event() -> None:
    game = duel(cards=CARDS).add_secret(ENEMY, "Secret A").add_secret(ENEMY, "Secret B").give(ME, "Mind Blast")
    game.play("Mind Blast")
    assert (game.enemy.secrets, len(game.enemy.hand)) == ([], 2)


def test_a_countered_spell_is_paid_but_does_nothing() -> None:
    game = duel(cards=CARDS).add_secret(ENEMY, "Nay").give(ME, "Fireball", "Arcane Shot")
    addict = game.add_minion(ME, "Mana Addict")
    game.play("Fireball", target="enemy hero")
    assert (game.enemy.health, game.me.mana, game.enemy.secrets) == (30, 6, [])
    assert addict.attack == 1
    game.play("Arcane Shot", target="enemy hero")
    assert game.enemy.health == 28


def test_a_countered_spell_does_not_overload() -> None:
    game = duel("shaman", cards=CARDS).add_secret(ENEMY, "Nay").give(ME, "Lightning Bolt", "Lightning Bolt")
    game.play("Lightning Bolt", target="enemy hero")
    assert (game.me.overload, game.enemy.health) == (0, 30)
    game.play("Lightning Bolt", target="enemy hero")
    assert (game.me.overload, game.enemy.health) == (1, 27)


def test_a_secret_can_be_countered() -> None:
    game = duel(cards=CARDS).add_secret(ENEMY, "Nay").give(ME, "Snake Trap").play("Snake Trap")
    assert (game.me.secrets, game.enemy.secrets) == ([], [])


def test_a_secret_answers_a_played_minion_after_its_battlecry() -> None:
    game = duel(cards=CARDS).add_secret(ENEMY, "Snipe").give(ME, "Elven Archer")
    game.play("Elven Archer", target="enemy hero")
    assert (game.enemy.health, game.me.minions) == (29, [])


def test_a_summoned_minion_is_not_a_played_one() -> None:
    game = duel("paladin", cards=CARDS).add_secret(ENEMY, "Snipe").use_power()
    assert (game.enemy.secrets, game.me.minions) == (["Snipe"], ["Silver Hand Recruit"])


def test_fatal_damage_can_be_prevented() -> None:
    game = duel(cards=CARDS).set_health(ENEMY, 6).add_secret(ENEMY, "Not Me").give(ME, "Arcane Shot", "Fireball")
    game.play("Arcane Shot", target="enemy hero")
    assert (game.enemy.health, game.enemy.secrets) == (4, ["Not Me"])
    game.play("Fireball", target="enemy hero")
    assert (game.over, game.enemy.health, game.enemy.secrets) == (False, 4, [])
    assert game.enemy.hero.has("immune")


def test_an_attack_can_be_sent_elsewhere() -> None:
    game = duel(cards=CARDS).add_secret(ENEMY, "Bait").script(0)
    yeti, wisp = game.add_minion(ME, "Boulderfist Ogre"), game.add_minion(ME, "Chillwind Yeti")
    game.attack(wisp, "enemy hero")
    assert (game.enemy.health, yeti.health, wisp.in_play) == (30, 3, False)


def test_a_secret_that_summons_waits_for_room() -> None:
    game = duel().add_secret(ENEMY, "Snake Trap")
    for _ in range(7):
        game.add_minion(ENEMY, "Wisp")
    game.add_minion(ME, "Chillwind Yeti")
    game.attack("my 1", "enemy 1")
    assert game.enemy.secrets == ["Snake Trap"]


def test_a_secret_is_a_spell_and_a_played_card() -> None:
    game = duel().give(ME, "Snake Trap")
    keeper, addict = game.add_minion(ME, "Secretkeeper"), game.add_minion(ME, "Mana Addict")
    game.play("Snake Trap")
    assert (keeper.stats, addict.attack) == ((2, 3), 3)


def test_a_revealed_secret_is_heard() -> None:
    game = duel().add_secret(ENEMY, "Snake Trap").equip(ENEMY, "Eaglehorn Bow")
    game.add_minion(ENEMY, "Wisp")
    game.add_minion(ME, "Chillwind Yeti")
    game.attack("my 1", "enemy 1")
    assert game.enemy.weapon.durability == 3
