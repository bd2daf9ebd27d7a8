"""What the evolutionary algorithms share: ask and tell, the front of a run, and a state that can be saved.

An algorithm says which genomes need an evaluation now (`ask`), is told their objectives (`tell`), and breeds the next
generation, as the contract of all searches says (`search.contract`).
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike

from evometa.input.errors import InputError
from evometa.search.front import merge_fronts
from evometa.search.genes import check_genomes, make_genes
from evometa.search.individuals import Individual, stack_evaluated, stack_genomes
from evometa.search.problem import Domain, Evaluated, Floats, Ints
from evometa.search.randomness import lend_global_random
from evometa.search.settings import EvolutionSettings
from evometa.search.states import check_algorithm, read_count, read_state, write_state
from evometa.search.variation import Variation, draw_genome

STATE_VERSION = 1
SETUP_PARTS = ("low", "high", "start", "weights", "n_objectives", "settings")
STATE_PARTS = (
    *("algorithm", "version", *SETUP_PARTS),
    *("generation", "n_evaluations", "random", "population", "children", "front"),
)


class Evolution(ABC):
    """A population that changes from generation to generation.

    Given genomes come first in the initial population, and have the evaluation numbers from 0; the rest is drawn.
    `weights` [n] guide the search to some genes, and `start` [n] is where the others stay (see `Genes`).
    """

    name: ClassVar[str]

    def __init__(
        self,
        domain: Domain,
        settings: EvolutionSettings,
        seed: int,
        given: ArrayLike | None = None,
        weights: ArrayLike | None = None,
        start: ArrayLike | None = None,
    ) -> None:
        self.check_setup(domain.n_objectives, settings)
        self.genes = make_genes(domain, weights, start)
        self.n_objectives = domain.n_objectives
        self.settings = settings
        self.generation = -1  # the number of the last generation that was told; the initial one has number 0
        self.n_evaluations = 0  # that have been told, so the number of the next one
        self._variation = Variation(self.genes, settings)
        self._random = random.Random(seed)
        self._population: list[Individual] = []
        self._children = self._draw_initial(given)
        self._front = self._stack([])
        self._is_asked = False

    # --- what an algorithm is ---

    @classmethod
    @abstractmethod
    def check_setup(cls, n_objectives: int, settings: EvolutionSettings) -> None:
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

    def ask(self) -> Ints:
        """The genomes [k, n] that need an evaluation now; to ask again before telling gives the same ones.

        There is at least one, and often fewer than the population has: who has not changed keeps its values.
        """
        if self.is_done:
            raise RuntimeError(f"ask: the search is done after {self.generation} generations; look at is_done first")
        self._is_asked = True
        return stack_genomes(self._waiting, len(self.genes))

    def tell(self, values: ArrayLike, measures: ArrayLike | None = None) -> None:
        """Take the objectives [k, m] of the genomes that were asked for, and go on to the next generation.

        Measures are of no use here.
        """
        if not self._is_asked:
            raise RuntimeError("tell: nothing was asked since the last tell; call ask first, and tell its objectives")
        told = self._take_values(self._check_values(values))
        self._front = merge_fronts(self._front, told)
        self.generation += 1
        self._is_asked = False
        self._breed()

    # --- what has come of it ---

    @property
    def population(self) -> Evaluated:
        """The individuals of the last generation that was told; none before the first."""
        return self._stack(self._population)

    @property
    def front(self) -> Evaluated:
        """All of the run that nothing in the run dominates, in ascending order of the first objective."""
        return self._front

    # --- states ---

    def get_state(self) -> bytes:
        """Everything that the rest of the run depends on, as JSON; the same state gives the same bytes."""
        guide = None if self.genes.weights is None else self.genes.weights.tolist()
        state = {
            "algorithm": self.name,
            "version": STATE_VERSION,
            "low": self.genes.low.tolist(),
            "high": self.genes.high.tolist(),
            "start": self.genes.start.tolist(),
            "weights": guide,
            "n_objectives": self.n_objectives,
            "settings": asdict(self.settings),
            "generation": self.generation,
            "n_evaluations": self.n_evaluations,
            "random": self._random.getstate(),
            "population": [each.to_json() for each in self._population],
            "children": [each.to_json() for each in self._children],
            "front": [part.tolist() for part in self._front],
        }
        return write_state(state)

    @classmethod
    def from_state(cls, state: bytes) -> Self:
        """An algorithm that is set up like the one that gave the state, and goes on exactly as that would have."""
        data = read_evolution(state)
        check_algorithm(data["algorithm"], cls.name)
        domain = _SavedDomain(np.array(data["low"]), np.array(data["high"]), data["n_objectives"])
        settings = EvolutionSettings(**data["settings"])
        algorithm = cls(domain, settings, seed=0, weights=data["weights"], start=data["start"])
        algorithm._take_over(data)
        return algorithm

    def restore(
        self, state: bytes, genomes: ArrayLike = (), values: ArrayLike = (), measures: ArrayLike | None = None
    ) -> None:
        """Become the algorithm that gave the state. It holds all that is needed of the evaluations."""
        data, own = read_evolution(state), read_evolution(self.get_state())
        check_algorithm(data["algorithm"], self.name)
        for part in SETUP_PARTS:
            if data[part] != own[part]:
                raise InputError(
                    f"saved search: it began with another '{part}'; go on with what it was started with, or start again"
                )
        if self.n_evaluations or self._is_asked:
            raise RuntimeError("restore: the search has begun already; take a new one")
        self._take_over(data)

    def _take_over(self, data: dict[str, Any]) -> None:
        version, words, gauss = data["random"]
        self._random.setstate((version, tuple(words), gauss))
        self.generation, self.n_evaluations = read_count(data, "generation"), read_count(data, "n_evaluations")
        self._population = [Individual.from_json(each, self.n_objectives) for each in data["population"]]
        self._children = [Individual.from_json(each, self.n_objectives) for each in data["children"]]
        genomes, values, numbers = data["front"]
        self._front = Evaluated(
            np.array(genomes, dtype=np.int64).reshape(-1, len(self.genes)),
            np.array(values, dtype=float).reshape(-1, self.n_objectives),
            np.array(numbers, dtype=np.int64),
        )

    # --- inside ---

    @property
    def _waiting(self) -> list[Individual]:
        return [child for child in self._children if not child.is_evaluated]

    def _stack(self, individuals: list[Individual]) -> Evaluated:
        return stack_evaluated(individuals, len(self.genes), self.n_objectives)

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

    def _check_values(self, values: ArrayLike) -> Floats:
        found, expected = np.asarray(values, dtype=float), (len(self._waiting), self.n_objectives)
        if found.shape != expected:
            raise ValueError(f"tell: objectives of shape {found.shape}, but what was asked needs {expected}")
        if not np.isfinite(found).all():
            row, column = np.argwhere(~np.isfinite(found))[0]
            raise ValueError(f"tell: objective {column} of genome {row} is {found[row, column]}, not a finite number")
        return found

    def _take_values(self, values: Floats) -> Evaluated:
        """Give the children that waited their values."""
        waiting = self._waiting
        for child, row in zip(waiting, values.tolist(), strict=True):
            child.set_values(row, self.n_evaluations)
            self.n_evaluations += 1
        return self._stack(waiting)

    def _breed(self) -> None:
        """Let the children join the population, and have new ones if there is a next generation."""
        with lend_global_random(self._random):
            self._population = self.select_survivors(self._population, self._children)
            parents = [] if self.is_done else self.select_parents(self._population)
        self._children = self._variation.vary(parents, self._random) if parents else []


@dataclass(frozen=True, slots=True)
class _SavedDomain:
    low: Ints
    high: Ints
    n_objectives: int


def read_evolution(state: bytes) -> dict[str, Any]:
    """The content of a saved state, if it is one that this version understands."""
    data = read_state(state, STATE_PARTS)
    if data["version"] != STATE_VERSION:
        raise InputError(
            f"saved search: it has version {data['version']}, but this evometa reads version {STATE_VERSION}; "
            "go on with the evometa that saved it, or start again"
        )
    return data
