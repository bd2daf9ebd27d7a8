"""How a simulator of one's own becomes a game that is known: because a command line, a script or a package says so.

Nothing else leads here: no metagame file, no settings and no run. A process that plays for this one is told what this
one was told, and refuses what is not the same there.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from evometa.games.game import Game
from evometa.games.outside.game import OutsideGame
from evometa.games.outside.programs import ProgramSimulator
from evometa.games.outside.simulators import AbsentSimulator, PythonSimulator, Simulator, is_simulator
from evometa.games.registry import GAMES, find_game, register_game
from evometa.input.errors import InputError, Where
from evometa.input.reading import read_file

_loaded: dict[tuple[str, ...], tuple[str, Game]] = {}  # by what was asked for: a digest of it, and the game


def as_game(found: Any, source: str = "") -> Game:
    """The game of a class or an object that has what a simulator needs."""
    return _as_game(PythonSimulator(found, source))


def _as_game(simulator: Simulator) -> Game:
    return OutsideGame(simulator, arrive)


def load_file(path: Path) -> Game:
    """The game of a Python file, which is run: the one class in it that is a simulator, or what it registers."""
    path = path.resolve()
    where = Where(str(path))
    digest = hashlib.sha256(read_file(path, where).encode()).hexdigest()
    return _keep(("file", str(path)), digest, lambda: _run_file(path, where, digest))


def load_command(command: str, folder: str | None = None) -> Game:
    """The game that a program tells, which is started."""
    simulator = ProgramSimulator(command, folder)
    return _keep(simulator.origin, simulator.version, lambda: _as_game(simulator))


def _keep(origin: tuple[str, ...], digest: str, make: Any) -> Game:
    """The game that was loaded from there before, if it is still the same; or else the one that is made."""
    known_digest, known = _loaded.get(origin, ("", None))
    if known is not None and known_digest != digest:
        GAMES.pop(known.name, None)
    game: Game = make() if known is None or known_digest != digest else known
    if GAMES.get(game.name, lambda: None)() is not game:
        register_game(game)
    _loaded[origin] = digest, game
    return game


def _run_file(path: Path, where: Where, digest: str) -> Game:
    before = set(GAMES)
    module = _import(path, where, digest)
    if new := [name for name in GAMES if name not in before]:
        game = find_game(new[0])
        if isinstance(game, OutsideGame):
            game.simulator.origin = ("file", str(path))
        return game
    own = [each for _, each in inspect.getmembers(module, inspect.isclass) if each.__module__ == module.__name__]
    found = [each for each in own if is_simulator(each)]
    if len(found) != 1:
        names = ", ".join(each.__name__ for each in found) or "none"
        raise where.error(f"found {names}; allowed: one class with name, version, cards, and play or play_many")
    return _as_game(PythonSimulator(found[0], path.name, ("file", str(path)), digest))


def _import(path: Path, where: Where, digest: str) -> ModuleType:
    """The module of a file. Nothing is written beside it."""
    name = f"evometa_game_{path.stem}_{digest[:8]}"
    module = sys.modules[name] = ModuleType(name)
    module.__file__ = str(path)
    sys.path.insert(0, str(path.parent))  # as if it were run: what lies beside it can be imported
    try:
        exec(compile(read_file(path, where), path, "exec"), module.__dict__)
    except Exception as error:
        del sys.modules[name]
        raise where.error(f"cannot be run ({type(error).__name__}: {error})") from error
    finally:
        sys.path.remove(str(path.parent))
    return module


# --- in another process ---------------------------------------------------------------------------


def arrive(name: str, version: str, origin: tuple[str, ...]) -> Game:
    """The game as it is here. If it is not the same, or not here, it says so as soon as it is to play."""
    try:
        game = find_game(name) if name in GAMES else _load(name, origin)
    except InputError as error:
        return _as_game(AbsentSimulator(f"the game '{name}' cannot be played by this worker: {error}", name))
    if game.rules_version == version:
        return game
    return _as_game(
        AbsentSimulator(
            f"the game '{name}' on this worker: found version {game.rules_version}; allowed: {version}, as where the "
            "games were asked for; install the same there, and start the worker again",
            name,
        )
    )


def _load(name: str, origin: tuple[str, ...]) -> Game:
    match origin:
        case ("file", path):
            return load_file(Path(path))
        case ("command", command, folder):
            return load_command(command, folder)
    raise InputError("it is not known there; have a package register it, or load it with --game FILE.py")
