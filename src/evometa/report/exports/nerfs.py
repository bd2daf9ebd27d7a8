"""A card scan as a table for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from evometa.experiments.experiment import StoredRun
from evometa.experiments.nerfs.results import NerfsResults, ScannedCard
from evometa.experiments.nerfs.work import NerfsSettings
from evometa.experiments.runs import read_checkpoint_trees
from evometa.store import open_run

if TYPE_CHECKING:
    import pandas as pd


def nerfs_frame(run: StoredRun[NerfsSettings, NerfsResults]) -> pd.DataFrame:
    """A row for each card that is finished, also while the scan goes on."""
    import pandas as pd

    return pd.DataFrame([card.to_json() for card in read_scanned(run.folder)])


def read_scanned(folder: Path) -> tuple[ScannedCard, ...]:
    """The cards that are finished, in the order of the scan."""
    with open_run(folder) as opened:
        states = read_checkpoint_trees(opened)[1:]  # the first is no card
    return tuple(ScannedCard.from_json(state) for state in states)
