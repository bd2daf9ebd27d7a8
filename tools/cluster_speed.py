"""How fast a Dask cluster of two workers with a thread each plays on this machine, beside two threads.

    .venv/bin/python -m tools.cluster_speed [GAMES] [ROUNDS]

Both play the same batch in turns, and the best of all rounds counts, because machines are noisy. It prints JSON.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil
from tests.unit.matches.dask_processes import DaskProcesses

from evometa.app.upkeep.bench import prepare_bench
from evometa.matches.counting import Batch
from evometa.matches.remote.clusters import connect_cluster
from evometa.matches.runners import Games, Runner, ThreadRunner
from evometa.matches.schedule import pack_matches

GAMES, ROUNDS = 200_000, 3


@dataclass(frozen=True)
class Turn:
    """What one batch took."""

    seconds: float  # by the clock on the wall
    cpu_seconds: float  # of all processes
    checksum: str


def play_timed(batch: Batch, runner: Runner, pids: Sequence[int]) -> Turn:
    """Play a batch with all these processes."""
    started, cpu = time.perf_counter(), cpu_of(pids)
    result = batch.play(runner)
    return Turn(time.perf_counter() - started, cpu_of(pids) - cpu, result.checksum())


def cpu_of(pids: Sequence[int]) -> float:
    """The CPU time that processes have used until now."""
    times = [psutil.Process(pid).cpu_times() for pid in pids]
    return float(sum(each.user + each.system for each in times))


def measure(games: int, rounds: int, dask: DaskProcesses) -> dict[str, float | int]:
    """What both take, and how much of the speed of threads the cluster has, by the clock and by CPU time."""
    bench = prepare_bench("paper", games, 1)
    batch = Batch(Games.pack([bench.table], bench.decks, bench.players), pack_matches(bench.matches))
    pids = [os.getpid(), *(process.pid for process in dask.processes)]
    with connect_cluster(dask.address) as cluster:
        runners: dict[str, Runner] = {"threads": ThreadRunner(2), "cluster": cluster}
        for runner in runners.values():
            Batch(batch.games, batch.jobs[:2]).play(runner)  # loads the compiled code
        turns = [{name: play_timed(batch, runner, pids) for name, runner in runners.items()} for _ in range(rounds)]
    assert len({turn.checksum for both in turns for turn in both.values()}) == 1
    seconds = {name: min(both[name].seconds for both in turns) for name in runners}
    cpu = {name: min(both[name].cpu_seconds for both in turns) for name in runners}
    return {
        "games": batch.n_games,
        **{f"{name}_seconds": round(value, 2) for name, value in seconds.items()},
        **{f"{name}_cpu_seconds": round(value, 2) for name, value in cpu.items()},
        "efficiency": round(seconds["threads"] / seconds["cluster"], 4),
        "cpu_efficiency": round(cpu["threads"] / cpu["cluster"], 4),
    }


def main(games: int = GAMES, rounds: int = ROUNDS) -> None:
    """Start a cluster, measure, and print."""
    with tempfile.TemporaryDirectory() as folder, DaskProcesses(Path(folder)) as dask:
        dask.start_worker()
        dask.start_worker()
        dask.wait_for_workers(2)
        print(json.dumps(measure(games, rounds, dask), indent=2))


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
