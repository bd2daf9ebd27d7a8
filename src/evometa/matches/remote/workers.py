"""What a worker does, in whatever process of whatever machine: know who it is, get ready, play chunks.

A worker keeps what games are played with, so that it is sent once and not with every chunk. Only a worker that has the
same code as whoever sends the chunk plays it: others might play other games.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import socket
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from functools import cache
from threading import Lock
from typing import NamedTuple

from evometa import __version__
from evometa.games.compiled import compiling, sources
from evometa.games.compiled.cache_folders import find_folder
from evometa.games.game import Game
from evometa.games.registry import default_game
from evometa.input.errors import InputError
from evometa.input.extensions import load_extensions
from evometa.matches.remote.parcels import Parcel, own_chunk
from evometa.matches.runners import Desk, Games, Outcome, play_chunk
from evometa.matches.schedule import Chunk

try:
    import fcntl
except ImportError:  # not on Windows, where several workers of a machine compile, each for itself
    fcntl = None  # type: ignore[assignment]

_KEPT_GAMES = 3  # what the last batches were played with; with 256 tables it takes 104 megabytes


# --- who plays ------------------------------------------------------------------------------------


def _name_code() -> str:
    """A name for all code that games and their counts come from, on whatever machine."""
    names = [path for layer in ("games", "matches") for path in (sources.PACKAGE / layer).rglob("*.py")]
    digest = hashlib.sha256()
    for path in sorted({*names, *(sources.PACKAGE / name for name in sources.CONSTANTS)}):
        digest.update(path.relative_to(sources.PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    digest.update(sources.added_code())
    return digest.hexdigest()[:12]


load_extensions()  # before anybody asks who this is: what is registered is part of it

_Identity = Mapping[str, str]  # of plain texts, so that any version can read that of any other

IDENTITY: _Identity = {"evometa": __version__, "rules": str(default_game().rules_version), "code": _name_code()}


def _describe_identity(identity: _Identity) -> str:
    """`evometa 0.2.0, rules 2, code 0123456789ab`."""
    return ", ".join(f"{name} {value}" for name, value in identity.items())


def refuse(worker: str, found: _Identity, wanted: _Identity) -> InputError:
    """The error for a worker with other code than it should have."""
    return InputError(
        f"worker {worker}: found {_describe_identity(found)}; allowed: {_describe_identity(wanted)}, as here, because "
        "other code may play other games; install the same there, and start the worker again"
    )


# --- what it does ---------------------------------------------------------------------------------


class Wanted(NamedTuple):
    """A worker's answer if it has not got what a chunk is played with: send it, please."""

    key: str


def play_sent(wanted: _Identity, key: str, chunk: Chunk, parcel: Parcel | None) -> Outcome | Wanted:
    """Play a chunk that was sent with the key of its games, and with the games themselves if they were asked for."""
    if wanted != IDENTITY:
        raise refuse(f"{socket.gethostname()}, process {os.getpid()}", IDENTITY, wanted)
    games = _shelf.find(key, parcel)
    if games is None:
        return Wanted(key)
    prepare(games.game)
    return play_chunk(games, own_chunk(chunk), _desk.workspace_for(games))


class Shelf:
    """What games are played with, by its key: the last ones that were used."""

    def __init__(self, size: int = _KEPT_GAMES) -> None:
        self.size, self.lock = size, Lock()
        self.games: OrderedDict[str, Games] = OrderedDict()

    def find(self, key: str, parcel: Parcel | None) -> Games | None:
        """The games with a key, which may be in this parcel."""
        with self.lock:
            if key not in self.games:
                if parcel is None:
                    return None
                self.games[key] = parcel.unpack()
            self.games.move_to_end(key)
            while len(self.games) > self.size:
                self.games.popitem(last=False)
            return self.games[key]


_shelf, _desk, _preparing = Shelf(), Desk(), Lock()


def prepare(game: Game | None = None) -> None:
    """Have the rules of a game (default: the usual one) compiled: once on each machine, however many workers it has,
    and in each of them loaded once."""
    with _preparing:
        _compile_once(game or default_game())


@cache
def _compile_once(game: Game) -> None:
    with _alone():
        game.prepare()


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Let one process at a time compile, if code is kept and the system can. The lock ends with its process."""
    folder, is_kept = find_folder(sources.sources_hash()) if compiling.JIT else (None, False)
    if fcntl is None or folder is None or not is_kept:  # every process compiles for itself anyway
        yield
        return
    with (folder / "compiling.lock").open("wb") as file:
        with contextlib.suppress(OSError):  # without locks two processes compile, and do not hurt each other
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
