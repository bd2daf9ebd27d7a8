"""Open a run of any kind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from evometa.input.errors import describe_words
from evometa.report.notebook.balance_run import BalanceRun
from evometa.report.notebook.decks_run import DecksRun
from evometa.report.notebook.nerfs_run import NerfsRun
from evometa.report.notebook.other_runs import PaperRun, TableRun, TiersRun, TuneRun
from evometa.report.notebook.respond_run import RespondRun
from evometa.report.notebook.stored_runs import Run
from evometa.store import RunError
from evometa.store import open_run as open_stored

RUN_TYPES: dict[str, type[Run[Any, Any]]] = {
    each.of_kind.experiment.name: each
    for each in (BalanceRun, NerfsRun, DecksRun, RespondRun, TableRun, TiersRun, TuneRun, PaperRun)
}


def open_run(path: Path | str) -> Run[Any, Any]:
    """The run in a folder, of whatever kind, finished or not; the folder is only read.

    What it has found is typed (`run.front`, `run.audits`, `run.patch`), and the same as pandas tables is in
    `run.frames` (`run.frames.front`). What a kind of run does not have is refused with what it has.

    Args:
        path: The folder of the run.
    """
    folder = Path(path)
    with open_stored(folder) as run:
        name = run.kind
    if name not in RUN_TYPES:
        raise RunError(f"{folder}: unknown kind of run {name!r}; {describe_words(name, RUN_TYPES)}")
    return RUN_TYPES[name](folder)
