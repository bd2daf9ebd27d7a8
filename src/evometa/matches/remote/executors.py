"""Games on any executor of `concurrent.futures`: processes of this machine, or whatever a library offers that way.

What the games are played with goes to each worker once. A worker that has it not yet says so, and is sent the same
chunk again with it: so nothing has to be known about the workers, and one that comes later needs no care.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from random import SystemRandom
from types import TracebackType
from typing import Any, Self

from evometa.games.game import GameError
from evometa.input.errors import InputError
from evometa.matches.remote.answers import ClusterError, find_wrong, is_same
from evometa.matches.remote.parcels import Parcel
from evometa.matches.remote.workers import IDENTITY, Wanted, play_sent
from evometa.matches.results import TaskError
from evometa.matches.runners import Collect, Games, Outcome, count_cores
from evometa.matches.schedule import Chunk
from evometa.matches.sharing import Workplace, share_chunks

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
        self.check_share = 0.0  # of the chunks, which two workers play, whose answers are compared
        self.served: dict[Executor, str] = {}  # the key of the parcel that was sent there last
        self._make = None if isinstance(executor, Executor) else executor
        self._executor = executor if isinstance(executor, Executor) else None

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        """Play all chunks, as `Runner` says."""
        share_chunks(_Executing(self, games), chunks, collect)

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

    def open(self, but: Collection[Executor] = ()) -> Executor | None:
        """The executor that plays; None if it is to be another one `but` these, and there is none."""
        if but and self.workers == 1:
            return None
        if self._executor is None:
            assert self._make is not None
            self._executor = self._make()
        return self._executor

    def count_slots(self) -> int:
        """How many chunks are played at the same time."""
        return self.workers

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

    def doubt(self, slow: Executor) -> None:
        """Hear that a chunk is overdue there."""

    def describe(self, executor: Executor) -> str:
        """Who plays there, in messages."""
        return "a worker"

    def check(self) -> None:
        """Raise an `InputError` if nothing can be expected any more."""


class _Executing(Workplace):
    """One run with an executor."""

    def __init__(self, runner: ExecutorRunner, games: Games) -> None:
        self.runner, self.games, self.parcel = runner, games, Parcel.pack(games)
        # By the number of a chunk, who plays it, and whether the parcel went with it.
        self.used: dict[int, dict[Future[Any], tuple[Executor, bool]]] = {}
        self.first: dict[int, tuple[Executor, Outcome]] = {}  # by the same, an answer that is checked
        self.losses: Counter[int] = Counter()  # of workers, by the number of a chunk

    def count_slots(self) -> int:
        return self.runner.count_slots()

    def submit(self, chunk: Chunk) -> Future[Any]:
        return self._submit(chunk, self.runner.open())

    def play_again(self, chunk: Chunk, future: Future[Any]) -> Future[Any] | None:
        executor, has_parcel = self.used[chunk.number].pop(future)
        error = CancelledError() if future.cancelled() else future.exception()
        if error is not None and self.runner.is_loss(error):
            return self._replace(chunk, executor, error)
        if error is None and isinstance(future.result(), Wanted) and not has_parcel:
            return self._submit(chunk, executor, is_wanted=True)
        if error is None and (again := self._check_answer(chunk, executor, future.result())) is not None:
            return again
        if error is not None and not isinstance(error, GameError | TaskError | InputError):
            raise self._refuse(chunk, f"{type(error).__name__}: {error}", executor) from error
        del self.used[chunk.number]
        return None

    def play_beside(self, chunk: Chunk) -> Future[Any] | None:
        slow = {executor for executor, _ in self.used[chunk.number].values()}
        other = self.runner.open(but=slow | self._first_player(chunk))
        if other is None:
            return self._give_up_check(chunk) if chunk.number in self.first else None
        for executor in slow:
            self.runner.doubt(executor)
        return self._submit(chunk, other)

    def check(self) -> None:
        self.runner.check()

    def _submit(self, chunk: Chunk, executor: Executor | None, is_wanted: bool = False) -> Future[Any]:
        """Send a chunk, with the parcel if that is wanted or if nothing has been sent there yet."""
        assert executor is not None, "there is always somebody, if it may be anybody"
        has_parcel = is_wanted or self.runner.served.get(executor) != self.parcel.key
        parcel = self.parcel if has_parcel else None
        try:
            future = executor.submit(play_sent, IDENTITY, self.parcel.key, chunk, parcel)
        except BrokenExecutor as error:  # since the last chunk
            self.runner.replace(executor, error)
            return self._submit(chunk, self.runner.open(), is_wanted)
        self.runner.served[executor] = self.parcel.key
        self.used.setdefault(chunk.number, {})[future] = executor, has_parcel
        return future

    def _replace(self, chunk: Chunk, executor: Executor, error: BaseException) -> Future[Any]:
        """Play a chunk again whose worker was lost."""
        self.losses[chunk.number] += 1
        if self.losses[chunk.number] > MOST_LOSSES:
            reason = RuntimeError(f"{self.losses[chunk.number]} workers were lost that played them ({error})")
            raise TaskError.of_chunk(chunk, reason, self.games.names) from error
        self.runner.replace(executor, error)
        return self._submit(chunk, self._open_second(chunk) if chunk.number in self.first else self.runner.open())

    # --- what is believed ---

    def _check_answer(self, chunk: Chunk, executor: Executor, answer: Outcome) -> Future[Any] | None:
        """Refuse an answer that cannot be true; have it given by somebody else too, if it is one of those to check."""
        if wrong := find_wrong(self.games, chunk, answer):
            raise self._refuse(chunk, wrong, executor)
        if (first := self.first.pop(chunk.number, None)) is not None:
            if not is_same(first[1], answer):
                raise self._refuse(chunk, "they do not answer the same, so one of them is at fault", first[0], executor)
        elif _dice.random() < self.runner.check_share:
            self.first[chunk.number] = executor, answer
            return self._submit(chunk, self._open_second(chunk))
        return None

    def _first_player(self, chunk: Chunk) -> set[Executor]:
        """Who has answered first of two that are compared; nobody, if they are not."""
        return {self.first[chunk.number][0]} if chunk.number in self.first else set()

    def _open_second(self, chunk: Chunk) -> Executor:
        other = self.runner.open(but=self._first_player(chunk))
        if other is None:
            raise ClusterError(
                "--check-workers: found one worker; allowed: 2 or more, which are compared; start another"
            )
        return other

    def _give_up_check(self, chunk: Chunk) -> Future[Any]:
        """Believe the first answer, because there is nobody left who would give a second one."""
        executor, answer = self.first[chunk.number]
        future: Future[Any] = Future()
        future.set_result(answer)
        self.used[chunk.number][future] = executor, True
        return future

    def _refuse(self, chunk: Chunk, wrong: str, *executors: Executor) -> ClusterError:
        """The error for workers that cannot be believed."""
        names = " and ".join(map(self.runner.describe, executors))
        return ClusterError(
            f"{names}: {TaskError.of_chunk(chunk, wrong, self.games.names)}; play without such a worker: it has a "
            "fault, or is not honest"
        )


_dice = SystemRandom()  # so that no worker knows which of its answers are checked; results do not depend on it


# --- processes of this machine --------------------------------------------------------------------


def on_processes(processes: int | None = None) -> ExecutorRunner:
    """A runner with processes of this machine (default: one per core), which start when the first games are played."""
    n = count_cores() if processes is None else processes
    return ExecutorRunner(partial(start_processes, n), n)


def start_processes(n: int) -> ProcessPoolExecutor:
    """Processes that leave Ctrl-C to this one, so that the chunks at hand are played to their end."""
    return ProcessPoolExecutor(n, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN))
