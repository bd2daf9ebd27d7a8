"""How individuals come about: drawn for the initial population, crossed and mutated by DEAP's operators afterwards."""

from __future__ import annotations

import random
from types import SimpleNamespace

from deap import algorithms, tools

from evometa.search.genes import Genes
from evometa.search.individuals import Individual
from evometa.search.randomness import lend_global_random
from evometa.search.settings import EvolutionSettings


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
        else:
            self._mutate_preferred(individual)
        return (individual,)

    def _mutate_preferred(self, individual: Individual) -> None:
        for i, rate in enumerate(self._rates):
            if random.random() < rate:
                individual[i] = random.randint(self._low[i], self._high[i])


def _cross(one: Individual, other: Individual) -> tuple[Individual, Individual]:
    if len(one) > 1:  # a single gene has no two points to cross at
        tools.cxTwoPoint(one, other)
    return one, other
