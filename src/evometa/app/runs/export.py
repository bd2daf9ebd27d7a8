"""What is written of a run: `evometa report` for people, also while it is at work, `evometa export` for programs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from evometa.app.runs.options import RunArgument, follow_game
from evometa.app.terminal.own_cards import RunGameOption
from evometa.app.terminal.progress import say
from evometa.input.csv_text import csv_cell
from evometa.input.errors import InputError, describe_words
from evometa.input.shown_text import show_line, write_halves
from evometa.input.writing import new_file
from evometa.show.frames import frame_of
from evometa.show.page.writing import write_report
from evometa.show.terminal.screen import echo
from evometa.store import list_runs, refuse_misfits
from evometa.story.blocks import Table
from evometa.story.kind import find_kind

if TYPE_CHECKING:
    import pandas as pd


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
    game: RunGameOption = None,
) -> None:
    """Write the report of a run as one HTML page, with its figures as SVG beside it."""
    follow_game(run, game)
    echo(show_line(str(write_report(run, to, beside or ()))))


# --- tables -----------------------------------------------------------------------------------------


def export_run(
    run: RunArgument,
    to: Annotated[Path, typer.Option("--to", metavar="FILE", help="A file whose name ends in .csv or .parquet.")],
    game: RunGameOption = None,
) -> None:
    """Write a run as a table: every evaluation of a balance run, every card of a scan, every deck of a search."""
    if to.suffix not in _WRITERS:
        raise InputError(f"--to {to}: unknown ending {to.suffix!r}; {describe_words(to.suffix, _WRITERS)}")
    table = read_export(run)
    frame = frame_of(table)
    write_frame(frame, to)
    if table.note:
        say(table.note)
    say(f"Wrote {to}: {len(frame):,} rows")


def read_export(folder: Path) -> Table:
    """The table of a run for other programs. A run of several parts has none of its own."""
    kind = find_kind(folder)
    if not kind.story.exported:
        parts = [str(info.folder) for info in list_runs(folder) if info.folder != folder]
        raise InputError(
            f"{folder}: a run of the kind '{kind.name}' has no table of its own; export one of its parts: "
            f"{', '.join(parts) or 'there is none yet'}"
        )
    with refuse_misfits(folder):
        return kind.story.tables[kind.story.exported](kind.read(folder))


def write_frame(frame: pd.DataFrame, path: Path) -> None:
    """Write a table, CSV or Parquet by the name of the file, which appears only when it is whole."""
    with new_file(path, f"--to {path}") as draft:
        _WRITERS[path.suffix](frame, draft)


def write_csv(frame: pd.DataFrame, path: Path | TextIO) -> None:
    """As CSV; a spreadsheet that opens it takes no text for a formula."""
    _change_texts(frame, csv_cell).to_csv(path, index=False)


def _write_parquet(frame: pd.DataFrame, path: Path) -> None:
    """As Parquet, in which texts are as they are."""
    path.write_bytes(_change_texts(frame, write_halves).to_parquet(index=False))


def _change_texts(frame: pd.DataFrame, change: Callable[[Any], Any]) -> pd.DataFrame:
    """The frame with its texts changed, the names of its columns too."""
    import pandas as pd

    columns = [column.map(change) if column.dtype.kind == "O" else column for _, column in frame.items()]
    changed = pd.DataFrame(dict(enumerate(columns)), index=frame.index)
    return changed.set_axis([change(name) for name in frame.columns], axis="columns")


_WRITERS = {".csv": write_csv, ".parquet": _write_parquet}  # by the ending of the file's name
