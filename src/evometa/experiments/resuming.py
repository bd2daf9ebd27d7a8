"""Going on with a run of any kind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from evometa.cards.errors import describe_words
from evometa.experiments import balance_run, card_scan, paper, table_run
from evometa.experiments.progress import OnProgress
from evometa.matches.runners import Runner
from evometa.store import RunError, open_run

RESUMERS: dict[str, Callable[..., dict[str, Any]]] = {
    balance_run.KIND: balance_run.resume_balance,
    card_scan.KIND: card_scan.resume_card_scan,
    paper.KIND: paper.resume_paper,
    table_run.KIND: table_run.resume_table,
}


def resume_run(folder: Path, runner: Runner | None = None, progress: OnProgress | None = None) -> dict[str, Any]:
    """Go on with a run to its end, and return its results."""
    with open_run(folder) as run:
        kind = run.kind
    if kind not in RESUMERS:
        raise RunError(f"{folder}: a run of the kind {kind!r} cannot be resumed; {describe_words(kind, RESUMERS)}")
    return RESUMERS[kind](folder, runner=runner, progress=progress)
