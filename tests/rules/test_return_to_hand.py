"""Return to hand: a fresh card for whoever controls the minion."""

from tests.rules.builder import ENEMY, ME, duel


def test_it_comes_back_as_printed() -> None:
    game = duel().give(ME, "Blessing of Kings", "Sap").give(ENEMY, "Wisp")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti", damage=2)
    game.play("Blessing of Kings", target=yeti).play("Sap", target=yeti)
    assert (game.enemy.minions, game.enemy.hand) == ([], ["Wisp", "Chillwind Yeti"])
    game.end_turn().play("Chillwind Yeti")
    assert game.me.board[0].stats == (4, 5)


def test_a_full_hand_destroys_it() -> None:
    game = duel().give(ME, "Sap").give(ENEMY, *["Wisp"] * 10)
    game.add_minion(ENEMY, "Leper Gnome")
    game.play("Sap", target="enemy 1")
    assert (game.enemy.minions, len(game.enemy.hand), game.me.health) == ([], 10, 28)


def test_returning_is_no_death() -> None:
    game = duel().give(ME, "Sap")
    game.add_minion(ENEMY, "Leper Gnome")
    game.play("Sap", target="enemy 1")
    assert game.me.health == 30


def test_a_stolen_minion_returns_to_the_player_who_has_it() -> None:
    game = duel().give(ME, "Mind Control Tech", "Youthful Brewmaster").script(0)
    for name in ("Chillwind Yeti", "Wisp", "Wisp", "Wisp"):
        game.add_minion(ENEMY, name)
    game.play("Mind Control Tech").play("Youthful Brewmaster", target="Chillwind Yeti")
    assert (game.me.hand, game.enemy.hand) == (["Chillwind Yeti"], [])


def test_a_token_returns_as_a_card() -> None:
    game = duel("paladin").use_power().give(ME, "Youthful Brewmaster")
    game.play("Youthful Brewmaster", target="Silver Hand Recruit")
    assert game.me.cost("Silver Hand Recruit") == 1


def test_a_battlecry_works_again() -> None:
    game = duel().give(ME, "Youthful Brewmaster")
    game.add_minion(ME, "Elven Archer")
    game.play("Youthful Brewmaster", target="Elven Archer").play("Elven Archer", target="enemy hero")
    assert game.enemy.health == 29


def test_a_battlecry_that_returns_needs_no_target() -> None:
    game = duel().give(ME, "Youthful Brewmaster").play("Youthful Brewmaster")
    assert (game.me.minions, game.me.hand) == (["Youthful Brewmaster"], [])
