"""The genetic algorithm."""

import numpy as np
import pytest
from tests.unit.search.functions import lotz, one_max, run, setup_of, step

from evometa.input.errors import InputError
from evometa.search.contract import Told
from evometa.search.evolution import GeneticAlgorithm
from evometa.search.settings import EvolutionSettings


def test_defaults_are_those_of_the_paper() -> None:
    assert EvolutionSettings() == EvolutionSettings(
        population=100, generations=12, crossover_rate=0.35, mutation_rate=0.2, gene_rate=0.05, tournament=3
    )


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("n", "low", "high"), [(40, 0, 1), (20, -3, 3)])
def test_it_finds_a_planted_genome(seed: int, n: int, low: int, high: int) -> None:
    planted = np.random.default_rng(seed).integers(low, high, n, endpoint=True)
    problem = one_max(planted, low, high)
    run(GeneticAlgorithm(setup_of(problem, EvolutionSettings(generations=150), seed)), problem)
    assert (problem.all_genomes[problem.all_values[:, 0].argmin()] == planted).all()
    assert problem.n_evaluations < 10_000


def test_children_replace_their_parents() -> None:
    problem = one_max(np.ones(30))
    algorithm = GeneticAlgorithm(setup_of(problem, EvolutionSettings(crossover_rate=1)))
    step(algorithm, problem)
    step(algorithm, problem)
    assert algorithm.population.tolist() == list(range(100, 200))


def test_parents_win_tournaments_of_three() -> None:
    problem = one_max(np.ones(30))
    algorithm = GeneticAlgorithm(setup_of(problem, EvolutionSettings(population=2000, crossover_rate=0.35)))
    algorithm.tell(Told(algorithm.ask().genomes, np.arange(2000.0)[:, None]))
    winners = algorithm.select_parents(algorithm._population)
    ranks = np.array([winner.number for winner in winners])
    assert ranks.mean() == pytest.approx(2000 / 4, rel=0.06)  # the least of three uniform numbers is 1/4 on average


def test_more_than_one_objective_is_refused() -> None:
    with pytest.raises(InputError, match=r"2 objectives, but it minimises exactly one.*'nsga2'"):
        GeneticAlgorithm(setup_of(lotz(5), EvolutionSettings()))
