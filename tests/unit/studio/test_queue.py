"""The queue: jobs share its threads, can be stopped, and tell what went wrong."""

import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest

from evometa.games.registry import default_game
from evometa.input.errors import InputError
from evometa.matches.runners import Games, Outcome
from evometa.matches.schedule import Chunk
from evometa.studio import queue as queue_module
from evometa.studio.queue import Cancelled, Job, QueueRunner, WorkQueue

GAME = default_game()
EMPTY = Games(GAME, *(np.zeros(0) for _ in range(3)), (), ())
SECONDS = 0.01  # that a chunk takes


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> Iterator[WorkQueue]:
    """A queue of one thread, whose chunks do nothing but take their time."""

    def play(games: Games, chunk: Chunk, workspace: object) -> Outcome:
        time.sleep(SECONDS)
        return Outcome(np.zeros(0), None, 0.0)

    monkeypatch.setattr(queue_module, "play_chunk", play)
    monkeypatch.setattr(type(GAME), "prepare", lambda game: None)
    monkeypatch.setattr(queue_module.Desk, "workspace_for", lambda desk, games: None)
    queue = WorkQueue(threads=1)
    yield queue
    queue.close()


def chunks(n: int) -> Iterator[Chunk]:
    return (Chunk(i, 0, np.zeros(0, [("games", int)]), np.zeros(0, np.intp)) for i in range(n))


def play(runner: QueueRunner, n: int, done: list[str], name: str) -> None:
    runner.run(EMPTY, chunks(n), lambda chunk, outcome: done.append(name))


def wait_for(job: Job) -> None:
    assert job.done.wait(60)


def test_jobs_take_turns(queue: WorkQueue) -> None:
    """Neither waits until the other has finished: as long as both have something to play, each has about half."""
    done, both = list[str](), threading.Barrier(2)

    def work(runner: QueueRunner, name: str) -> None:
        both.wait(60)
        play(runner, 40, done, name)

    for job in [queue.start(name, lambda runner, name=name: work(runner, name)) for name in "ab"]:
        wait_for(job)
    assert (done.count("a"), done.count("b")) == (40, 40)
    last = {name: place for place, name in enumerate(done)}
    shared = done[max(map(done.index, "ab")) : min(last.values()) + 1]
    assert len(shared) > 40
    assert len(shared) / 4 < shared.count("b") < len(shared) * 3 / 4


def test_a_job_that_is_stopped_ends_at_once_and_is_told(queue: WorkQueue) -> None:
    done: list[str] = []
    seen: list[type[BaseException]] = []

    def work(runner: QueueRunner) -> None:
        try:
            play(runner, 10_000, done, "a")
        except KeyboardInterrupt as stop:
            seen.append(type(stop))
            raise

    job = queue.start("a", work)
    while not done:
        time.sleep(SECONDS)
    job.stop()
    before = len(done)
    wait_for(job)
    assert len(done) <= before + 2  # those that were at hand
    assert seen == [Cancelled]
    assert job.error == ""
    count = len(done)
    time.sleep(5 * SECONDS)
    assert len(done) == count < 10_000


def test_a_job_that_was_stopped_plays_nothing_more(queue: WorkQueue) -> None:
    gate, played = threading.Event(), list[str]()

    def work(runner: QueueRunner) -> None:
        gate.wait(10)
        play(runner, 3, played, "a")

    job = queue.start("a", work)
    job.stop()
    gate.set()
    wait_for(job)
    assert played == []


@pytest.mark.parametrize(
    ("error", "told"), [(InputError("a mistake"), "a mistake"), (ValueError("a fault"), "this failed: a fault")]
)
def test_what_goes_wrong_is_told_and_the_queue_goes_on(queue: WorkQueue, error: Exception, told: str) -> None:
    def fail(runner: QueueRunner) -> None:
        raise error

    job = queue.start("fails", fail)
    wait_for(job)
    assert told in job.error
    done: list[str] = []
    wait_for(queue.start("a", lambda runner: play(runner, 2, done, "a")))
    assert done == ["a", "a"]


def test_the_end_stops_all_jobs(queue: WorkQueue) -> None:
    jobs = [queue.start(name, lambda runner: play(runner, 10_000, [], "a")) for name in "ab"]
    time.sleep(5 * SECONDS)
    queue.close()
    for job in jobs:
        wait_for(job)
