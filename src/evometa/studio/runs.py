"""Runs: those that this studio carries out, and all others in its folder, whoever started them.

A run lives in the server and in its folder, never in a page. It is the same run as that of a command: what is finished
is stored at once, and a run that was stopped, or whose server was killed, goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from os.path import isdir
from pathlib import Path
from threading import Lock
from typing import Any

from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.balance.work import BALANCE
from evometa.experiments.experiment import StoredRun
from evometa.experiments.progress import OnProgress, Progress
from evometa.experiments.runs import has_run
from evometa.experiments.settings import in_letters, next_folder
from evometa.input.errors import InputError
from evometa.input.writing import make_folder
from evometa.matches.runners import Runner
from evometa.show.page.writing import write_report
from evometa.store import RunInfo, list_runs
from evometa.store.run import describe_run
from evometa.story.kind import find_kind
from evometa.story.words.progress import describe
from evometa.studio.folder import RUNS, UserFolder
from evometa.studio.kept import Kept
from evometa.studio.queue import Patience, QueueRunner, Worked, WorkQueue

MOST_KEPT = 500  # runs whose best values are remembered
EMPTY = "empty"  # the state of a folder in which no run has begun


@dataclass(eq=False)
class _Carrying(Worked):
    """A run that this studio carries out."""

    progress: Progress | None = None

    @property
    def is_stopping(self) -> bool:
        """Whether it was asked to stop, and has not yet."""
        return self.is_running and self.job is not None and self.job.stopping.is_set()


@dataclass(frozen=True)
class RunEntry:
    """What a list of runs shows of one."""

    name: str  # its folder inside that of the runs
    info: RunInfo
    best: str = ""  # its best values, in words
    said: str = ""  # how far it is, while this studio carries it out
    problem: str = ""  # what is the matter with it

    @property
    def state(self) -> str:
        """Running, interrupted, finished, failed, damaged, unreadable or empty."""
        return "failed" if self.problem and self.info.status == "interrupted" else self.info.status


class Runs:
    """The runs of a studio's folder."""

    def __init__(self, queue: WorkQueue, folder: UserFolder) -> None:
        self.queue, self.folder = queue, folder
        self._carried: dict[str, _Carrying] = {}
        self._best: Kept[str] = Kept(MOST_KEPT)
        self._lock = Lock()

    # --- looking ---

    def list(self) -> list[RunEntry]:
        """All runs and empty folders of runs, the newest first. It takes a moment."""
        if not isdir(self.folder.runs):
            return []
        found = [info for info in list_runs(self.folder.runs) if self.folder.is_inside(info.folder)]
        known = {info.folder for info in found}
        bare = [path for path in sorted(self.folder.runs.iterdir()) if path.is_dir() and self.folder.is_inside(path)]
        empty = [RunInfo(path, EMPTY) for path in bare if not any(path in (at, *at.parents) for at in known)]
        return [self._describe(info) for info in (*reversed(found), *empty)]

    def entry(self, name: str) -> RunEntry:
        """One of them; an `InputError` if there is no such folder. It takes a moment."""
        path = self.find(name)
        return self._describe(describe_run(path) if has_run(path) else RunInfo(path, EMPTY))

    def find(self, name: str) -> Path:
        """The folder of a run."""
        return self.folder.find(f"{RUNS}/{name}")

    def read(self, name: str) -> StoredRun[Any, Any]:
        """All that a run has found so far. It takes a moment."""
        path = self.find(name)
        return find_kind(path).read(path)

    def carrying(self, name: str) -> _Carrying:
        """What this studio does with a run, which may be nothing."""
        return self._carried.get(name, _Carrying())

    def _describe(self, info: RunInfo) -> RunEntry:
        name = info.folder.relative_to(self.folder.runs).as_posix()
        carried = self.carrying(name)
        said = describe(carried.progress) if carried.is_running and carried.progress else ""
        problem = info.problem or carried.problem
        return RunEntry(name, info, self._find_best(name, info), said, problem)

    def _find_best(self, name: str, info: RunInfo) -> str:
        if info.problem or info.status == EMPTY:
            return ""
        key = f"{name} {info.created} {info.status == 'finished'} {info.n_evaluations} {info.games_beside}"
        return self._best.get_or_make(key, lambda: self._tell_best(name))

    def _tell_best(self, name: str) -> str:
        try:
            path = self.find(name)
            kind = find_kind(path)
            return kind.story.best(kind.read(path))
        except InputError:
            return ""  # its page says what is the matter

    # --- doing ---

    def start_balance(self, settings: BalanceSettings, subject: str) -> str:
        """Begin a balance run; returns its name. What is wrong with the settings is an `InputError`."""
        self.folder.check_writable()
        with self._lock:
            make_folder(self.folder.runs)
            folder = next_folder(in_letters(f"{BALANCE.name} {subject}"), self.folder.runs)
            make_folder(folder)
        self._carry(folder.name, lambda runner, tell: BALANCE.start(folder, settings, runner, tell))
        return folder.name

    def resume(self, name: str) -> None:
        """Go on with a run of any kind."""
        self.folder.check_writable()
        folder = self.find(name)
        experiment = find_kind(folder).experiment
        self._carry(name, lambda runner, tell: experiment.resume(folder, None, runner, tell))

    def stop(self, name: str) -> None:
        """Stop a run of this studio; what it has finished is kept."""
        self.folder.check_writable()
        job = self.carrying(name).job
        if job is None or not job.is_running:
            raise InputError(f"the run {name} was not started in this studio; stop it where it was started")
        job.stop()

    def _carry(self, name: str, carry_out: Callable[[Runner, OnProgress], object]) -> None:
        with self._lock:
            if self.carrying(name).is_running:
                raise InputError(f"the run {name} is running already")
            carrying = self._carried[name] = _Carrying()
        folder = self.find(name)

        def tell(progress: Progress) -> None:
            carrying.progress = progress

        def work(runner: QueueRunner) -> None:
            carry_out(runner, tell)
            write_report(folder)

        carrying.job = self.queue.start(f"carries out {name}", work, Patience.RUN)
