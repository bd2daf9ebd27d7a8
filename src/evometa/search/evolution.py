"""The paper's evolutionary algorithms, and what they share: ask and tell, and a state that can be saved.

An algorithm says which genomes need an evaluation now (`ask`), is told their objectives (`tell`), and breeds the next
generation, as the contract of all searches says (`search.contract`).
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from typing import Any, ClassVar

import numpy as np
from deap import tools
from numpy.typing import ArrayLike

from evometa.input.errors import InputError
from evometa.search.contract import Asked, Ints, Setup, Told, read_count, read_state, write_state
from evometa.search.genes import check_genomes, make_genes
from evometa.search.settings import EvolutionSettings, check_genetic, check_nsga2
from evometa.search.variation import Individual, Variation, draw_genome, lend_global_random, stack_genomes

STATE_PARTS = ("generation", "n_evaluations", "random", "population", "children")


class Evolution(ABC):
    """A population that changes from generation to generation.

    Given genomes come first in the initial population, and have the evaluation numbers from 0; the rest is drawn.
    Weights guide the search to some genes (see `Genes`).
    """

    name: ClassVar[str]  # in its states

    def __init__(self, setup: Setup) -> None:
        self.check_setup(setup.n_objectives, setup.settings)
        self.genes, self.n_objectives, self.settings = make_genes(setup), setup.n_objectives, setup.settings
        self.generation = -1  # the number of the last generation that was told; the initial one has number 0
        self.n_evaluations = 0  # that have been told, so the number of the next one
        self._variation = Variation(self.genes, setup.settings)
        self._random = random.Random(setup.seed)
        self._population: list[Individual] = []
        self._children = self._draw_initial(setup.given)
        self._is_asked = False

    # --- what an algorithm is ---

    @staticmethod
    @abstractmethod
    def check_setup(n_objectives: int, settings: EvolutionSettings) -> None:
        """Refuse what this algorithm cannot work with."""

    @abstractmethod
    def select_survivors(self, parents: list[Individual], children: list[Individual]) -> list[Individual]:
        """The next population, all of it evaluated. There are no parents of the initial generation."""

    @abstractmethod
    def select_parents(self, population: list[Individual]) -> list[Individual]:
        """Who has a child, one for each place in the population."""

    # --- ask and tell ---

    @property
    def is_done(self) -> bool:
        """Whether the last generation was told."""
        return self.generation >= self.settings.generations

    @property
    def population(self) -> Ints:
        """The evaluations of the individuals of the last generation that was told; none before the first."""
        return np.array([each.number for each in self._population], np.int64)

    def ask(self) -> Asked:
        """The genomes that need an evaluation now: at least one, and often fewer than the population has.

        Who has not changed keeps its values.
        """
        if self.is_done:
            raise RuntimeError(f"ask: the search is done after {self.generation} generations; look at is_done first")
        self._is_asked = True
        return Asked(stack_genomes(self._waiting, len(self.genes)))

    def tell(self, told: Told) -> None:
        """Give the children that waited their objectives, and go on to the next generation."""
        if not self._is_asked:
            raise RuntimeError("tell: nothing was asked since the last tell; call ask first, and tell its objectives")
        waiting = self._waiting
        told.check(stack_genomes(waiting, len(self.genes)), self.n_objectives)
        for number, (child, row) in enumerate(zip(waiting, told.objectives.tolist(), strict=True), self.n_evaluations):
            child.set_values(row, number)
        self.n_evaluations += len(waiting)
        self.generation += 1
        self._is_asked = False
        self._breed()

    # --- states ---

    def get_state(self) -> bytes:
        """Everything that the rest of the run depends on, as JSON; the same state gives the same bytes."""
        return write_state(
            {
                "algorithm": self.name,
                "generation": self.generation,
                "n_evaluations": self.n_evaluations,
                "random": self._random.getstate(),
                "population": [each.to_json() for each in self._population],
                "children": [each.to_json() for each in self._children],
            }
        )

    def restore(self, state: bytes, told: Told) -> None:
        """Become the algorithm that gave the state. It holds all that is needed of what was told."""
        data = read_state(state, self.name, STATE_PARTS)
        if self.n_evaluations or self._is_asked:
            raise RuntimeError("restore: the search has begun already; take a new one")
        try:
            self._take_over(data)
        except (TypeError, ValueError, KeyError, IndexError, OverflowError, AttributeError) as error:
            raise InputError(f"saved search: it is damaged ({error!r}); start the search again") from None

    def _take_over(self, data: dict[str, Any]) -> None:
        version, words, gauss = data["random"]
        self._random.setstate((version, tuple(words), gauss))
        self.generation, self.n_evaluations = read_count(data, "generation"), read_count(data, "n_evaluations")
        self._population = [Individual.from_json(each, self.n_objectives) for each in data["population"]]
        self._children = [Individual.from_json(each, self.n_objectives) for each in data["children"]]

    # --- inside ---

    @property
    def _waiting(self) -> list[Individual]:
        return [child for child in self._children if not child.is_evaluated]

    def _draw_initial(self, given: ArrayLike | None) -> list[Individual]:
        genomes = [] if given is None else self._check_given(given).tolist()
        n_drawn = self.settings.population - len(genomes)
        genomes += [draw_genome(self.genes, self._random) for _ in range(n_drawn)]
        return [Individual(genome, self.n_objectives) for genome in genomes]

    def _check_given(self, given: ArrayLike) -> Ints:
        genomes = check_genomes("given genomes", given, self.genes.low, self.genes.high)
        if len(genomes) > self.settings.population:
            raise InputError(
                f"given genomes: {len(genomes)}, but the population has only {self.settings.population}; "
                "give fewer, or enlarge it"
            )
        if self.genes.weights is not None:
            changed = np.argwhere((genomes != self.genes.start) & (self.genes.weights == 0))
            if len(changed):
                row, gene = changed[0]
                raise InputError(
                    f"given genomes: genome {row} has gene {gene} at {genomes[row, gene]}, but its weight "
                    f"of 0 says that it must stay at {self.genes.start[gene]}"
                )
        return genomes

    def _breed(self) -> None:
        """Let the children join the population, and have new ones if there is a next generation."""
        with lend_global_random(self._random):
            self._population = self.select_survivors(self._population, self._children)
            parents = [] if self.is_done else self.select_parents(self._population)
        self._children = self._variation.vary(parents, self._random) if parents else []


class GeneticAlgorithm(Evolution):
    """The children replace the population, and parents win tournaments; it takes one objective.

    The population may lose its best individual; the front of the run keeps it.
    """

    name: ClassVar[str] = "genetic"
    check_setup = staticmethod(check_genetic)

    def select_survivors(self, parents: list[Individual], children: list[Individual]) -> list[Individual]:
        return children

    def select_parents(self, population: list[Individual]) -> list[Individual]:
        winners: list[Individual] = tools.selTournament(population, len(population), self.settings.tournament)
        return winners


class NSGA2(Evolution):
    """NSGA-II: parents and children compete for the next population, by rank and then by crowding distance.

    It takes any number of objectives. A genome competes once with the same values: about half of all children are
    unchanged copies of a parent, and would crowd out others.
    """

    name: ClassVar[str] = "nsga2"
    check_setup = staticmethod(check_nsga2)

    def select_survivors(self, parents: list[Individual], children: list[Individual]) -> list[Individual]:
        distinct, repeats = split_repeats(parents + children)
        n_missing = max(0, self.settings.population - len(distinct))
        survivors: list[Individual] = tools.selNSGA2(distinct + repeats[:n_missing], self.settings.population)
        return survivors

    def select_parents(self, population: list[Individual]) -> list[Individual]:
        winners: list[Individual] = tools.selTournamentDCD(population, len(population))
        return winners


def split_repeats(individuals: list[Individual]) -> tuple[list[Individual], list[Individual]]:
    """The first individual of each genome with the same values, and the others."""
    first = {each.key: each for each in reversed(individuals)}
    distinct = [each for each in individuals if first[each.key] is each]
    return distinct, [each for each in individuals if first[each.key] is not each]
