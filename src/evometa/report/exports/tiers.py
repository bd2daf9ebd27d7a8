"""What every card is worth as a table for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evometa.experiments.tiers.work import TiersRun
from evometa.input.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

IN_CLASS = ("worth", "low", "high")


def tiers_frame(run: TiersRun) -> pd.DataFrame:
    """A row for each card, the best first; of a neutral card also its worth in each class."""
    import pandas as pd

    results = run.results
    if not results.cards:
        raise InputError(f"{run.folder}: it is not finished yet; 'evometa resume {run.folder}' goes on with it")
    rows = [
        {**card.to_json(), **{f"{name}_{c.klass}": None for c in results.classes for name in IN_CLASS}}
        for card in results.cards
    ]
    by_id = {row["id"]: row for row in rows}
    for each in results.by_class:
        tree = each.to_json()
        by_id[each.id] |= {f"{name}_{each.klass}": tree[name] for name in IN_CLASS}
    return pd.DataFrame(rows).rename(columns={"klass": "class"})
