"""One way to play: a batch says which games there are, has a runner play them, and counts them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.decks.deck import Deck
from evometa.games.players import Player
from evometa.games.records import Result, Sample
from evometa.games.tables import CardTable
from evometa.input.short_repr import Short
from evometa.matches.interrupts import keep_on_interrupt
from evometa.matches.results import BatchResult, add_sums
from evometa.matches.runners import Collect, Games, Outcome, Runner, ThreadRunner, sums_type
from evometa.matches.schedule import Chunk, Match, check_jobs, chunk_size, pack_matches, split_jobs


@dataclass(frozen=True, eq=False)
class Batch(Short):
    """Games to be played: with what, which ones, and where they are counted. It can be sent anywhere."""

    games: Games
    jobs: NDArray[Any]  # of `games.records.Job`
    n_cells: int | None = None  # default: up to the last one that a job names
    columns: tuple[str, ...] | None = None  # the fields of `games.records.Sums` that are kept; default: all
    task_games: int | None = None  # games in a chunk, which does not change the result; default: about a second's worth

    def __post_init__(self) -> None:
        check_jobs(self.jobs, len(self.games.tables), len(self.games.decks), len(self.games.players))

    @property
    def n_games(self) -> int:
        """How many games there are."""
        return int(self.jobs["games"].sum())

    def chunks(self) -> Iterator[Chunk]:
        """The tasks for a runner."""
        usual = chunk_size(self.n_games, self.games.effort)
        return split_jobs(self.jobs, usual if self.task_games is None else self.task_games)

    def play(self, runner: Runner, *also: Collect, tally: Tally | None = None) -> BatchResult:
        """Play all games, and count them in a tally (default: a new one) and in whatever `also` does with outcomes.

        Memory does not depend on the number of games, and for each cell only on the columns. Ctrl-C ends the batch
        when the chunks at hand are done, in about a second, and raises `Interrupted` with the result until then.
        """
        n_cells = int(self.jobs["cell"].max(initial=-1)) + 1 if self.n_cells is None else self.n_cells
        counts = Tally(n_cells, self.columns) if tally is None else tally

        def collect(chunk: Chunk, outcome: Outcome) -> None:
            for each in (counts.collect, *also):
                each(chunk, outcome)

        with keep_on_interrupt(lambda: self._result(counts)):
            runner.run(replace(self.games, columns=self.columns), self.chunks(), collect)
        return self._result(counts)

    def _result(self, counts: Tally) -> BatchResult:
        return BatchResult(counts.sums, None, self.games.cards, counts.cpu_seconds)


class Tally:
    """The finished chunks of one batch, or of several that share their cells, added up."""

    def __init__(self, n_cells: int, columns: Sequence[str] | None = None) -> None:
        self.sums: NDArray[Any] = np.zeros(n_cells, sums_type(columns))
        self.cpu_seconds = 0.0

    def collect(self, chunk: Chunk, outcome: Outcome) -> None:
        """Add what came out of a chunk."""
        add_sums(self.sums, chunk.cells, outcome.sums)
        self.cpu_seconds += outcome.cpu_seconds


class Rows:
    """Every single game of a batch, in the order of its jobs."""

    def __init__(self, n_games: int) -> None:
        self.rows: NDArray[Any] = np.zeros(n_games, Result)

    def collect(self, chunk: Chunk, outcome: Outcome) -> None:
        """Put the games of a chunk in their place."""
        self.rows[chunk.row : chunk.row + chunk.games] = outcome.rows


class Samples:
    """The measured positions of a batch, in the order of its games."""

    def __init__(self) -> None:
        self._parts: dict[int, NDArray[Any]] = {}  # by the number of the chunk

    def collect(self, chunk: Chunk, outcome: Outcome) -> None:
        """Keep the positions of a chunk."""
        if outcome.samples is not None:
            self._parts[chunk.number] = outcome.samples

    def join(self) -> NDArray[Any]:
        """All of them (`games.records.Sample`)."""
        return np.concatenate([np.zeros(0, Sample), *(self._parts[number] for number in sorted(self._parts))])


# --- in one call ----------------------------------------------------------------------------------


def play_games(
    tables: CardTable | Sequence[CardTable],
    decks: Sequence[Deck],
    players: Sequence[Player],
    matches: Sequence[Match] | NDArray[Any],
    threads: int | None = None,
    per_game: bool = False,
    check: bool = False,
    runner: Runner | None = None,
) -> BatchResult:
    """Play all matches, which name tables, decks and players by their index.

    Tables are variants of the same cards (one for each patch); `matches` may also be an array of jobs. `threads` is the
    number of cores by default; a `runner` plays elsewhere. With `per_game` the result also has a row for each game;
    otherwise memory does not depend on their number. `check` verifies the game's state after each action. Raises
    `GameError` if a game fails, and `Interrupted` after Ctrl-C, as `Batch.play` does.
    """
    games = Games.pack([tables] if isinstance(tables, CardTable) else tables, decks, players, per_game, check)
    batch = Batch(games, matches if isinstance(matches, np.ndarray) else pack_matches(matches))
    where = runner or ThreadRunner(threads)
    if not per_game:
        return batch.play(where)
    every = Rows(batch.n_games)
    return replace(batch.play(where, every.collect), games=every.rows)
