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
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import local
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from evometa.games.hearthstone.cards.compiling.compiler import CardTable
from evometa.games.hearthstone.cards.compiling.table import Table
from evometa.games.hearthstone.cards.decks.deck import Deck
from evometa.games.hearthstone.engine.state.records import HALTED
from evometa.games.hearthstone.players.player import Player, pack_players
from evometa.games.hearthstone.players.records import PackedPlayer, Weights
from evometa.games.hearthstone.players.workspace import SearchSize, new_workspace, size_search
from evometa.input.short_repr import Short, short_repr
from evometa.matches.batch import CHECKED, play_jobs
from evometa.matches.records import MAX_SAMPLES, UNDECIDED, DeckList, Result, Sample, Sums
from evometa.matches.results import GameError, TaskError
from evometa.matches.schedule import Chunk, pack_decks, pack_matches
from evometa.matches.sharing import Workplace, share_chunks

# --- what runs ------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Games(Short):
    """All that the games of a batch are played with: plain arrays and texts, so that it can be sent anywhere."""

    tables: NDArray[Any]
    decks: NDArray[Any]
    players: NDArray[Any]
    names: tuple[str, ...]  # of the decks, for messages
    cards: tuple[tuple[str, ...], ...]  # by deck: the ids of its distinct cards
    per_game: bool = False  # whether outcomes have a row for each game
    options: int = 0
    columns: tuple[str, ...] | None = None  # the fields of `matches.records.Sums` that outcomes have; default: all
    probes: NDArray[Any] = field(default_factory=lambda: np.zeros(0, Weights))  # which measure ends of turns

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
        lists = pack_decks(decks, tables[0])
        cards = tuple(tuple(tables[0].ids[card] for card in deck.distinct[: deck.n_distinct]) for deck in lists)
        names = tuple(deck.name for deck in decks)
        options = CHECKED if check else 0
        return cls(_pack_tables(tables), lists, pack_players(players), names, cards, per_game, options)

    @property
    def effort(self) -> int:
        """How long the longest searches of a turn take, where one of width 1 takes 1."""
        of_replies = self.players["replies"] * self.players["reply_width"]
        return int((self.players["width"] + of_replies).max(initial=1))

    @property
    def search_size(self) -> SearchSize:
        """What the largest searches take."""
        return size_search(self.players)

    def new_workspace(self) -> Any:
        """The memory that one thread plays in."""
        return new_workspace(self.search_size)


def _pack_tables(tables: Sequence[CardTable]) -> NDArray[Any]:
    """Tables of the same cards as one array."""
    if len(tables) == 1:
        return tables[0].array
    packed = np.zeros(len(tables), Table)
    for i, table in enumerate(tables):
        if table.ids != tables[0].ids:
            raise ValueError(f"tables 0 and {i} are not of the same cards, so a deck cannot mean the same in both")
        packed[i : i + 1].view(np.uint8)[:] = table.array.view(np.uint8)  # as bytes: field by field is slow
    return packed


class Outcome(NamedTuple):
    """What came out of a chunk."""

    sums: NDArray[Any]  # a row for each of its cells (`matches.records.Sums`, or some fields of it)
    rows: NDArray[Any] | None  # if asked for, one for each game, in order (`matches.records.Result`)
    cpu_seconds: float  # that the games took
    samples: NDArray[Any] | None = None  # if there are probes, what they measured, in order (`matches.records.Sample`)

    def __repr__(self) -> str:
        return short_repr(self)


def play_chunk(games: Games, chunk: Chunk, workspace: Any = None) -> Outcome:
    """Play a chunk; raises `GameError` if a game fails, and `TaskError` with the games at hand if anything else does.

    A workspace (default: a new one) belongs to one thread.
    """
    try:
        return _play_chunk(games, chunk, games.new_workspace() if workspace is None else workspace)
    except (GameError, CancelledError):
        raise
    except Exception as error:
        raise TaskError.of_chunk(chunk, error, games.names) from error


def _play_chunk(games: Games, chunk: Chunk, workspace: Any) -> Outcome:
    rows = np.zeros(chunk.games if games.per_game else 1, Result)
    sums = np.zeros(len(chunk.cells), Sums)
    samples = np.zeros(chunk.games * MAX_SAMPLES if len(games.probes) else 0, Sample)
    log = np.zeros(1, np.uint64)  # no room, so nothing is logged
    started = time.thread_time()
    with np.errstate(over="ignore"):  # uncompiled hashes wrap around, and each thread has its own settings
        given = games.tables, games.decks, games.players, chunk.jobs
        found = play_jobs(*given, workspace, rows, sums, log, games.options, games.probes, samples)
    seconds = time.thread_time() - started
    job, game = (int(number) for number in found)
    if job >= 0:
        row = int(chunk.jobs["games"][:job].sum()) + game if games.per_game else 0
        if rows[row].error == HALTED:
            raise CancelledError
        raise GameError.of_job(chunk.jobs[job], game, int(rows[row].error), games.names)
    measured = samples[samples["outcome"] != UNDECIDED] if len(games.probes) else None
    return Outcome(keep_columns(sums, games.columns), rows if games.per_game else None, seconds, measured)


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


def compile_rules() -> None:
    """Have the rules compiled, by a chunk that has no games. It takes about a minute, if their code is not cached."""
    nothing = Games(np.zeros(0, Table), np.zeros(0, DeckList), np.zeros(0, PackedPlayer), (), ())
    _play_chunk(nothing, Chunk(0, 0, pack_matches([]), np.zeros(0, np.intp)), nothing.new_workspace())


# --- where it runs --------------------------------------------------------------------------------

Collect = Callable[[Chunk, Outcome], None]


class Runner(Protocol):
    """Plays chunks somewhere."""

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        """Play all chunks and hand the outcome of each to `collect`, in any order but never two at a time.

        Chunks are started in order, so that an interrupted run has played its first ones. A chunk that fails ends the
        run: of those that failed, the error of the first is raised, mostly a `GameError` or a `TaskError`, and no
        outcome of it is collected. Ctrl-C ends the run when the chunks at hand are done, or dropped because they take
        long, and raises `KeyboardInterrupt`; what was collected is whole.
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
        compile_rules()  # before any thread starts
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
        self._halt = np.zeros(1, np.int8)

    def count_slots(self) -> int:
        return self.n_threads

    def submit(self, chunk: Chunk) -> Future[Outcome]:
        return self.pool.submit(lambda: play_chunk(self.games, chunk, self.desk.workspace_for(self.games, self._halt)))

    def halt(self) -> None:
        self._halt[0] = 1


class Desk(local):
    """What each thread has for itself: the memory that it plays in, from one chunk to the next."""

    def __init__(self) -> None:
        self.size: SearchSize | None = None
        self.workspace: Any = None

    def workspace_for(self, games: Games, halt: NDArray[np.int8] | None = None) -> Any:
        """A workspace of the size that these games need; `halt` says when they are to end before their time."""
        if self.size != games.search_size:
            self.size, self.workspace = games.search_size, games.new_workspace()
        return self.workspace if halt is None else self.workspace._replace(halt=halt)


def count_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
