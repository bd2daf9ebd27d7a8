"""The same command on threads, on processes and on a Dask cluster, also if a worker is killed: the same bytes."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from tests.parity.processes import finish, start_python
from tests.unit.matches.dask_processes import PATIENCE, DaskProcesses

COMMAND = ("-m", "evometa.app.main", "meta", "paper-six", "--players", "paper", "--json", "--games")


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[DaskProcesses]:
    """A cluster of two worker processes with a thread each."""
    with DaskProcesses(tmp_path) as processes:
        processes.start_worker()
        processes.start_worker()
        processes.wait_for_workers(2)
        yield processes


def end_at_work(
    worker: subprocess.Popen[bytes], seconds: float, command: subprocess.Popen[str], how: int = signal.SIGKILL
) -> None:
    """Kill a worker (-9) or stop it when it has worked for some seconds, while the command is still running."""
    process, deadline = psutil.Process(worker.pid), time.monotonic() + PATIENCE + 10 * seconds
    start = process.cpu_times().user
    while process.cpu_times().user < start + seconds:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert command.poll() is None
    worker.send_signal(how)


def check_places(dask: DaskProcesses, games: int, seconds: float) -> None:
    """Play a metagame everywhere; `seconds` are about half of what each of two workers has to do."""
    command = [*COMMAND, str(games)]
    here = finish(start_python([*command, "--threads", "2"], {}))
    assert len(here) > 1000
    assert finish(start_python([*command, "--threads", "2"], {"EVOMETA_RUNNER": "processes"})) == here
    assert finish(start_python([*command, "--cluster", dask.address], {})) == here
    killed = start_python([*command, "--cluster", dask.address], {})
    end_at_work(dask.workers[0], seconds, killed)
    assert finish(killed) == here
    dask.start_worker()
    dask.wait_for_workers(2)
    stopped = start_python([*command, "--cluster", dask.address], {})
    end_at_work(dask.workers[1], seconds, stopped, signal.SIGSTOP)
    assert finish(stopped) == here


def test_the_same_bytes_wherever_they_are_played(dask: DaskProcesses) -> None:
    check_places(dask, games=200, seconds=0.4)


@pytest.mark.nightly
def test_the_same_bytes_of_many_games(dask: DaskProcesses) -> None:
    check_places(dask, games=2000, seconds=4)


@pytest.mark.nightly
def test_a_stopped_worker_costs_less_than_half_the_time_of_one(tmp_path: Path) -> None:
    """Two workers, one of which is stopped half-way, take at most 1.5 times as long as one, and print the same."""
    command = [*COMMAND, "3000", "--cluster"]
    with DaskProcesses(tmp_path) as dask:
        worker = dask.start_worker()
        dask.wait_for_workers(1)
        finish(start_python([*COMMAND, "2", "--cluster", dask.address], {}))  # it compiles
        started, work = time.monotonic(), psutil.Process(worker.pid).cpu_times().user
        alone = finish(start_python([*command, dask.address], {}))
        middle, work = time.monotonic(), psutil.Process(worker.pid).cpu_times().user - work
        dask.start_worker()
        dask.wait_for_workers(2)
        begun = time.monotonic()
        stopped = start_python([*command, dask.address], {})
        end_at_work(worker, work / 4, stopped, signal.SIGSTOP)
        assert finish(stopped) == alone
        assert time.monotonic() - begun < 1.5 * (middle - started)


def test_two_workers_of_a_machine_compile_once(tmp_path: Path) -> None:
    code = (
        "import time\n"
        "from evometa.games.hearthstone.play import packing\n"
        "from evometa.matches.remote import workers\n"
        "def compile_rules(game):\n"
        "    print(time.time(), flush=True)\n"
        "    time.sleep(1)\n"
        "    print(time.time(), flush=True)\n"
        "packing.compile_rules = compile_rules\n"
        "workers.prepare(), workers.prepare()\n"
    )
    both = [start_python(["-c", code], {"EVOMETA_CACHE": tmp_path}) for _ in range(2)]
    (start, end), (other_start, other_end) = sorted([float(n) for n in finish(each).split()] for each in both)
    assert start < end <= other_start < other_end


def test_a_worker_compiles_for_one_kind_of_arrays(dask: DaskProcesses) -> None:
    """Arrays that arrive may be read-only; to numba that is another type, for which it would compile once more."""
    from distributed import Client

    finish(start_python([*COMMAND, "2", "--cluster", dask.address], {}))
    with Client(dask.address, set_as_default=False) as client:
        found = client.run(lambda: len(sys.modules["evometa.games.hearthstone.play.batch"].play_jobs.signatures))
    assert list(found.values()) == [1, 1]
