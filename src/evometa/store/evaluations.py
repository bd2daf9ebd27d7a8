"""Evaluations as arrays, and as rows of the store.

Arrays are stored as JSON: any program can read it, it keeps shapes, and it gives every number back exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evometa.input.short_repr import short_repr
from evometa.store.json_text import to_json
from evometa.store.schema import Row

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Evaluations:
    """What a run has evaluated: an element of each array per evaluation, in the order of their numbers."""

    numbers: Ints  # [k]: the running number of each evaluation in the run
    generations: Ints  # [k]
    genomes: Ints  # [k, n]
    objectives: Floats  # [k, m]
    wins: Ints  # [k, ...]: by match-up
    games: Ints  # [k, ...]: by match-up

    __repr__ = short_repr

    def __post_init__(self) -> None:
        lengths = {field.name: len(getattr(self, field.name)) for field in fields(self)}
        if len(set(lengths.values())) > 1:
            raise ValueError(f"evaluations need arrays of the same length, not {lengths}")
        for name in ("numbers", "generations", "genomes", "wins", "games"):
            kind = getattr(self, name).dtype
            if not np.issubdtype(kind, np.integer):
                raise ValueError(f"{name} of evaluations must be integers, not {kind}")
        if not np.isfinite(self.objectives).all():
            raise ValueError("objectives of evaluations must be finite numbers")

    @classmethod
    def of_generation(
        cls, generation: int, first: int, genomes: ArrayLike, objectives: ArrayLike, wins: ArrayLike, games: ArrayLike
    ) -> Evaluations:
        """Evaluations of one generation, numbered from `first` on."""
        arrays = [np.asarray(genomes), np.asarray(objectives, np.float64), np.asarray(wins), np.asarray(games)]
        n_evaluations = len(arrays[0])
        return cls(np.arange(first, first + n_evaluations), np.full(n_evaluations, generation), *arrays)

    def __len__(self) -> int:
        return len(self.numbers)

    def rows(self) -> Iterator[Row]:
        """A row of the store for each evaluation."""
        for i in range(len(self)):
            arrays = (self.genomes[i], self.objectives[i], self.wins[i], self.games[i])
            texts = (to_json(array.tolist()) for array in arrays)
            yield int(self.numbers[i]), int(self.generations[i]), *texts, int(self.games[i].sum())

    @classmethod
    def from_rows(cls, rows: Sequence[Row]) -> Evaluations:
        """Evaluations from rows of the store, whose JSON is read; a `ValueError` or the like if they do not fit."""
        if not rows:
            return cls.of_generation(0, 0, *(np.zeros((0, 0), np.int64) for _ in range(4)))
        numbers, generations, genomes, objectives, wins, games, _ = zip(*rows, strict=True)
        return cls(
            np.array(numbers, np.int64),
            np.array(generations, np.int64),
            np.array(genomes, np.int64),
            np.array(objectives, np.float64),
            np.array(wins, np.int64),
            np.array(games, np.int64),
        )
