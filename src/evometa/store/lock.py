"""Only one process at a time may write a run.

The lock is SQLite's own, on an empty file beside the run's: it works on every system, ends with its process however
that ends, and does not pass to child processes. Who holds it is written in one more file.
"""

from __future__ import annotations

import os
import socket
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from evometa.input.writing import write_file
from evometa.store.errors import RunError, explain, primary_code

LOCK = "lock"
HOLDER = "holder"
LONGEST_HOLDER = 300  # bytes
PATIENCE = 1.0  # seconds: somebody who only looks whether the lock is held may be in the way for a moment


class Lock:
    """The right to write a run, from now until `release` or the end of the process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._connection: sqlite3.Connection | None = take(folder)
        try:
            write_file(folder / HOLDER, describe_self())
        except BaseException:
            self._connection.close()
            raise

    def release(self) -> None:
        """Let others write. Doing it again does nothing."""
        if self._connection is not None:
            (self.folder / HOLDER).unlink(missing_ok=True)
            self._connection.close()
            self._connection = None


def describe_self() -> str:
    """Who this process is, as others are told that it holds the lock."""
    since = datetime.now(UTC).isoformat(timespec="seconds")
    return f"process {os.getpid()} on {socket.gethostname()} since {since}"


def take(folder: Path) -> sqlite3.Connection:
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
        raise describe_use(folder, read_holder(folder)) from None
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
            return read_holder(folder)
    return None


def read_holder(folder: Path) -> str:
    """What the holder of the lock says about itself, which it may not have done yet."""
    try:
        with open(folder / HOLDER, "rb") as file:
            said = file.read(LONGEST_HOLDER).decode("utf-8", errors="replace")
    except FileNotFoundError:
        said = ""
    return " ".join(said.split()) or "another process"
