"""NSGA-II."""

import numpy as np
import pytest
from tests.unit.search.functions import lotz, noisy_distances, run, setup_of, step

from evometa.input.errors import InputError
from evometa.search.evolution import NSGA2, split_repeats
from evometa.search.settings import EvolutionSettings
from evometa.search.variation import Individual


@pytest.mark.parametrize("seed", range(2))
def test_it_finds_the_whole_front_of_leading_ones_and_trailing_zeros(seed: int) -> None:
    problem, n = lotz(20), 20
    front = {(1,) * ones + (0,) * (n - ones) for ones in range(n + 1)}
    algorithm, found = NSGA2(setup_of(problem, EvolutionSettings(generations=600), seed)), set[tuple[int, ...]]()
    while not algorithm.is_done and not front <= found:
        step(algorithm, problem)
        found = {tuple(genome) for genome in problem.all_genomes[algorithm.population].tolist()}
    assert front <= found
    assert problem.n_evaluations <= 30_000


def test_the_population_keeps_the_best_of_every_objective() -> None:
    problem = noisy_distances(7, 3)
    algorithm = run(NSGA2(setup_of(problem, EvolutionSettings(population=40, generations=20))), problem)
    values = problem.all_values
    assert (values[algorithm.population].min(axis=0) == values.min(axis=0)).all()


def test_a_genome_competes_once() -> None:
    problem = noisy_distances(7, 2)
    algorithm = run(NSGA2(setup_of(problem, EvolutionSettings(population=40, generations=20))), problem)
    individuals = np.concatenate([problem.all_genomes, problem.all_values], axis=1)[algorithm.population]
    assert len(np.unique(individuals, axis=0)) == 40


def test_repeats_fill_a_population_that_would_be_too_small() -> None:
    problem = noisy_distances(1, 2)  # with two different genomes
    assert len(run(NSGA2(setup_of(problem, EvolutionSettings(population=8))), problem).population) == 8


def test_the_first_of_equal_genomes_is_not_a_repeat() -> None:
    individuals = [Individual(genome, 2) for genome in ([1, 2], [2, 1], [1, 2], [1, 2])]
    for number, (each, first_value) in enumerate(zip(individuals, (5, 5, 5, 6), strict=True)):
        each.set_values([first_value, 7], number)
    distinct, repeats = split_repeats(individuals)
    assert [each.number for each in distinct] == [0, 1, 3]
    assert [each.number for each in repeats] == [2]


def test_a_population_that_its_tournament_cannot_split_is_refused() -> None:
    with pytest.raises(InputError, match=r"population of 98.*multiple of 4; take 100"):
        NSGA2(setup_of(lotz(5), EvolutionSettings(population=98)))
