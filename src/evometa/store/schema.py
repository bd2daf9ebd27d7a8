"""The tables in the file of a run, the seal on each of their rows, and what can still be read of a damaged file.

SQLite notices a damaged page, but not a changed byte inside a value. So each row ends with a checksum of the others.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from os import W_OK, access
from pathlib import Path
from typing import Any

from evometa.input.short_repr import Short
from evometa.store.errors import DAMAGE, primary_code

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
_LARGEST_VALUE = 200_000_000  # bytes: far more than any run has in one place

Row = tuple[Any, ...]
NEEDED_FACTS = {"kind", "settings", "created", "code_version", "rules_version"}


def seal(row: Sequence[object]) -> int:
    """The checksum of a row."""
    return zlib.crc32(ascii(tuple(row)).encode())


class _Connection(sqlite3.Connection):
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
        f"{(folder / FILE).resolve().as_uri()}?mode={mode}", uri=True, isolation_level=None, factory=_Connection
    )
    # Damaged text becomes other text, which the checksum gives away.
    connection.text_factory = lambda text: text.decode("utf-8", errors="replace")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LARGEST_VALUE)
    connection.execute("PRAGMA trusted_schema = OFF")  # what others have put into the schema may not do anything
    return connection


def create_tables(connection: sqlite3.Connection) -> None:
    """Make an empty file the file of a run."""
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {FORMAT}")
    for table in TABLES:
        connection.execute(_describe_table(table))


def _describe_table(table: str) -> str:
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
        if not is_table or name not in TABLES or sql != _describe_table(name):
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


@dataclass(frozen=True)
class Remains(Short):
    """The rows of each table that are whole, in the order of their keys."""

    facts: list[Row]
    results: list[Row]
    checkpoints: list[Row]
    evaluations: list[Row]
    damaged: frozenset[str] = frozenset()  # the tables that may have lost rows

    @property
    def has_facts(self) -> bool:
        """Whether all is there that a run cannot be without."""
        return {name for name, _ in self.facts} >= NEEDED_FACTS

    @property
    def last_whole_generation(self) -> int | None:
        """The last generation with a checkpoint before which no checkpoint and no evaluation is lost."""
        generations = [row[1] for row in self.evaluations]
        whole = [
            generation
            for place, (generation, n_evaluations, _) in enumerate(self.checkpoints)
            if place == generation and sum(other <= generation for other in generations) >= n_evaluations
        ]
        return max(whole, default=None)

    def up_to(self, generation: int | None) -> Remains:
        """The same without evaluations and checkpoints after a generation; without any if there is no generation."""
        last = -1 if generation is None else generation
        checkpoints = [row for row in self.checkpoints if row[0] <= last]
        evaluations = [row for row in self.evaluations if row[1] <= last]
        return replace(self, checkpoints=checkpoints, evaluations=evaluations)

    def __str__(self) -> str:
        if not self.has_facts:
            return "nothing can be saved, because the settings of the run are lost"
        last = self.last_whole_generation
        whole = "the settings" if last is None else f"the run up to generation {last}"
        return f"can be saved: {whole}; readable: {len(self.evaluations)} evaluations, {len(self.results)} results"


def read_remains(folder: Path) -> Remains:
    """Read what is whole in the file of a run."""
    with closing(connect(folder, write=False)) as connection:
        connection.execute("PRAGMA writable_schema = ON")  # or SQLite would not read a truncated file at all
        own = _own_tables(connection)
        found = {table: _read_whole_rows(connection, table) if table in own else ([], False) for table in TABLES}
        damaged = frozenset(table for table, (_, is_whole) in found.items() if not is_whole)
        return Remains(**{table: rows for table, (rows, _) in found.items()}, damaged=damaged)


def _own_tables(connection: sqlite3.Connection) -> set[str]:
    """The tables that are as evometa makes them. What else has their names may be a program, and is not asked."""
    parts, _ = _read_until_damage(connection, "SELECT type, name, sql FROM sqlite_master")
    return {name for kind, name, sql in parts if kind == "table" and name in TABLES and sql == _describe_table(name)}


def _read_whole_rows(connection: sqlite3.Connection, table: str) -> tuple[list[Row], bool]:
    """The rows of a table that can be reached from its start or from its end, and whose checksum is right.

    Then whether these are all.
    """
    rows: dict[Any, Row] = {}
    are_all = True
    for direction in ("ASC", "DESC"):
        found, is_at_end = _read_until_damage(connection, select(table, f"ORDER BY rowid {direction}"))
        are_all = are_all and is_at_end
        for *row, checksum in found:
            if seal(row) == checksum and find_foreign_value(table, row) is None:
                rows[row[0]] = tuple(row)
            else:
                are_all = False
    return [rows[key] for key in sorted(rows)], are_all


def _read_until_damage(connection: sqlite3.Connection, query: str) -> tuple[list[Row], bool]:
    """The rows that a query gives before it comes to a damaged place, and whether it came to its end instead."""
    rows: list[Row] = []
    try:
        rows.extend(connection.execute(query))
    except sqlite3.Error as error:
        if primary_code(error) not in DAMAGE | {sqlite3.SQLITE_IOERR}:
            raise
        return rows, False
    return rows, True
