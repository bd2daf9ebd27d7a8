"""MAP-Elites with sliding boundaries: the best solution for every combination of measures, by ask and tell.

It is pyribs' scheduler with an emitter and an archive of our own, behind the contract of all searches
(`search.contract`).
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike
from ribs.schedulers import Scheduler
from ribs.typing import SingleData

from evometa.input.errors import InputError
from evometa.search.genes import check_genomes
from evometa.search.map_settings import MapSettings
from evometa.search.mutation_emitter import MutationEmitter, SolutionSpace
from evometa.search.problem import Floats, Ints
from evometa.search.sliding_archive import SlidingArchive
from evometa.search.states import check_algorithm, read_count, read_state, write_state


class MapElites:
    """A map of elites that fills from batch to batch.

    Given solutions come first, and have the evaluation numbers from 0; the rest of the first ones is drawn. The one
    objective is minimised, as by all searches; the archive has it as pyribs wants it, negated.
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
        self._archive = SlidingArchive(
            solution_dim=len(space.low), measure_dim=n_measures, settings=settings, rng=self._rng
        )
        self._emitter = MutationEmitter(self._archive, space, self._check_given(given), self._rng)
        self._scheduler = Scheduler(self._archive, [self._emitter])
        self._asked: Ints | None = None
        self._random_before: Any = None  # the state of the generator before the last ask

    # --- ask and tell ---

    @property
    def archive(self) -> SlidingArchive:
        """All elites and evaluations, to look at."""
        return self._archive

    @property
    def n_evaluations(self) -> int:
        """How many have been told, so the number of the next one."""
        return self._archive.n_evaluations

    @property
    def is_done(self) -> bool:
        """Whether all evaluations were told."""
        return self.n_evaluations >= self.settings.evaluations

    def ask(self) -> Ints:
        """The solutions [k, n] that need an evaluation now; to ask again before telling gives the same ones."""
        if self.is_done:
            raise RuntimeError(f"ask: the search is done after {self.n_evaluations} evaluations; look at is_done first")
        if self._asked is None:
            self._random_before = self._rng.bit_generator.state
            self._asked = self._scheduler.ask()
        return self._asked.copy()

    def tell(self, values: ArrayLike, measures: ArrayLike | None = None) -> None:
        """Take the objective [k, 1] and the measures [k, d] of what was asked for."""
        if self._asked is None:
            raise RuntimeError("tell: nothing was asked since the last tell; call ask first")
        if measures is None:
            raise ValueError("tell: there are no measures, but these say to which cell of the map a solution belongs")
        objective = self._to_objective(values, len(self._asked))
        self._scheduler.tell(*self._archive.check_values(len(self._asked), objective, measures))
        self._asked = None
        self.generation += 1

    # --- measuring elites again ---

    @property
    def unconfirmed(self) -> Ints:
        """The evaluation numbers of the elites whose objective has been measured only once."""
        return self._archive.unconfirmed

    def confirm(self, numbers: ArrayLike, values: ArrayLike) -> None:
        """Replace the objective of evaluations by fresh measurements [k, 1], so that no deck stays an elite by luck.

        Others may become elites by that: while there are some `unconfirmed`, there is more to measure.
        """
        if self._asked is not None:
            raise RuntimeError("confirm: solutions have been asked for, and descend from the elites; tell them first")
        self._archive.confirm(numbers, self._to_objective(values, len(np.asarray(numbers))))

    @property
    def best(self) -> SingleData:
        """The elite with the greatest objective, as the archive has it."""
        elite = self._archive.best_elite
        if elite is None:
            raise RuntimeError("best: there is none before the first batch is told")
        return elite

    # --- states ---

    def get_state(self) -> bytes:
        """What the rest of the run depends on besides the evaluations: small, however many there are."""
        generator = self._rng.bit_generator.state if self._asked is None else self._random_before
        return write_state({"algorithm": self.name, "generation": self.generation, "random": generator})

    def restore(self, state: bytes, genomes: ArrayLike, values: ArrayLike, measures: ArrayLike | None = None) -> None:
        """Become the search that gave the state, which differs in nothing else than all these evaluations."""
        data = read_state(state, ("generation", "random"))
        check_algorithm(data.get("algorithm", self.name), self.name)  # the first versions did not say which it was
        if self.n_evaluations or self._asked is not None:
            raise RuntimeError("restore: the search has begun already; take a new one")
        if measures is None:
            raise ValueError("restore: there are no measures, but these say to which cell a solution belongs")
        self._archive.add(genomes, self._to_objective(values, len(np.asarray(genomes))), measures)
        self.generation, self._rng.bit_generator.state = read_count(data, "generation"), data["random"]

    # --- inside ---

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
