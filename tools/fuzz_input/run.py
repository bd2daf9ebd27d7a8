"""Fuzzing of input: one changed file after the other, on several processes, until there are enough or it is stopped."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from tools.fuzz_input.attempt import Input, Outcome
from tools.fuzz_input.kept import FOLDER, read_kept, write_kept
from tools.fuzz_input.seeds import make_runs
from tools.fuzz_input.worker import Worker

MOST_FAILURES = 50  # different ones: by then there is enough to look at


@dataclass(frozen=True)
class Failure:
    """An input that went wrong, the first of its kind."""

    target: str
    problem: str
    path: Path


@dataclass
class InputFuzzing:
    """A run: what it is made of, and what came out so far."""

    seed: int
    processes: int = os.cpu_count() or 1
    folder: Path = FOLDER
    show: Callable[[InputFuzzing], None] = lambda fuzzing: None  # is told of every input

    n_inputs: int = 0
    endings: Counter[int | None] = field(default_factory=Counter)  # exit codes
    by_target: Counter[str] = field(default_factory=Counter)  # inputs
    slowest: tuple[float, int] = (0.0, 0)  # CPU seconds, and the number of the input
    peak: int = 0  # bytes of memory
    failures: list[Failure] = field(default_factory=list)
    repeated: Counter[str] = field(default_factory=Counter)  # how often each problem was met
    is_stopped: bool = False
    _lock: Lock = field(default_factory=Lock)

    def stop(self) -> None:
        """End the run after the inputs at hand."""
        self.is_stopped = True

    def run(self, inputs: int | None = None) -> None:
        """Try inputs until there were so many of them, or it is told to stop."""
        numbers = iter(count() if inputs is None else range(inputs))
        with stored_runs() as runs, ThreadPoolExecutor(self.processes) as pool:
            jobs = [pool.submit(self._work, numbers, runs) for _ in range(self.processes)]
            for job in as_completed(jobs):
                if job.exception():
                    self.stop()  # the others
                job.result()

    def _work(self, numbers: Iterator[int], runs: Path) -> None:
        worker = Worker(runs)
        try:
            while (number := self._next(numbers)) is not None:
                outcome = worker.do({"seed": self.seed, "number": number})
                self._note(number, outcome, runs)
        finally:
            worker.end()

    def _next(self, numbers: Iterator[int]) -> int | None:
        with self._lock:
            return None if self.is_stopped else next(numbers, None)

    def _note(self, number: int, outcome: Outcome, runs: Path) -> None:
        with self._lock:
            self.n_inputs += 1
            self.endings[outcome.code] += 1
            self.slowest = max(self.slowest, (outcome.seconds, number))
            self.peak = max(self.peak, outcome.peak)
            if outcome.problem:
                outcome = self._note_failure(number, outcome, Input.draw(self.seed, number, runs))
            self.by_target[outcome.target] += 1
            self.show(self)

    def _note_failure(self, number: int, outcome: Outcome, item: Input) -> Outcome:
        """Keep the first input of each failure, and every one whose process could not say what it failed at."""
        told = replace(outcome, target=item.target.name)
        if not outcome.target:
            told = replace(told, problem=f"input {number}: {outcome.problem}")
        self.repeated[told.problem] += 1
        if self.repeated[told.problem] == 1:
            self._keep(number, told, item)
        return told

    def _keep(self, number: int, outcome: Outcome, item: Input) -> None:
        reason = f"{outcome.problem}\n\n{outcome.details}\n"
        path = write_kept(item, self.folder, self.seed, number, reason)
        self.failures.append(Failure(item.target.name, outcome.problem, path))
        if len(self.failures) >= MOST_FAILURES:
            self.stop()


@contextmanager
def stored_runs() -> Iterator[Path]:
    """A folder with stored runs of every kind."""
    with TemporaryDirectory() as name:
        make_runs(Path(name))
        yield Path(name)


def replay(paths: list[Path]) -> list[Outcome]:
    """What comes of kept inputs now."""
    orders = [{"target": read_kept(path).target.name, "path": str(path.resolve())} for path in paths]
    worker = Worker(Path())
    try:
        return [worker.do(order) for order in orders]
    finally:
        worker.end()
