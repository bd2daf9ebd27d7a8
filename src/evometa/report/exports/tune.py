"""All candidates of a tuned player as a table for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evometa.experiments.tune.work import TuneRun
from evometa.input.errors import InputError
from evometa.players.records import FEATURES

if TYPE_CHECKING:
    import pandas as pd


def tune_frame(run: TuneRun) -> pd.DataFrame:
    """A row for each candidate of each round, the strongest of a round first, with all weights."""
    import pandas as pd

    rows = []
    for number, each in enumerate(run.results.rounds, start=1):
        for contender in each.contenders:
            tree = contender.to_json()
            weights = tree.pop("weights")
            rows.append({"round": number, **tree, **{name: weights.get(name, 0) for name in FEATURES}})
    if not rows:
        raise InputError(f"{run.folder}: no round is finished yet; 'evometa resume {run.folder}' goes on with it")
    return pd.DataFrame(rows)
