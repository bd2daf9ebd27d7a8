"""Commands for runs that there are: `runs` lists them, `resume` goes on with one, `salvage` saves what is whole."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from evometa.app.runs.options import RunArgument, RunOptions, choose_folder, follow_game, run_at_work
from evometa.app.terminal.options import takes
from evometa.app.terminal.own_cards import RunGameOption
from evometa.app.terminal.program import program
from evometa.app.terminal.progress import say
from evometa.experiments.settings import DEFAULT_ROOT
from evometa.input.shown_text import show_line, show_message, show_name
from evometa.show.data import as_json as format_json
from evometa.show.terminal.screen import Screen, echo, name_text, open_screen
from evometa.show.terminal.tables import new_table
from evometa.store import RunInfo, list_runs, open_run, salvage
from evometa.story.kind import kind_of

STYLES = {"running": "green", "interrupted": "yellow", "damaged": "red", "unreadable": "red"}


def show_runs(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to look, with all folders inside.")] = (
        DEFAULT_ROOT
    ),
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead.")] = False,
    game: RunGameOption = None,
) -> None:
    """List runs: what they are, how far they have come, and who is at work on them."""
    is_new = folder == DEFAULT_ROOT and not folder.exists()
    infos = [] if is_new else list_runs(folder)
    if as_json:
        echo(format_json({"runs": [_run_data(info) for info in infos]}))
    elif infos:
        _show_list(open_screen(), infos)
    else:
        say(f"There is no run in {folder}; '{program()} balance paper-small --quick' starts one.")


def _run_data(info: RunInfo) -> dict[str, Any]:
    """A run for JSON."""
    versions = info.versions
    return {
        "run": str(info.folder),
        "status": info.status,
        "kind": info.kind,
        "created": info.created,
        "code_version": versions.code if versions else None,
        "rules_version": versions.rules if versions else None,
        "generation": info.generation,
        "evaluations": info.n_evaluations,
        "games": info.games,
        "holder": info.holder,
        "problem": info.problem or None,
    }


def _show_list(console: Screen, infos: Sequence[RunInfo]) -> None:
    """The runs as a table, and below it what else there is to say about some of them."""
    console.print(_run_table(infos))
    for info in infos:
        if info.problem:
            console.print(f"\n{show_message(info.problem)}", style="red")
        elif info.holder:
            console.print(f"\n{show_line(str(info.folder))}: in use by {show_name(info.holder)}", style="dim")
    if any(info.status == "interrupted" for info in infos):
        console.print(f"\n'{program()} resume RUN' goes on with a run that was interrupted.", style="dim")


def _run_table(infos: Sequence[RunInfo]) -> Table:
    """A line for each run."""
    table = new_table()
    for heading in ("run", "kind", "status", "begun (UTC)"):
        table.add_column(heading, overflow="fold")
    for heading in ("generation", "games"):
        table.add_column(heading, justify="right")
    for info in infos:
        generation = "" if info.generation is None else str(info.generation)
        games = f"{info.games:,}" if info.games else ""
        begun = info.created[:16].replace("T", " ")
        status = name_text(info.status, STYLES.get(info.status, ""))
        table.add_row(
            Text(show_line(str(info.folder))), name_text(info.kind), status, name_text(begun), generation, games
        )
    return table


# --- going on --------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class _ResumeOptions(RunOptions):
    """What the command is asked with."""

    run: RunArgument
    game: RunGameOption = None


@takes(_ResumeOptions)
def resume_run(options: _ResumeOptions) -> None:
    """Go on with a run that was interrupted; of one that is finished, show the results."""
    follow_game(options.run, options.game)
    folder, runner = options.run, options.make_runner()
    with open_run(folder) as opened:
        kind, is_finished = kind_of(opened), opened.status == "finished"
    if is_finished:
        say(f"{folder} is finished already.")
    else:
        with run_at_work(folder, folder.resolve().name) as tell:
            kind.experiment.resume(folder, None, runner, tell)
    options.publish(kind, folder)


def salvage_run(
    run: RunArgument,
    to: Annotated[Path, typer.Option("--to", metavar="FOLDER", help="The folder of the new run: new or empty.")],
) -> None:
    """Save what is whole of a damaged run in a new one, which can be resumed; the damaged one stays as it is."""
    remains = salvage(run, choose_folder(to, "salvage"))
    say(f"{run}: {remains}")
    say(f"Run {to}. To go on:\n  evometa resume {shlex.quote(str(to))}")
