"""Where games run: a small interface, and the runner for this machine, a thread on each core.

A batch is cut into chunks, tasks of about a second, by counts alone. A runner plays each of them in one call of
compiled code, anywhere and in any order, and hands back counts. A game depends on its seed and its number only, and
counts are whole numbers that add up in any order: so the result is the same wherever, however often and in whatever
parts the games are played. All that goes to a runner or comes back from it can be pickled, errors too.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from threading import Condition, Thread
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from evometa.cards.compiling.compiler import CardTable
from evometa.cards.compiling.table import Table
from evometa.cards.decks.deck import Deck
from evometa.input.short_repr import short_repr
from evometa.matches.batch import CHECKED, play_jobs
from evometa.matches.records import Result, Sums
from evometa.matches.results import GameError, TaskError
from evometa.matches.schedule import Chunk, pack_decks, pack_matches
from evometa.players.styles import Player, pack_players
from evometa.players.workspace import new_workspace

WAKE_SECONDS = 0.2  # after which a waiting main thread looks for Ctrl-C, on systems where that does not wake it up


# --- what runs ------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Games:
    """All that the games of a batch are played with: plain arrays and texts, so that it can be sent anywhere."""

    tables: NDArray[Any]
    decks: NDArray[Any]
    styles: NDArray[Any]
    names: tuple[str, ...]  # of the decks, for messages
    cards: tuple[tuple[str, ...], ...]  # by deck: the ids of its distinct cards
    per_game: bool = False  # whether outcomes have a row for each game
    options: int = 0

    __repr__ = short_repr

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
        return cls(pack_tables(tables), lists, pack_players(players), names, cards, per_game, options)

    @property
    def width(self) -> int:
        """The width of the widest search."""
        return int(self.styles["width"].max(initial=1))

    def new_workspace(self) -> Any:
        """The memory that one thread plays in."""
        return new_workspace(self.width, int(self.styles["depth"].max(initial=1)))


def pack_tables(tables: Sequence[CardTable]) -> NDArray[Any]:
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

    sums: NDArray[Any]  # a row for each of its cells (`matches.records.Sums`)
    rows: NDArray[Any] | None  # if asked for, one for each game, in order (`matches.records.Result`)
    cpu_seconds: float  # that the games took

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
    rows = np.zeros(chunk.games if games.per_game else 1, Result)
    sums = np.zeros(len(chunk.cells), Sums)
    log = np.zeros(1, np.uint64)  # no room, so nothing is logged
    started = time.thread_time()
    with np.errstate(over="ignore"):  # uncompiled hashes wrap around, and each thread has its own settings
        found = play_jobs(
            games.tables, games.decks, games.styles, chunk.jobs, workspace, rows, sums, log, games.options
        )
    seconds = time.thread_time() - started
    job, game = (int(number) for number in found)
    if job >= 0:
        row = int(chunk.jobs["games"][:job].sum()) + game if games.per_game else 0
        raise GameError.of_job(chunk.jobs[job], game, int(rows[row].error), games.names)
    return Outcome(sums, rows if games.per_game else None, seconds)


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
class Watched:
    """A runner that passes all chunks on to another one, and tells how many games are finished."""

    __repr__ = short_repr

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
        _compile(games)  # before any thread starts
        n_threads = self.threads or count_cores()
        workers = [partial(play_chunk, games, workspace=games.new_workspace()) for _ in range(n_threads)]
        share_chunks(workers, chunks, collect)


def count_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _compile(games: Games) -> None:
    """Have the rules compiled, by a chunk that has no games."""
    _play_chunk(games, Chunk(0, 0, pack_matches([]), np.zeros(0, np.intp)), games.new_workspace())


# --- for runners ----------------------------------------------------------------------------------

Worker = Callable[[Chunk], Outcome]  # plays one chunk at a time


def share_chunks(workers: Sequence[Worker], chunks: Iterable[Chunk], collect: Collect) -> None:
    """Let workers play all chunks, a thread for each of them, in order and otherwise as `Runner` says.

    A worker may play a chunk itself, if that lets other threads run, or wait for another process or machine to do so.
    """
    work = _Work(iter(chunks), collect)
    # A thread for a single worker too: Ctrl-C interrupts the main thread only, and so never a `collect` half-way.
    threads = [Thread(target=work.play_chunks, args=[worker]) for worker in workers]
    try:
        for thread in threads:
            thread.start()
        _wait_for(threads)
    finally:
        work.stop()
    if work.failures:
        raise work.failures[min(work.failures)]


@dataclass
class _Work:
    """What the threads of a run share."""

    chunks: Iterator[Chunk]
    collect: Collect
    lock: Condition = field(default_factory=Condition)
    at_hand: set[int] = field(default_factory=set)  # the numbers of the chunks that are being played
    is_stopped: bool = False
    failures: dict[int, BaseException] = field(default_factory=dict)  # by the number of the chunk

    def play_chunks(self, worker: Worker) -> None:
        """What each thread does: let its worker play one chunk after the other."""
        number = -1
        try:
            while (chunk := self.take_chunk()) is not None:
                number = chunk.number
                self.hand_in(chunk, worker(chunk))
        except BaseException as error:  # an interrupt too; `share_chunks` raises it again
            self.give_up(number, error)

    def take_chunk(self) -> Chunk | None:
        """The next chunk, unless all are taken or the run has to stop."""
        with self.lock:
            chunk = None if self.is_stopped else next(self.chunks, None)
            if chunk is not None:
                self.at_hand.add(chunk.number)
            return chunk

    def hand_in(self, chunk: Chunk, outcome: Outcome) -> None:
        """Collect what came out of a chunk."""
        with self.lock:
            self.collect(chunk, outcome)
            self._put_down(chunk.number)

    def give_up(self, number: int, error: BaseException) -> None:
        """Stop the run, because a chunk failed."""
        with self.lock:
            self.failures[number] = error
            self.is_stopped = True
            self._put_down(number)

    def stop(self) -> None:
        """Let nobody take another chunk, and wait until those at hand are done.

        It does not wait for the threads: an interrupted `Thread.join` may take a thread that still runs for dead.
        """
        with self.lock:
            self.is_stopped = True
            while self.at_hand:
                self.lock.wait(WAKE_SECONDS)

    def _put_down(self, number: int) -> None:
        self.at_hand.discard(number)
        self.lock.notify_all()


def _wait_for(threads: Sequence[Thread]) -> None:
    for thread in threads:
        while thread.is_alive():
            thread.join(WAKE_SECONDS)
