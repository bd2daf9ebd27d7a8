"""What a command of the laboratory hands out: on the terminal, as JSON or CSV, and as a folder of files.

A folder is written beside its place first and then moved there as a whole, so that nobody finds half of it.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from os.path import exists, isdir  # whose counterparts of `Path` raise an error if a name is too long
from pathlib import Path
from typing import Any

import numpy as np

from evometa.app.terminal.progress import say
from evometa.input.errors import InputError
from evometa.input.shown_text import write_halves
from evometa.input.writing import draft_of
from evometa.show.data import as_csv, as_json
from evometa.show.frames import columns_of
from evometa.show.page.voice import make_page
from evometa.show.page.writing import PAGE
from evometa.show.svg.draw import save_pictures
from evometa.show.terminal.screen import echo, open_screen
from evometa.show.terminal.voice import tell_story
from evometa.story.laboratory.told import Told

PARTIAL_NOTE = "PARTIAL.txt"


def print_told(told: Told, is_json: bool, is_csv: bool) -> None:
    """On the terminal: as JSON, as CSV or for people."""
    if is_json:
        echo(as_json(told.data))
    elif is_csv:
        echo(as_csv(columns_of(next(iter(told.tables.values())))), ends_line=False)
    else:
        tell_story(open_screen(), told.story, is_headed=True)


# --- folders ------------------------------------------------------------------------------------


def check_folder(folder: Path) -> None:
    """Refuse a folder that cannot be made or that has files already."""
    if not isdir(folder.parent):
        raise InputError(f"--out {folder}: there is no folder {folder.parent}; make it first, or name another one")
    if exists(folder) and not isdir(folder):
        raise InputError(f"--out {folder}: this is a file; allowed: a folder that is new or empty")
    if exists(folder) and any(folder.iterdir()):
        raise InputError(f"--out {folder}: there are files in it already; allowed: a folder that is new or empty")
    with _new_folder(folder, keep=False):
        pass  # so that a folder that may not be written is known now


@contextmanager
def _new_folder(folder: Path, keep: bool = True) -> Iterator[Path]:
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


def write_folder(told: Told, folder: Path) -> None:
    """Write all files into a folder, and say so."""
    with _new_folder(folder) as draft:
        write_files(told, draft)
    say(f"Wrote {folder}")


def write_files(told: Told, folder: Path) -> None:
    """JSON, tables, pictures and the page."""
    import pandas

    (folder / "result.json").write_text(as_json(told.data) + "\n", encoding="utf-8")
    for name, table in told.tables.items():
        columns = columns_of(table)
        (folder / f"{name}.csv").write_text(as_csv(columns), encoding="utf-8")
        frame = pandas.DataFrame({column: _cells(values) for column, values in columns.items()})
        (folder / f"{name}.parquet").write_bytes(frame.to_parquet(engine="pyarrow", index=False))
    save_pictures(told.story, folder)
    (folder / PAGE).write_text(make_page(told.story).html, encoding="utf-8")
    if told.is_partial:
        note = f"Interrupted: these numbers are from the {told.n_games:,} games that were finished.\n"
        (folder / PARTIAL_NOTE).write_text(note, encoding="utf-8")


def _cells(values: Sequence[Any]) -> list[Any]:
    """The values with all their digits, but no negative zero."""
    array = np.asarray(values)
    return [write_halves(value) for value in (array + 0.0 if array.dtype.kind == "f" else array).tolist()]
