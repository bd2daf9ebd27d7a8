"""What can still be read of a damaged run."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evometa.store.errors import DAMAGE, primary_code
from evometa.store.schema import TABLES, Row, connect, seal, select

NEEDED_FACTS = {"kind", "settings", "created", "code_version", "rules_version"}


@dataclass(frozen=True)
class Remains:
    """The rows of each table that are whole, in the order of their keys."""

    facts: list[Row]
    results: list[Row]
    checkpoints: list[Row]
    evaluations: list[Row]

    @property
    def has_facts(self) -> bool:
        """Whether all is there that a run cannot be without."""
        return {name for name, _ in self.facts} >= NEEDED_FACTS

    @property
    def last_whole_generation(self) -> int | None:
        """The last generation with a checkpoint before which no evaluation is lost."""
        generations = [row[1] for row in self.evaluations]
        whole = [
            generation
            for generation, n_evaluations, _ in self.checkpoints
            if sum(other <= generation for other in generations) >= n_evaluations
        ]
        return max(whole, default=None)

    def up_to(self, generation: int | None) -> Remains:
        """The same without evaluations and checkpoints after a generation; without any if there is no generation."""
        last = -1 if generation is None else generation
        checkpoints = [row for row in self.checkpoints if row[0] <= last]
        return Remains(self.facts, self.results, checkpoints, [row for row in self.evaluations if row[1] <= last])

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
        return Remains(**{table: read_whole_rows(connection, table) for table in TABLES})


def read_whole_rows(connection: sqlite3.Connection, table: str) -> list[Row]:
    """The rows of a table that can be reached from its start or from its end, and whose checksum is right."""
    rows: dict[Any, Row] = {}
    for direction in ("ASC", "DESC"):
        for *row, checksum in read_until_damage(connection, select(table, f"ORDER BY rowid {direction}")):
            if seal(row) == checksum:
                rows[row[0]] = tuple(row)
    return [rows[key] for key in sorted(rows)]


def read_until_damage(connection: sqlite3.Connection, query: str) -> list[Row]:
    """The rows that a query gives before it comes to a damaged place, if there is one."""
    rows: list[Row] = []
    try:
        rows.extend(connection.execute(query))
    except sqlite3.Error as error:
        if primary_code(error) not in DAMAGE | {sqlite3.SQLITE_IOERR}:
            raise
    return rows
