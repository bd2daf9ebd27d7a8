"""An experiment at the command line: it runs, is interrupted or ends, and shows what it has found."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from evometa.app.ctrl_c import INTERRUPTED, farewell
from evometa.app.kinds import Kind, find_kind
from evometa.app.runs.folders import FolderOption, choose_folder
from evometa.app.terminal.options import PlaceOptions
from evometa.app.terminal.outputs import as_json as format_json
from evometa.app.terminal.own_cards import OwnCardOptions
from evometa.app.terminal.program import program
from evometa.app.terminal.progress import say
from evometa.app.terminal.run_progress import run_meter
from evometa.app.terminal.screen import echo, open_screen
from evometa.experiments.experiment import Experiment, R, S, StoredRun
from evometa.experiments.own_metagames import keep_metagame
from evometa.experiments.progress import OnProgress
from evometa.experiments.runs import has_run
from evometa.matches.clusters import ClusterError
from evometa.metagame.metagames import load_metagame
from evometa.report.words.players import tell_players
from evometa.store import refuse_misfits

FinalOption = Annotated[
    bool, typer.Option("--json", help="Print one JSON object at the end instead, and nothing else on standard output.")
]
ReportOption = Annotated[
    bool, typer.Option("--report/--no-report", help="Whether to write the report, one HTML page, at the end.")
]


@dataclass(frozen=True, kw_only=True)
class RunOptions(PlaceOptions):
    """What all commands that start a run or go on with one are asked with."""

    with_report: ReportOption = True
    as_json: FinalOption = False

    def print_run(self, kind: Kind[Any, Any], run: StoredRun[Any, Any]) -> None:
        """Print what a finished run has found, in the form that is asked for."""
        if self.as_json:
            echo(format_json({**kind.final(run), "players": run.players}))
            return
        screen = open_screen()
        kind.show(screen, run)
        for told in tell_players(run.players):
            screen.print(f"\n{told}")


@dataclass(frozen=True, kw_only=True)
class NewRunOptions(RunOptions):
    """What all commands that start a run are asked with."""

    out: FolderOption = None

    def start(self, experiment: Experiment[S, R], settings: S, subject: str = "", name: str = "") -> None:
        """Start a run about something in the folder asked for; the name is that of the folder (default: the kind's)."""
        folder = choose_folder(self.out, name or experiment.name, subject)
        settings = self.keep_cards(settings, folder)
        runner = self.make_runner()
        session = Session(folder, self)
        session.work(subject or experiment.name, lambda tell: experiment.start(folder, settings, runner, tell))

    def keep_cards(self, settings: S, folder: Path) -> S:
        """The settings as the run will need them: nothing that they name goes away when the command ends."""
        return settings


@dataclass(frozen=True, kw_only=True)
class MetagameRunOptions(NewRunOptions, OwnCardOptions):
    """What commands are asked with that start a run about the decks of a metagame."""

    def keep_cards(self, settings: S, folder: Path) -> S:
        """With own cards or rules, the metagame that has them lies in the folder of the run."""
        if not self.has_own_cards():
            return settings
        kept = keep_metagame(load_metagame(getattr(settings, self.metagame_field)), folder)
        return settings.change({self.metagame_field: kept})


@dataclass(frozen=True)
class Session:
    """A run in its folder, as the options want it."""

    folder: Path
    options: RunOptions

    def work(self, label: str, experiment: Callable[[OnProgress], object]) -> None:
        """Run an experiment to its end and publish it. Ctrl-C ends with exit code 130 and says how to go on.

        So does the loss of a cluster, but that is an error.
        """
        try:
            with farewell(self._describe_stop), run_meter(label, f"Run {self.folder}") as tell:
                experiment(tell)
        except KeyboardInterrupt:
            say(self._describe_stop())
            raise typer.Exit(INTERRUPTED) from None
        except ClusterError as error:
            raise ClusterError(f"{error}{self._tell_rest()}") from error
        self.publish()

    def _describe_stop(self) -> str:
        return f"Interrupted{self._tell_rest() or ' before the run began; nothing was stored.'}"

    def _tell_rest(self) -> str:
        """What is left of a run that ended before its time, if it had begun."""
        if not has_run(self.folder):
            return ""
        return f"; what is finished is stored. To go on: {program()} resume {shlex.quote(str(self.folder))}"

    def publish(self) -> None:
        """Show what a finished run has found out, and write its report."""
        kind = find_kind(self.folder)
        run = kind.read(self.folder)
        with refuse_misfits(self.folder):
            self.options.print_run(kind, run)
        if kind.made is not None:
            say(f"\n{kind.made(self.folder)}")
        if self.options.with_report:
            say(f"Report: {kind.write_page(self.folder)}")
