"""What the paper published, in numbers; the file `published.toml` says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import nan
from pathlib import Path

import numpy as np

from evometa.experiments.table.work import TABLE
from evometa.input.errors import Where
from evometa.input.reading import read_toml
from evometa.input.stored import Stored
from evometa.metagame.evidence import Floats

PUBLISHED = Path(__file__).parent / "published.toml"
FIRST, THIRD = "experiment-1", "experiment-3"
SECOND = {"experiment-2-32": 32, "experiment-2-47": 47}  # generations


@dataclass(frozen=True, eq=False)
class PublishedTable(Stored):
    """The win rates of all decks; nothing is published about how sure they are."""

    games: int  # per match-up
    decks: tuple[str, ...]
    win_rate: Floats  # [n, n]: of the deck of the row
    against_meta: Floats  # [n]
    not_published: tuple[str, ...]  # decks whose cards were never published: ours are others

    def rates_of(self, *decks: str) -> Floats:
        """The win rates of some decks against each other."""
        return block_of(self.win_rate, self.decks, decks)


@dataclass(frozen=True, eq=False)
class PublishedBalance(Stored):
    """What a search for an even metagame came to. What was not published is NaN."""

    baseline_f: float
    searched_f: float
    magnitude: int
    generations: int
    again_f: float = nan  # of the same individual, played again
    mean_magnitude: float = nan  # of all individuals


@dataclass(frozen=True, eq=False)
class PublishedScan(Stored):
    """How the statistics of cards go with what a nerf does: no correlation was published, only its sign."""

    wrp_sign: int
    wrd_sign: int
    games: int  # per match-up


@dataclass(frozen=True, eq=False)
class Published:
    """All of it, by the parts of the programme."""

    table: PublishedTable
    balance: Mapping[str, PublishedBalance]  # experiments 1 and 2
    scan: PublishedScan


@cache
def read_published() -> Published:
    """What the paper published."""
    where = Where(PUBLISHED.name)
    tree = read_toml(PUBLISHED, where)
    return Published(
        PublishedTable.from_json(tree[TABLE.name], where / TABLE.name),
        {name: PublishedBalance.from_json(tree[name], where / name) for name in (FIRST, *SECOND)},
        PublishedScan.from_json(tree[THIRD], where / THIRD),
    )


def block_of(win_rate: Floats, decks: tuple[str, ...], some: tuple[str, ...]) -> Floats:
    """The win rates of some of the decks against each other."""
    places = [decks.index(deck) for deck in some]
    return np.asarray(win_rate[np.ix_(places, places)])
