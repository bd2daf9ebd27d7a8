"""Games on a Dask cluster: who may play, and what happens when a part of it goes away."""

from __future__ import annotations

import builtins
import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.unit.matches.dask_processes import (
    CONSISTENT,
    DYING,
    OTHER_RULES,
    SHAPELESS,
    WITHOUT_EVOMETA,
    DaskProcesses,
)
from tests.unit.matches.small_games import DECKS, PLAYERS, TABLE

from evometa.input.errors import InputError
from evometa.matches.counting import Batch
from evometa.matches.remote import clusters
from evometa.matches.remote.clusters import ClusterError, connect_cluster
from evometa.matches.runners import Games, ThreadRunner, Watched
from evometa.matches.schedule import Match, pack_matches

BATCH = Batch(Games.pack([TABLE], DECKS, PLAYERS), pack_matches([Match((0, 1), (1, 1), 12, seed=5)]), task_games=1)
LONG = Batch(BATCH.games, pack_matches([Match((0, 1), (1, 1), 100_000, seed=5)]), task_games=1)


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[DaskProcesses]:
    with DaskProcesses(tmp_path) as processes:
        yield processes


class Saboteur:
    """Ends a process with `kill -9`, or by another signal, when a number of games is finished."""

    def __init__(self, process: Any, games: int = 3, signal: int = signal.SIGKILL) -> None:
        self.process, self.games_left, self.signal = process, games, signal

    def __call__(self, games: int) -> None:
        self.games_left -= games
        if self.games_left == 0:
            os.kill(self.process.pid, self.signal)


def test_a_killed_worker_changes_nothing_and_one_that_comes_later_helps(dask: DaskProcesses) -> None:
    first, _ = dask.start_worker(), dask.start_worker()
    dask.wait_for_workers(2)
    here = BATCH.play(ThreadRunner(1)).checksum()
    with connect_cluster(dask.address) as runner:
        assert BATCH.play(Watched(runner, Saboteur(first))).checksum() == here
        dask.start_worker()
        dask.wait_for_workers(2)
        assert BATCH.play(runner).checksum() == here
        assert runner.count_slots() == 2


def test_a_stopped_worker_changes_nothing_and_is_given_nothing_until_it_goes_on(dask: DaskProcesses) -> None:
    first, _ = dask.start_worker(), dask.start_worker()
    dask.wait_for_workers(2)
    here = BATCH.play(ThreadRunner(1)).checksum()
    with connect_cluster(dask.address) as runner:
        assert BATCH.play(Watched(runner, Saboteur(first, signal=signal.SIGSTOP))).checksum() == here
        assert runner.count_slots() == 1
        assert BATCH.play(runner).checksum() == here, "the next batch does not wait for it"
        os.kill(first.pid, signal.SIGCONT)
        dask.wait_until(lambda: runner.count_slots() == 2, "the worker that goes on")
        assert BATCH.play(runner).checksum() == here


def test_a_worker_that_is_stopped_before_it_is_ready_is_not_waited_for(
    dask: DaskProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "ANSWER_SECONDS", 5.0)
    first, _ = dask.start_worker(), dask.start_worker()
    dask.wait_for_workers(2)
    os.kill(first.pid, signal.SIGSTOP)
    with connect_cluster(dask.address) as runner:
        assert BATCH.play(runner).checksum() == BATCH.play(ThreadRunner(1)).checksum()
        assert runner.count_slots() == 1


def test_a_worker_that_dies_while_it_compiles_is_not_missed(dask: DaskProcesses) -> None:
    dask.start_worker(DYING)
    dask.start_worker()
    dask.wait_for_workers(2)
    with connect_cluster(dask.address) as runner:
        assert BATCH.play(runner).checksum() == BATCH.play(ThreadRunner(1)).checksum()
    assert dask.workers[0].wait() == 9


def test_a_scheduler_that_restarts_goes_on_with_new_workers(dask: DaskProcesses) -> None:
    dask.start_worker()
    dask.wait_for_workers(1)
    left = [3]

    def restart(games: int) -> None:
        left[0] -= games
        if left[0] == 0:
            dask.scheduler.kill()
            dask.scheduler.wait()
            dask.start_scheduler(urlsplit(dask.address).port or 0)
            dask.start_worker()

    with connect_cluster(dask.address) as runner:
        assert BATCH.play(Watched(runner, restart)).checksum() == BATCH.play(ThreadRunner(1)).checksum()


def test_workers_that_lie_are_named(dask: DaskProcesses) -> None:
    dask.start_worker()
    dask.start_worker(SHAPELESS)
    dask.wait_for_workers(2)
    message = r"^worker tcp://127\.0\.0\.1:\d+: 1 games from .*: found 0 sums; allowed: 1; play without such a worker"
    with connect_cluster(dask.address) as runner, pytest.raises(ClusterError, match=message):
        BATCH.play(runner)


def test_a_consistent_lie_is_found_if_workers_are_compared(dask: DaskProcesses) -> None:
    dask.start_worker()
    dask.start_worker(CONSISTENT)
    dask.wait_for_workers(2)
    message = r"^worker tcp://\S+ and worker tcp://\S+: 1 games from .*: they do not answer the same"
    with connect_cluster(dask.address, check_share=1.0) as runner, pytest.raises(ClusterError, match=message):
        BATCH.play(runner)


def test_a_check_is_given_up_if_the_second_worker_is_stopped(dask: DaskProcesses) -> None:
    first, _ = dask.start_worker(), dask.start_worker()
    dask.wait_for_workers(2)
    with connect_cluster(dask.address, check_share=1.0) as runner:
        stopped = BATCH.play(Watched(runner, Saboteur(first, games=9, signal=signal.SIGSTOP)))
    assert stopped.checksum() == BATCH.play(ThreadRunner(1)).checksum()


def test_workers_that_are_compared_play_the_same(dask: DaskProcesses) -> None:
    dask.start_worker()
    dask.start_worker()
    dask.wait_for_workers(2)
    with connect_cluster(dask.address, check_share=0.5) as runner:
        assert BATCH.play(runner).checksum() == BATCH.play(ThreadRunner(1)).checksum()


def test_a_scheduler_that_goes_away_ends_the_run(dask: DaskProcesses, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "ANSWER_SECONDS", 5.0)
    dask.start_worker()
    dask.wait_for_workers(1)
    with connect_cluster(dask.address) as runner, pytest.raises(ClusterError) as caught:
        LONG.play(Watched(runner, Saboteur(dask.scheduler)))
    assert str(caught.value).startswith(f"cluster {dask.address}: ")
    assert "not answer" in str(caught.value)


def test_a_cluster_without_workers_for_long_is_gone(dask: DaskProcesses, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "LONELY_SECONDS", 2.0)
    worker = dask.start_worker()
    dask.wait_for_workers(1)
    with (
        connect_cluster(dask.address) as runner,
        pytest.raises(ClusterError, match="it has had no workers for 2 seconds"),
    ):
        LONG.play(Watched(runner, Saboteur(worker)))


def test_workers_that_cannot_play_these_games_are_refused(dask: DaskProcesses) -> None:
    dask.start_worker()
    dask.start_worker(OTHER_RULES)
    dask.wait_for_workers(2)
    with pytest.raises(
        InputError, match=r"^worker tcp://127\.0\.0\.1:\d+: found .*rules 99, .*allowed: .*install the same"
    ):
        connect_cluster(dask.address)


def test_a_worker_without_evometa_is_refused(dask: DaskProcesses) -> None:
    dask.start_worker(WITHOUT_EVOMETA)
    dask.wait_for_workers(1)
    with pytest.raises(InputError, match=r"^worker tcp://.*: it has no evometa.*; install evometa .* there"):
        connect_cluster(dask.address)


def test_a_worker_that_comes_later_is_asked_too(dask: DaskProcesses) -> None:
    dask.start_worker()
    dask.wait_for_workers(1)

    def add_worker(games: int) -> None:
        if len(dask.workers) == 1:
            dask.start_worker(OTHER_RULES)

    with connect_cluster(dask.address) as runner, pytest.raises(InputError, match=r"worker .*: found .*rules 99"):
        LONG.play(Watched(runner, add_worker))


def test_a_scheduler_without_workers(dask: DaskProcesses, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "ANSWER_SECONDS", 2.0)
    with pytest.raises(InputError, match=r"it has no workers; start one on each machine with `dask worker tcp://"):
        connect_cluster(dask.address)


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "ANSWER_SECONDS", 1.0)
    with socket.socket() as silent:  # takes connections, and says nothing
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(InputError, match=rf"^cluster {address}: no scheduler answers there .*`dask scheduler`"):
            connect_cluster(address)


@pytest.mark.parametrize(
    "address", ["", "nonsense", "tcp://", "tcp://host", "tcp://host:x", "http://host:8786", "8786"]
)
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(InputError, match="allowed: the address of a Dask scheduler, as in tcp://"):
        connect_cluster(address)


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    known = builtins.__import__

    def find(name: str, *rest: Any) -> Any:
        if name == "distributed":
            raise ModuleNotFoundError("No module named 'distributed'")
        return known(name, *rest)

    monkeypatch.setattr(builtins, "__import__", find)
    with pytest.raises(InputError, match=r"Dask is not installed here .*pip install 'evometa\[cluster\]'"):
        connect_cluster("tcp://127.0.0.1:8786")
