"""Doing something as a user who may not do everything."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

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


def let_others_in(folder: Path) -> None:
    """Let other users reach what is in a folder of a test."""
    for each in (folder, *folder.parents):
        if each == Path(tempfile.gettempdir()):
            break
        each.chmod(0o711)
