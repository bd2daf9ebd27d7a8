"""Mana, draws, runes, empty decks and the last turn."""

import pytest
from tests.rules.locm.scene import ENEMY, LEFT, ME, Scene, creature, item

from evometa.games.locm.game import LOCM
from evometa.games.locm.records import PASS, SUMMON, encode
from evometa.games.locm.stepper import Stepper


@pytest.fixture
def scene() -> Scene:
    return Scene()


def new_game(first: int = 3, second: int = 3) -> Stepper:
    """A game of two decks, each of copies of one card."""
    stepper = Stepper(LOCM.compile(LOCM.own_cards).array)
    stepper.deal([first] * 30, [second] * 30)
    return stepper


def test_the_second_player_has_a_card_and_a_crystal_more() -> None:
    stepper = new_game()
    first, second = stepper.game.players
    assert (first.n_hand, first.mana, second.n_hand) == (5, 1, 5)
    stepper.apply(PASS)
    assert (second.n_hand, second.mana) == (6, 2)


def test_the_bonus_lasts_until_all_mana_is_spent() -> None:
    kept, spent = new_game(), new_game(second=8)
    for stepper in (kept, spent):
        stepper.apply(PASS)
        if stepper is spent:
            stepper.apply(encode(SUMMON, 0, 0))
        stepper.apply(PASS)
        stepper.apply(PASS)
    assert (kept.game.players[1].mana, spent.game.players[1].mana) == (3, 2)


def test_mana_grows_to_twelve_and_thirteen() -> None:
    stepper = new_game()
    for _ in range(40):
        stepper.apply(PASS)
    assert [int(player.max_mana) for player in stepper.game.players] == [12, 13]


def test_a_full_hand_leaves_cards_in_the_deck(scene: Scene) -> None:
    for _ in range(8):
        scene.hold(creature(1, 1))
    n_deck = scene.of(ME, "n_deck")
    scene.pass_turn(2)
    assert (scene.of(ME, "n_hand"), scene.of(ME, "n_deck")) == (8, n_deck)


@pytest.mark.parametrize(("damage", "n_draws", "runes"), [(4, 1, 5), (5, 2, 4), (6, 2, 4), (10, 3, 3), (29, 6, 0)])
def test_each_rune_that_breaks_brings_a_card(scene: Scene, damage: int, n_draws: int, runes: int) -> None:
    scene.use(item("blue", defence=-damage))
    assert (scene.of(ENEMY, "draws"), scene.of(ENEMY, "runes")) == (n_draws, runes)


def test_a_rune_breaks_once(scene: Scene) -> None:
    scene.use(item("blue", enemy_health=-6))
    scene.use(item("blue", enemy_health=6))
    scene.use(item("blue", enemy_health=-6))
    assert (scene.health(ENEMY), scene.of(ENEMY, "draws")) == (24, 2)


def test_own_damage_breaks_own_runes(scene: Scene) -> None:
    scene.use(item("blue", own_health=-5))
    scene.pass_turn(2)
    assert scene.of(ME, "n_hand") == 2


def test_runes_bring_cards_in_the_next_turn(scene: Scene) -> None:
    scene.use(item("blue", enemy_health=-5))
    assert scene.of(ENEMY, "n_hand") == 0
    scene.pass_turn()
    assert scene.of(ENEMY, "n_hand") == 2


def test_an_empty_deck_sets_health_to_the_next_rune(scene: Scene) -> None:
    scene.game.players[ENEMY].n_deck = 0
    found = []
    for _ in range(5):
        scene.pass_turn()
        found.append((scene.health(ENEMY), scene.of(ENEMY, "runes"), scene.of(ENEMY, "draws")))
        scene.pass_turn()
    assert found == [(25, 4, 1), (20, 3, 1), (15, 2, 1), (10, 1, 1), (5, 0, 1)]
    scene.pass_turn()
    assert (scene.game.over, scene.game.winner, scene.health(ENEMY)) == (1, ME, 0)


def test_each_card_that_is_missing_costs_a_rune(scene: Scene) -> None:
    scene.game.players[ENEMY].n_deck = 1
    scene.use(item("blue", enemy_health=-10))
    scene.pass_turn()
    assert (scene.of(ENEMY, "n_hand"), scene.health(ENEMY), scene.of(ENEMY, "runes")) == (1, 10, 1)


def test_an_empty_deck_hurts_with_a_full_hand_too(scene: Scene) -> None:
    scene.game.players[ENEMY].n_deck = 0
    for _ in range(8):
        scene.hold(creature(1, 1), ENEMY)
    scene.pass_turn()
    assert scene.health(ENEMY) == 25


def test_after_the_fiftieth_turn_decks_count_as_empty(scene: Scene) -> None:
    scene.game.turn = 2 * 50 - 1
    for _ in range(7):
        scene.hold(creature(1, 1), ENEMY)
    scene.pass_turn()
    assert (scene.health(ENEMY), scene.of(ENEMY, "n_hand")) == (30, 8)
    scene.pass_turn()
    assert (scene.health(ME), scene.of(ME, "n_hand")) == (25, 0)


def test_a_game_in_which_nobody_does_anything_ends() -> None:
    stepper = new_game()
    while not stepper.game.over:
        stepper.apply(PASS)
        assert not stepper.find_broken()
    assert (stepper.game.turn, stepper.game.winner) == (2 * 50 + 11, 1)


def test_nobody_draws_beyond_the_deck_of_the_other(scene: Scene) -> None:
    scene.game.players[ME].n_deck = 0
    scene.pass_turn()
    assert (scene.health(ME), scene.health(ENEMY)) == (30, 30)


def test_cards_of_a_creature_come_in_the_next_turn(scene: Scene) -> None:
    scene.summon("Possessed Skull", LEFT)
    scene.pass_turn(2)
    assert scene.of(ME, "n_hand") == 3
