"""Evaluations for other programs, as pandas has tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from evometa.store.evaluations import Evaluations

if TYPE_CHECKING:
    import pandas as pd


def to_frame(
    evaluations: Evaluations,
    genes: Sequence[str] | None = None,
    objectives: Sequence[str] | None = None,
    match_ups: Sequence[str] | None = None,
) -> pd.DataFrame:
    """A table with a row per evaluation and a column per number, named as given or else by counting."""
    import pandas as pd  # takes half a second, which only an export is worth

    blocks = [
        ("gene ", evaluations.genomes, genes),
        ("objective ", evaluations.objectives + 0.0, objectives),  # no negative zeros
        ("wins ", evaluations.wins, match_ups),
        ("games ", evaluations.games, match_ups),
    ]
    frames = [pd.DataFrame({"number": evaluations.numbers, "generation": evaluations.generations})]
    for prefix, array, names in blocks:
        values = array.reshape(len(evaluations), int(np.prod(array.shape[1:])))
        columns = [f"{prefix}{name}" for name in (range(1, values.shape[1] + 1) if names is None else names)]
        frames.append(pd.DataFrame(values, columns=columns))
    return pd.concat(frames, axis="columns")
