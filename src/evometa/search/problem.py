"""What a search is given: bounds of integer genes, and a function that says how good genomes are."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from evometa.input.short_repr import short_repr

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Domain(Protocol):
    """What an algorithm needs to know of a problem before it asks."""

    @property
    def low(self) -> Ints:
        """The least value of each gene [n]."""

    @property
    def high(self) -> Ints:
        """The greatest value of each gene [n], itself allowed."""

    @property
    def n_objectives(self) -> int:
        """How many objectives there are; all are minimised."""


class Problem(Domain, Protocol):
    """A domain whose genomes can be evaluated."""

    def evaluate(self, genomes: Ints, first: int) -> Floats:
        """The objectives [k, m] of genomes [k, n].

        `first` is the running number of the first of these evaluations in the run. Whatever is random in an evaluation
        is seeded by its number, so that a run can be repeated and resumed.
        """


class Evaluated(NamedTuple):
    """Genomes with their objectives, and the running numbers of the evaluations that gave them."""

    genomes: Ints  # [k, n]
    values: Floats  # [k, m]
    numbers: Ints  # [k]

    def __repr__(self) -> str:
        return short_repr(self)

    def take(self, which: Ints) -> Evaluated:
        """Those at some places, in that order."""
        return Evaluated(self.genomes[which], self.values[which], self.numbers[which])
