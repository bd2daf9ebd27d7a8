"""Doing something as a user who may not do everything."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

NOBODY = 65_534


def run_as_nobody(do: Callable[[], object]) -> str:
    """What a function returns, or its error, as text; where the tests run as root, another user calls it."""
    if os.getuid() != 0:
        return _answer(do)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            os.write(writer, _answer(do).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with open(reader, encoding="utf-8") as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    return answer


def _answer(do: Callable[[], object]) -> str:
    try:
        return str(do())
    except Exception as error:
        return f"{type(error).__name__}: {error}"


@contextmanager
def open_folder() -> Iterator[Path]:
    """A folder in which all users may write. One of pytest's would do until the next session shuts them all."""
    with TemporaryDirectory() as outer:
        Path(outer).chmod(0o711)
        (folder := Path(outer) / "open").mkdir()
        folder.chmod(0o1777)
        yield folder
