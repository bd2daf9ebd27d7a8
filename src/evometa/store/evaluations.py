"""Evaluations as arrays, as rows of the store, and as columns for other programs.

Arrays are stored as JSON: any program can read it, it keeps shapes, and it gives every number back exactly. It has one
canonical form, so that equal values are equal texts, byte by byte.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evometa.input.short_repr import Frozen
from evometa.store.schema import Row

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
_NEGATIVE_ZERO = re.compile(r"-0\.0\b")


class Evaluations(Frozen):
    """What a run has evaluated: an element of each array per evaluation, in the order of their numbers."""

    numbers: Ints  # [k]: the running number of each evaluation in the run
    generations: Ints  # [k]
    genomes: Ints  # [k, n]
    objectives: Floats  # [k, m]
    wins: Ints  # [k, ...]: by match-up
    games: Ints  # [k, ...]: by match-up

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

    def take(self, which: ArrayLike) -> Evaluations:
        """Those at some places, in that order, or those that a mask tells."""
        places = np.asarray(which)
        return Evaluations(*(getattr(self, field.name)[places] for field in fields(self)))

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
        *columns, _ = zip(*rows, strict=True)
        numbers, generations, genomes, wins, games = (np.array(columns[i], np.int64) for i in (0, 1, 2, 4, 5))
        return cls(numbers, generations, genomes, np.array(columns[3], np.float64), wins, games)


def join_evaluations(one: Evaluations, other: Evaluations) -> Evaluations:
    """All of them; of the first there may be none."""
    if not len(one):
        return other
    pairs = ((getattr(one, field.name), getattr(other, field.name)) for field in fields(one))
    return Evaluations(*(np.concatenate(pair) for pair in pairs))


def evaluation_columns(
    evaluations: Evaluations, genes: Sequence[str] | None = None, objectives: Sequence[str] | None = None
) -> dict[str, Any]:
    """For other programs: a column for every number, named as given or else by counting."""
    blocks = [
        ("gene ", evaluations.genomes, genes),
        ("objective ", evaluations.objectives + 0.0, objectives),  # no negative zeros
        ("wins ", evaluations.wins, None),
        ("games ", evaluations.games, None),
    ]
    columns: dict[str, Any] = {"number": evaluations.numbers, "generation": evaluations.generations}
    for prefix, array, names in blocks:
        values = array.reshape(len(evaluations), int(np.prod(array.shape[1:])))
        named = range(1, values.shape[1] + 1) if names is None else names
        columns |= {f"{prefix}{name}": values[:, place] for place, name in enumerate(named)}
    return columns


def to_json(value: object) -> str:
    """The text of a value: keys sorted, no spaces. NaN and infinity, which JSON does not have, are a `ValueError`."""
    text = _write(value)
    return _write(_with_plain_zeros(value)) if _NEGATIVE_ZERO.search(text) else text


def _write(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _with_plain_zeros(value: object) -> object:
    """The same value, in which negative zeros are zeros: they are equal, and so must their texts be."""
    if isinstance(value, float):
        return value + 0.0
    if isinstance(value, dict):
        return {name: _with_plain_zeros(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_with_plain_zeros(part) for part in value]
    return value
