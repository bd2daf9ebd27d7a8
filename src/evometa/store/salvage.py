"""Save what is whole of a damaged run."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from evometa.store.errors import RunError, explain
from evometa.store.lock import Lock
from evometa.store.remains import Remains, read_remains
from evometa.store.run import check_is_run, os_errors_at, write_new_run


def salvage(folder: Path, target: Path) -> Remains:
    """Make a new run of what is whole up to the last whole generation, from where it can be resumed.

    Results belong together: if one of them may be lost, the new run has none, and finds them again when it is resumed.
    The damaged run is left as it is. The answer is all that was readable, which may be more than the new run has.
    """
    check_is_run(folder)
    with os_errors_at(folder):
        lock = Lock(folder)
    try:
        remains = read_remains(folder)
    except sqlite3.Error as error:
        raise explain(error, folder) from None
    finally:
        lock.release()
    if not remains.has_facts:
        raise RunError(f"{folder}: {remains}; start a new run")
    whole = remains.up_to(remains.last_whole_generation)
    unfinished = [row for row in whole.facts if row[0] != "finished"]
    results = [] if "results" in remains.damaged else whole.results
    write_new_run(target, Remains(unfinished, results, whole.checkpoints, whole.evaluations))
    return remains
