"""The hunter's cards of the Classic set."""

import pytest
from tests.rules.builder import ENEMY, ME, duel
from tests.rules.cards.scenario import scenario

from evometa.cards import InputError


@scenario("King Krush")
def test_king_krush_charges() -> None:
    game = duel("hunter").give(ME, "King Krush").play("King Krush").attack("King Krush", "enemy hero")
    krush = game.me.board[0]
    assert (game.enemy.health, krush.stats, game.me.mana) == (22, (8, 8), 1)
    game.add_minion(ME, "Timber Wolf")
    assert krush.attack == 9, "King Krush is a beast"


@scenario("Scavenging Hyena")
def test_scavenging_hyena_feeds_on_friendly_beasts() -> None:
    game = duel("hunter").give(ME, "Scavenging Hyena", "Hellfire").play("Scavenging Hyena")
    hyena = game.me.board[0]
    assert (hyena.stats, game.me.mana) == ((2, 2), 8)
    raptor = game.add_minion(ME, "Bloodfen Raptor")
    game.give(ME, "Arcane Shot").play("Arcane Shot", target=raptor)
    assert hyena.stats == (4, 3)


@scenario("Scavenging Hyena")
def test_scavenging_hyena_ignores_other_deaths() -> None:
    game = duel("paladin").give(ME, "Consecration", "Arcane Shot")
    hyena, murloc = game.add_minion(ME, "Scavenging Hyena"), game.add_minion(ME, "Murloc Raider")
    game.add_minion(ENEMY, "Bloodfen Raptor")
    game.play("Consecration").play("Arcane Shot", target=murloc)
    assert (game.enemy.minions, game.me.minions, hyena.stats) == ([], ["Scavenging Hyena"], (2, 2))


@scenario("Scavenging Hyena")
def test_scavenging_hyena_grows_once_per_dead_beast_unless_it_dies_too() -> None:
    game = duel("warlock").give(ME, "Hellfire")
    strong, weak = game.add_minion(ME, "Scavenging Hyena", health=4), game.add_minion(ME, "Scavenging Hyena")
    game.add_minion(ME, "Bloodfen Raptor")
    game.play("Hellfire")
    assert (strong.stats, weak.in_play) == ((6, 3), False)


@scenario("Snake Trap")
def test_snake_trap_brings_three_snakes_when_a_minion_is_attacked() -> None:
    game = duel("hunter").give(ME, "Snake Trap").play("Snake Trap")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.add_minion(ENEMY, "Bloodfen Raptor")
    assert (game.me.secrets, game.me.mana) == (["Snake Trap"], 8)
    game.end_turn().attack("Bloodfen Raptor", yeti)
    assert (game.enemy.minions, game.enemy.secrets) == (["Chillwind Yeti", "Snake", "Snake", "Snake"], [])
    assert yeti.health == 2, "the attack goes on"


@scenario("Snake Trap")
def test_snake_trap_waits_while_the_hero_is_attacked() -> None:
    game = duel("mage", "hunter").add_secret(ENEMY, "Snake Trap")
    game.add_minion(ENEMY, "Wisp")
    game.add_minion(ME, "Bloodfen Raptor")
    game.attack("Bloodfen Raptor", "enemy hero")
    assert (game.enemy.secrets, game.enemy.minions) == (["Snake Trap"], ["Wisp"])


@scenario("Snake Trap")
def test_snake_trap_fills_the_board_as_far_as_it_goes() -> None:
    game = duel("mage", "hunter").add_secret(ENEMY, "Snake Trap")
    for _ in range(5):
        game.add_minion(ENEMY, "Chillwind Yeti")
    game.add_minion(ME, "Wisp")
    game.attack("Wisp", "enemy 1")
    assert game.enemy.minions == ["Chillwind Yeti"] * 5 + ["Snake"] * 2


@scenario("Snake")
def test_a_snake_is_a_beast_of_one_and_one() -> None:
    game = duel("hunter")
    snake = game.add_minion(ME, "Snake", ready=False)
    assert (snake.stats, snake.can_attack) == ((1, 1), False)
    game.add_minion(ME, "Timber Wolf")
    assert snake.stats == (2, 1)


@scenario("Unleash the Hounds")
def test_unleash_the_hounds_brings_one_for_each_enemy_minion() -> None:
    game = duel("hunter").give(ME, "Unleash the Hounds")
    game.add_minion(ME, "Wisp")
    for _ in range(3):
        game.add_minion(ENEMY, "Wisp")
    game.play("Unleash the Hounds")
    assert (game.me.minions, game.me.mana) == (["Wisp", "Hound", "Hound", "Hound"], 7)


@scenario("Unleash the Hounds")
def test_unleash_the_hounds_needs_an_enemy_minion_and_room() -> None:
    game = duel("hunter").give(ME, "Unleash the Hounds", "Unleash the Hounds", "Unleash the Hounds")
    for _ in range(5):
        game.add_minion(ME, "Wisp")
    with pytest.raises(InputError, match="cannot play Unleash the Hounds now"):
        game.play("Unleash the Hounds")
    game.add_minion(ENEMY, "Wisp")
    game.play("Unleash the Hounds")
    game.add_minion(ENEMY, "Wisp")
    game.play("Unleash the Hounds")
    assert game.me.minions == ["Wisp"] * 5 + ["Hound"] * 2
    with pytest.raises(InputError, match="cannot play Unleash the Hounds now"):
        game.play("Unleash the Hounds")


@scenario("Hound")
def test_hounds_charge_and_are_beasts() -> None:
    game = duel("hunter").give(ME, "Unleash the Hounds")
    game.add_minion(ME, "Timber Wolf", ready=False)
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Unleash the Hounds")
    assert game.me.board[1].stats == (2, 1)
    game.attack("Hound", "enemy hero")
    assert game.enemy.health == 28


@scenario("Eaglehorn Bow")
def test_eaglehorn_bow_lasts_longer_with_each_revealed_secret() -> None:
    game = duel("hunter").give(ME, "Eaglehorn Bow").play("Eaglehorn Bow").add_secret(ME, "Snake Trap")
    assert (game.me.attack, game.me.weapon.durability, game.me.mana) == (3, 2, 7)
    game.attack("my hero", "enemy hero")
    game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Bloodfen Raptor")
    game.end_turn().attack("Bloodfen Raptor", "Wisp")
    assert (game.side(ME).weapon.attack, game.side(ME).weapon.durability, game.me.health) == (3, 2, 27)


@scenario("Eaglehorn Bow")
def test_eaglehorn_bow_ignores_enemy_secrets_and_playing_one() -> None:
    game = duel("hunter", "hunter").equip(ME, "Eaglehorn Bow").add_secret(ENEMY, "Snake Trap")
    game.give(ME, "Snake Trap").play("Snake Trap")
    game.add_minion(ME, "Bloodfen Raptor")
    game.add_minion(ENEMY, "Wisp")
    game.attack("Bloodfen Raptor", "Wisp")
    assert (game.enemy.secrets, game.me.weapon.durability) == ([], 2)
