"""Save what is whole of a damaged run."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evometa.store.errors import RunError, explain
from evometa.store.folder import Lock, check_is_run, describe_use, find_holder, os_errors_at
from evometa.store.run import write_new_run
from evometa.store.schema import FILE, Remains, read_remains


def salvage(folder: Path, target: Path) -> Remains:
    """Make a new run of what is whole up to the last whole generation, from where it can be resumed.

    Results belong together: if one of them may be lost, the new run has none, and finds them again when it is resumed.
    The damaged run is left as it is. The answer is all that was readable, which may be more than the new run has.
    """
    check_is_run(folder)
    try:
        with os_errors_at(folder), _undisturbed(folder) as place:
            remains = read_remains(place)
    except sqlite3.Error as error:
        raise explain(error, folder) from None
    if not remains.has_facts:
        raise RunError(f"{folder}: {remains}; start a new run")
    whole = remains.up_to(remains.last_whole_generation)
    unfinished = [row for row in whole.facts if row[0] != "finished"]
    results = [] if "results" in remains.damaged else whole.results
    write_new_run(target, Remains(unfinished, results, whole.checkpoints, whole.evaluations))
    return remains


@contextmanager
def _undisturbed(folder: Path) -> Iterator[Path]:
    """Where a run can be read that nobody writes meanwhile; one that can only be read, as it is or in a copy."""
    if all(os.access(path, os.W_OK) for path in (folder, folder / FILE)):
        lock = Lock(folder)
        try:
            yield folder
        finally:
            lock.release()
        return
    if holder := find_holder(folder):
        raise describe_use(folder, holder)
    with tempfile.TemporaryDirectory(prefix="evometa-") as copy:
        for name in (FILE, f"{FILE}-wal"):
            if (folder / name).exists():
                shutil.copyfile(folder / name, Path(copy) / name)
        yield Path(copy)
