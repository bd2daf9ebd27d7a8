"""The games that there are: by name those that come with evometa or were registered, and folders of data."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from os.path import isdir, isfile  # whose counterparts of `Path` raise an error if a name is too long
from pathlib import Path
from typing import Any

from evometa.games.game import Game
from evometa.input.errors import InputError, describe_words
from evometa.input.extensions import add_entry

DEFAULT = "hearthstone"  # what is played where nothing is said
GAME_FILE = "game.toml"  # what makes a folder a game

GAMES: dict[str, Callable[[], Game]] = {
    "hearthstone": lambda: _built_in("evometa.games.hearthstone.game:HEARTHSTONE"),
    "locm": lambda: _built_in("evometa.games.locm.game:LOCM"),
}


_MOVED: dict[Path, Path] = {}  # folders of games


def _built_in(reference: str) -> Any:
    """What comes with evometa, imported when it is asked for first."""
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name)


def register_game(game: Game) -> None:
    """Make a game known by its name, for every command and in every file; an `InputError` if the name is taken."""
    add_entry(GAMES, "game", game.name, lambda: game)


def find_game(reference: str, folder: Path = Path()) -> Game:
    """The game of that name, or that of a folder of data; a relative path starts at `folder`.

    Nothing that lies in a folder is executed, so files and runs may name one.
    """
    if reference in GAMES:
        return GAMES[reference]()
    path = find_moved((folder / reference).resolve())
    if isfile(path / GAME_FILE):
        return _find_own(path)
    if isdir(path) or Path(reference).parent != Path():
        raise InputError(
            f"{path}: there is no game in this folder; allowed: one with the file {GAME_FILE}. If the game has moved, "
            "say where it is with --game FOLDER"
        )
    raise InputError(
        f"unknown game {reference!r}; {describe_words(reference, [*GAMES, 'the folder of a game'])}; one of your own "
        "in code needs --game FILE.py or --game-command PROGRAM, in every command"
    )


def find_home(path: Path) -> Game | None:
    """The game in whose folder a metagame lies, if it lies in one."""
    home = path.resolve().parent.parent
    return _find_own(home) if path.resolve().parent.name == "metagames" and isfile(home / GAME_FILE) else None


def find_moved(path: Path) -> Path:
    """Where a path leads now, if it lies in the folder of a game that has moved."""
    return next((new / path.relative_to(old) for old, new in _MOVED.items() if path.is_relative_to(old)), path)


def note_move(old: str, new: Game) -> None:
    """What a run says of a folder is meant of another one now."""
    _MOVED[Path(old)] = Path(new.reference)


def _find_own(path: Path) -> Game:
    """The game of a folder of data. Its name must not be that of another one."""
    game: Game = _built_in("evometa.games.hearthstone.game:load_game")(path)
    if game.reference != game.name and game.name in GAMES:
        raise InputError(f"{path / GAME_FILE}: the name '{game.name}' is that of another game; choose another one")
    return game


def options_for(name: str) -> tuple[str, ...]:
    """What has to be typed with every command, so that a game is known."""
    return find_game(name).options if name in GAMES else ("--game", "FILE.py")


@cache
def default_game() -> Game:
    """The game that is played where nothing is said."""
    return find_game(DEFAULT)
