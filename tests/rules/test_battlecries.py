"""Battlecries: when the minion is played from hand, with a target if there is one."""

import pytest
from tests.rules.builder import ENEMY, ME, duel

from evometa.input import InputError


def test_a_target_must_be_chosen_if_there_is_one() -> None:
    game = duel().give(ME, "Shattered Sun Cleric")
    game.add_minion(ME, "Wisp")
    with pytest.raises(InputError, match="without a target; legal targets: my Wisp"):
        game.play("Shattered Sun Cleric")


def test_without_a_target_the_minion_comes_without_its_battlecry() -> None:
    game = duel().give(ME, "Shattered Sun Cleric").play("Shattered Sun Cleric")
    assert game.me.board[0].stats == (3, 2)


def test_a_minion_cannot_choose_itself() -> None:
    game = duel().give(ME, "Elven Archer")
    with pytest.raises(InputError, match="legal targets: my hero, enemy hero"):
        game.play("Elven Archer")


def test_a_battlecry_may_choose_an_elusive_minion() -> None:
    game = duel().give(ME, "Ironforge Rifleman")
    dragon = game.add_minion(ENEMY, "Faerie Dragon")
    game.play("Ironforge Rifleman", target=dragon)
    assert dragon.health == 1


def test_a_summoned_minion_has_no_battlecry() -> None:
    cards = """
    [[card]]
    name = "Call"
    spell = { summon = "Nightblade" }
    """
    game = duel(cards=cards).give(ME, "Call").play("Call")
    assert (game.me.minions, game.enemy.health) == (["Nightblade"], 30)


def test_a_battlecry_summons_to_the_right() -> None:
    game = duel().give(ME, "Razorfen Hunter")
    game.add_minion(ME, "Wisp")
    game.add_minion(ME, "Chillwind Yeti")
    game.play("Razorfen Hunter", position=2)
    assert game.me.minions == ["Wisp", "Razorfen Hunter", "Boar", "Chillwind Yeti"]


def test_neighbours_are_those_of_the_played_minion() -> None:
    game = duel().give(ME, "Defender of Argus")
    for name in ("Wisp", "Wisp", "Wisp"):
        game.add_minion(ME, name)
    game.play("Defender of Argus", position=2)
    assert [m.stats for m in game.me.board] == [(2, 2), (2, 3), (2, 2), (1, 1)]


def test_a_full_board_cuts_a_summoning_battlecry_short() -> None:
    game = duel().give(ME, "Onyxia")
    for _ in range(4):
        game.add_minion(ME, "Wisp")
    game.play("Onyxia")
    assert game.me.minions == ["Wisp"] * 4 + ["Whelp", "Onyxia", "Whelp"]


def test_several_come_on_both_sides() -> None:
    game = duel().give(ME, "Onyxia")
    game.add_minion(ME, "Wisp")
    game.play("Onyxia", position=1)
    assert game.me.minions == ["Whelp"] * 2 + ["Onyxia"] + ["Whelp"] * 3 + ["Wisp"]


def test_a_battlecry_counts_without_the_minion_itself() -> None:
    game = duel().give(ME, "Frostwolf Warlord")
    game.add_minion(ME, "Wisp")
    game.add_minion(ME, "Wisp")
    game.play("Frostwolf Warlord")
    assert game.me.board[-1].stats == (6, 6)


def test_a_battlecry_may_damage_its_own_minion() -> None:
    game = duel().give(ME, "Injured Blademaster").play("Injured Blademaster")
    assert (game.me.board[0].stats, game.me.board[0].max_health) == ((4, 3), 7)
