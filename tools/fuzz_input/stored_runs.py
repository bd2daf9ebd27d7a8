"""Changes of the file of a run: of what its rows say, with a seal that fits, and of its tables themselves."""

from __future__ import annotations

import json
import random
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from tools.fuzz_input.odd_values import NAMES, NUMBERS, TEXTS, Raw
from tools.fuzz_input.trees import change_tree, format_json

from evometa.store.schema import TABLES, seal

# What a forger may do to the tables; TABLE, OTHER and COLUMN are put in.
STATEMENTS = (
    "DROP TABLE TABLE_",
    "DELETE FROM TABLE_",
    "ALTER TABLE TABLE_ RENAME TO other",
    "ALTER TABLE TABLE_ RENAME COLUMN COLUMN_ TO other",
    "ALTER TABLE TABLE_ ADD COLUMN other TEXT",
    "ALTER TABLE TABLE_ RENAME TO base; CREATE VIEW TABLE_ AS SELECT * FROM base",
    "DROP TABLE TABLE_; CREATE VIEW TABLE_ AS WITH RECURSIVE n(COLUMN_) AS "
    "(SELECT 1 UNION ALL SELECT COLUMN_ + 1 FROM n) SELECT *, 1 AS checksum FROM n",
    "DROP TABLE TABLE_; CREATE TABLE TABLE_ (COLUMN_ BLOB, checksum)",
    "CREATE TRIGGER t AFTER INSERT ON TABLE_ BEGIN DELETE FROM OTHER_; END",
    "PRAGMA user_version = 0",
    "PRAGMA user_version = 99",
    "PRAGMA application_id = 1",
    "INSERT INTO TABLE_ SELECT * FROM TABLE_",
    "UPDATE TABLE_ SET COLUMN_ = NULL",
    "UPDATE TABLE_ SET checksum = checksum + 1",
    "UPDATE TABLE_ SET COLUMN_ = zeroblob(100000)",
    "CREATE TABLE more AS SELECT * FROM TABLE_",
)


def change_run(content: bytes, source: random.Random) -> bytes:
    """The file of a run with some changes that SQLite itself makes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.sqlite"
        path.write_bytes(content)
        try:
            with closing(sqlite3.connect(path, isolation_level=None)) as connection:
                connection.execute("PRAGMA journal_mode = DELETE")
                change = _change_tables if source.random() < 0.15 else _change_row
                change(connection, source)
        except (sqlite3.Error, OverflowError, UnicodeError):
            pass  # what SQLite does not take, a forger cannot write either
        return path.read_bytes()


def _change_tables(connection: sqlite3.Connection, source: random.Random) -> None:
    table, other = source.choice(list(TABLES)), source.choice(list(TABLES))
    words = {"TABLE_": table, "OTHER_": other, "COLUMN_": source.choice(list(TABLES[table]))}
    script = source.choice(STATEMENTS)
    for mark, word in words.items():
        script = script.replace(mark, word)
    connection.executescript(script)


def _change_row(connection: sqlite3.Connection, source: random.Random) -> None:
    """Change a value of a random row, and seal the row again."""
    table = source.choice(("facts", "facts", "results", "results", "results", "checkpoints", "evaluations"))
    rows = connection.execute(f"SELECT rowid, {', '.join(TABLES[table])} FROM {table}").fetchall()
    if not rows:
        return
    number, *row = source.choice(rows)
    place = len(row) - 1 if source.random() < 0.5 else source.randrange(len(row))
    row[place] = change_cell(row[place], source)
    values = ", ".join(f"{column} = ?" for column in (*TABLES[table], "checksum"))
    connection.execute(f"UPDATE {table} SET {values} WHERE rowid = {number}", (*row, seal(row)))


def change_cell(value: Any, source: random.Random) -> Any:
    """Another value of a row; text that is JSON stays JSON, most often."""
    if source.random() < 0.1:
        odd = source.choice((*NUMBERS, *TEXTS, *NAMES, None, b"\xff\xfe", b""))
        return str(odd) if isinstance(odd, Raw) else odd
    if isinstance(value, int):
        return source.choice((value + 1, -value, -1, 10**18, 2**31, "x", 0.5))
    try:
        tree = json.loads(value)
    except (ValueError, TypeError, RecursionError):
        return source.choice(("", "x", str(value)[:10], str(value) * 2))
    for _ in range(source.choice((1, 1, 2, 4))):
        tree = change_tree(tree, source)
    text = format_json(tree).encode("utf-8", "replace")
    return text if isinstance(value, bytes) else text.decode("utf-8", "replace")
