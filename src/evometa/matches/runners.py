"""Where games run: a small interface, and the runner for this machine, a thread on each core.

A batch is cut into chunks, tasks of about a second, by counts alone. A runner plays each of them in one call of
compiled code, anywhere and in any order, and hands back counts. A game depends on its seed and its number only, and
counts are whole numbers that add up in any order: so the result is the same wherever, however often and in whatever
parts the games are played. All that goes to a runner or comes back from it can be pickled, errors too.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import local
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from evometa.games.decks.deck import Deck
from evometa.games.game import Game, GameError
from evometa.games.players import Player
from evometa.games.records import Sums
from evometa.games.tables import CardTable, pack_tables
from evometa.input.short_repr import Short, short_repr
from evometa.matches.results import TaskError
from evometa.matches.schedule import Chunk
from evometa.matches.sharing import Workplace, share_chunks

# --- what runs ------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Games(Short):
    """All that the games of a batch are played with: plain arrays and texts, so that it can be sent anywhere."""

    game: Game
    tables: NDArray[Any]
    decks: NDArray[Any]
    players: NDArray[Any]
    names: tuple[str, ...]  # of the decks, for messages
    cards: tuple[tuple[str, ...], ...]  # by deck: the ids of its distinct cards
    per_game: bool = False  # whether outcomes have a row for each game
    check: bool = False  # whether the state of a game is looked at after each action
    columns: tuple[str, ...] | None = None  # the fields of `games.records.Sums` that outcomes have; default: all
    probes: NDArray[Any] | None = None  # which measure ends of turns

    @classmethod
    def pack(
        cls,
        tables: Sequence[CardTable],
        decks: Sequence[Deck],
        players: Sequence[Player],
        per_game: bool = False,
        check: bool = False,
    ) -> Games:
        """The arrays of tables, decks and players; `check` verifies the game's state after each action."""
        game = tables[0].game
        lists = game.pack_decks(decks, tables[0])
        cards = tuple(tuple(tables[0].ids[card] for card in deck["distinct"][: deck["n_distinct"]]) for deck in lists)
        names = tuple(deck.name for deck in decks)
        return cls(game, pack_tables(tables), lists, game.pack_players(players), names, cards, per_game, check)

    @property
    def effort(self) -> int:
        """How long the slowest player takes, where a game of the fastest takes 1."""
        return self.game.effort_of(self.players)

    @property
    def workspace_size(self) -> Any:
        """What the players need room for."""
        return self.game.workspace_size(self.players)

    def new_workspace(self) -> Any:
        """The memory that one thread plays in."""
        return self.game.new_workspace(self.workspace_size)


class Outcome(NamedTuple):
    """What came out of a chunk."""

    sums: NDArray[Any]  # a row for each of its cells (`games.records.Sums`, or some fields of it)
    rows: NDArray[Any] | None  # if asked for, one for each game, in order (`games.records.Result`)
    cpu_seconds: float  # that the games took
    samples: NDArray[Any] | None = None  # if there are probes, what they measured, in order (`games.records.Sample`)

    def __repr__(self) -> str:
        return short_repr(self)


def play_chunk(games: Games, chunk: Chunk, workspace: Any = None) -> Outcome:
    """Play a chunk; raises `GameError` if a game fails, and `TaskError` with the games at hand if anything else does.

    A workspace (default: a new one) belongs to one thread.
    """
    try:
        return _play_chunk(games, chunk, games.new_workspace() if workspace is None else workspace)
    except GameError:
        raise
    except Exception as error:
        raise TaskError.of_chunk(chunk, error, games.names) from error


def _play_chunk(games: Games, chunk: Chunk, workspace: Any) -> Outcome:
    started = time.thread_time()
    played = games.game.play(games, chunk.jobs, len(chunk.cells), workspace)
    seconds = time.thread_time() - started
    return Outcome(keep_columns(played.sums, games.columns), played.rows, seconds, played.samples)


def keep_columns(sums: NDArray[Any], columns: Sequence[str] | None) -> NDArray[Any]:
    """Sums with some fields only, which for many cells are a small part of all; None means all."""
    if columns is None:
        return sums
    kept = np.zeros(sums.shape, sums_type(columns))
    for name in columns:
        kept[name] = sums[name]
    return kept


def sums_type(columns: Sequence[str] | None) -> np.dtype[Any]:
    """The type of sums with some fields; None means all."""
    return Sums if columns is None else np.dtype([(name, Sums[name]) for name in columns])


# --- where it runs --------------------------------------------------------------------------------

Collect = Callable[[Chunk, Outcome], None]


class Runner(Protocol):
    """Plays chunks somewhere."""

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        """Play all chunks and hand the outcome of each to `collect`, in any order but never two at a time.

        Chunks are started in order, so that an interrupted run has played its first ones. A chunk that fails ends the
        run: of those that failed, the error of the first is raised, mostly a `GameError` or a `TaskError`, and no
        outcome of it is collected. Ctrl-C ends the run when the chunks at hand are done, and raises
        `KeyboardInterrupt`; what was collected is whole.
        """


@dataclass(frozen=True)
class Watched(Short):
    """A runner that passes all chunks on to another one, and tells how many games are finished."""

    runner: Runner
    tell: Callable[[int], None]  # is told the number of games that were finished since it was called last

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        """Play all chunks, as `Runner` says."""

        def collect_and_tell(chunk: Chunk, outcome: Outcome) -> None:
            collect(chunk, outcome)
            self.tell(chunk.games)

        self.runner.run(games, chunks, collect_and_tell)


@dataclass(frozen=True)
class ThreadRunner:
    """Runs games on this machine. Compiled code lets other threads run, so that each of them keeps a core busy."""

    threads: int | None = None  # default: as many as there are cores

    def __post_init__(self) -> None:
        if self.threads is not None and self.threads < 1:
            raise ValueError(f"found {self.threads} threads; allowed: 1 or more")

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        """Play all chunks, as `Runner` says."""
        games.game.prepare()  # before any thread starts
        n_threads = self.threads or count_cores()
        pool = ThreadPoolExecutor(n_threads, "evometa games")
        try:
            share_chunks(_Threads(games, pool, n_threads), chunks, collect)
        finally:
            pool.shutdown(wait=False)


class _Threads(Workplace):
    """The threads of one run."""

    def __init__(self, games: Games, pool: ThreadPoolExecutor, n_threads: int) -> None:
        self.games, self.pool, self.n_threads, self.desk = games, pool, n_threads, Desk()

    def count_slots(self) -> int:
        return self.n_threads

    def submit(self, chunk: Chunk) -> Future[Outcome]:
        return self.pool.submit(lambda: play_chunk(self.games, chunk, self.desk.workspace_for(self.games)))


class Desk(local):
    """What each thread has for itself: the memory that it plays in, from one chunk to the next."""

    def __init__(self) -> None:
        self.size: Any = None
        self.workspace: Any = None

    def workspace_for(self, games: Games) -> Any:
        """A workspace of the size that these games need."""
        size = (games.game.name, games.workspace_size)
        if self.size != size:
            self.size, self.workspace = size, games.new_workspace()
        return self.workspace


def count_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
