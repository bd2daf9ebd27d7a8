"""The one queue for everything that plays games: its threads take a chunk of each job in turn, and jobs can be stopped.

A job works in a thread of its own, which adds up games and waits for others; never in the event loop of the server. Its
games go to a pool of threads, one per core, that all jobs share. A job has only a few chunks in the pool at a time, and
the pool takes them in the order in which they came: so two pages that play at once each get half of it. What somebody
waits for (answers) has a pool beside that of long runs, so that no answer stands behind a chunk of a run.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import Enum
from threading import Event, Thread
from typing import Any

from evometa.input.errors import InputError
from evometa.matches.runners import Collect, Desk, Games, Outcome, Runner, count_cores, play_chunk
from evometa.matches.schedule import Chunk
from evometa.matches.sharing import Workplace, share_chunks

log = logging.getLogger("evometa.studio")


class Patience(Enum):
    """How long somebody is willing to wait."""

    ANSWER = "answer"  # somebody looks at the page: chunks are to be small
    RUN = "run"  # a search, which takes minutes


class Cancelled(KeyboardInterrupt):
    """A job was stopped. To what plays games this is what Ctrl-C is: what is finished counts, and runs go on later."""


@dataclass(eq=False)
class Job:
    """Something that plays games, in a thread of its own."""

    name: str
    stopping: Event = field(default_factory=Event)
    done: Event = field(default_factory=Event)
    error: str = ""  # what went wrong, for people
    _futures: set[Future[Any]] = field(default_factory=set)

    @property
    def is_running(self) -> bool:
        """Whether it still works; a job that was stopped does until the chunks at hand are done."""
        return not self.done.is_set()

    def stop(self) -> None:
        """Have no more games played. It does not wait."""
        self.stopping.set()
        for future in list(self._futures):
            future.cancel()

    def check(self) -> None:
        """Raise `Cancelled` if the job was stopped."""
        if self.stopping.is_set():
            raise Cancelled


@dataclass(eq=False, kw_only=True)
class Worked:
    """What a job works at, or has worked at."""

    job: Job | None = field(default=None, repr=False)

    @property
    def is_running(self) -> bool:
        """Whether the job still works."""
        return self.job is not None and self.job.is_running

    @property
    def problem(self) -> str:
        """What went wrong, for people."""
        return self.job.error if self.job else ""


@dataclass(frozen=True)
class QueueRunner(Runner):
    """A runner whose chunks go to the threads of a queue."""

    job: Job
    pool: ThreadPoolExecutor
    threads: int

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        """Play all chunks, as `Runner` says; when the job is stopped, that is an interrupt."""
        games.game.prepare()
        try:
            share_chunks(_Share(self, games), chunks, collect)
        except CancelledError:
            raise Cancelled from None


class _Share(Workplace):
    """What a job has of the pool."""

    desk = Desk()  # for all jobs: a thread plays one chunk at a time

    def __init__(self, runner: QueueRunner, games: Games) -> None:
        self.runner, self.games = runner, games

    def count_slots(self) -> int:
        return self.runner.threads

    def submit(self, chunk: Chunk) -> Future[Outcome]:
        job = self.runner.job
        job.check()
        future = self.runner.pool.submit(lambda: play_chunk(self.games, chunk, self.desk.workspace_for(self.games)))
        job._futures.add(future)
        future.add_done_callback(job._futures.discard)
        return future


Work = Callable[[QueueRunner], None]


class WorkQueue:
    """The threads of a studio, and the jobs that they share."""

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads or count_cores()
        self.pools = {kind: ThreadPoolExecutor(self.threads, f"evometa {kind.value}") for kind in Patience}
        self.jobs: set[Job] = set()

    def start(self, name: str, work: Work, kind: Patience = Patience.ANSWER) -> Job:
        """Begin a job: `work` is given the runner that plays its games."""
        job = Job(name)
        self.jobs.add(job)
        Thread(target=self._do, args=(job, work, kind), name=f"evometa {name}", daemon=True).start()
        return job

    def close(self) -> None:
        """Stop all jobs; it does not wait for them."""
        for job in list(self.jobs):
            job.stop()
        for pool in self.pools.values():
            pool.shutdown(wait=False, cancel_futures=True)

    def _do(self, job: Job, work: Work, kind: Patience) -> None:
        try:
            work(QueueRunner(job, self.pools[kind], self.threads))
        except KeyboardInterrupt:
            pass  # it was stopped, and has kept what it knows
        except InputError as error:
            job.error = str(error)
        except Exception as error:
            log.exception("the job %s failed", job.name)
            job.error = f"this failed: {error}; the terminal in which the studio runs shows more"
        finally:
            self.jobs.discard(job)
            job.done.set()
