"""Genomes in the form that DEAP's operators work on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np
from deap import base

from evometa.search.problem import Evaluated, Floats, Ints

NOT_EVALUATED = -1


@cache
def fitness_type(n_objectives: int) -> type[Any]:
    """DEAP's type of a fitness with a number of objectives, all minimised."""
    return type(f"Minimised{n_objectives}", (base.Fitness,), {"weights": (-1.0,) * n_objectives})


class Individual(list[int]):
    """A genome with its fitness, and the number of the evaluation that gave it.

    The fitness is invalid, in DEAP's words, while the genome waits for an evaluation.
    """

    def __init__(self, genome: Iterable[int], n_objectives: int) -> None:
        super().__init__(genome)
        self.fitness = fitness_type(n_objectives)()
        self.number = NOT_EVALUATED

    @property
    def is_evaluated(self) -> bool:
        return bool(self.fitness.valid)

    @property
    def key(self) -> tuple[tuple[int, ...], tuple[float, ...]]:
        """Genome and values: what tells individuals apart."""
        return tuple(self), self.fitness.wvalues

    def clone(self) -> Individual:
        """A copy that can be changed on its own."""
        twin = Individual(self, len(self.fitness.weights))
        twin.fitness.wvalues = self.fitness.wvalues
        twin.number = self.number
        return twin

    def set_values(self, values: Sequence[float], number: int) -> None:
        """Take over the result of an evaluation."""
        self.fitness.values = tuple(values)
        self.number = number

    def to_json(self) -> list[Any]:
        """All there is to know, crowding distance included: NSGA-II's next tournament depends on it."""
        crowding = getattr(self.fitness, "crowding_dist", None)
        number = self.number if self.is_evaluated else NOT_EVALUATED
        return [list(self), list(self.fitness.values), number, crowding]

    @classmethod
    def from_json(cls, data: Sequence[Any], n_objectives: int) -> Individual:
        """The individual that `to_json` described."""
        genome, values, number, crowding = data
        individual = cls(genome, n_objectives)
        if values:
            individual.set_values(values, number)
        if crowding is not None:
            individual.fitness.crowding_dist = crowding
        return individual


def stack_genomes(individuals: Sequence[Individual], n_genes: int) -> Ints:
    """The genomes [k, n] of individuals."""
    return np.array([list(each) for each in individuals], dtype=np.int64).reshape(-1, n_genes)


def stack_evaluated(individuals: Sequence[Individual], n_genes: int, n_objectives: int) -> Evaluated:
    """The genomes, objectives and numbers of individuals that have been evaluated."""
    values: Floats = np.array([each.fitness.values for each in individuals], dtype=float).reshape(-1, n_objectives)
    numbers = np.array([each.number for each in individuals], dtype=np.int64)
    return Evaluated(stack_genomes(individuals, n_genes), values, numbers)
