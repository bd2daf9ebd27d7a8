"""The table of a metagame as a table for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evometa.experiments.experiment import StoredRun
from evometa.experiments.table.results import TableResults
from evometa.experiments.table.work import TableSettings
from evometa.input.errors import InputError

if TYPE_CHECKING:
    import pandas as pd


def table_frame(run: StoredRun[TableSettings, TableResults]) -> pd.DataFrame:
    """A row for each ordered pair of decks, once the table is finished."""
    import pandas as pd

    table = run.results.table
    if table is None:
        raise InputError(f"{run.folder}: the table is not finished yet; 'evometa resume {run.folder}' goes on with it")
    rates = table.win_rate
    return pd.DataFrame(
        {
            "deck": one,
            "opponent": other,
            "win_rate": rates.value[i, j],
            "low": rates.low[i, j],
            "high": rates.high[i, j],
        }
        for i, one in enumerate(table.decks)
        for j, other in enumerate(table.decks)
    )
