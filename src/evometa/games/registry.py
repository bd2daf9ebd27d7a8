"""The games that there are, by name: those that come with evometa, and those that were registered."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module

from evometa.games.game import Game
from evometa.input.errors import InputError, describe_words
from evometa.input.extensions import add_entry

DEFAULT = "hearthstone"  # what is played where nothing is said

GAMES: dict[str, Callable[[], Game]] = {
    "hearthstone": lambda: _built_in("evometa.games.hearthstone.game:HEARTHSTONE"),
    "locm": lambda: _built_in("evometa.games.locm.game:LOCM"),
}


def _built_in(reference: str) -> Game:
    """A game that comes with evometa, imported when it is asked for first."""
    module, _, name = reference.partition(":")
    game: Game = getattr(import_module(module), name)
    return game


def register_game(game: Game) -> None:
    """Make a game known by its name, for every command and in every file; an `InputError` if the name is taken."""
    add_entry(GAMES, "game", game.name, lambda: game)


def find_game(name: str) -> Game:
    """The game of that name; an `InputError` if there is none."""
    if name not in GAMES:
        raise InputError(f"unknown game {name!r}; {describe_words(name, GAMES)}")
    return GAMES[name]()


@cache
def default_game() -> Game:
    """The game that is played where nothing is said."""
    return find_game(DEFAULT)
