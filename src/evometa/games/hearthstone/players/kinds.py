"""Kinds of player: in which way one finds its actions. Three are built in, and others can be registered.

A kind from outside is a function of four arguments that `compiled` marks: the card table, the player's record, the
workspace of the thread and a random stream. It returns the action, and how many positions it looked at. All compiled
code is made at once, at the first game, so kinds are registered before that.
"""

from __future__ import annotations

import inspect
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from evometa.games.compiled import sources
from evometa.games.compiled.compiling import JIT, compiled
from evometa.games.hearthstone.engine.state.records import Record
from evometa.games.hearthstone.players import records as r
from evometa.games.hearthstone.players.workspace import Workspace
from evometa.input.errors import InputError
from evometa.input.short_repr import Short

Choose = Callable[[Any, Any, Any, Any], tuple[int, int]]

KINDS = {"beam": r.BEAM, "random": r.RANDOM, "busy": r.BUSY}  # as compiled code knows them
WEIGHING = {"beam"}  # those that add up weights, and so need some
FIRST_CODE = 1000  # of those from outside


@dataclass(frozen=True)
class PlayerKind(Short):
    """A way to find actions. Its file says what it does: compiled code is made anew when it changes."""

    name: str
    choose: Choose
    needs_weights: bool = True

    @property
    def code(self) -> int:
        """The number by which compiled code knows it, the same in every process."""
        return FIRST_CODE + zlib.crc32(self.name.encode()) % 30_000

    @property
    def file(self) -> Path:
        """Where the function stands."""
        return Path(inspect.getsourcefile(getattr(self.choose, "py_func", self.choose)) or "")


def register_player_kind(kind: PlayerKind) -> None:
    """Let players be of this kind, in files and everywhere else."""
    if kind.name in KINDS:
        raise InputError(f"there is a kind of player '{kind.name}' already; choose another name")
    if kind.code in KINDS.values():
        raise InputError(f"the kind of player '{kind.name}' has the code of another one; choose another name")
    if JIT and sources.sources_hash.cache_info().currsize:
        raise InputError(
            f"the kind of player '{kind.name}' comes too late: games have been compiled; register it first"
        )
    global choose_other
    KINDS[kind.name] = kind.code
    WEIGHING.update({kind.name} if kind.needs_weights else ())
    sources.ADDED[kind.name] = kind.file
    choose_other = _try_first(kind.code, kind.choose, choose_other)


@compiled
def _choose_nothing(kind: int, table: Record, style: Record, workspace: Workspace, rng: np.uint64) -> tuple[int, int]:
    return 0, -1


# What the players of registered kinds do; it looks at -1 positions if there is no such kind. Compiled code reads it
# from this module, so that a kind that is registered is found.
choose_other: Any = _choose_nothing


def _try_first(code: int, choose: Choose, rest: Any) -> Any:
    """A function that asks this kind, if it is the one, and all others if not."""

    @compiled
    def choose_first(kind: int, table: Record, style: Record, workspace: Workspace, rng: np.uint64) -> tuple[int, int]:
        if kind == code:
            return choose(table, style, workspace, rng)
        found: tuple[int, int] = rest(kind, table, style, workspace, rng)
        return found

    return choose_first
