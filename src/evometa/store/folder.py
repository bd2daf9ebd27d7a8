"""The folder of a run: what may be in it and what may not, and the lock by which only one process at a time writes it.

A run may come from somebody else. So nothing in its folder may lead out of it: no link is followed, for reading or for
writing, and what is neither a file nor a folder is not opened.

The lock is SQLite's own, on an empty file beside the run's: it works on every system, ends with its process however
that ends, and does not pass to child processes. Who holds it is written in one more file.
"""

from __future__ import annotations

import os
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from evometa.input.writing import is_draft, write_file
from evometa.store.errors import RunError, explain, primary_code
from evometa.store.schema import FILE

LOCK = "lock"
HOLDER = "holder"
_LONGEST_HOLDER = 300  # bytes
PATIENCE = 1.0  # seconds: somebody who only looks whether the lock is held may be in the way for a moment
_LEFT_OVER = {LOCK, HOLDER}  # where making a run was cut short
# The metagame of a run with cards of its own, which is written before the run begins.
METAGAME = {"metagame.toml", "metagame"}


class Lock:
    """The right to write a run, from now until `release` or the end of the process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._connection: sqlite3.Connection | None = _take(folder)
        try:
            since = datetime.now(UTC).isoformat(timespec="seconds")
            write_file(folder / HOLDER, f"process {os.getpid()} on {socket.gethostname()} since {since}")
        except BaseException:
            self._connection.close()
            raise

    def release(self) -> None:
        """Let others write. Doing it again does nothing."""
        if self._connection is not None:
            with suppress(OSError):  # a disk with a fault must not keep the lock; nobody reads this file without it
                (self.folder / HOLDER).unlink(missing_ok=True)
            self._connection.close()
            self._connection = None


def _take(folder: Path) -> sqlite3.Connection:
    """The connection whose open transaction is the lock."""
    try:
        connection = sqlite3.connect(folder / LOCK, isolation_level=None, timeout=PATIENCE)
    except sqlite3.Error as error:
        raise explain(error, folder) from None
    try:
        connection.execute("PRAGMA journal_mode = MEMORY")  # no journal file, which a killed process would leave
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        connection.close()
        if primary_code(error) != sqlite3.SQLITE_BUSY:
            raise explain(error, folder) from None
        raise describe_use(folder, _read_holder(folder)) from None
    return connection


def describe_use(folder: Path, holder: str) -> RunError:
    """The error for a run that somebody else is writing."""
    return RunError(
        f"{folder}: the run is in use by {holder}; only one process can write a run: wait until it has ended, or end it"
    )


def find_holder(folder: Path) -> str | None:
    """Who writes a run at this moment, if anyone."""
    if not (folder / LOCK).exists():
        return None
    address = (folder / LOCK).resolve().as_uri()
    with closing(sqlite3.connect(f"{address}?mode=ro", uri=True, timeout=0)) as connection:
        try:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.Error as error:
            if primary_code(error) != sqlite3.SQLITE_BUSY:
                raise explain(error, folder) from None
            return _read_holder(folder)
    return None


def _read_holder(folder: Path) -> str:
    """What the holder of the lock says about itself, which it may not have done yet."""
    try:
        with open(folder / HOLDER, "rb") as file:
            said = file.read(_LONGEST_HOLDER).decode("utf-8", errors="replace")
    except FileNotFoundError:
        said = ""
    return " ".join(said.split()) or "another process"


def check_is_run(folder: Path) -> None:
    """Refuse a folder that is not a run, or in which something leads out of it."""
    with os_errors_at(folder):
        if os.path.lexists(folder / FILE):
            _check_is_plain(folder)
        if (folder / FILE).is_file():
            return
        if not folder.exists():
            problem = "there is no such folder"
        else:
            problem = f"it has no file {FILE}" if folder.is_dir() else "it is a file, and a run is a folder"
    raise RunError(f"{folder} is not a run: {problem}; choose the folder of a run ('evometa runs' lists them)")


def _check_is_plain(folder: Path) -> None:
    """Refuse a run that has anything but files and folders in it, at whatever depth."""
    with os_errors_at(folder):
        for path, kind in _odd_entries(folder):
            raise RunError(
                f"{folder}: {path} is {kind}, and a run has only files and folders of its own; if you trust the run, "
                f"put a copy in its place, or else remove it"
            )


def _odd_entries(folder: str | Path) -> Iterator[tuple[str, str]]:
    """What is neither a file nor a folder, and what it is instead."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_symlink():
                yield entry.path, "a link"
            elif entry.is_dir():
                yield from _odd_entries(entry.path)
            elif not entry.is_file():
                yield entry.path, "no plain file"


def check_is_unused(folder: Path) -> None:
    """Refuse a folder that holds a run or anything else, but for what a killed process may have left."""
    _check_is_plain(folder)
    found = _used_names(folder)
    if FILE in found:
        raise RunError(f"{folder}: there is a run already; resume it, or choose another folder")
    if found:
        raise RunError(f"{folder}: a run needs an empty or new folder, and this one has {found[0]}; choose another")


def is_unused(folder: Path) -> bool:
    """Whether a folder is empty, but for what a killed process may have left."""
    with os_errors_at(folder):
        return not _used_names(folder)


def _used_names(folder: Path) -> list[str]:
    return sorted(
        path.name for path in folder.iterdir() if path.name not in _LEFT_OVER | METAGAME and not is_draft(path)
    )


@contextmanager
def os_errors_at(folder: Path) -> Iterator[None]:
    """Say what the system does not let us do."""
    try:
        yield
    except OSError as error:
        raise RunError(f"{folder}: the folder cannot be used for a run: {error.strerror}; choose another") from None
