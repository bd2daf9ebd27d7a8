"""Runs as somebody with bad intentions may make them: each checksum is right, and what it is the checksum of is not."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from tests.unit.store.made_up import SETTINGS, make_evaluations

from evometa.store import create_run
from evometa.store.schema import FILE, TABLES, seal

ENDLESS = """CREATE VIEW evaluations AS
WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)
SELECT x AS number, 1 AS generation, '' AS genome, '' AS objectives, '' AS wins, '' AS games, 1 AS n_games,
1 AS checksum FROM c"""


def make_run(folder: Path) -> Path:
    """A finished run of one generation."""
    with create_run(folder, "balance", SETTINGS) as run:
        run.save_checkpoint(0, b"state", make_evaluations(0))
        run.save_results({"version": 2, "games_beside": 12})
        run.finish()
    return folder


def execute(folder: Path, *statements: str) -> None:
    """Change the file of a run behind the store's back."""
    connection = sqlite3.connect(folder / FILE, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


def replace_row(folder: Path, table: str, *row: object) -> None:
    """Write a row with its checksum."""
    connection = sqlite3.connect(folder / FILE, isolation_level=None)
    marks = ", ".join("?" * (len(TABLES[table]) + 1))
    connection.execute(f"REPLACE INTO {table} VALUES ({marks})", (*row, seal(row)))
    connection.close()


def forge_row(table: str, *row: object) -> Callable[[Path], None]:
    return lambda folder: replace_row(folder, table, *row)


def forge_schema(*statements: str) -> Callable[[Path], None]:
    return lambda folder: execute(folder, *statements)


def lay_link(name: str) -> Callable[[Path], None]:
    def lay(folder: Path) -> None:
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(folder.parent / "victim")

    return lay


def make_folder_of_file(folder: Path) -> None:
    (folder / FILE).unlink()
    (folder / FILE).mkdir()


# What only `evometa runs` notices, because it reads no evaluation and no result but the number of games.
SEEN_IN_LISTS: dict[str, Callable[[Path], None]] = {
    "kind is null": forge_row("facts", "kind", "null"),
    "kind is a list": forge_row("facts", "kind", "[1]"),
    "kind is a blob": forge_row("facts", "kind", b"\xff\x00"),
    "settings are a list": forge_row("facts", "settings", "[]"),
    "settings are deep": forge_row("facts", "settings", "[" * 100_000),
    "settings are just too deep": forge_row("facts", "settings", '{"a":' * 150 + "1" + "}" * 150),
    "settings are no JSON": forge_row("facts", "settings", "{"),
    "created is a number": forge_row("facts", "created", "5"),
    "version is NaN": forge_row("facts", "rules_version", "NaN"),
    "version is huge": forge_row("facts", "rules_version", "1" + "0" * 5_000),
    "version is true": forge_row("facts", "rules_version", "true"),
    "name is a blob": forge_row("facts", b"\x00", "1"),
    "games are a word": forge_row("evaluations", 0, 0, "[]", "[]", "[]", "[]", "many"),
    "games are endless": forge_row("evaluations", 0, 0, "[]", "[]", "[]", "[]", float("inf")),
    "games beside are a list": forge_row("results", "games_beside", "[]"),
    "games beside are deep": forge_row("results", "games_beside", "[" * 100_000),
    "a view": forge_schema("DROP TABLE evaluations", ENDLESS),
    "a trigger": forge_schema("CREATE TRIGGER t AFTER INSERT ON facts BEGIN DELETE FROM evaluations; END"),
    "a foreign table": forge_schema("CREATE TABLE mine (x)"),
    "an index with a program": forge_schema("CREATE INDEX i ON facts (length(value))"),
    "no table": forge_schema("DROP TABLE results"),
    "the file is a link": lay_link(FILE),
    "the lock is a link": lay_link("lock"),
    "the holder is a link": lay_link("holder"),
    "the file is a folder": make_folder_of_file,
    "the holder is a pipe": lambda folder: os.mkfifo(folder / "holder"),
    "the lock is garbage": lambda folder: (folder / "lock").write_bytes(b"garbage" * 1_000) and None,
}
# What readers of results and evaluations notice.
SEEN_IN_CONTENT: dict[str, Callable[[Path], None]] = {
    "genome of another length": forge_row("evaluations", 0, 0, "[1]", "[0.5, 0.5]", "[[1]]", "[[2]]", 2),
    "genome of words": forge_row("evaluations", 0, 0, '["a"]', "[0.5, 0.5]", "[[1]]", "[[2]]", 2),
    "genome is a number": forge_row("evaluations", 0, 0, "1", "[0.5, 0.5]", "[[1]]", "[[2]]", 2),
    "genome of huge numbers": forge_row("evaluations", 0, 0, f"[{10**30}]", "[0.5, 0.5]", "[[1]]", "[[2]]", 2),
    "objectives are NaN": forge_row("evaluations", 0, 0, "[1]", "[NaN, NaN]", "[[1]]", "[[2]]", 2),
    "wins are a blob": forge_row("evaluations", 0, 0, "[1]", "[0.5, 0.5]", b"\x00", "[[2]]", 2),
    "wins are deep": forge_row("evaluations", 0, 0, "[1]", "[0.5, 0.5]", "[" * 100_000, "[[2]]", 2),
    "a result is no JSON": forge_row("results", "best", "{"),
    "a result is a blob": forge_row("results", "best", b"{}"),
    "a state is a text": forge_row("checkpoints", 0, 10, "state"),
}
