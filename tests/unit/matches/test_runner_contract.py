"""What every runner must do: one test for all of them, with real games, on threads, on processes, and on a cluster."""

from __future__ import annotations

import signal
import threading
from _thread import interrupt_main
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.matches.dask_processes import DaskProcesses
from tests.unit.matches.small_games import CARDS, DECKS, NAMES, PLAYERS, RULES, TABLE

from evometa.cards import compile_table
from evometa.cards.patches.patch import Patch
from evometa.matches.batches import Batch, Rows
from evometa.matches.clusters import connect_cluster
from evometa.matches.executors import ExecutorRunner, on_processes
from evometa.matches.interrupts import Interrupted
from evometa.matches.results import BatchResult, GameError
from evometa.matches.runners import Games, Outcome, Runner, ThreadRunner, Watched
from evometa.matches.schedule import Chunk, Match, pack_matches

TABLES = [TABLE, compile_table(Patch(changes={"DS1_185.cost": 1}).apply(CARDS), RULES)]
GAMES = Games.pack(TABLES, DECKS, PLAYERS)
RANDOM = (1, 1)  # both players
JOBS = pack_matches([Match((0, 1), RANDOM, 3, seed=5), Match((1, 0), RANDOM, 2, seed=6, table=1)])


@cache
def here() -> BatchResult:
    """The games in one go, on one thread."""
    return Batch(GAMES, JOBS, task_games=100).play(ThreadRunner(1))


@pytest.fixture(scope="module", params=["threads", "executor", "processes", "cluster"])
def runner(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runner]:
    """Each runner in turn, with room for two chunks at a time."""
    if request.param == "threads":
        yield ThreadRunner(2)
    elif request.param == "executor":
        with ThreadPoolExecutor(2) as pool:
            yield ExecutorRunner(pool, 2)
    elif request.param == "processes":
        with on_processes(2) as processes:
            yield processes
    else:
        yield from run_cluster(tmp_path_factory.mktemp("dask"))


def run_cluster(folder: Path) -> Iterator[Runner]:
    with DaskProcesses(folder) as dask:
        dask.start_worker()
        dask.start_worker()
        dask.wait_for_workers(2)
        with connect_cluster(dask.address) as runner:
            yield runner


def test_counts_are_the_same_to_the_last_bit(runner: Runner) -> None:
    assert here().sums["games"].tolist() == [3, 2]
    for size in (2, 100):
        assert Batch(GAMES, JOBS, task_games=size).play(runner).sums.tobytes() == here().sums.tobytes()


def test_some_columns_are_enough(runner: Runner) -> None:
    every = here().sums
    some = Batch(GAMES, JOBS, columns=("turns", "wins"), task_games=3).play(runner).sums
    assert some.dtype.names == ("turns", "wins")
    assert all(np.array_equal(some[name], every[name]) for name in ("turns", "wins"))


def test_single_games_are_there_on_request(runner: Runner) -> None:
    rows = Rows(5)
    Batch(Games.pack(TABLES, DECKS, PLAYERS, per_game=True), JOBS, task_games=2).play(runner, rows.collect)
    assert rows.rows["turns"].sum() == here().sums["turns"].sum()
    assert [np.bincount(part, minlength=3).tolist() for part in np.split(rows.rows["winner"], [3])] == (
        here().sums["wins"].tolist()
    )


def test_outcomes_are_collected_one_at_a_time_and_never_by_the_main_thread(runner: Runner) -> None:
    inside: list[int] = []

    def collect(chunk: Chunk, outcome: Outcome) -> None:
        assert not inside
        assert threading.current_thread() is not threading.main_thread()
        inside.append(chunk.number)
        threading.Event().wait(0.01)
        inside.pop()

    runner.run(GAMES, Batch(GAMES, JOBS, task_games=1).chunks(), collect)


def test_the_first_game_that_fails_ends_the_run(runner: Runner) -> None:
    broken = Games.pack([TABLE], DECKS, PLAYERS, check=True)
    broken.decks["cards"][1] = broken.decks["hero"][0]  # a hero cannot be drawn
    matches = [Match((0, 0), RANDOM, 1, seed=1), *(Match((0, 1), RANDOM, 1, seed=k) for k in range(7, 999))]
    finished: list[int] = []
    with pytest.raises(
        GameError, match="game 0 of the match with seed 7: there is a card where no such card"
    ) as caught:
        runner.run(
            broken,
            Batch(broken, pack_matches(matches), task_games=1).chunks(),
            lambda chunk, _: finished.append(chunk.number),
        )
    assert caught.value.decks == tuple(NAMES)
    assert finished == [0]


def test_a_failure_of_the_collector_is_its_own(runner: Runner) -> None:
    def collect(chunk: Chunk, outcome: Outcome) -> None:
        raise RuntimeError("disk full")

    with pytest.raises(RuntimeError, match="disk full"):
        runner.run(GAMES, Batch(GAMES, JOBS, task_games=1).chunks(), collect)


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C interrupts, as it does not in a process that was started in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_ends_the_run_with_its_first_chunks(runner: Runner, ctrl_c: None) -> None:
    batch = Batch(GAMES, pack_matches([Match((0, 1), RANDOM, 1_000_000, seed=1)]), task_games=1)
    finished: list[int] = []

    def note(chunk: Chunk, outcome: Any) -> None:
        finished.append(chunk.number)

    def interrupt(games: int) -> None:
        if len(finished) == 3:
            interrupt_main()

    with pytest.raises(Interrupted) as stop:
        batch.play(Watched(runner, interrupt), note)
    known = stop.value.known.sums["games"].tolist()
    assert 3 <= known[0] == len(finished) < 200  # of a million: what is played until the interrupt comes through
    assert sorted(finished) == list(range(len(finished)))
    threading.Event().wait(0.5)
    assert stop.value.known.sums["games"].tolist() == known  # nothing is collected any more


def test_it_plays_on_after_all_that(runner: Runner) -> None:
    assert Batch(GAMES, JOBS).play(runner).checksum() == here().checksum()
