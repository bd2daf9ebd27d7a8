"""Where games run: what a runner must do, whatever the number of threads, and what it does when a task fails."""

from __future__ import annotations

import signal
import threading
import time
from _thread import interrupt_main
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.unit.matches.small_games import DECKS, NAMES, PLAYERS, TABLE

from evometa.games.game import GameError
from evometa.games.hearthstone.engine.state.records import SCRIPT_EMPTY
from evometa.games.hearthstone.play import packing
from evometa.matches.counting import Batch
from evometa.matches.interrupts import Interrupted
from evometa.matches.results import BatchResult, TaskError
from evometa.matches.runners import Games, Outcome, Runner, ThreadRunner, Watched, count_cores, play_chunk
from evometa.matches.schedule import Chunk, Match, pack_matches

MATCHES = [Match((0, 1), (1, 1), 3, seed=5), Match((1, 0), (1, 1), 2, seed=6)]
JOBS = pack_matches(MATCHES)
GAMES = Games.pack([TABLE], DECKS, PLAYERS)


def fake_jobs(*arguments: Any) -> tuple[int, int]:
    """A stand-in for the compiled loop: every game is won by the seat that its number gives."""
    jobs, sums = arguments[3], arguments[6]
    for job in jobs:
        sums[job.cell].games += job.games
        for game in range(job.first, job.first + job.games):
            sums[job.cell].wins[game % 2] += 1
    return -1, -1


def run(runner: Runner, size: int | None = None, jobs: Any = JOBS) -> BatchResult:
    return Batch(GAMES, jobs, task_games=size).play(runner)


def cut(jobs: Any, size: int, games: Games = GAMES) -> Iterator[Chunk]:
    return Batch(games, jobs, task_games=size).chunks()


# --- the same counts ------------------------------------------------------------------------------


def test_real_games_count_the_same_on_threads_and_in_parts() -> None:
    whole = run(ThreadRunner(1), size=100).sums
    assert whole["games"].tolist() == [3, 2]
    assert run(ThreadRunner(3), size=1).sums.tobytes() == whole.tobytes()


@pytest.mark.parametrize("n_threads", [1, 2, 5])
@pytest.mark.parametrize("size", [1, 7, 50, 1000, None])
def test_counts_for_any_number_of_threads_and_size(
    n_threads: int, size: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "play_jobs", fake_jobs)
    jobs = pack_matches([Match((0, 1), (0, 1), 101, seed=k, first=k) for k in range(4)])
    sums = run(ThreadRunner(n_threads), size, jobs).sums
    assert sums["games"].tolist() == [101] * 4
    assert sums["wins"].tolist() == [[51, 50, 0], [50, 51, 0]] * 2


def test_a_task_may_run_twice() -> None:
    chunk = next(cut(JOBS, 2))
    once, again = play_chunk(GAMES, chunk), play_chunk(GAMES, chunk)
    assert once.sums.tobytes() == again.sums.tobytes()


def test_rows_are_there_on_request() -> None:
    with_rows = Games.pack([TABLE], DECKS, PLAYERS, per_game=True)
    chunk = next(cut(JOBS, 2, with_rows))
    outcome = play_chunk(with_rows, chunk)
    assert outcome.rows is not None
    assert np.bincount(outcome.rows["winner"], minlength=3).tolist() == outcome.sums["wins"][0].tolist()
    assert play_chunk(GAMES, chunk).rows is None


def test_outcomes_are_collected_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "play_jobs", fake_jobs)
    inside: list[int] = []
    most = 0

    def collect(chunk: Chunk, outcome: Outcome) -> None:
        nonlocal most
        inside.append(chunk.number)
        most = max(most, len(inside))
        threading.Event().wait(0.001)
        inside.pop()

    ThreadRunner(4).run(GAMES, cut(pack_matches([Match((0, 1), (0, 1), 40, 1)]), 1), collect)
    assert most == 1


def test_jobs_that_name_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="of 2 decks"):
        Batch(GAMES, pack_matches([Match((0, 2), (0, 1), 1, 1)]))


def test_the_number_of_threads() -> None:
    assert count_cores() >= 1
    with pytest.raises(ValueError, match="found 0 threads; allowed: 1 or more"):
        ThreadRunner(0)


# --- what fails -----------------------------------------------------------------------------------


def break_from(seed: int, how: Exception | None = None) -> Any:
    """A stand-in for the compiled loop that fails at the second game of every job from a seed on."""

    def play_jobs(*arguments: Any) -> tuple[int, int]:
        for j, job in enumerate(arguments[3]):
            if job.seed >= seed:
                if how:
                    raise how
                arguments[5][0].error = SCRIPT_EMPTY
                return j, 1
        return fake_jobs(*arguments)

    return play_jobs


@pytest.mark.parametrize("n_threads", [1, 3])
def test_the_first_task_that_fails_stops_the_run(n_threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "play_jobs", break_from(seed=4))
    jobs = pack_matches([Match((0, 1), (0, 1), 5, seed=k, first=100) for k in range(1000)])
    finished: list[int] = []
    with pytest.raises(GameError, match="game 101 of the match with seed 4: the script of random outcomes was used up"):
        ThreadRunner(n_threads).run(GAMES, cut(jobs, 5), lambda chunk, _: finished.append(chunk.number))
    assert sorted(finished) == [0, 1, 2, 3]


@pytest.mark.parametrize("n_threads", [1, 3])
def test_any_other_failure_names_the_games_and_the_reason(n_threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "play_jobs", break_from(4, MemoryError("no room")))
    jobs = pack_matches([Match((0, 1), (0, 1), 5, seed=k, first=100) for k in range(1000)])
    with pytest.raises(TaskError) as caught:
        run(ThreadRunner(n_threads), 5, jobs)
    assert str(caught.value) == (
        f"5 games from {NAMES[0]} against {NAMES[1]}, game 100 of the match with seed 4, could not be played: "
        "MemoryError: no room"
    )
    assert (caught.value.seed, caught.value.game) == (4, 100)
    assert isinstance(caught.value.__cause__, MemoryError)


def test_a_failure_of_the_collector_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "play_jobs", fake_jobs)

    def collect(chunk: Chunk, outcome: Outcome) -> None:
        raise RuntimeError("disk full")

    with pytest.raises(RuntimeError, match="disk full"):
        ThreadRunner(2).run(GAMES, cut(JOBS, 1), collect)


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C interrupts, as it does not in a process that was started in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("n_threads", [1, 2])
def test_ctrl_c_ends_the_run_and_leaves_whole_chunks(
    n_threads: int, monkeypatch: pytest.MonkeyPatch, ctrl_c: None
) -> None:
    monkeypatch.setattr(packing, "play_jobs", fake_jobs)
    batch = Batch(GAMES, pack_matches([Match((0, 1), (0, 1), 100_000_000, 1)]), task_games=4)
    finished: list[int] = []

    def interrupt(games: int) -> None:
        assert threading.current_thread() is not threading.main_thread()
        finished.append(games)
        if len(finished) == 10:
            interrupt_main()

    with pytest.raises(Interrupted) as stop:
        batch.play(Watched(ThreadRunner(n_threads), interrupt))
    (sums,) = stop.value.known.sums
    assert 40 <= sums["games"] == sum(finished) < 100_000_000
    assert sums["games"] % 4 == 0
    assert sums["wins"].sum() == sums["games"]


def test_ctrl_c_waits_for_the_chunk_at_hand(monkeypatch: pytest.MonkeyPatch, ctrl_c: None) -> None:
    def play_slowly(*arguments: Any) -> tuple[int, int]:
        if len(arguments[3]):
            interrupt_main()
            time.sleep(0.5)
        return fake_jobs(*arguments)

    monkeypatch.setattr(packing, "play_jobs", play_slowly)
    batch = Batch(GAMES, pack_matches([Match((0, 1), (0, 1), 100, 1)]), task_games=10)
    with pytest.raises(Interrupted) as stop:
        batch.play(ThreadRunner(1))
    known = stop.value.known.sums["games"].tolist()
    time.sleep(1)
    assert known == stop.value.known.sums["games"].tolist() == [10]
