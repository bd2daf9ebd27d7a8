"""What can be wrong with a run, and the words for what SQLite says about it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evometa.input.errors import InputError

ADVICE = {
    sqlite3.SQLITE_FULL: "the disk is full; what was stored before is safe: make room, then resume the run",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written; what was stored before is safe: mend that, then go on",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened: see to it that you may read and write this folder",
    sqlite3.SQLITE_READONLY: "the file cannot be written: see to it that you may write in this folder",
    sqlite3.SQLITE_BUSY: "another process keeps the file busy: try again when it has ended",
}
DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}  # the last: a table or column is missing


class RunError(InputError):
    """Something is wrong with the folder of a run, or with what is asked of it."""


@contextmanager
def refuse_misfits(folder: Path) -> Iterator[None]:
    """For `with`, around what is made of the content of a run: say of one that does not fit together that it does not.

    Each part was checked when it was read. That a table has as many rows as there are decks only shows when it is used.
    """
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise RunError(
            f"{folder}: what the run holds does not fit together ({type(error).__name__}: {error}); somebody has "
            "changed it. If nobody has, this is a mistake of evometa: please report it, with the run"
        ) from error


class DamagedRunError(RunError):
    """The file of a run is damaged. The message says what can be saved."""


def primary_code(error: sqlite3.Error) -> int:
    """SQLite's code for an error, without its subdivisions; 0 if the error is Python's own."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def explain(error: sqlite3.Error, folder: Path) -> RunError:
    """An error of SQLite in words that help the user."""
    advice = ADVICE.get(primary_code(error), "SQLite refuses to go on")
    return RunError(f"{folder}: {advice} ({error})")
