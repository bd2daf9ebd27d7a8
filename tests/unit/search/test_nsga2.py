"""NSGA-II."""

import numpy as np
import pytest
from tests.unit.search.functions import lotz, noisy_distances, run

from evometa.input.errors import InputError
from evometa.search.individuals import Individual
from evometa.search.nsga2 import NSGA2, split_repeats
from evometa.search.settings import EvolutionSettings


@pytest.mark.parametrize("seed", range(2))
def test_it_finds_the_whole_front_of_leading_ones_and_trailing_zeros(seed: int) -> None:
    problem, n = lotz(20), 20
    algorithm = NSGA2(problem, EvolutionSettings(generations=600), seed)
    while not algorithm.is_done and len(algorithm.front.numbers) <= n:
        algorithm.tell(problem.evaluate(algorithm.ask(), algorithm.n_evaluations))
    assert algorithm.front.genomes.tolist() == [[1] * ones + [0] * (n - ones) for ones in range(n, -1, -1)]
    assert problem.n_evaluations <= 30_000


def test_the_population_keeps_the_best_of_every_objective() -> None:
    problem = noisy_distances(7, 3)
    algorithm = run(NSGA2(problem, EvolutionSettings(population=40, generations=20), seed=1), problem)
    assert (algorithm.population.values.min(axis=0) == algorithm.front.values.min(axis=0)).all()


def test_a_genome_competes_once() -> None:
    problem = noisy_distances(7, 2)
    algorithm = run(NSGA2(problem, EvolutionSettings(population=40, generations=20), seed=1), problem)
    individuals = np.concatenate([algorithm.population.genomes, algorithm.population.values], axis=1)
    assert len(np.unique(individuals, axis=0)) == 40


def test_repeats_fill_a_population_that_would_be_too_small() -> None:
    problem = noisy_distances(1, 2)  # with two different genomes
    algorithm = run(NSGA2(problem, EvolutionSettings(population=8), seed=1), problem)
    assert len(algorithm.population.numbers) == 8


def test_the_first_of_equal_genomes_is_not_a_repeat() -> None:
    individuals = [Individual(genome, 2) for genome in ([1, 2], [2, 1], [1, 2], [1, 2])]
    for number, (each, first_value) in enumerate(zip(individuals, (5, 5, 5, 6), strict=True)):
        each.set_values([first_value, 7], number)
    distinct, repeats = split_repeats(individuals)
    assert [each.number for each in distinct] == [0, 1, 3]
    assert [each.number for each in repeats] == [2]


def test_a_population_that_its_tournament_cannot_split_is_refused() -> None:
    with pytest.raises(InputError, match=r"population of 98.*multiple of 4; take 100"):
        NSGA2(lotz(5), EvolutionSettings(population=98), seed=1)
