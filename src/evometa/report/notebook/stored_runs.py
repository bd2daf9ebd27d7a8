"""Runs in Python: what every kind of them has, and what is said where a kind lacks something that others have.

What a run has found is typed: `run.front`, `run.audits`, `run.patch`. The same as a pandas table has the same name in
`run.frames`: `run.frames.front`, `run.frames.audits`. A run is as it was when it was opened; `run.reload()` opens it
again, and `run.resume()` goes on with one that was interrupted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from evometa.balance.contributions import Explanation
from evometa.cards.patches.patch import Patch
from evometa.experiments.balance.results import Audit, FrontPatch
from evometa.experiments.decks.results import DeckAudit, DeckMap
from evometa.experiments.experiment import Experiment, StoredRun
from evometa.experiments.nerfs.results import Correlations, DeckWinRate, ScannedCard
from evometa.experiments.pilots import Piloted
from evometa.experiments.respond.results import Answer
from evometa.experiments.respond.results import Round as AnsweredRound
from evometa.experiments.runs import NAME
from evometa.experiments.settings import RunSettings, file_name
from evometa.experiments.tiers.results import CardWorth
from evometa.experiments.tune.results import Round as TunedRound
from evometa.input.shown_text import show_name
from evometa.matches.runners import Runner
from evometa.metagame.metagames import Metagame
from evometa.metagame.standing import Standing
from evometa.report.notebook.bars import WaysToTellRuns
from evometa.report.notebook.missing_parts import MissingPartError, own_names
from evometa.report.notebook.run_frames import Frames
from evometa.report.notebook.run_summaries import Summary, format_run, summarise_other
from evometa.report.notebook.run_work import carry_out
from evometa.report.pages.reproduction import Reproduction
from evometa.report.pages.writing import Page, write_page
from evometa.store import Evaluations, Versions, list_runs, refuse_misfits
from evometa.store import open_run as open_stored
from evometa.store.results import Results

if TYPE_CHECKING:
    from evometa.report.pictures.canvas import Picture

S = TypeVar("S", bound=RunSettings)
R = TypeVar("R", bound=Results)


@dataclass(frozen=True)
class RunKind(Generic[S, R]):
    """What belongs to a kind of run: the same as its command has."""

    words: str  # what one of them is called: `a balance run`
    experiment: Experiment[S, R]
    page: Page[S, R]
    reproduce: Callable[[StoredRun[S, R]], Reproduction]
    summarise: Callable[[StoredRun[S, R]], Summary] = summarise_other


class Run(Generic[S, R]):
    """A run that is stored in a folder, finished or not. Rates are from 0 to 1."""

    of_kind: RunKind[S, R]

    def __init__(self, folder: Path | str) -> None:
        self.stored = self.of_kind.experiment.read(Path(folder))  # all of it, of one moment

    # --- what all runs have ---

    @property
    def folder(self) -> Path:
        """Where it is."""
        return self.stored.folder

    @property
    def kind(self) -> str:
        """What it is, by the name of its command: `balance`, `nerfs`, `decks`, `respond` and so on."""
        return self.stored.kind

    @property
    def subject(self) -> str:
        """What it is about: the name of its metagame, if it has one."""
        with open_stored(self.folder) as run:
            return str(run.settings.get(NAME) or file_name(str(run.settings.get("metagame", ""))))

    @property
    def status(self) -> str:
        """`finished`, `interrupted`, or `running` while some process is at work on it."""
        return self.stored.status

    @property
    def is_finished(self) -> bool:
        """Whether it has done all it was to do."""
        return self.stored.is_finished

    @property
    def settings(self) -> S:
        """With what it was started. The same settings give the same run."""
        return self.stored.settings

    @property
    def results(self) -> R:
        """All that it has found, as it is stored."""
        return self.stored.results

    @property
    def evaluations(self) -> Evaluations:
        """All that its search has measured, as arrays; a run without a search has none."""
        return self.stored.evaluations

    @property
    def games(self) -> int:
        """Games played so far."""
        return self.stored.games

    @property
    def players(self) -> tuple[str, ...]:
        """Who played, by name."""
        return self.stored.players

    @property
    def created(self) -> str:
        """When it was begun (UTC)."""
        return self.stored.created

    @property
    def versions(self) -> Versions:
        """The versions of evometa and of its rules that it was begun with."""
        return self.stored.versions

    @property
    def frames(self) -> Frames:
        """The same as tables: `run.frames.evaluations` is the pandas table of `run.evaluations`, and so on."""
        return Frames(self)

    @property
    def parts(self) -> tuple[Run[Any, Any], ...]:
        """The runs that a run of several parts is made of, as far as they have begun; most runs have none."""
        from evometa.report.notebook.opening import open_run

        return tuple(open_run(info.folder) for info in list_runs(self.folder) if info.folder != self.folder)

    # --- what only some kinds have ---

    @property
    def metagame(self) -> Metagame:
        """The metagame that it is about, as it is now."""
        raise self._lacks("metagame")

    @property
    def baseline(self) -> Standing | DeckWinRate:
        """How things stood before any change."""
        raise self._lacks("baseline")

    @property
    def front(self) -> tuple[FrontPatch, ...]:
        """The audited patches of a balance run, from the smallest to the largest; no change is the first."""
        raise self._lacks("front")

    @property
    def audits(self) -> tuple[Audit, ...] | tuple[DeckAudit, ...]:
        """What was played again with many fresh games: patches of a balance run, decks of a deck search."""
        raise self._lacks("audits")

    @property
    def chosen(self) -> Audit:
        """The audit of the patch that a balance run recommends."""
        raise self._lacks("chosen")

    @property
    def patch(self) -> Patch:
        """The patch that a balance run recommends, or that players answer."""
        raise self._lacks("patch")

    @property
    def explanation(self) -> Explanation:
        """What each change of the patch of a balance run buys."""
        raise self._lacks("explanation")

    @property
    def pilots(self) -> tuple[Piloted, ...]:
        """What other players make of what was found: whether it holds in their hands."""
        raise self._lacks("pilots")

    @property
    def cards(self) -> tuple[ScannedCard, ...] | tuple[CardWorth, ...]:
        """The cards of a scan, or all cards with their worth."""
        raise self._lacks("cards")

    @property
    def correlations(self) -> Mapping[str, Correlations]:
        """How well the statistics of a card tell what its change does."""
        raise self._lacks("correlations")

    @property
    def map(self) -> DeckMap:
        """The best deck of every kind that a deck search has found."""
        raise self._lacks("map")

    @property
    def best(self) -> DeckAudit:
        """The audit of the best deck that a deck search has found."""
        raise self._lacks("best")

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The decks with which players answer, the strongest first."""
        raise self._lacks("answers")

    @property
    def rounds(self) -> tuple[AnsweredRound, ...] | tuple[TunedRound, ...]:
        """The rounds of patch and answer, or of a player that is tuned."""
        raise self._lacks("rounds")

    @property
    def table(self) -> Standing:
        """Who beats whom."""
        raise self._lacks("table")

    # --- what can be done with it ---

    def plot(self, kind: str = "") -> Picture:
        """A picture; which there are depends on the kind of run."""
        raise MissingPartError(f"{self.folder}: {self.of_kind.words} has no picture of its own; its report has some")

    def report(self, path: Path | str | None = None) -> Path:
        """Write the report, one HTML page, and return its path (default: `report.html` in the folder of the run)."""
        with refuse_misfits(self.folder):
            reproduction = self.of_kind.reproduce(self.stored)
            return write_page(self.stored, self.of_kind.page, reproduction, None if path is None else Path(path))

    def reload(self) -> Self:
        """The run as it is now."""
        return type(self)(self.folder)

    def resume(
        self, *, threads: int | None = None, runner: Runner | None = None, progress: WaysToTellRuns = True
    ) -> Self:
        """Go on with a run that was interrupted, to exactly the end of one that was not; a finished one stays as it is.

        Ctrl-C keeps what is finished by then and returns the run so far.
        """
        experiment = self.of_kind.experiment
        carry_out(
            self.folder,
            self.folder.resolve().name,
            lambda where, tell: experiment.resume(self.folder, None, where, tell),
            threads=threads,
            runner=runner,
            progress=progress,
        )
        return self.reload()

    # --- how it shows itself ---

    def __repr__(self) -> str:
        status = "" if self.is_finished else f", {self.status}"
        return f"<evometa {self.kind} run: {show_name(self.folder.resolve().name)}, {self.games:,} games{status}>"

    def _repr_html_(self) -> str:
        with refuse_misfits(self.folder):
            title, summary = self.of_kind.page.title(self.stored), self.of_kind.summarise(self.stored)
            return format_run(title, self.stored, summary)

    # --- what is not there ---

    def _lacks(self, part: str) -> MissingPartError:
        has = ["evaluations", *own_names(type(self), Run, PARTS)]
        return MissingPartError(f"{self.folder}: {self.of_kind.words} has no {part}; it has: {', '.join(has)}")

    def _comes_later(self, part: str) -> MissingPartError:
        why = "the run is still going on; reload() looks again"
        if self.status != "running":
            why = "the run was interrupted before that; resume() goes on"
        return MissingPartError(f"{self.folder}: there is no {part} yet: {why}")


PARTS = (
    *("metagame", "baseline", "front", "audits", "chosen", "patch", "explanation", "pilots", "cards", "correlations"),
    *("map", "best", "answers", "rounds", "table"),
)
