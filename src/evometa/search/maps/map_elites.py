"""MAP-Elites with sliding boundaries: the best solution for every combination of measures, by ask and tell.

The archive is one of pyribs' kind; around it is the contract of all searches (`search.contract`).
"""

from __future__ import annotations

from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import ArrayLike
from ribs.typing import SingleData

from evometa.input.errors import InputError
from evometa.search.contract import Asked, Floats, Ints, Told, read_count, read_state, restore_random, write_state
from evometa.search.genes import check_genomes
from evometa.search.maps.sliding_archive import SlidingArchive
from evometa.search.settings import MapSettings


class SolutionSpace(Protocol):
    """Integer vectors that can be drawn and mutated; a deck space is one."""

    @property
    def low(self) -> Ints:
        """The least value of each gene [n]."""

    @property
    def high(self) -> Ints:
        """The greatest value of each gene [n], itself allowed."""

    def draw(self, n: int, rng: np.random.Generator, /) -> Ints:
        """Random solutions [k, n], as many as asked for."""

    def mutate(self, solutions: Ints, rng: np.random.Generator, /) -> Ints:
        """A mutant of each solution [k, n]."""


class MapElites:
    """A map of elites that fills from batch to batch.

    Given solutions come first, and have the evaluation numbers from 0; the rest of the first ones is drawn. All later
    ones are mutants of elites that are chosen uniformly. The one objective is minimised, as by all searches; the
    archive has it as pyribs wants it, negated.
    """

    name: ClassVar[str] = "map-elites"

    def __init__(
        self, space: SolutionSpace, n_measures: int, settings: MapSettings, seed: int, given: ArrayLike | None = None
    ) -> None:
        if n_measures < 1:
            raise InputError(f"map: {n_measures} measures, but a map needs at least one; choose what its axes show")
        self.settings = settings
        self.generation = -1  # the number of the last batch that was told
        self._space = space
        self._rng = np.random.default_rng(seed)
        self.archive = SlidingArchive(  # all elites and evaluations
            solution_dim=len(space.low), measure_dim=n_measures, settings=settings, rng=self._rng
        )
        self._given = self._check_given(given)
        self._asked: Ints | None = None
        self._random_before: Any = None  # the state of the generator before the last ask

    # --- ask and tell ---

    @property
    def n_evaluations(self) -> int:
        """How many have been told, so the number of the next one."""
        return self.archive.n_evaluations

    @property
    def is_done(self) -> bool:
        """Whether all evaluations were told."""
        return self.n_evaluations >= self.settings.evaluations

    @property
    def population(self) -> Ints:
        """The evaluations of all elites."""
        return self.archive.elite_numbers

    def ask(self) -> Asked:
        """The solutions that need an evaluation now."""
        if self.is_done:
            raise RuntimeError(f"ask: the search is done after {self.n_evaluations} evaluations; look at is_done first")
        if self._asked is None:
            self._random_before = self._rng.bit_generator.state
            self._asked = self._emit()
        return Asked(self._asked.copy())

    def tell(self, told: Told) -> None:
        """Take the objective and the measures of what was asked for."""
        if self._asked is None:
            raise RuntimeError("tell: nothing was asked since the last tell; call ask first")
        told.check(self._asked, n_objectives=1)
        self._add(told)
        self._asked = None
        self.generation += 1

    # --- measuring elites again ---

    @property
    def unconfirmed(self) -> Ints:
        """The evaluation numbers of the elites whose objective has been measured only once."""
        return self.archive.unconfirmed

    def confirm(self, numbers: ArrayLike, values: ArrayLike) -> None:
        """Replace the objective of evaluations by fresh measurements [k, 1], so that no deck stays an elite by luck.

        Others may become elites by that: while there are some `unconfirmed`, there is more to measure.
        """
        if self._asked is not None:
            raise RuntimeError("confirm: solutions have been asked for, and descend from the elites; tell them first")
        self.archive.confirm(numbers, self._to_objective(values, len(np.asarray(numbers))))

    @property
    def best(self) -> SingleData:
        """The elite with the greatest objective, as the archive has it."""
        elite = self.archive.best_elite
        if elite is None:
            raise RuntimeError("best: there is none before the first batch is told")
        return elite

    # --- states ---

    def get_state(self) -> bytes:
        """What the rest of the run depends on besides the evaluations: small, however many there are."""
        generator = self._rng.bit_generator.state if self._asked is None else self._random_before
        return write_state({"algorithm": self.name, "generation": self.generation, "random": generator})

    def restore(self, state: bytes, told: Told) -> None:
        """Become the search that gave the state, which differs in nothing else than what it was told."""
        data = read_state(state, self.name, ("generation", "random"))
        if self.n_evaluations or self._asked is not None:
            raise RuntimeError("restore: the search has begun already; take a new one")
        self._add(told)
        self.generation = read_count(data, "generation")
        restore_random(self._rng, data)

    # --- inside ---

    def _emit(self) -> Ints:
        """The next batch [k, n]; it ends where the first solutions or all evaluations end."""
        settings, n_done = self.settings, self.n_evaluations
        if n_done >= settings.first:
            n_mutants = min(settings.batch, settings.evaluations - n_done)
            return self._space.mutate(self.archive.sample_elites(n_mutants)["solution"], self._rng)
        n = min(settings.batch, settings.first - n_done)
        given = self._given[n_done : n_done + n]
        return np.concatenate([given, self._space.draw(n - len(given), self._rng)])

    def _add(self, told: Told) -> None:
        if told.measures is None:
            raise ValueError("tell: there are no measures, but these say to which cell of the map a solution belongs")
        self.archive.add(told.genomes, self._to_objective(told.objectives, len(told.genomes)), told.measures)

    @staticmethod
    def _to_objective(values: ArrayLike, n_solutions: int) -> Floats:
        """[k]: what the archive maximises, from what the search minimises."""
        found = np.asarray(values, float)
        if found.shape != (n_solutions, 1):
            raise ValueError(f"objectives of shape {found.shape}, but {n_solutions} solutions need {(n_solutions, 1)}")
        return -found[:, 0]

    def _check_given(self, given: ArrayLike | None) -> Ints:
        if given is None:
            return np.empty((0, len(self._space.low)), np.int64)
        solutions = check_genomes("given solutions", given, self._space.low, self._space.high)
        if len(solutions) > self.settings.first:
            raise InputError(
                f"given solutions: {len(solutions)}, but the search starts with only {self.settings.first}; "
                "give fewer, or start with more"
            )
        return solutions
