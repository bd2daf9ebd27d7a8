"""What every runner must do: the contract that others are given, on threads, on processes, and on a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.unit.matches.dask_processes import DaskProcesses

from evometa.input.errors import InputError
from evometa.matches import known_runners
from evometa.matches.known_runners import RUNNERS, RunnerKind, find_runner, register_runner
from evometa.matches.remote.clusters import connect_cluster
from evometa.matches.remote.executors import ExecutorRunner, on_processes
from evometa.matches.runners import Runner, ThreadRunner
from evometa.testing import RunnerContract


class TestThreads(RunnerContract):
    @pytest.fixture(scope="class")
    @classmethod
    def runner(cls) -> Runner:
        return ThreadRunner(2)


class TestExecutor(RunnerContract):
    @pytest.fixture(scope="class")
    @classmethod
    def runner(cls) -> Iterator[Runner]:
        with ThreadPoolExecutor(2) as pool:
            yield ExecutorRunner(pool, 2)


class TestProcesses(RunnerContract):
    @pytest.fixture(scope="class")
    @classmethod
    def runner(cls) -> Iterator[Runner]:
        with on_processes(2) as processes:
            yield processes


class TestCluster(RunnerContract):
    @pytest.fixture(scope="class")
    @classmethod
    def runner(cls, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runner]:
        with DaskProcesses(tmp_path_factory.mktemp("dask")) as dask:
            dask.start_worker()
            dask.start_worker()
            dask.wait_for_workers(2)
            with connect_cluster(dask.address) as runner:
                yield runner


def test_a_runner_is_registered_by_a_name_that_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_runners, "RUNNERS", dict(RUNNERS))
    register_runner(RunnerKind("mine", ThreadRunner))
    assert find_runner("mine", "here") is ThreadRunner
    with pytest.raises(InputError, match="runner 'threads': this name is taken; choose another"):
        register_runner(RunnerKind("threads", ThreadRunner))
    with pytest.raises(InputError, match="here: unknown runner 'min'; did you mean 'mine'"):
        find_runner("min", "here")
