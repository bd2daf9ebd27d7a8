"""Games by name: those that there are, those that are added, and those that are unknown."""

from __future__ import annotations

import pickle

import pytest
from tests.unit.games.made_up_game import MadeUpGame

from evometa.games import registry
from evometa.games.game import FITTING, POSITIONS
from evometa.games.registry import DEFAULT, GAMES, default_game, find_game, register_game
from evometa.input.errors import InputError


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> MadeUpGame:
    """A game that is registered until the test ends."""
    monkeypatch.setattr(registry, "GAMES", dict(GAMES))
    game = MadeUpGame()
    register_game(game)
    return game


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_found_by_the_name_that_it_has(name: str) -> None:
    assert find_game(name).name == name
    assert find_game(name) is find_game(name)


def test_what_is_played_where_nothing_is_said() -> None:
    assert default_game() is find_game(DEFAULT)


def test_an_unknown_game_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(InputError, match=r"unknown game 'hearthston'; did you mean 'hearthstone'\? allowed: hearth"):
        find_game("hearthston")


def test_a_registered_game_is_found_and_its_name_is_taken(made_up: MadeUpGame) -> None:
    assert find_game("made-up") is made_up
    with pytest.raises(
        InputError, match=r"game 'made-up': this name is taken; choose another\. Taken are: hearthstone"
    ):
        register_game(MadeUpGame())


@pytest.mark.usefixtures("made_up")
def test_a_game_travels_by_its_name() -> None:
    for game in (default_game(), find_game("made-up")):
        assert pickle.loads(pickle.dumps(game)) is game


def test_what_a_game_does_not_offer_is_said_in_one_line() -> None:
    default_game().require(FITTING, "evometa tune")
    with pytest.raises(InputError) as caught:
        MadeUpGame().require(POSITIONS, "evometa play --step")
    assert str(caught.value) == "evometa play --step needs positions, which the game Made Up does not offer"
