"""The folder of a run: what may be in it, and what may not.

A run may come from somebody else. So nothing in its folder may lead out of it: no link is followed, for reading or for
writing, and what is neither a file nor a folder is not opened.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evometa.input.writing import is_draft
from evometa.store.errors import RunError
from evometa.store.lock import HOLDER, LOCK
from evometa.store.schema import FILE

# What is left where making a run was cut short; the last two by version 0.1.0.
LEFT_OVER = {LOCK, HOLDER, f"{FILE}.new", f"{FILE}.new-journal"}
# The metagame of a run with cards of its own, which is written before the run begins.
METAGAME = {"metagame.toml", "metagame"}


def check_is_run(folder: Path) -> None:
    """Refuse a folder that is not a run, or in which something leads out of it."""
    with os_errors_at(folder):
        if os.path.lexists(folder / FILE):
            check_is_plain(folder)
        if (folder / FILE).is_file():
            return
        if not folder.exists():
            problem = "there is no such folder"
        else:
            problem = f"it has no file {FILE}" if folder.is_dir() else "it is a file, and a run is a folder"
    raise RunError(f"{folder} is not a run: {problem}; choose the folder of a run ('evometa runs' lists them)")


def check_is_plain(folder: Path) -> None:
    """Refuse a run that has anything but files and folders in it, at whatever depth."""
    with os_errors_at(folder):
        for path, kind in _odd_entries(folder):
            raise RunError(
                f"{folder}: {path} is {kind}, and a run has only files and folders of its own; if you trust the run, "
                f"put a copy in its place, or else remove it"
            )


def _odd_entries(folder: str | Path) -> Iterator[tuple[str, str]]:
    """What is neither a file nor a folder, and what it is instead."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_symlink():
                yield entry.path, "a link"
            elif entry.is_dir():
                yield from _odd_entries(entry.path)
            elif not entry.is_file():
                yield entry.path, "no plain file"


def check_is_unused(folder: Path) -> None:
    """Refuse a folder that holds a run or anything else, but for what a killed process may have left."""
    check_is_plain(folder)
    found = _used_names(folder)
    if FILE in found:
        raise RunError(f"{folder}: there is a run already; resume it, or choose another folder")
    if found:
        raise RunError(f"{folder}: a run needs an empty or new folder, and this one has {found[0]}; choose another")


def is_unused(folder: Path) -> bool:
    """Whether a folder is empty, but for what a killed process may have left."""
    with os_errors_at(folder):
        return not _used_names(folder)


def _used_names(folder: Path) -> list[str]:
    return sorted(
        path.name for path in folder.iterdir() if path.name not in LEFT_OVER | METAGAME and not is_draft(path)
    )


@contextmanager
def os_errors_at(folder: Path) -> Iterator[None]:
    """Say what the system does not let us do."""
    try:
        yield
    except OSError as error:
        raise RunError(f"{folder}: the folder cannot be used for a run: {error.strerror}; choose another") from None
