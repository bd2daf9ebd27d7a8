"""An emitter of integer solutions, which leaves it to a space to draw and to mutate them."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from ribs.emitters import EmitterBase

from evometa.search.problem import Ints
from evometa.search.sliding_archive import SlidingArchive


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


class MutationEmitter(EmitterBase):
    """First emits the given solutions and random ones, and then mutants of uniformly chosen elites."""

    def __init__(self, archive: SlidingArchive, space: SolutionSpace, given: Ints, rng: np.random.Generator) -> None:
        super().__init__(
            archive, solution_dim=archive.solution_dim, bounds=None, lower_bounds=space.low, upper_bounds=space.high
        )
        self.given = given
        self._elites = archive
        self._space = space
        self._rng = rng

    def ask(self) -> Ints:
        """The next batch [k, n]; it ends where the first solutions or all evaluations end."""
        settings, n_done = self._elites.settings, self._elites.n_evaluations
        if n_done < settings.first:
            return self._emit_first(n_done, min(settings.batch, settings.first - n_done))
        n_mutants = min(settings.batch, settings.evaluations - n_done)
        return self._space.mutate(self._elites.sample_elites(n_mutants)["solution"], self._rng)

    def _emit_first(self, n_done: int, n: int) -> Ints:
        given = self.given[n_done : n_done + n]
        return np.concatenate([given, self._space.draw(n - len(given), self._rng)])
