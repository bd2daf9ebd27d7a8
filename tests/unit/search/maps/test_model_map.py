"""A map that a model fills: with a tenth of the games it has decks as good as those of the map that evolves."""

from __future__ import annotations

import numpy as np
from tests.unit.search.decks.made_up_decks import N_OPPONENTS, SIZE, Truth, make_task

from evometa.search.contract import Floats, Ints, Told
from evometa.search.decks.task import DeckTask
from evometa.search.maps.grid import find_cells, slide_boundaries
from evometa.search.maps.map_elites import MapElites
from evometa.search.maps.model_map import ModelMap, plan_map
from evometa.search.settings import MapSettings

TASK = make_task()
CELLS = 5  # along each measure


def describe(decks: Ints) -> Floats:
    """Sum and variance of the costs."""
    squares = decks @ TASK.costs**2 / SIZE - (decks @ TASK.costs / SIZE) ** 2
    return np.stack([decks @ TASK.costs, squares], axis=-1).astype(float)


def fill(games: int, task: DeckTask = TASK, seed: int = 1) -> tuple[ModelMap, Truth]:
    """A map, filled to its end."""
    truth = Truth.plant(task, seed)
    search = ModelMap(task, plan_map(games), describe, CELLS, seed, None, N_OPPONENTS)
    while not search.is_done:
        search.tell(truth.tell(search.ask(), search.n_evaluations))
    return search, truth


class Mutants:
    """The same decks as a space that evolves them."""

    low, high = TASK.low, TASK.high

    def draw(self, n: int, rng: np.random.Generator) -> Ints:
        return TASK.draw(n, rng)

    def mutate(self, solutions: Ints, rng: np.random.Generator) -> Ints:
        """One card more, and one less."""
        mutants = solutions.copy()
        for deck in mutants:
            deck[rng.choice(np.flatnonzero(deck))] -= 1
            deck[rng.choice(np.flatnonzero(deck < 2))] += 1
        return mutants


def test_with_a_tenth_of_the_games_it_is_as_full_and_better_than_one_that_evolves() -> None:
    search, truth = fill(3000)
    elites = search.find_elites()
    rates = truth.rate(search.posterior.decks[elites.places])
    evolved, rng = MapElites(Mutants(), 2, MapSettings(500, 50, 50, 2, CELLS), 1), np.random.default_rng(1)
    while not evolved.is_done:
        decks = evolved.ask().genomes
        won = rng.binomial(60, truth.rate(decks)) / 60
        evolved.tell(Told(decks, -won[:, None], measures=describe(decks)))
    others = truth.rate(evolved.archive.look_up(evolved.archive.elite_numbers)["solution"])
    assert search.n_games <= 3000 == 500 * 60 / 10
    assert len(rates) >= len(others) - 1 >= CELLS**2 - 3
    assert rates.mean() > others.mean() + 0.05
    assert rates.max() > others.max()


def test_each_elite_is_the_strongest_of_its_cell_and_legal() -> None:
    low, high = np.zeros(100, np.int64), np.full(100, 2)
    low[[3, 50]], high[:5] = 1, 1
    search, _ = fill(1500, DeckTask(low, high, SIZE, TASK.costs, TASK.shares))
    found, posterior = search.find_elites(), search.posterior
    cells = find_cells(found.boundaries, describe(posterior.decks))
    assert found.cells.tolist() == sorted({*cells.tolist()})
    for cell, place in zip(found.cells, found.places, strict=True):
        assert posterior.strengths[place] == posterior.strengths[cells == cell].max()
    assert (posterior.decks.sum(axis=1) == SIZE).all()
    assert ((posterior.decks >= low) & (posterior.decks <= high)).all()


def test_games_go_to_all_parts_of_the_map() -> None:
    search, _ = fill(3000)
    cells = find_cells(search.find_elites().boundaries, describe(search.posterior.decks))
    games = np.bincount(cells, search.count_games(), CELLS**2)
    assert (games > 0).sum() > 0.8 * CELLS**2
    assert games.max() < 0.2 * games.sum()


def test_boundaries_slide_so_that_cells_are_equally_full_and_outer_cells_take_what_lies_beyond() -> None:
    measures = np.random.default_rng(1).normal(0, 1, (400, 2))
    boundaries = slide_boundaries(measures, 4)
    assert boundaries.shape == (2, 5)
    rows = find_cells(boundaries, measures) // 4
    assert np.abs(np.bincount(rows) - 100).max() <= 1
    assert find_cells(boundaries, np.array([[-99.0, -99.0], [99.0, 99.0]])).tolist() == [0, 15]
