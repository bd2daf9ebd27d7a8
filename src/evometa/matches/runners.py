"""Where games run: a small interface, and the runner for this machine, a thread on each core.

A batch is cut into chunks, tasks of about a second, by counts alone. A runner plays each of them in one call of
compiled code, anywhere and in any order, and hands back counts. A game depends on its seed and its number only, and
counts are whole numbers that add up in any order: so the result is the same wherever, however often and in whatever
parts the games are played.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from threading import Lock, Thread
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from evometa.cards.compiling.compiler import CardTable
from evometa.cards.compiling.table import Table
from evometa.cards.decks.deck import Deck
from evometa.matches.batch import CHECKED, play_jobs
from evometa.matches.records import Result, Sums
from evometa.matches.results import BatchResult, GameError, add_sums
from evometa.matches.schedule import Chunk, Match, check_jobs, chunk_size, pack_decks, pack_matches, split_jobs
from evometa.players.beam import new_workspace
from evometa.players.styles import Player, pack_players

Progress = Callable[[int], None]  # is told how many games are finished since it was called last

WAKE_SECONDS = 0.2  # how often the waiting main thread looks for Ctrl-C, on systems where that does not wake it up


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
        """That of the widest search."""
        return int(self.styles["width"].max(initial=1))

    def new_workspace(self) -> Any:
        """Memory for one thread."""
        return new_workspace(self.width, int(self.styles["depth"].max(initial=1)))


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


def cut_jobs(games: Games, jobs: NDArray[Any], size: int | None = None) -> Iterator[Chunk]:
    """The jobs in chunks of `size` games; of about a second, unless said."""
    check_jobs(jobs, len(games.tables), len(games.decks), len(games.styles))
    return split_jobs(jobs, chunk_size(int(jobs["games"].sum()), games.width) if size is None else size)


class Outcome(NamedTuple):
    """What came out of a chunk."""

    sums: NDArray[Any]  # a row for each of its cells (`matches.records.Sums`)
    rows: NDArray[Any] | None  # if asked for, one for each game, in order (`matches.records.Result`)
    cpu_seconds: float


class TaskError(Exception):
    """A chunk that could not be played, though none of its games is known to be at fault; seed and game repeat it."""

    def __init__(self, games: Games, chunk: Chunk, reason: BaseException) -> None:
        job = chunk.jobs[0]
        self.seed, self.game = int(job.seed), int(job.first)
        first, second = (games.names[int(i)] for i in job.decks)
        super().__init__(
            f"{chunk.games} games from {first} against {second}, game {self.game} of the match with seed {self.seed}, "
            f"could not be played: {type(reason).__name__}: {reason}"
        )


def play_chunk(games: Games, chunk: Chunk, workspace: Any = None) -> Outcome:
    """Play a chunk; raises `GameError` if a game fails. A workspace (without: a new one) belongs to one thread."""
    workspace = games.new_workspace() if workspace is None else workspace
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

        A chunk that fails ends the run: of those that failed, the error of the first is raised, a `GameError` or a
        `TaskError`, and no outcome of it is collected. Ctrl-C ends the run when the chunks at hand are done, and raises
        `KeyboardInterrupt`; what was collected is whole.
        """


@dataclass(frozen=True)
class ThreadRunner:
    """Runs games on this machine. Compiled code lets other threads run, so that each of them keeps a core busy."""

    threads: int | None = None  # as many as there are cores, unless said

    def __post_init__(self) -> None:
        if self.threads is not None and self.threads < 1:
            raise ValueError(f"found {self.threads} threads; allowed: 1 or more")

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        """Play all chunks, as `Runner` says."""
        _compile(games)  # before any thread starts
        work = _Work(games, iter(chunks), collect)
        # A single thread too: Ctrl-C interrupts the main thread only, and so never a `collect` half-way.
        threads = [Thread(target=work.play_chunks) for _ in range(self.threads or count_cores())]
        for thread in threads:
            thread.start()
        try:
            _wait_for(threads)
        finally:
            work.is_stopped = True
            _wait_for(threads)
        if work.failures:
            raise work.failures[min(work.failures)]


def count_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _compile(games: Games) -> None:
    nothing = np.zeros(0, np.intp)
    play_chunk(games, Chunk(0, 0, pack_matches([]), nothing))


@dataclass
class _Work:
    """What the threads of a run share."""

    games: Games
    chunks: Iterator[Chunk]
    collect: Collect
    lock: Any = field(default_factory=Lock)
    is_stopped: bool = False
    failures: dict[int, BaseException] = field(default_factory=dict)  # by the number of the chunk

    def play_chunks(self) -> None:
        """What each thread does: play one chunk after the other."""
        number = -1
        try:
            workspace = self.games.new_workspace()
            while (chunk := self.next_chunk()) is not None:
                number = chunk.number
                outcome = self.play(chunk, workspace)
                with self.lock:
                    self.collect(chunk, outcome)
        except BaseException as error:  # an interrupt too; `run` raises it again
            self.failures[number] = error
            self.is_stopped = True

    def next_chunk(self) -> Chunk | None:
        """The next chunk, unless all are taken or the run has to stop."""
        with self.lock:
            return None if self.is_stopped else next(self.chunks, None)

    def play(self, chunk: Chunk, workspace: Any) -> Outcome:
        """Play a chunk; whatever goes wrong says which games it was."""
        try:
            return play_chunk(self.games, chunk, workspace)
        except GameError:
            raise
        except Exception as error:
            raise TaskError(self.games, chunk, error) from error


def _wait_for(threads: Sequence[Thread]) -> None:
    for thread in threads:
        while thread.is_alive():
            thread.join(WAKE_SECONDS)


# --- in one call ----------------------------------------------------------------------------------


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
    runner = ThreadRunner(threads)
    games = Games.pack([tables] if isinstance(tables, CardTable) else tables, decks, players, per_game, check)
    jobs = matches if isinstance(matches, np.ndarray) else pack_matches(matches)
    chunks = cut_jobs(games, jobs)
    tally = Tally(int(jobs["cell"].max(initial=-1)) + 1, int(jobs["games"].sum()) if per_game else None, progress)
    runner.run(games, chunks, tally.collect)
    return BatchResult(tally.sums, tally.rows, games.cards, tally.cpu_seconds)


class Tally:
    """The finished chunks of a batch, added up."""

    def __init__(self, n_cells: int, n_rows: int | None = None, progress: Progress | None = None) -> None:
        self.sums = np.zeros(n_cells, Sums)
        self.rows = None if n_rows is None else np.zeros(n_rows, Result)
        self.progress = progress
        self.cpu_seconds = 0.0

    def collect(self, chunk: Chunk, outcome: Outcome) -> None:
        """Add what came out of a chunk."""
        add_sums(self.sums, chunk.cells, outcome.sums)
        if self.rows is not None:
            self.rows[chunk.row : chunk.row + chunk.games] = outcome.rows
        self.cpu_seconds += outcome.cpu_seconds
        if self.progress:
            self.progress(chunk.games)
