"""Transform: another minion in the same place, nothing of the old one left."""

from tests.rules.builder import ENEMY, ME, duel, pass_turn


def test_a_transformed_minion_loses_everything() -> None:
    game = duel().give(ME, "Blessing of Kings", "Polymorph")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti", damage=1)
    game.play("Blessing of Kings", target=yeti).play("Polymorph", target=yeti)
    sheep = game.enemy.board[0]
    assert (sheep.name, sheep.stats, sheep.damage) == ("Sheep", (1, 1), 0)


def test_it_stays_in_its_place() -> None:
    game = duel().give(ME, "Hex")
    for name in ("Wisp", "Chillwind Yeti", "Wisp"):
        game.add_minion(ENEMY, name)
    game.play("Hex", target="Chillwind Yeti")
    assert game.enemy.minions == ["Wisp", "Frog", "Wisp"]


def test_there_is_no_death() -> None:
    game = duel().give(ME, "Polymorph")
    ghoul = game.add_minion(ME, "Flesheating Ghoul")
    game.add_minion(ENEMY, "Leper Gnome")
    game.play("Polymorph", target="enemy 1")
    assert (ghoul.attack, game.me.health) == (2, 30)


def test_its_aura_ends() -> None:
    game = duel().give(ME, "Polymorph")
    leader, wisp = game.add_minion(ENEMY, "Raid Leader"), game.add_minion(ENEMY, "Wisp")
    game.play("Polymorph", target=leader)
    assert wisp.attack == 1


def test_it_cannot_attack_until_its_next_turn() -> None:
    game = duel().give(ME, "Polymorph")
    game.add_minion(ME, "Chillwind Yeti")
    game.play("Polymorph", target="my 1")
    sheep = game.me.board[0]
    assert not sheep.can_attack
    pass_turn(game)
    assert sheep.can_attack


def test_an_enemy_transformed_in_my_turn_can_attack_in_its_own() -> None:
    game = duel().give(ME, "Polymorph")
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Polymorph", target="enemy 1").end_turn()
    assert game.me.board[0].can_attack
