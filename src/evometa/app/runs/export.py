"""`evometa export`: the numbers of a run as a table for other programs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from evometa.app.kinds import find_kind
from evometa.app.runs.folders import RunArgument
from evometa.app.terminal.progress import say
from evometa.input.csv_text import csv_cell
from evometa.input.errors import InputError, describe_words
from evometa.input.shown_text import write_halves
from evometa.input.writing import new_file
from evometa.report.exports import NOTE
from evometa.store import refuse_misfits

if TYPE_CHECKING:
    import pandas as pd


def export_run(
    run: RunArgument,
    to: Annotated[Path, typer.Option("--to", metavar="FILE", help="A file whose name ends in .csv or .parquet.")],
) -> None:
    """Write a run as a table: every evaluation of a balance run, every card of a scan, every deck of a search."""
    if to.suffix not in WRITERS:
        raise InputError(f"--to {to}: unknown ending {to.suffix!r}; {describe_words(to.suffix, WRITERS)}")
    kind = find_kind(run)
    with refuse_misfits(run):
        frame = kind.export(kind.read(run))
    write_frame(frame, to)
    if NOTE in frame.attrs:
        say(frame.attrs[NOTE])
    say(f"Wrote {to}: {len(frame):,} rows")


def write_frame(frame: pd.DataFrame, path: Path) -> None:
    """Write a table, CSV or Parquet by the name of the file, which appears only when it is whole."""
    with new_file(path, f"--to {path}") as draft:
        WRITERS[path.suffix](frame, draft)


def write_csv(frame: pd.DataFrame, path: Path | TextIO) -> None:
    """As CSV, in which texts are no formulas."""
    _change_texts(frame, csv_cell).to_csv(path, index=False)


def write_parquet(frame: pd.DataFrame, path: Path) -> None:
    """As Parquet, in which texts are as they are."""
    path.write_bytes(_change_texts(frame, write_halves).to_parquet(index=False))


def _change_texts(frame: pd.DataFrame, change: Callable[[Any], Any]) -> pd.DataFrame:
    """The frame with its texts changed, the names of its columns too."""
    import pandas as pd

    columns = [column.map(change) if column.dtype.kind == "O" else column for _, column in frame.items()]
    changed = pd.DataFrame(dict(enumerate(columns)), index=frame.index)
    return changed.set_axis([change(name) for name in frame.columns], axis="columns")


WRITERS = {".csv": write_csv, ".parquet": write_parquet}  # by the ending of the file's name
