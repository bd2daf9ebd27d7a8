"""What the table of a metagame is: how the metagame stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evometa.input.stored import Stored
from evometa.metagame.evidence import Counts
from evometa.metagame.standing import Standing
from evometa.store.results import Results


@dataclass(frozen=True, eq=False)
class TableResults(Results):
    """The table, once all match-ups are played."""

    table: Standing | None = None

    @property
    def games_beside(self) -> int:
        """All games, as a table has no evaluations."""
        return 0 if self.table is None else self.table.games_played

    @classmethod
    def upgrade(cls, tree: dict[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
        """The results of version 1 in the form of this version."""
        return {name: upgrade_standing(found) for name, found in tree.items()}


@dataclass(frozen=True, eq=False)
class PairCounts(Stored):
    """The games of one match-up: counts [n, n] by ordered pair, as `Evidence` has them."""

    games: Counts
    wins: Counts
    losses: Counts
    draws: Counts
    turns: Counts


def upgrade_standing(old: dict[str, Any]) -> dict[str, Any]:
    """A standing as version 1 stored it, whose `f` was without the share of chance, and which had no F as measured."""
    return {
        **old,
        "f": None,
        "f_corrected": old["f"],
        "f_noise_floor": old["noise_floor"],
        "games_played": old["games"],
    }
