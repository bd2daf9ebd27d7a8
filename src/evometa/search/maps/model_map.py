"""A map of the best decks of every kind that a model fills: only decks that it calls promising are played.

Learning and states are those of the deck search that learns. What differs is what is asked for: not the best deck of a
sample, but the best decks of random cells; and in the end, not a few hopeful decks, but the best one of each cell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from threadpoolctl import threadpool_limits

from evometa.search.contract import Asked, Floats, Ints
from evometa.search.decks.kinds import find_best_of_kinds
from evometa.search.decks.learner import DeckLearner
from evometa.search.decks.model import Forms
from evometa.search.decks.settings import DeckSearchSettings
from evometa.search.decks.task import DeckTask
from evometa.search.maps.grid import find_cells, slide_boundaries

N_SAMPLES = 2  # of a round, for each of which a map is filled
Describe = Callable[[Ints], Floats]  # of decks [k, n]: their measures [k, m]


def plan_map(games: int) -> DeckSearchSettings:
    """How a search for a map spends its games: the decks of all cells are played again, twice."""
    return DeckSearchSettings(games=games, first=0.15, racing=0.4, rounds=10, races=(1, 1))


class ModelElites(NamedTuple):
    """The best deck of every cell that has one."""

    boundaries: Floats  # [m, size + 1]
    cells: Ints  # [k]
    places: Ints  # [k]: among the decks of the posterior


class ModelMap(DeckLearner):
    """A deck search that learns, for a map with so many cells along each measure."""

    name: ClassVar[str] = "model-map"

    def __init__(
        self,
        task: DeckTask,
        settings: DeckSearchSettings,
        describe: Describe,
        size: int,
        seed: int,
        given: ArrayLike | None = None,
        unit: int = 2,
    ) -> None:
        super().__init__(task, settings, seed, given, unit)
        self._describe, self._size = describe, size

    def find_elites(self) -> ModelElites:
        """The strongest deck of each cell, of all that were played."""
        measures, strengths = self._describe(self.posterior.decks), self.posterior.strengths
        boundaries = slide_boundaries(measures, self._size)
        cells = find_cells(boundaries, measures)
        order = np.lexsort((-strengths, cells))
        found, first = np.unique(cells[order], return_index=True)
        return ModelElites(boundaries, found, order[first])

    def _sample(self, rng: np.random.Generator, n_decks: int, scale: float) -> Ints:
        """The best decks of random cells, by samples."""
        forms, parts = self.posterior.draw(rng, N_SAMPLES, scale), np.array_split(np.arange(n_decks), N_SAMPLES)
        filled = (self._fill(_take(forms, place), rng) for place in range(N_SAMPLES))
        return np.concatenate([rng.permutation(decks)[: len(part)] for decks, part in zip(filled, parts, strict=True)])

    def _race(self, rng: np.random.Generator, place: int) -> Asked:
        """The best deck of each cell: at first by the mean, played or not, and then of those that were played."""
        elites = self.posterior.decks[self.find_elites().places]
        decks = np.concatenate([self._fill(self.posterior.expect(), rng), elites]) if place == 0 else elites
        games = (self.settings.games - self.n_games) // (len(self.settings.races) - place)
        return self._ask_for(decks, max(1, games // (len(decks) * self._unit)) * self._unit)

    def _fill(self, form: Forms, rng: np.random.Generator) -> Ints:
        """[k, n]: the best deck of every cell by a form, looked for from all that were played."""
        boundaries = slide_boundaries(self._describe(self._decks), self._size)
        with threadpool_limits(1):
            _, decks = find_best_of_kinds(
                self.task, form, self._decks, lambda each: find_cells(boundaries, self._describe(each)), rng
            )
        return decks


def _take(forms: Forms, place: int) -> Forms:
    """One of some forms."""
    return replace(forms, **{name: part[place : place + 1] for name, part in vars(forms).items()})
