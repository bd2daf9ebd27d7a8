"""A card scan as a table for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evometa.experiments.experiment import StoredRun
from evometa.experiments.nerfs.results import NerfsResults, ScannedCard
from evometa.experiments.nerfs.work import NerfsSettings
from evometa.experiments.runs import read_states
from evometa.store import open_run

if TYPE_CHECKING:
    import pandas as pd


def nerfs_frame(run: StoredRun[NerfsSettings, NerfsResults]) -> pd.DataFrame:
    """A row for each card that is finished, also while the scan goes on."""
    import pandas as pd

    with open_run(run.folder) as opened:
        _, *states = read_states(opened) or [None]  # the first is no card
    return pd.DataFrame([ScannedCard.from_json(state).to_json() for state in states])
