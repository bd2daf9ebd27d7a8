"""A run: settings, evaluations, checkpoints and results, none of which can be lost or half-written."""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self

from evometa import __version__
from evometa.games.game import Game
from evometa.games.registry import DEFAULT, GAMES, default_game, find_game
from evometa.input.short_repr import Short, short_repr
from evometa.input.writing import new_file
from evometa.store.database import Database
from evometa.store.errors import DamagedRunError, RunError, explain
from evometa.store.evaluations import Evaluations, to_json
from evometa.store.folder import LOCK, Lock, check_is_run, check_is_unused, find_holder, os_errors_at
from evometa.store.schema import FILE, FORMAT, NEEDED_FACTS, TABLES, Remains, create_tables, insert

_FACT_TYPES = {"kind": str, "settings": dict, "created": str, "code_version": str, "rules_version": int | str}
GAME = "game"  # the fact that says what was played; the usual game if it is not there
_GAME_FOLDER = "game_folder"  # the fact that says where the game lay, if it is a folder of data
_WRITER = "writer"  # the fact that says which process may write: the last one that opened the run for it
GAMES_BESIDE = "games_beside"  # the result that says how many games belong to no evaluation

_Status = Literal["running", "interrupted", "finished"]


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
    rules: int | str = field(default_factory=lambda: default_game().rules_version)
    format: int = FORMAT
    game: str = DEFAULT
    folder: str = field(default="", compare=False)  # of the game, if it is one of data

    def find_game(self) -> Game:
        """The game; an `InputError` if it is not known here, or its folder is not where it was."""
        return find_game(self.folder or self.game)

    def now(self) -> Versions:
        """What would write a run of the game today; one that is not known here has no rules."""
        is_known = self.folder or self.game in GAMES
        return Versions(rules=self.find_game().rules_version if is_known else "none", game=self.game)

    def __str__(self) -> str:
        of = "" if self.game == DEFAULT else f"{self.game}, "
        return f"evometa {self.code} ({of}rules version {self.rules}, run format {self.format})"


class Run:
    """A run on disk, open for reading or, by one process at a time, for writing. Use it with `with`, or `close` it."""

    def __init__(self, folder: Path, write: bool = False) -> None:
        check_is_run(folder)
        self.folder = folder
        with ExitStack() as opened:  # what is open by then is closed again if something is wrong
            with os_errors_at(folder):
                self._lock = Lock(folder) if write else None
            if self._lock is not None:
                opened.callback(self._lock.release)
            self.database = Database(folder, write)
            opened.callback(self.database.close)
            facts = self._read_facts()
            self.kind: str = facts["kind"]
            self.settings: dict[str, Any] = facts["settings"]
            self.created: str = facts["created"]
            game = str(facts.get(GAME, DEFAULT)), str(facts.get(_GAME_FOLDER, ""))
            self.versions = Versions(facts["code_version"], facts["rules_version"], self.database.format, *game)
            self._token = secrets.token_hex(8)
            if write:
                self._check_versions()
                with self.database.transaction() as connection:  # so that one who still writes the run will see it
                    insert(connection, "facts", [(_WRITER, to_json(self._token))], replace=True)
            self._opened = opened.pop_all()

    def __repr__(self) -> str:
        return f"Run({str(self.folder)!r}, {self.kind}, {self.created[:10]})"

    def _read_facts(self) -> dict[str, Any]:
        facts = {name: self.database.parse(text, f"facts, {name}") for name, text in self.database.rows("facts")}
        lost = NEEDED_FACTS - facts.keys()
        if lost:
            raise self.database.damaged(f"it does not say {', '.join(sorted(lost))}")
        for name, kind in _FACT_TYPES.items():
            if not isinstance(facts[name], kind) or isinstance(facts[name], bool):
                raise self.database.damaged(f"facts, {name}: this is not what evometa writes there")
        return facts

    def _check_versions(self) -> None:
        """A run must go on as it began, so only the version that began it may write it."""
        if not self.versions.folder and self.versions.game not in GAMES:
            raise RunError(
                f"{self.folder}: the run is of the game '{self.versions.game}', which is not known here. No run loads "
                "code by itself: add what it was started with, as in "
                f"'evometa resume {self.folder} --game FILE.py', or --game-command PROGRAM"
            )
        if self.versions != (here := self.versions.now()):
            raise RunError(
                f"{self.folder}: the run is of {self.versions}, and this is {here}: it can be read, reported and "
                f"exported, but only evometa {self.versions.code} with rules version {self.versions.rules} can go on "
                "with it; use that, or start a new run"
            )

    # --- what is written ---

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
            insert(connection, "facts", [("finished", to_json(_now()))], replace=True)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        if self._lock is None:
            raise RunError(f"{self.folder}: the run is open for reading only; open it for writing to add to it")
        try:
            with self.database.transaction() as connection:
                self._check_claim()
                yield connection
        except sqlite3.IntegrityError as error:
            raise RunError(f"{self.folder}: the run has this already, so nothing was stored ({error})") from None

    def _check_claim(self) -> None:
        """The lock is a file, which somebody may have deleted. What is in the run itself cannot be passed by."""
        if self.database.rows("facts", f"WHERE name = '{_WRITER}'") != [(_WRITER, to_json(self._token))]:
            raise RunError(
                f"{self.folder}: another process has begun to write this run (has the file '{LOCK}' been deleted?), so "
                "this one stops, and stores nothing more; see which of them is to go on, and end the other"
            )

    # --- what is read ---

    def snapshot(self) -> AbstractContextManager[None]:
        """For `with`: all that is read inside is of one moment, though another process may go on writing the run."""
        return self.database.snapshot()

    def evaluations(self) -> Evaluations:
        """All evaluations that are stored."""
        rows = self.database.rows("evaluations", "ORDER BY number")
        arrays = [[self.database.parse(text, f"evaluations, {row[0]}") for text in row[2:6]] for row in rows]
        try:
            return Evaluations.from_rows([(*row[:2], *found, row[6]) for row, found in zip(rows, arrays, strict=True)])
        except (ValueError, TypeError, OverflowError) as error:
            raise self.database.damaged(f"evaluations: {error}") from None

    def last_checkpoint(self) -> Checkpoint | None:
        """Where the run can go on, if it has come to a checkpoint."""
        rows = self.database.rows("checkpoints", "ORDER BY generation DESC LIMIT 1")
        return Checkpoint(rows[0][0], rows[0][2]) if rows else None

    def results(self) -> dict[str, Any]:
        """What the run has found out, by name."""
        rows = self.database.rows("results", "ORDER BY name")
        return {name: self.database.parse(text, f"results, {name}") for name, text in rows}

    @property
    def status(self) -> _Status:
        """Whether the run is finished, is being written at this moment, or was interrupted."""
        return self.status_with(find_holder(self.folder))

    def status_with(self, holder: str | None) -> _Status:
        """The same, if it is known who writes the run at this moment."""
        if self.database.rows("facts", "WHERE name = 'finished'"):
            return "finished"
        return "running" if holder else "interrupted"

    @property
    def generation(self) -> int | None:
        """The generation of the last checkpoint."""
        return self.database.number("SELECT max(generation) FROM checkpoints")

    @property
    def n_evaluations(self) -> int:
        """How many evaluations are stored."""
        return self.database.number("SELECT count(*) FROM evaluations") or 0

    @property
    def n_games(self) -> int:
        """How many games these evaluations took."""
        return self.database.number("SELECT sum(n_games) FROM evaluations") or 0

    @property
    def games_beside(self) -> int:
        """How many games belong to no evaluation."""
        rows = self.database.rows("results", f"WHERE name = '{GAMES_BESIDE}'")
        if not rows:  # the run has only begun
            return 0
        found = self.database.parse(rows[0][1], f"results, {GAMES_BESIDE}")
        if type(found) is not int:
            raise self.database.damaged(f"results, {GAMES_BESIDE}: found no whole number")
        return found

    # --- the end ---

    def close(self) -> None:
        """Close the file and let others write the run."""
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def open_run(folder: Path, write: bool = False) -> Run:
    """The run in a folder. Any number of processes may read it while one writes."""
    return Run(folder, write)


def create_run(folder: Path, kind: str, settings: Mapping[str, Any], game: Game | None = None) -> Run:
    """A new run in a folder that is new or empty, open for writing."""
    game = game or default_game()
    facts = {
        "kind": kind,
        "settings": settings,
        "created": _now(),
        "code_version": __version__,
        "rules_version": game.rules_version,
        GAME: game.name,
        **({_GAME_FOLDER: game.reference} if game.reference != game.name else {}),
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
            with new_file(folder / FILE) as draft:
                _write_tables(draft, content)
        except sqlite3.Error as error:
            raise explain(error, folder) from None
        finally:
            lock.release()


def _write_tables(path: Path, content: Remains) -> None:
    """Fill an empty file as the file of a run."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = MEMORY")  # a file that is not whole in the end is thrown away
        connection.execute("BEGIN")
        create_tables(connection)
        for table in TABLES:
            insert(connection, table, getattr(content, table))
        connection.execute("COMMIT")


def _now() -> str:
    """The time, as runs note it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass(frozen=True)
class RunInfo(Short):
    """What a list of runs shows of each. A run that cannot be read has a problem, and nothing else is known of it."""

    folder: Path
    status: str  # running, interrupted, finished, damaged or unreadable
    kind: str = ""
    created: str = ""
    versions: Versions | None = None
    generation: int | None = None  # of the last checkpoint
    n_evaluations: int = 0
    n_games: int = 0  # of the evaluations
    games_beside: int = 0  # those that belong to no evaluation
    holder: str | None = None  # who writes it at this moment
    problem: str = ""

    @property
    def games(self) -> int:
        """All games, as the run's own summary counts them."""
        return self.n_games + self.games_beside


def list_runs(root: Path) -> list[RunInfo]:
    """All runs in a folder and its subfolders, the oldest first; those that cannot be read stand at the start."""
    if not root.is_dir():
        raise RunError(f"{root}: there is no such folder; choose one that has runs")
    # A run is where something has the name of its file. Links to folders are not followed.
    places = (place for place, folders, files in os.walk(root) if FILE in files or FILE in folders)
    infos = [describe_run(Path(place)) for place in places]
    return sorted(infos, key=lambda info: (info.created, info.folder))


def describe_run(folder: Path) -> RunInfo:
    """What is known about a run, or why nothing is."""
    try:
        with open_run(folder) as run, run.snapshot():
            holder = find_holder(folder)
            known = run.status_with(holder), run.kind, run.created, run.versions
            return RunInfo(folder, *known, run.generation, run.n_evaluations, run.n_games, run.games_beside, holder)
    except DamagedRunError as error:
        return RunInfo(folder, "damaged", problem=str(error))
    except RunError as error:
        return RunInfo(folder, "unreadable", problem=str(error))
    except Exception as error:  # one run must never hide the others, whatever somebody has made of it
        return RunInfo(folder, "unreadable", problem=f"{folder}: cannot be read ({error!r})")
