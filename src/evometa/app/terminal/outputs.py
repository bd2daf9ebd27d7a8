"""What a command of the laboratory hands out: on the terminal, as JSON or CSV, and as a folder of files.

A folder is written beside its place first and then moved there as a whole, so that nobody finds half of it.
"""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from os.path import exists, isdir  # whose counterparts of `Path` raise an error if a name is too long
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import typer

from evometa.app.ctrl_c import INTERRUPTED
from evometa.app.terminal.progress import say
from evometa.app.terminal.screen import Screen, echo, open_screen
from evometa.input.csv_text import format_csv
from evometa.input.errors import InputError
from evometa.input.shown_text import hide_in_json, write_halves
from evometa.input.writing import draft_of

DIGITS = 6  # of numbers in files
PARTIAL_NOTE = "PARTIAL.txt"
PAGE = "report.html"

Columns: TypeAlias = Mapping[str, Sequence[Any]]


@dataclass(frozen=True)
class Report:
    """A result in all its forms."""

    data: Mapping[str, Any]  # for JSON; arrays are welcome
    tables: Mapping[str, Columns]  # by the name of their file; the first one is what --csv prints
    show: Callable[[Screen], None]
    draw: Callable[[Path], Any]  # writes pictures into a folder
    n_games: int
    is_partial: bool
    page: Callable[[], str] | None = None  # for a browser: one file that needs no other


@dataclass(frozen=True)
class Output:
    """Where a report goes, as the options say."""

    as_json: bool = False
    as_csv: bool = False
    folder: Path | None = None

    def check(self) -> None:
        """Refuse what cannot be done, before games are played for it."""
        if self.as_json and self.as_csv:
            raise InputError("--json and --csv cannot stand together: choose one")
        if self.folder is not None:
            check_folder(self.folder)

    def publish(self, report: Report) -> None:
        """Print the report and write its folder; ends with exit code 130 if it was interrupted."""
        if report.n_games or not report.is_partial:
            self._print(report)
            self._write(report)
        stop_if_partial(report.n_games, report.is_partial)

    def _write(self, report: Report) -> None:
        if self.folder is not None:
            with new_folder(self.folder) as folder:
                write_files(report, folder)
            say(f"Wrote {self.folder}")

    def _print(self, report: Report) -> None:
        if self.as_json:
            echo(as_json(report.data))
        elif self.as_csv:
            echo(as_csv(next(iter(report.tables.values()))), ends_line=False)
        else:
            report.show(open_screen())


def stop_if_partial(n_games: int, is_partial: bool) -> None:
    """End with exit code 130 if Ctrl-C came before all games were played, and say what there is."""
    if is_partial and n_games:
        say(f"Interrupted: this is partial, from the {n_games:,} games that were finished.")
    elif is_partial:
        say("Interrupted before any games were finished: there is nothing to tell yet.")
    if is_partial:
        raise typer.Exit(INTERRUPTED)


# --- forms --------------------------------------------------------------------------------------


def as_json(data: Mapping[str, Any]) -> str:
    """JSON, a line for each row of a matrix; numbers that are not known are null."""
    return _format_value(plain(data), 0)


def _format_value(value: Any, depth: int) -> str:
    """Tables, and lists of tables or lists, take a line for each part; any other list takes one line."""
    if isinstance(value, dict) and value:
        lines = [f"{json.dumps(name)}: {_format_value(part, depth + 1)}" for name, part in value.items()]
        return _format_lines("{", lines, "}", depth)
    if isinstance(value, list) and any(isinstance(part, dict | list) for part in value):
        return _format_lines("[", [_format_value(part, depth + 1) for part in value], "]", depth)
    return hide_in_json(json.dumps(value, ensure_ascii=False, allow_nan=False))


def _format_lines(start: str, lines: Sequence[str], end: str, depth: int) -> str:
    indent = "  " * (depth + 1)
    return start + "\n" + ",\n".join(indent + line for line in lines) + "\n" + "  " * depth + end


def plain(value: Any) -> Any:
    """Arrays as lists, numbers rounded, and None for those that are not known."""
    if isinstance(value, Mapping):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, np.ndarray | np.generic):
        return plain(value.tolist())
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, float):
        return round(value, DIGITS) + 0.0 if math.isfinite(value) else None
    return value


def as_csv(columns: Columns) -> str:
    """CSV with a header; what is not known is blank."""
    return format_csv(list(columns), zip(*plain(columns).values(), strict=True))


# --- folders ------------------------------------------------------------------------------------


def check_folder(folder: Path) -> None:
    """Refuse a folder that cannot be made or that has files already."""
    if not isdir(folder.parent):
        raise InputError(f"--out {folder}: there is no folder {folder.parent}; make it first, or name another one")
    if exists(folder) and not isdir(folder):
        raise InputError(f"--out {folder}: this is a file; allowed: a folder that is new or empty")
    if exists(folder) and any(folder.iterdir()):
        raise InputError(f"--out {folder}: there are files in it already; allowed: a folder that is new or empty")
    with new_folder(folder, keep=False):
        pass  # so that a folder that may not be written is known now


@contextmanager
def new_folder(folder: Path, keep: bool = True) -> Iterator[Path]:
    """A folder to fill, which takes the place of `folder` when all went well."""
    draft = draft_of(folder)
    try:
        draft.mkdir()
        try:
            yield draft
            if keep:
                draft.replace(folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)  # it is gone already if it was moved
    except OSError as error:
        raise InputError(f"--out {folder}: cannot be written ({error.strerror})") from None


def write_files(report: Report, folder: Path) -> None:
    """JSON, tables, pictures, and the page if there is one."""
    import pandas

    (folder / "result.json").write_text(as_json(report.data) + "\n", encoding="utf-8")
    for name, columns in report.tables.items():
        (folder / f"{name}.csv").write_text(as_csv(columns), encoding="utf-8")
        frame = pandas.DataFrame({column: _cells(values) for column, values in columns.items()})
        (folder / f"{name}.parquet").write_bytes(frame.to_parquet(engine="pyarrow", index=False))
    report.draw(folder)
    if report.page is not None:
        (folder / PAGE).write_text(report.page(), encoding="utf-8")
    if report.is_partial:
        note = f"Interrupted: these numbers are from the {report.n_games:,} games that were finished.\n"
        (folder / PARTIAL_NOTE).write_text(note, encoding="utf-8")


def _cells(values: Sequence[Any]) -> list[Any]:
    """The values with all their digits, but no negative zero."""
    array = np.asarray(values)
    return [write_halves(value) for value in (array + 0.0 if array.dtype.kind == "f" else array).tolist()]
