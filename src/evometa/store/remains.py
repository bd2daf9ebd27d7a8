"""What can still be read of a damaged run."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evometa.input.short_repr import short_repr
from evometa.store.errors import DAMAGE, primary_code
from evometa.store.schema import TABLES, Row, connect, describe_table, find_foreign_value, seal, select

NEEDED_FACTS = {"kind", "settings", "created", "code_version", "rules_version"}


@dataclass(frozen=True)
class Remains:
    """The rows of each table that are whole, in the order of their keys."""

    facts: list[Row]
    results: list[Row]
    checkpoints: list[Row]
    evaluations: list[Row]
    damaged: frozenset[str] = frozenset()  # the tables that may have lost rows

    __repr__ = short_repr

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
        own = own_tables(connection)
        found = {table: read_whole_rows(connection, table) if table in own else ([], False) for table in TABLES}
        damaged = frozenset(table for table, (_, is_whole) in found.items() if not is_whole)
        return Remains(**{table: rows for table, (rows, _) in found.items()}, damaged=damaged)


def own_tables(connection: sqlite3.Connection) -> set[str]:
    """The tables that are as evometa makes them. What else has their names may be a program, and is not asked."""
    parts, _ = read_until_damage(connection, "SELECT type, name, sql FROM sqlite_master")
    return {name for kind, name, sql in parts if kind == "table" and name in TABLES and sql == describe_table(name)}


def read_whole_rows(connection: sqlite3.Connection, table: str) -> tuple[list[Row], bool]:
    """The rows of a table that can be reached from its start or from its end, and whose checksum is right.

    Then whether these are all.
    """
    rows: dict[Any, Row] = {}
    are_all = True
    for direction in ("ASC", "DESC"):
        found, is_at_end = read_until_damage(connection, select(table, f"ORDER BY rowid {direction}"))
        are_all = are_all and is_at_end
        for *row, checksum in found:
            if seal(row) == checksum and find_foreign_value(table, row) is None:
                rows[row[0]] = tuple(row)
            else:
                are_all = False
    return [rows[key] for key in sorted(rows)], are_all


def read_until_damage(connection: sqlite3.Connection, query: str) -> tuple[list[Row], bool]:
    """The rows that a query gives before it comes to a damaged place, and whether it came to its end instead."""
    rows: list[Row] = []
    try:
        rows.extend(connection.execute(query))
    except sqlite3.Error as error:
        if primary_code(error) not in DAMAGE | {sqlite3.SQLITE_IOERR}:
            raise
        return rows, False
    return rows, True
