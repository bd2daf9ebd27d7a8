"""The tables in the file of a run, and the seal on each of their rows.

SQLite notices a damaged page, but not a changed byte inside a value. So each row ends with a checksum of the others.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Sequence
from os import W_OK, access
from pathlib import Path
from typing import Any

FILE = "run.sqlite"
FORMAT = 1  # rises when the tables change; the table of facts is the same in all formats
APPLICATION_ID = 0x45564D54  # marks the file as evometa's

# The first column of each table is its key.
TABLES = {
    "facts": {"name": "TEXT", "value": "TEXT"},
    "results": {"name": "TEXT", "value": "TEXT"},
    "checkpoints": {"generation": "INTEGER", "n_evaluations": "INTEGER", "state": "BLOB"},
    "evaluations": {
        "number": "INTEGER",
        "generation": "INTEGER",
        "genome": "TEXT",
        "objectives": "TEXT",
        "wins": "TEXT",
        "games": "TEXT",
        "n_games": "INTEGER",
    },
}

Row = tuple[Any, ...]


def seal(row: Sequence[object]) -> int:
    """The checksum of a row."""
    return zlib.crc32(ascii(tuple(row)).encode())


def connect(folder: Path, write: bool) -> sqlite3.Connection:
    """The file of a run, which must be there. Transactions begin and end only where the code says so."""
    mode = "rw" if write else "ro"
    # Readers of a file that may be written share a small file beside it. Where they cannot, nobody writes either.
    if not write and not access(folder, W_OK) and not (folder / f"{FILE}-wal").exists():
        mode = "ro&immutable=1"
    connection = sqlite3.connect(f"{(folder / FILE).resolve().as_uri()}?mode={mode}", uri=True, isolation_level=None)
    connection.text_factory = decode
    return connection


def decode(text: bytes) -> str:
    """Text from the file. Damaged text becomes other text, which the checksum gives away."""
    return text.decode("utf-8", errors="replace")


def create_tables(connection: sqlite3.Connection) -> None:
    """Make an empty file the file of a run."""
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {FORMAT}")
    for table, columns in TABLES.items():
        key, *others = (f"{name} {kind} NOT NULL" for name, kind in columns.items())
        connection.execute(f"CREATE TABLE {table} ({key} PRIMARY KEY, {', '.join(others)}, checksum INTEGER NOT NULL)")


def insert(connection: sqlite3.Connection, table: str, rows: Iterable[Row], replace: bool = False) -> None:
    """Add rows to a table. A key that is there already is an error, or gets the new row."""
    marks = ", ".join("?" * (len(TABLES[table]) + 1))
    verb = "REPLACE" if replace else "INSERT"
    connection.executemany(f"{verb} INTO {table} VALUES ({marks})", ((*row, seal(row)) for row in rows))


def select(table: str, clause: str = "") -> str:
    """The query for rows with their checksums."""
    return f"SELECT {', '.join(TABLES[table])}, checksum FROM {table} {clause}"
