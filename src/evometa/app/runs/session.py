"""An experiment at the command line: it runs, is interrupted or ends, and shows what it has found."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console

from evometa.app.terminal.outputs import INTERRUPTED, open_console
from evometa.app.terminal.outputs import as_json as format_json
from evometa.app.terminal.progress import say
from evometa.app.terminal.run_progress import run_meter
from evometa.app.views.balance import show_balance, show_table
from evometa.app.views.decks import describe_deck_file, show_decks
from evometa.app.views.nerfs import show_nerfs
from evometa.app.views.paper import show_paper
from evometa.app.views.respond import show_response
from evometa.experiments.balance.work import PATCH_FILE
from evometa.experiments.decks.work import DECK_FILE
from evometa.experiments.progress import OnProgress
from evometa.experiments.runs import has_run
from evometa.input.errors import InputError, describe_words
from evometa.store import open_run

FinalOption = Annotated[
    bool, typer.Option("--json", help="Print one JSON object at the end instead, and nothing else on standard output.")
]
ReportOption = Annotated[
    bool, typer.Option("--report/--no-report", help="Whether to write the report, one HTML page, at the end.")
]

Results = Mapping[str, Any]


@dataclass(frozen=True)
class Kind:
    """How the results of a kind of run are shown, and which of them are its final JSON object."""

    show: Callable[[Console, Results], None]
    final: Callable[[Path, Results], Results]


def final_of_balance(folder: Path, results: Results) -> Results:
    """The final object of a balance run, with the places of its run and its patch as they can be opened."""
    final = results["final"]
    return {**final, "run": str(folder), "patch": str(folder / final["patch"])}


def final_of_decks(folder: Path, results: Results) -> Results:
    """The final object of a deck search, with the places of its run and its deck as they can be opened."""
    final = results["final"]
    return {**final, "run": str(folder), "deck": str(folder / final["deck"])}


def final_of_any(folder: Path, results: Results) -> Results:
    """All results of a run."""
    return {"run": str(folder), **results}


KINDS = {
    "balance": Kind(show_balance, final_of_balance),
    "decks": Kind(show_decks, final_of_decks),
    "nerfs": Kind(show_nerfs, final_of_any),
    "paper": Kind(show_paper, final_of_any),
    "response": Kind(show_response, final_of_any),
    "table": Kind(show_table, final_of_any),
}
MADE: dict[str, Callable[[Path], str]] = {PATCH_FILE: "Patch: {}".format, DECK_FILE: describe_deck_file}


@dataclass(frozen=True)
class Session:
    """A run in its folder, as the options want it."""

    folder: Path
    as_json: bool = False
    with_report: bool = True

    def work(self, label: str, experiment: Callable[[OnProgress], object]) -> None:
        """Run an experiment to its end and publish it. Ctrl-C ends with exit code 130 and says how to go on."""
        try:
            with run_meter(label, f"Run {self.folder}") as tell:
                experiment(tell)
        except KeyboardInterrupt:
            self._stop()
        self.publish()

    def _stop(self) -> NoReturn:
        if has_run(self.folder):
            say(f"Interrupted; what is finished is stored. To go on:\n  evometa resume {shlex.quote(str(self.folder))}")
        else:
            say("Interrupted before the run began; nothing was stored.")
        raise typer.Exit(INTERRUPTED)

    def publish(self) -> None:
        """Show what a finished run has found out, and write its report."""
        kind, results = read_results(self.folder)
        if self.as_json:
            typer.echo(format_json(kind.final(self.folder, results)))
        else:
            kind.show(open_console(), results)
        for path, describe in ((self.folder / name, describe) for name, describe in MADE.items()):
            if path.exists():
                say(f"\n{describe(path)}")
        if self.with_report:
            say(f"Report: {write_report_of(self.folder)}")


def read_results(folder: Path) -> tuple[Kind, Results]:
    """What a run has found out, and how that is shown."""
    with open_run(folder) as run, run.snapshot():
        return find_kind(folder, run.kind), run.results()


def find_kind(folder: Path, name: str) -> Kind:
    """How runs of a kind are shown; an `InputError` for a kind that another version may know."""
    if name not in KINDS:
        raise InputError(f"{folder}: unknown kind of run {name!r}; {describe_words(name, KINDS)}")
    return KINDS[name]


def write_report_of(folder: Path, target: Path | None = None, beside: Sequence[Path] = ()) -> Path:
    """Write the report of a run, other runs beside it."""
    from evometa.report.pages.writing import write_report  # draws, which takes a second to import

    return write_report(folder, target, beside)
