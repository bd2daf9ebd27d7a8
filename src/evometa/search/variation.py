"""Individuals, the genomes that DEAP's operators work on, and how they come about.

They are drawn for the initial population, and crossed and mutated by DEAP's operators afterwards.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
from deap import algorithms, base, tools

from evometa.search.contract import Ints
from evometa.search.genes import Genes
from evometa.search.settings import EvolutionSettings

_NOT_EVALUATED = -1


@cache
def _fitness_type(n_objectives: int) -> type[Any]:
    """DEAP's type of a fitness with a number of objectives, all minimised."""
    return type(f"Minimised{n_objectives}", (base.Fitness,), {"weights": (-1.0,) * n_objectives})


class Individual(list[int]):
    """A genome with its fitness, and the number of the evaluation that gave it.

    The fitness is invalid, in DEAP's words, while the genome waits for an evaluation.
    """

    def __init__(self, genome: Iterable[int], n_objectives: int) -> None:
        super().__init__(genome)
        self.fitness = _fitness_type(n_objectives)()
        self.number = _NOT_EVALUATED

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
        number = self.number if self.is_evaluated else _NOT_EVALUATED
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


@contextmanager
def lend_global_random(generator: random.Random) -> Iterator[None]:
    """Let the functions of `random` draw from a generator, and leave them afterwards as they were.

    DEAP's operators draw from these functions. Other threads must not use them in the meantime.
    """
    outside = random.getstate()
    random.setstate(generator.getstate())
    try:
        yield
    finally:
        generator.setstate(random.getstate())
        random.setstate(outside)


def draw_genome(genes: Genes, generator: random.Random) -> list[int]:
    """A genome with genes drawn uniformly; a guided search leaves those at their start that it does not prefer."""
    genome: list[int] = genes.start.tolist()
    bounds = zip(genes.low.tolist(), genes.high.tolist(), genes.first_rates.tolist(), strict=True)
    for i, (low, high, rate) in enumerate(bounds):
        if generator.random() < rate:
            genome[i] = generator.randint(low, high)
    return genome


class Variation:
    """Two-point crossover and uniform mutation, as DEAP's `varAnd` combines them."""

    def __init__(self, genes: Genes, settings: EvolutionSettings) -> None:
        self._settings = settings
        self._low, self._high = genes.low.tolist(), genes.high.tolist()
        self._rates = genes.mutation_rates(settings.gene_rate).tolist()
        self._is_guided = genes.weights is not None
        self._operators = SimpleNamespace(clone=Individual.clone, mate=_cross, mutate=self.mutate)

    def vary(self, parents: list[Individual], generator: random.Random) -> list[Individual]:
        """A child for each parent. One that neither crossed nor mutated keeps its parent's values; not all do."""
        rates = self._settings.crossover_rate, self._settings.mutation_rate
        with lend_global_random(generator):
            children = parents
            while all(child.is_evaluated for child in children):
                children = algorithms.varAnd(parents, self._operators, *rates)
        return children

    def mutate(self, individual: Individual) -> tuple[Individual]:
        """Draw some genes anew. It draws from Python's global random numbers, as DEAP's operators do."""
        if not self._is_guided:
            tools.mutUniformInt(individual, self._low, self._high, self._settings.gene_rate)
            return (individual,)
        for i, rate in enumerate(self._rates):
            if random.random() < rate:
                individual[i] = random.randint(self._low[i], self._high[i])
        return (individual,)


def _cross(one: Individual, other: Individual) -> tuple[Individual, Individual]:
    if len(one) > 1:  # a single gene has no two points to cross at
        tools.cxTwoPoint(one, other)
    return one, other
