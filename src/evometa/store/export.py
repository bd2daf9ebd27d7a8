"""Evaluations for other programs: pandas, CSV and Parquet."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from evometa.input.errors import describe_words
from evometa.store.errors import RunError
from evometa.store.evaluations import Evaluations

if TYPE_CHECKING:
    import pandas as pd

WRITERS = {".csv": "to_csv", ".parquet": "to_parquet"}  # by the ending of the file's name


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
        ("objective ", evaluations.objectives, objectives),
        ("wins ", evaluations.wins, match_ups),
        ("games ", evaluations.games, match_ups),
    ]
    frames = [pd.DataFrame({"number": evaluations.numbers, "generation": evaluations.generations})]
    for prefix, array, names in blocks:
        values = array.reshape(len(evaluations), int(np.prod(array.shape[1:])))
        columns = [f"{prefix}{name}" for name in (range(1, values.shape[1] + 1) if names is None else names)]
        frames.append(pd.DataFrame(values, columns=columns))
    return pd.concat(frames, axis="columns")


def export_evaluations(
    evaluations: Evaluations,
    path: Path,
    genes: Sequence[str] | None = None,
    objectives: Sequence[str] | None = None,
    match_ups: Sequence[str] | None = None,
) -> None:
    """Write the table of `to_frame` to a file, CSV or Parquet by its name. The file appears only when it is whole."""
    if path.suffix not in WRITERS:
        raise RunError(f"{path}: unknown ending {path.suffix!r}; {describe_words(path.suffix, WRITERS)}")
    frame = to_frame(evaluations, genes, objectives, match_ups)
    unfinished = path.with_name(f"{path.name}.part")
    try:
        getattr(frame, WRITERS[path.suffix])(unfinished, index=False)
        os.replace(unfinished, path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise RunError(f"{path}: the file cannot be written: {error}; choose another place") from None
