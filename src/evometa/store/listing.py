"""The runs in a folder, at a glance."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from evometa.input.short_repr import short_repr
from evometa.store.errors import DamagedRunError, RunError
from evometa.store.lock import find_holder
from evometa.store.run import Run, Versions, open_run
from evometa.store.schema import FILE


@dataclass(frozen=True)
class RunInfo:
    """What a list of runs shows of each. A run that cannot be read has a problem, and nothing else is known of it."""

    folder: Path
    status: str  # running, interrupted, finished, damaged or unreadable
    kind: str = ""
    created: str = ""
    versions: Versions | None = None
    generation: int | None = None  # of the last checkpoint
    n_evaluations: int = 0
    n_games: int = 0  # of the evaluations
    games_beside: int | None = None  # those that belong to no evaluation; None: the run does not say
    holder: str | None = None  # who writes it at this moment
    problem: str = ""

    __repr__ = short_repr


def list_runs(root: Path) -> list[RunInfo]:
    """All runs in a folder and its subfolders, the oldest first; those that cannot be read stand at the start."""
    if not root.is_dir():
        raise RunError(f"{root}: there is no such folder; choose one that has runs")
    infos = [describe_run(folder) for folder in find_folders(root)]
    return sorted(infos, key=lambda info: (info.created, info.folder))


def find_folders(root: Path) -> list[Path]:
    """The folders in which there is something of the name of a run's file. Links to folders are not followed."""
    return [Path(place) for place, folders, files in os.walk(root) if FILE in files or FILE in folders]


def describe_run(folder: Path) -> RunInfo:
    """What is known about a run, or why nothing is."""
    try:
        with open_run(folder) as run, run.snapshot():
            return summarise(run)
    except DamagedRunError as error:
        return RunInfo(folder, "damaged", problem=str(error))
    except RunError as error:
        return RunInfo(folder, "unreadable", problem=str(error))
    except Exception as error:  # one run must never hide the others, whatever somebody has made of it
        return RunInfo(folder, "unreadable", problem=f"{folder}: cannot be read ({error!r})")


def summarise(run: Run) -> RunInfo:
    """What a list shows of a run that can be read."""
    holder = find_holder(run.folder)
    return RunInfo(
        run.folder,
        run.status_with(holder),
        run.kind,
        run.created,
        run.versions,
        run.generation,
        run.n_evaluations,
        run.n_games,
        run.games_beside,
        holder,
    )
