"""A kind of run: what its settings and results are, who does the work, and how it is started, resumed or carried on.

Everything that is finished is stored at once, and everything random is seeded by what it is for. So a run that was
killed at any moment and resumed ends with exactly the results of one that was not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from evometa.experiments.progress import OnProgress, Tracker
from evometa.experiments.runs import (
    begin_run,
    check_metagame,
    check_settings,
    has_run,
    own_settings,
    read_players,
    read_subject,
    reopen_run,
)
from evometa.experiments.settings import RunSettings
from evometa.input.short_repr import Short
from evometa.matches.runners import Runner, ThreadRunner
from evometa.metagame.metagames import Metagame
from evometa.store import Evaluations, Run, Versions, open_run
from evometa.store.results import Ledger, Results

S = TypeVar("S", bound=RunSettings)
R = TypeVar("R", bound=Results)


class Work(Protocol[R]):
    """All that a run does, stage by stage. Each stage skips what is stored already."""

    @property
    def metagame(self) -> Metagame | None:
        """What is played, if that could have changed since the run began; None if parts of the run see to it."""

    def carry_out(self, ledger: Ledger[R]) -> None:
        """Do all that is still to do."""


@dataclass(frozen=True, eq=False)
class StoredRun(Short, Generic[S, R]):
    """A run as it is stored, all of it of one moment, though the run may still go on."""

    folder: Path
    kind: str
    settings: S
    results: R
    created: str
    versions: Versions
    status: str
    games: int  # of all kinds, evaluations and others
    evaluations: Evaluations
    subject: str = ""  # what it is about: the name of its metagame, if it has one
    players: tuple[str, ...] = ()  # who played, by their names; none if the run does not say

    @property
    def name(self) -> str:
        """The name of its folder."""
        return self.folder.resolve().name

    @property
    def search_games(self) -> int:
        """Those of evaluations; audits and what comes beside are not among them."""
        return self.games - self.results.games_beside

    @property
    def is_finished(self) -> bool:
        """Whether the run has done all it was to do."""
        return self.status == "finished"


@dataclass(frozen=True)
class Experiment(Generic[S, R]):
    """A kind of run. Its name is that of its command."""

    name: str
    settings_type: type[S]
    results_type: type[R]
    prepare: Callable[[S, Tracker], Work[R]]  # refuses what cannot be played

    def start(self, folder: Path, settings: S, runner: Runner | None = None, progress: OnProgress | None = None) -> R:
        """Make a run in a new or empty folder, carry it out, and return its results."""
        wanted = settings.located()
        work = self._prepare(wanted, runner, progress)  # before there is a folder
        with begin_run(folder, self.name, wanted.to_json(), work.metagame) as run:
            return self._carry_out(work, run)

    def resume(
        self, folder: Path, settings: S | None = None, runner: Runner | None = None, progress: OnProgress | None = None
    ) -> R:
        """Go on with a run to its end, and return its results. Settings, if given, must be those that it began with."""
        wanted = None if settings is None else settings.located().to_json()
        with reopen_run(folder, self.name) as run:
            if wanted is not None:
                check_settings(run, wanted)
            if run.status == "finished":
                return self.results_type.read(run)
            work = self._prepare(self._read_settings(run), runner, progress)
            check_metagame(run, work.metagame)
            return self._carry_out(work, run)

    def carry_on(
        self, folder: Path, settings: S, runner: Runner | None = None, progress: OnProgress | None = None
    ) -> R:
        """Resume the run in a folder if there is one, and start it if not."""
        if has_run(folder):
            return self.resume(folder, settings, runner, progress)
        return self.start(folder, settings, runner, progress)

    def read(self, folder: Path) -> StoredRun[S, R]:
        """The run in a folder, of one moment."""
        with open_run(folder) as run, run.snapshot():
            results, settings = self.results_type.read(run), self._read_settings(run)
            return StoredRun(
                folder=folder,
                kind=self.name,
                settings=settings,
                results=results,
                created=run.created,
                versions=run.versions,
                status=run.status,
                games=run.n_games + results.games_beside,
                evaluations=run.evaluations(),
                subject=read_subject(run),
                players=results.players or read_players(run, getattr(settings, "players", None)),
            )

    def _prepare(self, settings: S, runner: Runner | None, progress: OnProgress | None) -> Work[R]:
        return self.prepare(settings, Tracker(runner or ThreadRunner(), progress))

    def _carry_out(self, work: Work[R], run: Run) -> R:
        ledger = Ledger(run, self.results_type)
        work.carry_out(ledger)
        run.finish()
        return ledger.results

    def _read_settings(self, run: Run) -> S:
        return self.settings_type.from_json(own_settings(run), str(run.folder))
