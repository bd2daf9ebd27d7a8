"""Runs in Python: what every kind of them has.

What a run has found is typed: `run.front`, `run.audits`, `run.patch`. The same as a pandas table has the same name in
`run.frames`: `run.frames.front`, `run.frames.audits`. A run is as it was when it was opened; `run.reload()` opens it
again, and `run.resume()` goes on with one that was interrupted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

from evometa.experiments.experiment import R, S, StoredRun
from evometa.experiments.progress import OnProgress
from evometa.experiments.runs import has_run
from evometa.input.errors import InputError
from evometa.input.shown_text import show_name
from evometa.matches.runners import Runner, ThreadRunner
from evometa.notebook.bars import WaysToTellRuns, run_bar
from evometa.show.frames import frame_of
from evometa.show.notebook import format_story
from evometa.show.page.writing import write_report
from evometa.show.svg.draw import Picture, picture_of
from evometa.store import evaluation_columns, list_runs
from evometa.story.blocks import Table
from evometa.story.kind import Kind, find_kind, load
from evometa.story.words.names import tell_players

if TYPE_CHECKING:
    import pandas as pd

T = TypeVar("T")

Work = Callable[[Runner, OnProgress | None], object]


class MissingPartError(InputError, AttributeError):
    """A kind of run has no such thing, or this run has not come that far; so `hasattr` says that it has none."""


def open_run(path: Path | str) -> Run[Any, Any]:
    """The run in a folder, of whatever kind, finished or not; the folder is only read.

    What it has found is typed (`run.front`, `run.audits`, `run.patch`), and the same as pandas tables is in
    `run.frames` (`run.frames.front`). What a kind of run does not have is refused with what it has.

    Args:
        path: The folder of the run.
    """
    folder = Path(path)
    found: Run[Any, Any] = load(find_kind(folder).run_at)(folder)
    return found


def carry_out(
    folder: Path, label: str, work: Work, *, threads: int | None, runner: Runner | None, progress: WaysToTellRuns
) -> None:
    """Carry out the run in a folder, until it is finished or Ctrl-C is pressed.

    If that comes before anything is stored, it is raised.
    """
    try:
        with run_bar(label, progress) as tell:
            work(runner or ThreadRunner(threads), tell)
    except KeyboardInterrupt:
        if not has_run(folder):
            raise


class Run(StoredRun[S, R]):
    """A run that is stored in a folder, finished or not. Rates are from 0 to 1.

    Each run says where it is (`folder`), what it is by the name of its command (`kind`), what it is about (`subject`),
    and how far it has come: its `status` is `finished`, `interrupted`, or `running` while some process is at work on
    it. It has the `settings` it was started with, all that it has found (`results`), what its search has measured as
    arrays (`evaluations`), the number of its `games`, the names of its `players`, when it was begun (`created`, UTC),
    and the `versions` of evometa and of its rules.
    """

    of_kind: Kind

    def __init__(self, folder: Path | str) -> None:
        kind = find_kind(Path(folder))
        self.__dict__.update(
            vars(kind.read(Path(folder))), of_kind=kind
        )  # its fields are frozen, and all of one moment

    # --- what all runs have ---

    @property
    def frames(self) -> Frames:
        """The same as tables: `run.frames.evaluations` is the pandas table of `run.evaluations`, and so on."""
        return Frames(self)

    @property
    def parts(self) -> tuple[Run[Any, Any], ...]:
        """The runs that a run of several parts is made of, as far as they have begun; most runs have none."""
        return tuple(open_run(info.folder) for info in list_runs(self.folder) if info.folder != self.folder)

    # --- what can be done with it ---

    def plot(self, kind: str = "") -> Picture:
        """A picture of its report, by its name; which there are depends on the kind of run (default: the first)."""
        return picture_of(self.of_kind.tell(self), kind)

    def report(self, path: Path | str | None = None) -> Path:
        """Write the report, one HTML page, and return its path (default: `report.html` in the folder of the run)."""
        return write_report(self.folder, None if path is None else Path(path))

    def reload(self) -> Self:
        """The run as it is now."""
        return type(self)(self.folder)

    def resume(
        self, *, threads: int | None = None, runner: Runner | None = None, progress: WaysToTellRuns = True
    ) -> Self:
        """Go on with a run that was interrupted, to exactly the end of one that was not; a finished one stays as it is.

        Ctrl-C keeps what is finished by then and returns the run so far.
        """
        work = partial(self.of_kind.experiment.resume, self.folder, None)
        carry_out(self.folder, self.name, work, threads=threads, runner=runner, progress=progress)
        return self.reload()

    # --- how it shows itself ---

    def __repr__(self) -> str:
        status = "" if self.is_finished else f", {self.status}"
        return f"<evometa {self.kind} run: {show_name(self.folder.resolve().name)}, {self.games:,} games{status}>"

    def _repr_html_(self) -> str:
        facts = " ".join([f"{self.games:,} games.", *tell_players(self.players), f"Folder: {self.folder}"])
        return format_story(self.of_kind.tell(self), facts)

    # --- what is not there ---

    def __getattr__(self, name: str) -> Any:
        """Say what this kind of run has, if it is asked for what only others have."""
        if name.startswith("_") or name == "of_kind":
            raise AttributeError(name)
        own = getattr(type(self), name, None)
        if isinstance(own, property) and own.fget is not None:
            return own.fget(self)  # which says itself that it comes later: Python asks here after that
        kinds = type(self).__mro__[: type(self).__mro__.index(Run)]
        has = [each for kind in reversed(kinds) for each in vars(kind) if not each.startswith("_")]
        words = self.of_kind.words
        raise MissingPartError(f"{self.folder}: {words} has no {name}; it has: {', '.join(['evaluations', *has])}")

    def _known(self, found: T | None, words: str) -> T:
        """What was found; if it is not there yet, an error that says when it comes."""
        if found is not None and found != ():
            return found
        why = "the run is still going on; reload() looks again"
        if self.status != "running":
            why = "the run was interrupted before that; resume() goes on"
        raise MissingPartError(f"{self.folder}: there is no {words} yet: {why}")


class Frames:
    """What a run has found as pandas tables: the table of `run.front` is `run.frames.front`, and so on."""

    def __init__(self, run: Run[Any, Any]) -> None:
        self._run = run

    def __getattr__(self, name: str) -> pd.DataFrame:
        if name.startswith("_"):
            raise AttributeError(name)
        tables = self._run.of_kind.story.tables
        if name not in tables and name != "evaluations":
            words = self._run.of_kind.words
            raise MissingPartError(f"{self._run.folder}: {words} has no table '{name}'; it has: {', '.join(dir(self))}")
        if name in tables and hasattr(type(self._run), name):
            getattr(self._run, name)  # which says if it comes later
        if name in tables:
            return frame_of(tables[name](self._run))
        return frame_of(Table("evaluations", (), (), bulk=evaluation_columns(self._run.evaluations)))

    def __dir__(self) -> list[str]:
        return list(dict.fromkeys(["evaluations", *self._run.of_kind.story.tables]))

    def __repr__(self) -> str:
        return f"<tables of a run: {', '.join(dir(self))}>"
