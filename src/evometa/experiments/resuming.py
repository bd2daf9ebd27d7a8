"""Going on with a run of any kind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from evometa.experiments.balance.work import BALANCE
from evometa.experiments.decks.work import DECK_SEARCH
from evometa.experiments.experiment import Experiment, Results
from evometa.experiments.nerfs.work import CARD_SCAN
from evometa.experiments.paper.work import PAPER
from evometa.experiments.progress import OnProgress
from evometa.experiments.respond.work import RESPONSE
from evometa.experiments.table.work import TABLE
from evometa.input.errors import describe_words
from evometa.matches.runners import Runner
from evometa.store import RunError, open_run

EXPERIMENTS: dict[str, Experiment[Any]] = {
    each.kind: each for each in (BALANCE, CARD_SCAN, DECK_SEARCH, PAPER, RESPONSE, TABLE)
}


def resume_run(folder: Path, runner: Runner | None = None, progress: OnProgress | None = None) -> Results:
    """Go on with a run to its end, and return its results."""
    with open_run(folder) as run:
        kind = run.kind
    if kind not in EXPERIMENTS:
        raise RunError(f"{folder}: a run of the kind {kind!r} cannot be resumed; {describe_words(kind, EXPERIMENTS)}")
    return EXPERIMENTS[kind].resume(folder, runner=runner, progress=progress)
