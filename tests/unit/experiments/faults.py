"""Faults of the disk: one call after the other of those that write is made to fail, in files and in SQLite."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

FULL = "database or disk is full"
IO_ERROR = "disk I/O error"


class Faults:
    """Counts the calls that write below a folder, or look into a database there, and lets one of them fail.

    If it is `lasting`, so do all later ones until the end: a disk that is full stays full.
    """

    def __init__(self, folder: Path, fails_at: int, is_lasting: bool = False) -> None:
        self.folder, self.fails_at, self.is_lasting = str(folder), fails_at, is_lasting
        self.calls: list[str] = []

    def __enter__(self) -> Faults:
        self.patch = pytest.MonkeyPatch()
        for owner, name in ((os, "open"), (os, "mkdir"), (os, "unlink"), (os, "replace"), (os, "scandir")):
            self.patch.setattr(owner, name, self.watch_file(name, getattr(owner, name)))
        self.patch.setattr(Path, "write_bytes", self.watch_content(Path.write_bytes))
        self.patch.setattr(sqlite3, "connect", self.watch_database(sqlite3.connect))
        return self

    def __exit__(self, *error: object) -> None:
        self.patch.undo()

    @property
    def has_failed(self) -> bool:
        """Whether it has come to the call that fails."""
        return len(self.calls) > self.fails_at

    def is_next(self, call: str) -> bool:
        """Note a call; returns whether it fails."""
        self.calls.append(call)
        number = len(self.calls) - 1
        return number >= self.fails_at if self.is_lasting else number == self.fails_at

    def watch_file(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def watched(path: Any, *rest: Any, **named: Any) -> Any:
            if not isinstance(path, int) and str(path).startswith(self.folder) and self.is_next(name):
                raise OSError(errno.EIO if self.fails_at % 2 else errno.ENOSPC, "the disk has a fault", str(path))
            return function(path, *rest, **named)

        return watched

    def watch_content(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def write(path: Path, content: bytes) -> int:
            if not str(path).startswith(self.folder) or not self.is_next("write"):
                return int(function(path, content))
            function(path, content[: len(content) // 2])
            raise OSError(errno.ENOSPC, "No space left on device")

        return write

    def watch_database(self, connect: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*arguments: Any, factory: Any = sqlite3.Connection, **named: Any) -> Any:
            self.fail_query("connect")
            return connect(*arguments, factory=self.unreliable(factory), **named)

        return watched

    def unreliable(self, factory: Any) -> Any:
        """A kind of connection whose statements may fail."""
        fail = self.fail_query

        class Unreliable(factory):
            def execute(self, sql: str, *values: Any) -> Any:
                fail(sql)
                return super().execute(sql, *values)

            def executemany(self, sql: str, *values: Any) -> Any:
                fail(sql)
                return super().executemany(sql, *values)

        return Unreliable

    def fail_query(self, sql: str) -> None:
        if self.is_next(sql):
            error = sqlite3.OperationalError(IO_ERROR if self.fails_at % 2 else FULL)
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR if self.fails_at % 2 else sqlite3.SQLITE_FULL
            raise error
