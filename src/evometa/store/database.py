"""The file of a run, opened: whole rows in, whole rows out, and errors that help."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from evometa.input.errors import InputError, Where
from evometa.input.reading import parse_json
from evometa.store import schema
from evometa.store.errors import DAMAGE, DamagedRunError, RunError, explain, primary_code
from evometa.store.schema import read_remains


class Database:
    """A connection to the file of a run that exists. Readers work while another process writes."""

    def __init__(self, folder: Path, write: bool) -> None:
        self.folder = folder
        self.format = schema.FORMAT
        with self._explaining():
            self.connection = schema.connect(folder, write)
        try:
            self._check(write)
        except BaseException:
            self.connection.close()
            raise

    def _check(self, write: bool) -> None:
        """See that the file is a run's and, before anything is written, that it is sound."""
        if self.query("PRAGMA application_id") != [(schema.APPLICATION_ID,)]:
            raise RunError(f"{self.folder}: {schema.FILE} is not the file of a run; choose the folder of a run")
        self.format = self.query("PRAGMA user_version")[0][0]
        if foreign := schema.find_foreign_part(self.query("SELECT type, name, sql FROM sqlite_master"), self.format):
            raise self.damaged(foreign)
        if write:
            self.query("PRAGMA journal_mode = WAL")  # readers and the writer do not wait for each other
            self.query("PRAGMA synchronous = FULL")  # what is committed survives a power cut
            problems = self.query("PRAGMA quick_check(1)")
            if problems != [("ok",)]:
                raise self.damaged(problems[0][0])

    def query(self, sql: str, *values: object) -> list[schema.Row]:
        """All rows that a query gives."""
        with self._explaining():
            return self.connection.execute(sql, values).fetchall()

    def rows(self, table: str, clause: str = "", *values: object) -> list[schema.Row]:
        """Rows of a table, without the checksums, which are checked."""
        sealed = self.query(schema.select(table, clause), *values)
        rows = [tuple(row) for *row, _ in sealed]
        for row, (*_, checksum) in zip(rows, sealed, strict=True):
            if schema.seal(row) != checksum:
                raise self.damaged(f"{table}: row {repr(row[0])[:40]} is not as it was written")
            if foreign := schema.find_foreign_value(table, row):
                raise self.damaged(foreign)
        return rows

    def number(self, sql: str) -> int | None:
        """The only value that a query gives: a whole number, or None."""
        found = self.query(sql)[0][0]
        if not isinstance(found, int | None):
            raise self.damaged(f"found {type(found).__name__} where whole numbers are meant")
        return found

    def parse(self, text: str, place: str) -> Any:
        """The value of a JSON text."""
        try:
            return parse_json(text, Where(place))
        except InputError as error:
            raise self.damaged(str(error)) from None

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All that is written inside is stored together, or nothing of it."""
        assert not self.connection.in_transaction, "nothing can be written inside a snapshot or another transaction"
        with self._explaining():
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:  # a full disk may have ended it already
                    self.connection.execute("ROLLBACK")
                raise

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """All that is read inside is of one moment, though another process may go on writing."""
        self.query("BEGIN")
        try:
            yield
        finally:
            if self.connection.in_transaction:  # a damaged file may have ended it already
                self.connection.execute("ROLLBACK")

    def close(self) -> None:
        """Close the file; what was committed stays."""
        self.connection.close()

    def damaged(self, problem: str) -> RunError:
        """The error for rows that make no sense: damage, unless another version wrote them."""
        if self.format != schema.FORMAT:
            return RunError(
                f"{self.folder}: this part of the run cannot be read: it is in format {self.format}, and this version "
                f"of evometa knows format {schema.FORMAT}; use the version that wrote it ({problem})"
            )
        return DamagedRunError(f"{self.folder}: {schema.FILE} is damaged ({problem}); {self._describe_remains()}")

    def _describe_remains(self) -> str:
        try:
            remains = read_remains(self.folder)
            return f"{remains}; 'evometa salvage' makes a new run of it" if remains.has_facts else str(remains)
        except sqlite3.Error as error:
            return f"nothing can be saved ({error})"

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        """Turn errors of SQLite into errors that say what to do."""
        try:
            yield
        except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
            raise  # a mistake of the caller, who knows what it means
        except sqlite3.Error as error:
            if primary_code(error) in DAMAGE:
                raise self.damaged(str(error)) from None
            raise explain(error, self.folder) from None
