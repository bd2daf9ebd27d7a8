"""A Dask cluster on this machine, started by hand: real processes, with addresses and ports of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

PATIENCE = 120.0  # seconds, for a machine that has much else to do

# What a worker may be started with: code that it runs before anything else.
WITHOUT_EVOMETA = """
import sys

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "evometa":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hidden())
"""
OTHER_RULES = """
import evometa.games.hearthstone.engine

evometa.games.hearthstone.engine.RULES_VERSION = 99
"""

DYING = """
import os
from evometa.games.hearthstone.play import packing

packing.compile_rules = lambda game: os._exit(9)
"""
LIAR = """
from evometa.matches.remote import workers
from evometa.matches.runners import play_chunk

def lie(*arguments):
    outcome = play_chunk(*arguments)
    {lie}
    return outcome

workers.play_chunk = lie
"""
SHAPELESS = LIAR.format(lie="outcome = outcome._replace(sums=outcome.sums[:0])")
CONSISTENT = LIAR.format(lie="outcome.sums['turns'] += 1")


@dataclass
class DaskProcesses:
    """A scheduler and its workers, which all end with this object."""

    folder: Path
    settings: dict[str, str] = field(default_factory=dict)  # variables of the environment
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)
    address: str = ""

    def __enter__(self) -> Self:
        self.start_scheduler()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()

    def start_scheduler(self, port: int = 0) -> None:
        """Start the scheduler, or another one in the place of one that is gone."""
        file = self.folder / "scheduler.json"
        file.unlink(missing_ok=True)
        place = ("--host", "127.0.0.1", "--port", str(port), "--scheduler-file", str(file))
        self.scheduler = self.start("scheduler", *place, "--no-show")
        self.wait_until(lambda: file.exists() and file.read_text().rstrip().endswith("}"), "the scheduler")
        self.address = json.loads(file.read_text())["address"]

    def start_worker(self, preload: str = "") -> subprocess.Popen[bytes]:
        """Start a worker process with one thread."""
        arguments = ["worker", self.address, "--nthreads", "1", "--no-nanny", "--local-directory", str(self.folder)]
        if preload:
            file = self.folder / f"preload_{len(self.processes)}.py"
            file.write_text(preload)
            arguments += ["--preload", str(file)]
        worker = self.start(*arguments)
        self.workers.append(worker)
        return worker

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a `dask` command in the background; what it says goes to a file."""
        command = [sys.executable, "-m", "dask", *arguments, "--no-dashboard"]
        with (self.folder / f"dask_{len(self.processes)}.log").open("wb") as log:
            process = subprocess.Popen(
                command, env={**os.environ, **self.settings}, cwd=self.folder, stdout=log, stderr=log
            )
        self.processes.append(process)
        return process

    def wait_until(self, is_true: object, what: str) -> None:
        """Wait for something to become true, but not for ever."""
        assert callable(is_true)
        deadline = time.monotonic() + PATIENCE
        while not is_true():
            if time.monotonic() > deadline:
                logs = "\n".join(path.read_text() for path in sorted(self.folder.glob("dask_*.log")))
                raise AssertionError(f"{what} did not come:\n{logs}")
            time.sleep(0.05)

    def wait_for_workers(self, n: int) -> None:
        """Wait until the scheduler knows a number of workers."""
        from distributed import Client

        with Client(self.address, set_as_default=False, timeout=PATIENCE) as client:
            client.wait_for_workers(n, timeout=PATIENCE)
