"""Taking control: the minion changes sides as it is."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn

CARDS = """
[[card]]
name = "Domination"
spell = { take_control = "any enemy minion" }
[[card]]
name = "Madness"
spell = { take_control = "any enemy minion", attack_at_most = 3, until = "end of turn" }
"""


def test_it_comes_to_the_right_end_with_all_its_changes() -> None:
    game = duel(cards=CARDS).give(ME, "Domination")
    game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Chillwind Yeti", damage=2, attack=6, keywords="taunt")
    game.play("Domination", target="enemy 1")
    yeti = game.me.board[1]
    assert (game.enemy.minions, yeti.name) == ([], "Chillwind Yeti")
    assert (yeti.stats, yeti.has("taunt")) == ((6, 3), True)


def test_it_attacks_from_the_next_turn_on() -> None:
    game = duel(cards=CARDS).give(ME, "Domination")
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Domination", target="enemy 1")
    assert not game.me.board[0].can_attack
    pass_turn(game)
    assert game.me.board[0].can_attack


def test_with_charge_it_attacks_at_once() -> None:
    game = duel(cards=CARDS).give(ME, "Domination")
    game.add_minion(ENEMY, "Wolfrider")
    game.play("Domination", target="enemy 1").attack("my 1", "enemy hero")
    assert game.enemy.health == 27


def test_a_full_board_destroys_it() -> None:
    game = duel().give(ME, "Mind Control Tech").script(0)
    for _ in range(6):
        game.add_minion(ME, "Wisp")
    for name in ("Leper Gnome", "Wisp", "Wisp", "Wisp"):
        game.add_minion(ENEMY, name)
    game.play("Mind Control Tech")
    assert (len(game.me.board), game.enemy.minions) == (7, ["Wisp"] * 3)
    assert game.me.health == 28


def test_its_deathrattle_is_now_mine() -> None:
    game = duel(cards=CARDS).give(ME, "Domination", "Arcane Shot")
    game.add_minion(ENEMY, "Leper Gnome")
    game.play("Domination", target="enemy 1").play("Arcane Shot", target="my 1")
    assert (game.me.health, game.enemy.health) == (30, 28)


def test_its_aura_is_now_mine() -> None:
    game = duel(cards=CARDS).give(ME, "Domination")
    mine = game.add_minion(ME, "Wisp")
    theirs = game.add_minion(ENEMY, "Wisp")
    game.add_minion(ENEMY, "Raid Leader")
    game.play("Domination", target="Raid Leader")
    assert (mine.attack, theirs.attack) == (2, 1)


def test_control_until_the_end_of_the_turn() -> None:
    game = duel(cards=CARDS).give(ME, "Madness")
    game.add_minion(ENEMY, "Bloodfen Raptor")
    game.play("Madness", target="enemy 1").attack("my 1", "enemy hero")
    assert game.enemy.health == 27
    game.end_turn()
    assert (game.me.minions, game.enemy.minions) == (["Bloodfen Raptor"], [])
    assert game.me.board[0].can_attack


def test_a_borrowed_minion_that_finds_no_place_back_is_destroyed() -> None:
    game = duel(cards=CARDS).give(ME, "Madness", "King Mukla")
    for _ in range(7):
        game.add_minion(ENEMY, "Wisp")
    game.play("Madness", target="enemy 1")
    game.add_minion(ENEMY, "Wisp")
    game.end_turn()
    assert (len(game.me.board), len(game.enemy.board)) == (7, 0)


@pytest.mark.parametrize(("enemies", "stolen"), [(3, 0), (4, 1)])
def test_mind_control_tech_wants_four_enemies(enemies: int, stolen: int) -> None:
    game = duel().give(ME, "Mind Control Tech").script(*[0] * stolen)
    for _ in range(enemies):
        game.add_minion(ENEMY, "Wisp")
    game.play("Mind Control Tech")
    assert len(game.enemy.board) == enemies - stolen
