"""Runs at work: with a progress bar, and so that Ctrl-C keeps what is finished."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from evometa.experiments.progress import OnProgress
from evometa.experiments.runs import has_run
from evometa.matches.runners import Runner, ThreadRunner
from evometa.report.notebook.bars import WaysToTellRuns, run_bar

Work = Callable[[Runner, OnProgress | None], object]


def carry_out(
    folder: Path, label: str, work: Work, *, threads: int | None, runner: Runner | None, progress: WaysToTellRuns
) -> None:
    """Carry out the run in a folder, until it is finished or Ctrl-C is pressed.

    If that comes before anything is stored, it is raised.
    """
    where = runner or ThreadRunner(threads)
    try:
        with run_bar(label, progress) as tell:
            work(where, tell)
    except KeyboardInterrupt:
        if not has_run(folder):
            raise
