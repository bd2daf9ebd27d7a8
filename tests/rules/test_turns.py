"""The turn: mana, draw, fatigue, burning, The Coin, and what a turn makes ready again."""

import pytest
from tests.rules.builder import ENEMY, ME, Duel, card_table, duel, pass_turn

from evometa.games.hearthstone.cards import Rules
from evometa.input import InputError


def start(rules: Rules | None = None) -> Duel:
    """A game from its start, with decks of Wisps."""
    return Duel.begin(card_table(rules=rules), ("mage", "warrior"), [["Wisp"] * 30] * 2, seed=1)


def test_the_first_player_holds_three_cards_and_draws_one() -> None:
    game = start()
    assert game.me.hand == ["Wisp"] * 4
    assert len(game.me.deck) == 26


def test_the_second_player_holds_four_cards_and_the_coin() -> None:
    assert start().enemy.hand == ["Wisp"] * 4 + ["The Coin"]


def test_each_own_turn_brings_a_crystal_up_to_ten() -> None:
    game = start()
    seen = [game.me.mana]
    for _ in range(11):
        pass_turn(game)
        seen.append(game.me.mana)
    assert seen == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10]


def test_mana_is_filled_up_not_saved() -> None:
    game = duel().set_mana(ME, 1, crystals=4)
    pass_turn(game)
    assert (game.me.mana, game.me.crystals) == (5, 5)


def test_each_turn_starts_with_a_card_from_the_top() -> None:
    game = duel().set_deck(ENEMY, ["Fireball", "Wisp"])
    game.end_turn()
    assert game.me.hand == ["Fireball"]
    assert game.me.deck == ["Wisp"]


def test_a_card_drawn_into_a_full_hand_is_lost() -> None:
    game = duel().give(ENEMY, *["Wisp"] * 10).set_deck(ENEMY, ["Fireball", "Wisp"])
    game.end_turn()
    assert game.me.hand == ["Wisp"] * 10
    assert game.me.deck == ["Wisp"]


def test_an_empty_deck_hurts_more_each_time() -> None:
    game = duel().set_deck(ME, []).give(ME, "Arcane Intellect")
    game.play("Arcane Intellect")
    assert (game.me.health, game.me.fatigue) == (27, 2)
    pass_turn(game)
    assert game.me.health == 24


def test_fatigue_can_kill() -> None:
    game = duel().set_deck(ENEMY, []).set_health(ENEMY, 1)
    game.end_turn()
    assert (game.over, game.winner) == (True, ME)


def test_the_coin_gives_one_mana_for_this_turn() -> None:
    game = duel().set_mana(ME, 2).give(ME, "The Coin")
    game.play("The Coin")
    assert (game.me.mana, game.me.crystals) == (3, 2)
    pass_turn(game)
    assert game.me.mana == 3


def test_mana_never_exceeds_ten() -> None:
    game = duel().give(ME, "The Coin")
    game.play("The Coin")
    assert game.me.mana == 10


def test_a_played_minion_attacks_from_the_next_own_turn_on() -> None:
    game = duel().give(ME, "Chillwind Yeti").play("Chillwind Yeti")
    with pytest.raises(InputError, match="cannot attack enemy hero with my Chillwind Yeti"):
        game.attack("my 1", "enemy hero")
    pass_turn(game)
    game.attack("my 1", "enemy hero")
    assert game.enemy.health == 26


def test_a_minion_attacks_once_each_turn() -> None:
    game = duel()
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.attack(yeti, "enemy hero")
    assert not yeti.can_attack
    pass_turn(game)
    assert yeti.can_attack


def test_the_hero_power_works_once_each_turn() -> None:
    game = duel("mage").use_power("enemy hero")
    with pytest.raises(InputError, match="cannot use Fireblast"):
        game.use_power("enemy hero")
    pass_turn(game)
    game.use_power("enemy hero")
    assert game.enemy.health == 28


def test_a_card_that_costs_too_much_cannot_be_played() -> None:
    game = duel().set_mana(ME, 3).give(ME, "Fireball")
    with pytest.raises(InputError, match="it costs 4, and there is 3 mana"):
        game.play("Fireball", target="enemy hero")


def test_a_full_board_takes_no_more_minions() -> None:
    game = duel().give(ME, "Wisp", "Fireball")
    for _ in range(7):
        game.add_minion(ME, "Wisp")
    with pytest.raises(InputError, match="cannot play Wisp now"):
        game.play("Wisp")


def test_a_minion_goes_where_its_player_wants_it() -> None:
    game = duel().give(ME, "Wisp", "Chillwind Yeti", "Boulderfist Ogre")
    game.play("Wisp").play("Chillwind Yeti", position=1)
    game.set_mana(ME, 10).play("Boulderfist Ogre", position=2)
    assert game.me.minions == ["Chillwind Yeti", "Boulderfist Ogre", "Wisp"]


def test_a_long_game_is_a_draw() -> None:
    game = start(Rules(turn_limit=3))
    game.end_turn().end_turn()
    assert not game.over
    game.end_turn()
    assert (game.over, game.winner) == (True, 2)


def test_a_turn_ends_when_too_many_cards_were_played() -> None:
    game = start(Rules(cards_per_turn=2)).give(0, "Wisp", "Wisp", "Wisp")
    game.play("Wisp").play("Wisp")
    assert [action.text for action in game.actions()] == ["end turn"]
    game.end_turn().end_turn()
    assert game.play("Wisp").me.minions == ["Wisp"] * 3


def test_the_numbers_of_the_game_come_from_the_rules() -> None:
    rules = Rules(hero_health=20, mana=(5, 7), first_cards=1, second_cards=2, second_gets="")
    game = start(rules)
    assert (game.me.health, game.me.mana) == (20, 5)
    assert (len(game.me.hand), game.enemy.hand) == (2, ["Wisp", "Wisp"])
