"""`evometa runs`: what has been run, how far it is, and what came out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from evometa.app.terminal.outputs import as_json as format_json
from evometa.app.terminal.program import program
from evometa.app.terminal.progress import say
from evometa.app.terminal.screen import Screen, echo, name_text, open_screen
from evometa.app.terminal.tables import new_table
from evometa.experiments.folders import DEFAULT_ROOT
from evometa.input.errors import InputError
from evometa.input.shown_text import show_line, show_message, show_name
from evometa.store import RunInfo, list_runs

STYLES = {"running": "green", "interrupted": "yellow", "damaged": "red", "unreadable": "red"}


def show_runs(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to look, with all folders inside.")] = (
        DEFAULT_ROOT
    ),
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead.")] = False,
) -> None:
    """List runs: what they are, how far they have come, and who is at work on them."""
    is_new = folder == DEFAULT_ROOT and not folder.exists()
    infos = [] if is_new else [with_all_games(info) for info in list_runs(folder)]
    if as_json:
        echo(format_json({"runs": [run_data(info) for info in infos]}))
    elif infos:
        show_list(open_screen(), infos)
    else:
        say(f"There is no run in {folder}; '{program()} balance paper-small --quick' starts one.")


def with_all_games(info: RunInfo) -> RunInfo:
    """The same, with the games that belong to no evaluation; a run of version 0.1.0 has them in its results."""
    if info.games_beside is not None or info.problem:
        return info
    from evometa.app.kinds import find_kind  # which takes long to import

    try:
        return replace(info, games_beside=find_kind(info.folder).read(info.folder).games - info.n_games)
    except InputError:  # a run that only another version knows is listed all the same
        return info
    except Exception as error:  # one run must never hide the others, whatever somebody has made of it
        problem = f"{info.folder}: its results cannot be read ({error!r})"
        return replace(info, status="unreadable", problem=problem)


def count_games(info: RunInfo) -> int:
    """All games of a run, as its own summary counts them; those of the evaluations if nothing can read the others."""
    return info.n_games + (info.games_beside or 0)


def run_data(info: RunInfo) -> dict[str, Any]:
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
        "games": count_games(info),
        "holder": info.holder,
        "problem": info.problem or None,
    }


def show_list(console: Screen, infos: Sequence[RunInfo]) -> None:
    """The runs as a table, and below it what else there is to say about some of them."""
    console.print(run_table(infos))
    for info in infos:
        if info.problem:
            console.print(f"\n{show_message(info.problem)}", style="red")
        elif info.holder:
            console.print(f"\n{show_line(str(info.folder))}: in use by {show_name(info.holder)}", style="dim")
    if any(info.status == "interrupted" for info in infos):
        console.print(f"\n'{program()} resume RUN' goes on with a run that was interrupted.", style="dim")


def run_table(infos: Sequence[RunInfo]) -> Table:
    """A line for each run."""
    table = new_table()
    for heading in ("run", "kind", "status", "begun (UTC)"):
        table.add_column(heading, overflow="fold")
    for heading in ("generation", "games"):
        table.add_column(heading, justify="right")
    for info in infos:
        generation = "" if info.generation is None else str(info.generation)
        n_games = count_games(info)
        games = f"{n_games:,}" if n_games else ""
        begun = info.created[:16].replace("T", " ")
        status = name_text(info.status, STYLES.get(info.status, ""))
        table.add_row(
            Text(show_line(str(info.folder))), name_text(info.kind), status, name_text(begun), generation, games
        )
    return table
