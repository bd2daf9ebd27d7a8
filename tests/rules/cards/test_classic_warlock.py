"""The warlock's cards of the Classic set."""

import pytest
from tests.rules.builder import ENEMY, ME, duel
from tests.rules.cards.scenario import scenario

from evometa.cards import InputError

SACRIFICIAL_PACT = """
[[card]]
name = "Sacrificial Pact"
spell = [{ destroy = "any demon" }, { heal = 5, to = "your hero" }]
"""


@scenario("Doomguard")
def test_doomguard_charges_and_costs_two_cards() -> None:
    game = duel("warlock").give(ME, "Wisp", "Doomguard", "Hex", "Sap").give(ENEMY, "Wisp").script(0, 1)
    game.play("Doomguard").attack("Doomguard", "enemy hero")
    assert (game.me.hand, game.enemy.hand, game.enemy.health) == (["Hex"], ["Wisp"], 25)
    assert (game.me.board[0].stats, game.me.mana) == ((5, 7), 5)


@scenario("Doomguard")
def test_doomguard_discards_what_there_is() -> None:
    game = duel("warlock").give(ME, "Doomguard", "Wisp").script(0).play("Doomguard")
    assert (game.me.hand, game.me.minions, len(game.me.deck)) == ([], ["Doomguard"], 10)


@scenario("Void Terror")
def test_void_terror_devours_its_neighbours() -> None:
    game = duel("warlock").give(ME, "Void Terror")
    for name in ("Wisp", "Chillwind Yeti"):
        game.add_minion(ME, name)
    game.add_minion(ME, "Boulderfist Ogre", damage=4)
    game.add_minion(ENEMY, "Wisp")
    game.play("Void Terror", position=3)
    assert (game.me.minions, game.enemy.minions, game.me.mana) == (["Wisp", "Void Terror"], ["Wisp"], 7)
    assert game.me.board[1].stats == (3 + 4 + 6, 3 + 5 + 3)


@scenario("Void Terror")
def test_void_terror_alone_or_at_the_edge() -> None:
    game = duel("warlock").give(ME, "Void Terror", "Void Terror").play("Void Terror")
    assert game.me.board[0].stats == (3, 3)
    game.play("Void Terror", position=1)
    assert (game.me.minions, game.me.board[0].stats) == (["Void Terror"], (6, 6))


@scenario("Void Terror")
def test_void_terror_gains_what_auras_gave_its_neighbours() -> None:
    game = duel("warlock").give(ME, "Void Terror")
    game.add_minion(ME, "Chillwind Yeti")
    game.add_minion(ME, "Stormwind Champion")
    game.play("Void Terror", position=2)
    assert game.me.board[0].stats == (3 + 5 + 6, 3 + 6 + 6)


@scenario("Void Terror")
def test_void_terror_sets_off_deathrattles() -> None:
    game = duel("warlock").give(ME, "Void Terror")
    game.add_minion(ME, "Leper Gnome")
    game.play("Void Terror")
    assert (game.me.minions, game.enemy.health) == (["Void Terror"], 28)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("Doomguard", marks=scenario("Doomguard")),
        pytest.param("Void Terror", marks=scenario("Void Terror")),
    ],
)
def test_a_demon_can_be_sacrificed(name: str) -> None:
    game = duel("warlock", cards=SACRIFICIAL_PACT).give(ME, "Sacrificial Pact")
    game.add_minion(ENEMY, name)
    game.play("Sacrificial Pact", target=name)
    assert game.enemy.minions == []


@scenario("Siphon Soul")
def test_siphon_soul_destroys_a_minion_and_heals_the_hero() -> None:
    game = duel("warlock").set_health(ME, 20).give(ME, "Siphon Soul")
    game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Sunwalker")
    game.play("Siphon Soul", target="Sunwalker")
    assert (game.enemy.minions, game.me.minions) == ([], ["Wisp"])
    assert (game.me.health, game.enemy.health, game.me.mana) == (23, 30, 4)


@scenario("Siphon Soul")
def test_siphon_soul_may_take_a_friend_but_no_hero() -> None:
    game = duel("warlock").set_health(ME, 29).give(ME, "Siphon Soul")
    game.add_minion(ME, "Wisp")
    with pytest.raises(InputError, match=r"legal targets: my Wisp$"):
        game.play("Siphon Soul", target="enemy hero")
    game.play("Siphon Soul", target="my Wisp")
    assert (game.me.minions, game.me.health) == ([], 30)
