"""`evometa export`: the numbers of a run as a table for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evometa.app.kinds import find_kind
from evometa.app.runs.folders import RunArgument
from evometa.app.terminal.progress import say
from evometa.input.errors import InputError, describe_words
from evometa.input.writing import new_file
from evometa.report.exports import NOTE

if TYPE_CHECKING:
    import pandas as pd

WRITERS = {".csv": "to_csv", ".parquet": "to_parquet"}  # by the ending of the file's name


def export_run(
    run: RunArgument,
    to: Annotated[Path, typer.Option("--to", metavar="FILE", help="A file whose name ends in .csv or .parquet.")],
) -> None:
    """Write a run as a table: every evaluation of a balance run, every card of a scan, every deck of a search."""
    if to.suffix not in WRITERS:
        raise InputError(f"--to {to}: unknown ending {to.suffix!r}; {describe_words(to.suffix, WRITERS)}")
    kind = find_kind(run)
    frame = kind.export(kind.read(run))
    write_frame(frame, to)
    if NOTE in frame.attrs:
        say(frame.attrs[NOTE])
    say(f"Wrote {to}: {len(frame):,} rows")


def write_frame(frame: pd.DataFrame, path: Path) -> None:
    """Write a table, CSV or Parquet by the name of the file, which appears only when it is whole."""
    with new_file(path, f"--to {path}") as draft:
        getattr(frame, WRITERS[path.suffix])(draft, index=False)
