"""`evometa salvage`: a new run of what is whole of a damaged one."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from evometa.app.runs.folders import RunArgument, choose_folder
from evometa.app.terminal.progress import say
from evometa.store import salvage


def salvage_run(
    run: RunArgument,
    to: Annotated[Path, typer.Option("--to", metavar="FOLDER", help="The folder of the new run: new or empty.")],
) -> None:
    """Save what is whole of a damaged run in a new one, which can be resumed; the damaged one stays as it is."""
    remains = salvage(run, choose_folder(to, "salvage"))
    say(f"{run}: {remains}")
    say(f"Run {to}. To go on:\n  evometa resume {shlex.quote(str(to))}")
