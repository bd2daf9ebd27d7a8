"""Batches: what is counted, how much room that takes, and what is left after an interrupt."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pytest
from tests.unit.matches.small_games import DECKS, PLAYERS, TABLE

from evometa.games.records import Sums
from evometa.matches.counting import Batch, Tally
from evometa.matches.interrupts import Interrupted, until_interrupted
from evometa.matches.results import BatchResult
from evometa.matches.runners import Collect, Games, Outcome, ThreadRunner, Watched
from evometa.matches.schedule import Chunk, Match, pack_matches

GAMES = Games.pack([TABLE], DECKS, PLAYERS)
MEGABYTE = 1 << 20


@dataclass
class AllWon:
    """Plays no game: whoever starts wins, in ten turns. Stops after some chunks, if told."""

    stop_after: int | None = None

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        for chunk in chunks:
            if chunk.number == self.stop_after:
                raise KeyboardInterrupt
            sums = np.zeros(len(chunk.cells), Sums)
            for job in chunk.jobs:
                sums[job.cell].games += job.games
                sums[job.cell].wins[0] += job.games
                sums[job.cell].turns += 10 * job.games
            collect(chunk, Outcome(sums, None, 0.25))


def batch_of(*games: int, size: int = 4, columns: tuple[str, ...] | None = None) -> Batch:
    jobs = pack_matches([Match((0, 1), (0, 1), n, seed=k) for k, n in enumerate(games)])
    return Batch(GAMES, jobs, columns=columns, task_games=size)


# --- what is counted --------------------------------------------------------------------------------


def test_games_and_time_of_all_chunks_add_up() -> None:
    result = batch_of(5, 0, 9).play(AllWon())
    assert result.sums["games"].tolist() == result.sums["wins"][:, 0].tolist() == [5, 0, 9]
    assert (result.n_games, result.n_turns) == (14, 140)
    assert result.cpu_seconds == 4 * 0.25


def test_columns_are_the_same_numbers_and_no_others() -> None:
    whole = batch_of(3, 2).play(ThreadRunner(1))
    some = batch_of(3, 2, columns=("turns", "wins")).play(ThreadRunner(2))
    assert some.sums.dtype.names == ("turns", "wins")
    for name in ("turns", "wins"):
        assert some.sums[name].tolist() == whole.sums[name].tolist()
    assert some.n_games == whole.n_games == 5


def test_there_are_as_many_cells_as_asked_for() -> None:
    jobs = pack_matches([Match((0, 1), (0, 1), 1, 1, cell=2)])
    assert Batch(GAMES, jobs).play(AllWon()).sums["games"].tolist() == [0, 0, 1]
    assert Batch(GAMES, jobs, n_cells=5).play(AllWon()).sums["games"].tolist() == [0, 0, 1, 0, 0]


def test_batches_can_be_counted_together() -> None:
    tally = Tally(2)
    for games in ((3, 1), (2, 2)):
        batch_of(*games).play(AllWon(), tally=tally)
    assert tally.sums["games"].tolist() == [5, 3]
    assert tally.cpu_seconds == 2 * 0.25


def test_whoever_asks_sees_every_outcome() -> None:
    seen: list[tuple[int, int]] = []
    told: list[int] = []
    batch_of(6, 3).play(Watched(AllWon(), told.append), lambda chunk, outcome: seen.append((chunk.row, chunk.games)))
    assert seen == [(0, 4), (4, 4), (8, 1)]
    assert told == [4, 4, 1]


def test_the_games_of_a_chunk_have_their_cells_and_numbers() -> None:
    matches = [Match((0, 1), (0, 1), 3, seed=1, first=10, cell=4), Match((1, 0), (0, 1), 2, seed=2, cell=1)]
    chunks = Batch(GAMES, pack_matches(matches), task_games=2).chunks()
    listed = [(cells.tolist(), numbers.tolist()) for cells, numbers in (chunk.list_games() for chunk in chunks)]
    assert listed == [([4, 4], [10, 11]), ([4, 1], [12, 0]), ([1], [1])]


# --- how much room it takes -------------------------------------------------------------------------


def test_a_few_columns_of_very_many_cells_take_little_room() -> None:
    """A generation: 256 tables with 132 ordered pairs of 12 decks. The sums of all cards would take 1.3 gigabytes."""
    n_cells = 256 * 132
    jobs = np.tile(pack_matches([Match((0, 1), (0, 1), 4, seed=1)]), n_cells)
    jobs["cell"] = np.arange(n_cells)
    tracemalloc.start()
    result = Batch(GAMES, jobs, columns=("wins",)).play(AllWon())
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert result.n_games == 4 * n_cells
    assert result.sums.nbytes < MEGABYTE
    assert most < 60 * MEGABYTE  # most of it for one chunk at a time


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    most = []
    for games in (1_000, 1_000_000):
        tracemalloc.start()
        batch_of(games, size=1_000).play(AllWon())
        most.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert most[1] < 1.5 * most[0]


# --- what is left after an interrupt ----------------------------------------------------------------


def test_an_interrupt_carries_the_counts_of_the_chunks_that_are_finished() -> None:
    with pytest.raises(Interrupted) as stop:
        batch_of(6, 6).play(AllWon(stop_after=2))
    known = stop.value.known
    assert isinstance(known, BatchResult)
    assert known.sums["games"].tolist() == [6, 2]
    assert isinstance(stop.value.__cause__, KeyboardInterrupt)
    assert len(str(stop.value)) < 100


def test_the_edge_goes_on_with_what_is_known() -> None:
    whole = until_interrupted(lambda: batch_of(6, 6).play(AllWon()))
    part = until_interrupted(lambda: batch_of(6, 6).play(AllWon(stop_after=1)))
    assert (whole.n_games, part.n_games) == (12, 4)


def test_an_interrupt_outside_of_games_is_nobody_elses() -> None:
    def play() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as stop:
        until_interrupted(play)
    assert not isinstance(stop.value, Interrupted)
