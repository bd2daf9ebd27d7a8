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

TYPES = {"TEXT": str, "INTEGER": int, "BLOB": bytes}
LARGEST_VALUE = 200_000_000  # bytes: far more than any run has in one place

Row = tuple[Any, ...]


def seal(row: Sequence[object]) -> int:
    """The checksum of a row."""
    return zlib.crc32(ascii(tuple(row)).encode())


class Connection(sqlite3.Connection):
    """A connection to a file that may be damaged so that SQLite's own words about it are no text."""

    def execute(self, *query: Any) -> sqlite3.Cursor:
        """Run a query; damage that cannot be told is damage."""
        try:
            return super().execute(*query)
        except UnicodeDecodeError:
            error = sqlite3.DatabaseError("the description of its tables is no text")
            error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise error from None


def connect(folder: Path, write: bool) -> sqlite3.Connection:
    """The file of a run, which must be there. Transactions begin and end only where the code says so."""
    mode = "rw" if write else "ro"
    # Readers of a file that may be written share a small file beside it. Where they cannot, nobody writes either.
    if not write and not access(folder, W_OK) and not (folder / f"{FILE}-wal").exists():
        mode = "ro&immutable=1"
    connection = sqlite3.connect(
        f"{(folder / FILE).resolve().as_uri()}?mode={mode}", uri=True, isolation_level=None, factory=Connection
    )
    connection.text_factory = decode
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_VALUE)
    connection.execute("PRAGMA trusted_schema = OFF")  # what others have put into the schema may not do anything
    return connection


def decode(text: bytes) -> str:
    """Text from the file. Damaged text becomes other text, which the checksum gives away."""
    return text.decode("utf-8", errors="replace")


def create_tables(connection: sqlite3.Connection) -> None:
    """Make an empty file the file of a run."""
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {FORMAT}")
    for table in TABLES:
        connection.execute(describe_table(table))


def describe_table(table: str) -> str:
    """The statement that makes a table, which SQLite keeps."""
    key, *others = (f"{name} {kind} NOT NULL" for name, kind in TABLES[table].items())
    return f"CREATE TABLE {table} ({key} PRIMARY KEY, {', '.join(others)}, checksum INTEGER NOT NULL)"


def find_foreign_part(parts: Iterable[Row], format: int) -> str | None:
    """What evometa has not made of the parts of a file: its tables, by name the same and made the same way.

    A newer format may have other tables, but no triggers, views or tables of other modules, which are programs.
    """
    for kind, name, sql in parts:
        if kind == "index" and sql is None:
            continue  # SQLite's own, of a key
        is_table = kind == "table" and isinstance(sql, str)
        if format != FORMAT and is_table and sql.startswith("CREATE TABLE"):
            continue
        if not is_table or name not in TABLES or sql != describe_table(name):
            return f"the {kind} {str(name)[:40]!r} is not as evometa makes it"
    return None


def find_foreign_value(table: str, row: Sequence[object]) -> str | None:
    """Which value of a row has a type that its column does not have."""
    for (column, kind), value in zip(TABLES[table].items(), row, strict=True):
        if type(value) is not TYPES[kind]:
            return f"{table}, {column}: found {type(value).__name__} instead of {kind}"
    return None


def insert(connection: sqlite3.Connection, table: str, rows: Iterable[Row], replace: bool = False) -> None:
    """Add rows to a table. A key that is there already is an error, or gets the new row."""
    marks = ", ".join("?" * (len(TABLES[table]) + 1))
    verb = "REPLACE" if replace else "INSERT"
    connection.executemany(f"{verb} INTO {table} VALUES ({marks})", ((*row, seal(row)) for row in rows))


def select(table: str, clause: str = "") -> str:
    """The query for rows with their checksums."""
    return f"SELECT {', '.join(TABLES[table])}, checksum FROM {table} {clause}"
