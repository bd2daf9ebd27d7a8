"""The warlock's card of the hall of fame."""

import pytest
from tests.rules.builder import ENEMY, ME, duel
from tests.rules.cards.scenario import scenario

from evometa.input import InputError


@scenario("Power Overwhelming")
def test_power_overwhelming_lasts_a_turn_and_then_the_minion_dies() -> None:
    game = duel("warlock").give(ME, "Power Overwhelming")
    wisp = game.add_minion(ME, "Wisp")
    game.play("Power Overwhelming", target=wisp)
    assert (wisp.stats, game.me.mana) == ((5, 5), 9)
    game.attack(wisp, "enemy hero").end_turn()
    assert (game.me.health, game.enemy.minions) == (25, [])


@scenario("Power Overwhelming")
def test_power_overwhelming_is_for_friendly_minions() -> None:
    game = duel("warlock").give(ME, "Power Overwhelming")
    game.add_minion(ENEMY, "Wisp")
    with pytest.raises(InputError, match="cannot play Power Overwhelming now"):
        game.play("Power Overwhelming", target="enemy Wisp")


@scenario("Power Overwhelming")
def test_power_overwhelming_does_not_kill_who_is_silenced_or_back_in_hand() -> None:
    game = duel("warlock").give(ME, *["Power Overwhelming"] * 2, "Ironbeak Owl", "Youthful Brewmaster")
    yeti, wisp = game.add_minion(ME, "Chillwind Yeti"), game.add_minion(ME, "Wisp")
    game.play("Power Overwhelming", target=yeti).play("Ironbeak Owl", target=yeti)
    game.play("Power Overwhelming", target=wisp).play("Youthful Brewmaster", target=wisp).play("Wisp").end_turn()
    assert game.enemy.minions == ["Chillwind Yeti", "Ironbeak Owl", "Youthful Brewmaster", "Wisp"]
    assert (yeti.stats, game.enemy.board[3].stats) == ((4, 5), (1, 1))


@scenario("Power Overwhelming")
def test_power_overwhelming_feeds_shadowflame() -> None:
    game = duel("warlock").give(ME, "Power Overwhelming", "Shadowflame")
    gnome = game.add_minion(ME, "Leper Gnome")
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Power Overwhelming", target=gnome).play("Shadowflame", target=gnome)
    assert (game.me.minions, game.enemy.minions, game.enemy.health) == ([], [], 28)


@scenario("Power Overwhelming")
def test_power_overwhelming_sets_off_the_deathrattle_at_the_end_of_the_turn() -> None:
    game = duel("warlock").give(ME, "Power Overwhelming")
    golem = game.add_minion(ME, "Harvest Golem")
    game.play("Power Overwhelming", target=golem).end_turn()
    assert game.enemy.minions == ["Damaged Golem"]
