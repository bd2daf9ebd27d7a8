"""Where games run: a batch on all cores of a machine, a thread on each.

A batch is cut into chunks by counts alone. Each thread takes the next one, plays it in one call of compiled code, which
lets the other threads run, and adds its sums: whole numbers, so that the order does not matter, and the result is the
same for any number of threads.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from threading import Lock, Thread
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.cards.compiler import CardTable
from evometa.cards.decks import Deck
from evometa.cards.table import Table
from evometa.matches.batch import CHECKED, play_jobs
from evometa.matches.records import Result, Sums
from evometa.matches.results import BatchResult, GameError, add_sums
from evometa.matches.schedule import Chunk, Match, check_jobs, chunk_size, pack_decks, pack_matches, split_jobs
from evometa.players.beam import new_workspace
from evometa.players.styles import Player, pack_players

Progress = Callable[[int], None]  # is told how many games are finished since it was called last

WAKE_SECONDS = 0.2  # how often the waiting main thread looks for Ctrl-C, on systems where that does not wake it up


def play_games(
    tables: CardTable | Sequence[CardTable],
    decks: Sequence[Deck],
    players: Sequence[Player],
    matches: Sequence[Match] | NDArray[Any],
    threads: int | None = None,
    per_game: bool = False,
    check: bool = False,
    progress: Progress | None = None,
) -> BatchResult:
    """Play all matches, which name tables, decks and players by their index.

    Tables are variants of the same cards (one for each patch); `matches` may also be an array of jobs. `threads` is the
    number of cores unless given. With `per_game` the result also has a row for each game; without, memory does not
    depend on their number. `check` verifies the game's state after each action. Raises `GameError` if a game fails.
    Ctrl-C ends the batch when the chunks at hand are done, in about a second.
    """
    if threads is not None and threads < 1:
        raise ValueError(f"found {threads} threads; allowed: 1 or more")
    tables = [tables] if isinstance(tables, CardTable) else tables
    jobs = matches if isinstance(matches, np.ndarray) else pack_matches(matches)
    check_jobs(jobs, len(tables), len(decks), len(players))
    lists = pack_decks(decks, tables[0])
    games = _Games(pack_tables(tables), lists, pack_players(players), per_game, CHECKED if check else 0)
    run = _Run(games, jobs, decks, progress)
    run.play(count_cores() if threads is None else threads)
    return BatchResult(run.sums, run.rows if per_game else None, _distinct_ids(lists, tables[0]), run.cpu_seconds)


def count_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def pack_tables(tables: Sequence[CardTable]) -> NDArray[Any]:
    """Some tables of the same cards as one array."""
    if len(tables) == 1:
        return tables[0].array
    packed = np.zeros(len(tables), Table)
    for i, table in enumerate(tables):
        if table.ids != tables[0].ids:
            raise ValueError(f"tables 0 and {i} are not of the same cards, so a deck cannot mean the same in both")
        packed[i : i + 1].view(np.uint8)[:] = table.array.view(np.uint8)  # as bytes: field by field is slow
    return packed


def _distinct_ids(lists: NDArray[Any], table: CardTable) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(table.ids[card] for card in deck.distinct[: deck.n_distinct]) for deck in lists)


@dataclass(frozen=True, eq=False)
class _Games:
    """All that the games of a batch are played with."""

    tables: NDArray[Any]
    decks: NDArray[Any]
    styles: NDArray[Any]
    per_game: bool
    options: int

    @property
    def width(self) -> int:
        """That of the widest search."""
        return int(self.styles["width"].max(initial=1))

    def new_workspace(self) -> Any:
        """Memory for one thread."""
        return new_workspace(self.width, int(self.styles["depth"].max(initial=1)))

    def play(self, jobs: NDArray[Any], workspace: Any, rows: NDArray[Any], sums: NDArray[Any]) -> tuple[int, int]:
        """Play some jobs; returns the job and the game that failed, or (-1, -1)."""
        log = np.zeros(1, np.uint64)  # no room, so nothing is logged
        job, game = play_jobs(self.tables, self.decks, self.styles, jobs, workspace, rows, sums, log, self.options)
        return int(job), int(game)


class _Run:
    """A batch while it is played: what its threads share."""

    def __init__(self, games: _Games, jobs: NDArray[Any], decks: Sequence[Deck], progress: Progress | None) -> None:
        n_games = int(jobs["games"].sum())
        self.games, self.decks, self.progress = games, decks, progress
        self.chunks: Iterator[Chunk] = split_jobs(jobs, chunk_size(n_games, games.width))
        self.sums = np.zeros(int(jobs["cell"].max(initial=-1)) + 1, Sums)
        self.rows = np.zeros(n_games if games.per_game else 1, Result)
        self.lock = Lock()
        self.stopped = False
        self.failures: dict[int, BaseException] = {}  # by the number of the chunk
        self.cpu_seconds = 0.0
        games.play(jobs[:0], games.new_workspace(), self.rows, self.sums)  # compiles, before any thread starts

    def play(self, n_threads: int) -> None:
        """Play all chunks; raises what went wrong in the first of them that failed."""
        if n_threads == 1:
            self.work()
        else:
            self.play_on_threads(n_threads)
        if self.failures:
            raise self.failures[min(self.failures)]

    def play_on_threads(self, n_threads: int) -> None:
        """Start the threads and wait for them; when interrupted, wait only for the chunks at hand."""
        threads = [Thread(target=self.work) for _ in range(n_threads)]
        for thread in threads:
            thread.start()
        try:
            _wait_for(threads)
        finally:
            self.stopped = True
            _wait_for(threads)

    def work(self) -> None:
        """What each thread does: play one chunk after the other."""
        number = -1
        try:
            workspace = self.games.new_workspace()
            with np.errstate(over="ignore"):  # uncompiled hashes wrap around, and each thread has its own settings
                while (chunk := self.next_chunk()) is not None:
                    number = chunk.number
                    self.play_chunk(chunk, workspace)
        except BaseException as error:  # an interrupt too; `play` raises it again
            self.failures[number] = error
            self.stopped = True

    def next_chunk(self) -> Chunk | None:
        """The next chunk, unless all are taken or the batch has to stop."""
        with self.lock:
            return None if self.stopped else next(self.chunks, None)

    def play_chunk(self, chunk: Chunk, workspace: Any) -> None:
        """Play a chunk, and add what came out."""
        rows = self.rows[chunk.row : chunk.row + chunk.games] if self.games.per_game else np.zeros(1, Result)
        sums = np.zeros(len(chunk.cells), Sums)
        started = time.thread_time()
        job, game = self.games.play(chunk.jobs, workspace, rows, sums)
        seconds = time.thread_time() - started
        if job >= 0:
            row = int(chunk.jobs["games"][:job].sum()) + game if self.games.per_game else 0
            raise GameError.of_job(chunk.jobs[job], game, int(rows[row].error), self.decks)
        with self.lock:
            add_sums(self.sums, chunk.cells, sums)
            self.cpu_seconds += seconds
            if self.progress:
                self.progress(chunk.games)


def _wait_for(threads: Sequence[Thread]) -> None:
    for thread in threads:
        while thread.is_alive():
            thread.join(WAKE_SECONDS)
