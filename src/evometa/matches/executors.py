"""Games on any executor of `concurrent.futures`: processes of this machine, or whatever a library offers that way.

What the games are played with goes to each worker once. A worker that has it not yet says so, and is sent the same
chunk again with it: so nothing has to be known about the workers, and one that comes later needs no care.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from types import TracebackType
from typing import Any, Self

from evometa.input.errors import InputError
from evometa.matches.parcels import Parcel
from evometa.matches.results import TaskError
from evometa.matches.runners import Collect, Games, count_cores
from evometa.matches.schedule import Chunk
from evometa.matches.sharing import Workplace, share_chunks
from evometa.matches.workers import IDENTITY, Wanted, play_sent

MOST_LOSSES = 3  # of workers that play one and the same chunk, before it is the chunk that is blamed


class ExecutorRunner:
    """Plays games with an executor. The result is the same as on threads.

    If a function is given that makes executors, one that breaks (a process was killed) is replaced, and its chunks are
    played again. An executor that is given stays open; one that was made is shut down by `close`.
    """

    def __init__(self, executor: Executor | Callable[[], Executor], workers: int) -> None:
        if workers < 1:
            raise ValueError(f"found {workers} workers; allowed: 1 or more")
        self.workers = workers
        self._make = None if isinstance(executor, Executor) else executor
        self._executor = executor if isinstance(executor, Executor) else None

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        """Play all chunks, as `Runner` says."""
        share_chunks(Executing(self, games), chunks, collect)

    def close(self) -> None:
        """Shut down the executor that was made, if one was."""
        if self._make is not None and self._executor is not None:
            self._executor.shutdown(cancel_futures=True)
            self._executor = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # --- what another kind of executor may do in another way ---

    def open(self) -> Executor:
        """The executor that plays."""
        if self._executor is None:
            assert self._make is not None
            self._executor = self._make()
        return self._executor

    def count_slots(self) -> int:
        """How many chunks are played at the same time."""
        return self.workers

    def send(self, parcel: Parcel) -> Any:
        """What a task gets so that its worker has a parcel; None: nothing, the worker asks for it."""
        return None

    def is_loss(self, error: BaseException) -> bool:
        """Whether an error means that a worker was lost, and says nothing about the chunk."""
        return isinstance(error, BrokenExecutor)

    def replace(self, broken: Executor, error: BaseException) -> None:
        """Have another executor in place of one that lost a worker, unless there is another one already."""
        if broken is not self._executor:
            return
        if self._make is None:
            raise InputError(
                f"the executor has lost a worker and plays no more ({error}); give a function that makes executors, "
                "so that another one can take its place"
            )
        broken.shutdown(wait=False, cancel_futures=True)
        self._executor = self._make()

    def check(self) -> None:
        """Raise an `InputError` if nothing can be expected any more."""


class Executing(Workplace):
    """One run with an executor."""

    def __init__(self, runner: ExecutorRunner, games: Games) -> None:
        self.runner, self.names = runner, games.names
        self.parcel = Parcel.pack(games)
        self.sent = runner.send(self.parcel)
        self.used: dict[int, Executor] = {}  # by the number of a chunk that is at hand
        self.losses: Counter[int] = Counter()  # of workers, by the number of a chunk

    def count_slots(self) -> int:
        return self.runner.count_slots()

    def submit(self, chunk: Chunk) -> Future[Any]:
        return self._submit(chunk, self.sent)

    def play_again(self, chunk: Chunk, future: Future[Any]) -> Future[Any] | None:
        error = CancelledError() if future.cancelled() else future.exception()
        if error is None:
            if isinstance(future.result(), Wanted):
                return self._submit(chunk, self.parcel)
        elif self.runner.is_loss(error):
            return self._replace(chunk, error)
        del self.used[chunk.number]
        return None

    def check(self) -> None:
        self.runner.check()

    def _submit(self, chunk: Chunk, parcel: Any) -> Future[Any]:
        executor = self.used[chunk.number] = self.runner.open()
        try:
            return executor.submit(play_sent, IDENTITY, self.parcel.key, chunk, parcel)
        except BrokenExecutor as error:  # since the last chunk
            self.runner.replace(executor, error)
            executor = self.used[chunk.number] = self.runner.open()
            return executor.submit(play_sent, IDENTITY, self.parcel.key, chunk, parcel)

    def _replace(self, chunk: Chunk, error: BaseException) -> Future[Any]:
        """Play a chunk again whose worker was lost."""
        self.losses[chunk.number] += 1
        if self.losses[chunk.number] > MOST_LOSSES:
            reason = RuntimeError(f"{self.losses[chunk.number]} workers were lost that played them ({error})")
            raise TaskError.of_chunk(chunk, reason, self.names) from error
        self.runner.replace(self.used[chunk.number], error)
        self.sent = self.runner.send(self.parcel)
        return self._submit(chunk, self.sent)


# --- processes of this machine --------------------------------------------------------------------


def on_processes(processes: int | None = None) -> ExecutorRunner:
    """A runner with processes of this machine (default: one per core), which start when the first games are played."""
    n = count_cores() if processes is None else processes
    return ExecutorRunner(partial(start_processes, n), n)


def start_processes(n: int) -> ProcessPoolExecutor:
    """Processes that leave Ctrl-C to this one, so that the chunks at hand are played to their end."""
    return ProcessPoolExecutor(n, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN))
