"""Games on an executor: what is sent, to whom, and what happens when a worker is lost."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest
from tests.unit.matches.small_games import DECKS, NAMES, PLAYERS, TABLE
from tests.unit.matches.test_runners import fake_jobs

from evometa.games.hearthstone.play import packing
from evometa.input.errors import InputError
from evometa.matches.counting import Batch
from evometa.matches.remote import workers
from evometa.matches.remote.executors import MOST_LOSSES, ExecutorRunner, start_processes
from evometa.matches.remote.parcels import Parcel
from evometa.matches.remote.workers import IDENTITY, Shelf, Wanted, play_sent
from evometa.matches.results import TaskError
from evometa.matches.runners import Games, ThreadRunner, Watched
from evometa.matches.schedule import Match, pack_matches

GAMES = Games.pack([TABLE], DECKS, PLAYERS)
JOBS = pack_matches([Match((0, 1), (1, 1), 12, seed=5)])
BATCH = Batch(GAMES, JOBS, task_games=1)


class NotingExecutor(Executor):
    """Plays at once, through pickle as if far away, and notes the sizes of what is sent. It can break."""

    def __init__(self, breaks_at: Callable[[Any], bool] = lambda chunk: False) -> None:
        self.sizes: list[int] = []
        self.breaks_at, self.is_broken = breaks_at, False

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        sent = pickle.dumps((function, arguments))
        self.sizes.append(len(sent))
        if self.is_broken:
            raise BrokenProcessPool("it is broken")
        future: Future[Any] = Future()
        self.is_broken = self.breaks_at(arguments[2])
        try:
            if self.is_broken:
                raise BrokenProcessPool("a process ended abruptly")
            function, arguments = pickle.loads(sent)
            future.set_result(pickle.loads(pickle.dumps(function(*arguments))))
        except Exception as error:
            future.set_exception(error)
        return future


@pytest.fixture(autouse=True)
def _empty_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_shelf", Shelf())
    monkeypatch.setattr(packing, "play_jobs", fake_jobs)


# --- what is sent ---------------------------------------------------------------------------------


def test_games_are_sent_once_and_not_with_every_chunk() -> None:
    executor = NotingExecutor()
    runner = ExecutorRunner(executor, 1)
    for _ in range(2):
        assert BATCH.play(runner).n_games == 12
    first, *others = executor.sizes
    assert first > 100_000
    assert len(others) == 23
    assert max(others) < 5_000


def test_a_worker_keeps_what_the_last_batches_were_played_with() -> None:
    shelf, parcels = Shelf(2), [Parcel.pack(Games.pack([TABLE], DECKS, PLAYERS[:n])) for n in (0, 1, 2)]
    for parcel in parcels:
        assert shelf.find(parcel.key, None) is None
        assert shelf.find(parcel.key, parcel) is not None
    assert [shelf.find(parcel.key, None) is not None for parcel in parcels] == [False, True, True]


def test_a_worker_asks_for_what_it_has_not() -> None:
    chunk = next(BATCH.chunks())
    assert play_sent(IDENTITY, "unheard of", chunk, None) == Wanted("unheard of")


# --- who may play ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["evometa", "rules", "code"])
def test_a_worker_with_other_code_refuses_to_play(name: str) -> None:
    with pytest.raises(
        InputError, match=rf"^worker .*, process \d+: found .*{name} {IDENTITY[name]}.*allowed: .*other"
    ):
        play_sent({**IDENTITY, name: "other"}, "key", next(BATCH.chunks()), None)


def test_the_number_of_workers() -> None:
    with pytest.raises(ValueError, match="found 0 workers; allowed: 1 or more"):
        ExecutorRunner(NotingExecutor(), 0)


# --- lost workers ---------------------------------------------------------------------------------


def test_an_executor_that_breaks_is_replaced() -> None:
    made: list[NotingExecutor] = []

    def make() -> Executor:
        number = len(made)
        made.append(NotingExecutor(lambda chunk: chunk.number == 3 + number and number < 3))
        return made[-1]

    assert BATCH.play(ExecutorRunner(make, 2)).checksum() == BATCH.play(ThreadRunner(1)).checksum()
    assert len(made) == 4


def test_a_chunk_that_breaks_every_executor_is_named() -> None:
    made: list[NotingExecutor] = []

    def make() -> Executor:
        made.append(NotingExecutor(lambda chunk: chunk.number == 3))
        return made[-1]

    with pytest.raises(TaskError) as caught:
        BATCH.play(ExecutorRunner(make, 2))
    assert (caught.value.seed, caught.value.game, caught.value.decks) == (5, 3, tuple(NAMES))
    assert f"{MOST_LOSSES + 1} workers were lost that played them (a process ended abruptly)" in str(caught.value)
    assert len(made) <= MOST_LOSSES + 2


def test_an_executor_that_nobody_can_replace_ends_the_run() -> None:
    with pytest.raises(InputError, match=r"lost a worker and plays no more \(.*; give a function that makes"):
        BATCH.play(ExecutorRunner(NotingExecutor(lambda chunk: chunk.number == 3), 1))


def test_an_executor_is_closed_by_whoever_made_it() -> None:
    with ThreadPoolExecutor(1) as pool:
        with ExecutorRunner(pool, 1) as runner:
            BATCH.play(runner)
        assert pool.submit(int, 7).result() == 7
    made: list[ThreadPoolExecutor] = []
    with ExecutorRunner(lambda: made.append(ThreadPoolExecutor(1)) or made[-1], 1) as runner:
        BATCH.play(runner)
    with pytest.raises(RuntimeError, match="cannot schedule"):
        made[0].submit(int, 7)


def test_a_process_that_is_killed_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # real games, also here
    made: list[ProcessPoolExecutor] = []

    def make() -> Executor:
        made.append(start_processes(2))
        return made[-1]

    finished: list[int] = []

    def kill(games: int) -> None:
        finished.append(games)
        if len(finished) == 3:
            os.kill(next(iter(made[0]._processes)), signal.SIGKILL)

    with ExecutorRunner(make, 2) as runner:
        there = BATCH.play(Watched(runner, kill))
    assert len(made) == 2
    assert there.checksum() == BATCH.play(ThreadRunner(1)).checksum()
