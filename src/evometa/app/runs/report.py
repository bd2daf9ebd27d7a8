"""`evometa report`: the report of a run, also of one that is still at work or was interrupted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evometa.app.kinds import find_kind
from evometa.app.runs.folders import RunArgument
from evometa.app.terminal.screen import echo
from evometa.input.shown_text import show_line


def write_run_report(
    run: RunArgument,
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="FILE", help="Where the page goes.", show_default="report.html in the run"),
    ] = None,
    beside: Annotated[
        list[Path] | None,
        typer.Option("--beside", metavar="RUN", help="Another balance run to compare with; may be repeated."),
    ] = None,
) -> None:
    """Write the report of a run as one HTML page, with its figures as PNG and SVG beside it."""
    echo(show_line(str(find_kind(run).write_page(run, to, beside or ()))))
