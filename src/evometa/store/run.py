"""A run: settings, evaluations, checkpoints and results, none of which can be lost or half-written."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, NamedTuple, Self

from evometa import __version__
from evometa.engine import RULES_VERSION
from evometa.input.short_repr import short_repr
from evometa.input.writing import is_draft
from evometa.store.database import Database
from evometa.store.errors import RunError, explain
from evometa.store.evaluations import Evaluations
from evometa.store.json_text import to_json
from evometa.store.lock import HOLDER, LOCK, Lock, find_holder
from evometa.store.remains import NEEDED_FACTS, Remains
from evometa.store.schema import FILE, FORMAT, TABLES, create_tables, insert

NEW_FILE = f"{FILE}.new"  # a run that is being made
OWN_FILES = {LOCK, HOLDER, NEW_FILE, f"{NEW_FILE}-journal"}  # what is left where making a run was cut short

FORMER_KINDS = {"response": "respond"}  # what version 0.1.0 called kinds of run, and what they are called now
GAMES_BESIDE = "games_beside"  # the result that says how many games belong to no evaluation

Status = Literal["running", "interrupted", "finished"]


class Checkpoint(NamedTuple):
    """All that a search needs to go on after a generation."""

    generation: int
    state: bytes

    def __repr__(self) -> str:
        return short_repr(self)


@dataclass(frozen=True)
class Versions:
    """What wrote a run."""

    code: str = __version__
    rules: int = RULES_VERSION
    format: int = FORMAT

    def __str__(self) -> str:
        return f"evometa {self.code} (rules version {self.rules}, run format {self.format})"


# Earlier versions whose runs this one carries on to the same end. Rules version 2 differs only where a patch has left
# a card without health, or another number at the end of its range.
SAME_RUNS = (Versions("0.1.0", rules=2),)


class Run:
    """A run on disk, open for reading or, by one process at a time, for writing. Use it with `with`, or `close` it."""

    def __init__(self, folder: Path, write: bool = False) -> None:
        check_is_run(folder)
        self.folder = folder
        with os_errors_at(folder):
            self._lock = Lock(folder) if write else None
        try:
            self._open(write)
        except BaseException:
            self._release()
            raise

    def __repr__(self) -> str:
        return f"Run({str(self.folder)!r}, {self.kind}, {self.created[:10]})"

    def _open(self, write: bool) -> None:
        self.database = Database(self.folder, write)
        try:
            facts = self._read_facts()
            self.kind: str = FORMER_KINDS.get(facts["kind"], facts["kind"])
            self.settings: dict[str, Any] = facts["settings"]
            self.created: str = facts["created"]
            self.versions = Versions(facts["code_version"], facts["rules_version"], self.database.format)
            if write:
                self._check_versions()
        except BaseException:
            self.database.close()
            raise

    def _read_facts(self) -> dict[str, Any]:
        facts = {name: json.loads(text) for name, text in self.database.rows("facts")}
        lost = NEEDED_FACTS - facts.keys()
        if lost:
            raise self.database.damaged(f"it does not say {', '.join(sorted(lost))}")
        return facts

    def _check_versions(self) -> None:
        """A run must go on as it began, so only the version that began it, or one that does the same, may write it."""
        if self.versions not in (Versions(), *SAME_RUNS):
            raise RunError(
                f"{self.folder}: the run is of {self.versions}, and this is {Versions()}: it can be read, reported and "
                f"exported, but only evometa {self.versions.code} with rules version {self.versions.rules} can go on "
                "with it; use that, or start a new run"
            )

    # --- what is written ---

    def save_evaluations(self, evaluations: Evaluations) -> None:
        """Store evaluations that do not belong to a checkpoint."""
        with self._writing() as connection:
            insert(connection, "evaluations", evaluations.rows())

    def save_checkpoint(self, generation: int, state: bytes, evaluations: Evaluations | None = None) -> None:
        """Store a generation: its evaluations and the state of the search after it, both or neither."""
        with self._writing() as connection:
            if evaluations is not None:
                insert(connection, "evaluations", evaluations.rows())
            (n_evaluations,) = connection.execute(
                "SELECT count(*) FROM evaluations WHERE generation <= ?", (generation,)
            ).fetchone()
            insert(connection, "checkpoints", [(generation, n_evaluations, state)])

    def save_results(self, values: Mapping[str, object]) -> None:
        """Store what the run has found out, by name, or replace it, all or nothing; values are what JSON can say."""
        with self._writing() as connection:
            insert(connection, "results", [(name, to_json(value)) for name, value in values.items()], replace=True)

    def finish(self) -> None:
        """Note that the run has done all it was to do."""
        with self._writing() as connection:
            insert(connection, "facts", [("finished", to_json(now()))], replace=True)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        if self._lock is None:
            raise RunError(f"{self.folder}: the run is open for reading only; open it for writing to add to it")
        try:
            with self.database.transaction() as connection:
                yield connection
        except sqlite3.IntegrityError as error:
            raise RunError(f"{self.folder}: the run has this already, so nothing was stored ({error})") from None

    # --- what is read ---

    def snapshot(self) -> AbstractContextManager[None]:
        """For `with`: all that is read inside is of one moment, though another process may go on writing the run."""
        return self.database.snapshot()

    def evaluations(self) -> Evaluations:
        """All evaluations that are stored."""
        return Evaluations.from_rows(self.database.rows("evaluations", "ORDER BY number"))

    def last_checkpoint(self) -> Checkpoint | None:
        """Where the run can go on, if it has come to a checkpoint."""
        rows = self.database.rows("checkpoints", "ORDER BY generation DESC LIMIT 1")
        return Checkpoint(rows[0][0], rows[0][2]) if rows else None

    def results(self) -> dict[str, Any]:
        """What the run has found out, by name."""
        return {name: json.loads(text) for name, text in self.database.rows("results", "ORDER BY name")}

    @property
    def status(self) -> Status:
        """Whether the run is finished, is being written at this moment, or was interrupted."""
        if self.database.rows("facts", "WHERE name = 'finished'"):
            return "finished"
        return "running" if find_holder(self.folder) else "interrupted"

    @property
    def generation(self) -> int | None:
        """The generation of the last checkpoint."""
        last: int | None = self.database.value("SELECT max(generation) FROM checkpoints")
        return last

    @property
    def n_evaluations(self) -> int:
        """How many evaluations are stored."""
        return int(self.database.value("SELECT count(*) FROM evaluations"))

    @property
    def n_games(self) -> int:
        """How many games these evaluations took."""
        return int(self.database.value("SELECT coalesce(sum(n_games), 0) FROM evaluations"))

    @property
    def games_beside(self) -> int | None:
        """How many games belong to no evaluation; None if the run does not say so, as those of version 0.1.0."""
        rows = self.database.rows("results", f"WHERE name = '{GAMES_BESIDE}'")
        return int(json.loads(rows[0][1])) if rows else None

    # --- the end ---

    def close(self) -> None:
        """Close the file and let others write the run."""
        self.database.close()
        self._release()

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_run(folder: Path, write: bool = False) -> Run:
    """The run in a folder. Any number of processes may read it while one writes."""
    return Run(folder, write)


def create_run(folder: Path, kind: str, settings: Mapping[str, Any]) -> Run:
    """A new run in a folder that is new or empty, open for writing."""
    versions = Versions()
    facts = {
        "kind": kind,
        "settings": settings,
        "created": now(),
        "code_version": versions.code,
        "rules_version": versions.rules,
    }
    write_new_run(folder, Remains([(name, to_json(value)) for name, value in facts.items()], [], [], []))
    return open_run(folder, write=True)


def write_new_run(folder: Path, content: Remains) -> None:
    """Make a folder a run. It becomes one in a single step, so that a run is never half-made."""
    with os_errors_at(folder):
        folder.mkdir(parents=True, exist_ok=True)
        check_is_unused(folder)
        lock = Lock(folder)
        try:
            check_is_unused(folder)  # again, since another process may have been faster
            write_new_file(folder / NEW_FILE, content)
            os.replace(folder / NEW_FILE, folder / FILE)
        finally:
            lock.release()


def write_new_file(path: Path, content: Remains) -> None:
    """Write the file of a run as a whole."""
    path.unlink(missing_ok=True)
    path.with_name(f"{path.name}-journal").unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("BEGIN")
            create_tables(connection)
            for table in TABLES:
                insert(connection, table, getattr(content, table))
            connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise explain(error, path.parent) from None


def check_is_run(folder: Path) -> None:
    """Refuse a folder that is not a run."""
    if (folder / FILE).is_file():
        return
    if not folder.exists():
        problem = "there is no such folder"
    else:
        problem = f"it has no file {FILE}" if folder.is_dir() else "it is a file, and a run is a folder"
    raise RunError(f"{folder} is not a run: {problem}; choose the folder of a run ('evometa runs' lists them)")


def check_is_unused(folder: Path) -> None:
    """Refuse a folder that holds a run or anything else, but for what a killed process may have left."""
    found = sorted(path.name for path in folder.iterdir() if path.name not in OWN_FILES and not is_draft(path))
    if FILE in found:
        raise RunError(f"{folder}: there is a run already; resume it, or choose another folder")
    if found:
        raise RunError(f"{folder}: a run needs an empty or new folder, and this one has {found[0]}; choose another")


@contextmanager
def os_errors_at(folder: Path) -> Iterator[None]:
    """Say what the system does not let us do."""
    try:
        yield
    except OSError as error:
        raise RunError(f"{folder}: the folder cannot be used for a run: {error.strerror}; choose another") from None


def now() -> str:
    """The time, as runs note it."""
    return datetime.now(UTC).isoformat(timespec="seconds")
