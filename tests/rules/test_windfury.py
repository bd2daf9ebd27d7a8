"""Windfury: two attacks each turn."""

from tests.rules.builder import ME, duel, pass_turn


def test_two_attacks_and_no_third() -> None:
    game = duel()
    farseer = game.add_minion(ME, "Thrallmar Farseer")
    game.attack(farseer, "enemy hero").attack(farseer, "enemy hero")
    assert game.enemy.health == 26
    assert not farseer.can_attack
    pass_turn(game)
    assert farseer.can_attack


def test_windfury_given_after_an_attack_allows_one_more() -> None:
    game = duel("shaman").give(ME, "Windfury")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.attack(yeti, "enemy hero").play("Windfury", target=yeti)
    game.attack(yeti, "enemy hero")
    assert game.enemy.health == 22
    assert not yeti.can_attack


def test_a_weapon_with_windfury_strikes_twice() -> None:
    cards = """
    [[card]]
    name = "Storm Hammer"
    type = "weapon"
    attack = 2
    durability = 8
    keywords = ["windfury"]
    """
    game = duel("shaman", cards=cards).equip(ME, "Storm Hammer")
    game.attack("my hero", "enemy hero").attack("my hero", "enemy hero")
    assert game.enemy.health == 26
    assert not game.me.hero.can_attack
