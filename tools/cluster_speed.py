"""How fast a Dask cluster of two workers with a thread each plays on this machine, beside two threads.

    .venv/bin/python -m tools.cluster_speed [GAMES] [ROUNDS]

Both play the same batch in turns, and the best of all rounds counts, because machines are noisy. It prints JSON.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

from tests.unit.matches.dask_processes import DaskProcesses

from evometa.app.upkeep.bench import prepare_bench
from evometa.matches.batches import Batch
from evometa.matches.clusters import connect_cluster
from evometa.matches.results import BatchResult
from evometa.matches.runners import Games, Runner, ThreadRunner
from evometa.matches.schedule import pack_matches

GAMES, ROUNDS = 200_000, 3


def time_batch(batch: Batch, runner: Runner) -> tuple[float, BatchResult]:
    """Seconds by the clock on the wall, and what came out."""
    started = time.perf_counter()
    result = batch.play(runner)
    return time.perf_counter() - started, result


def measure(games: int, rounds: int, address: str) -> dict[str, float | int]:
    """The seconds of both, and how much of the speed of threads the cluster has."""
    bench = prepare_bench("paper", games, 1)
    batch = Batch(Games.pack([bench.table], bench.decks, bench.players), pack_matches(bench.matches))
    with connect_cluster(address) as cluster:
        small = Batch(batch.games, batch.jobs[:2])
        runners: dict[str, Runner] = {"threads": ThreadRunner(2), "cluster": cluster}
        for runner in runners.values():
            small.play(runner)  # loads the compiled code
        turns = [{name: time_batch(batch, runner) for name, runner in runners.items()} for _ in range(rounds)]
    times = {name: [turn[name] for turn in turns] for name in runners}
    assert len({result.checksum() for found in times.values() for _, result in found}) == 1
    best = {name: min(seconds for seconds, _ in found) for name, found in times.items()}
    cpu = {name: min(result.cpu_seconds for _, result in found) for name, found in times.items()}
    return {
        "games": batch.n_games,
        **{f"{name}_seconds": round(seconds, 2) for name, seconds in best.items()},
        **{f"{name}_cpu_seconds": round(seconds, 2) for name, seconds in cpu.items()},
        "efficiency": round(best["threads"] / best["cluster"], 4),
    }


def main(games: int = GAMES, rounds: int = ROUNDS) -> None:
    """Start a cluster, measure, and print."""
    with tempfile.TemporaryDirectory() as folder, DaskProcesses(Path(folder)) as dask:
        dask.start_worker()
        dask.start_worker()
        dask.wait_for_workers(2)
        print(json.dumps(measure(games, rounds, dask.address), indent=2))


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
