"""Searches that prefer some genes."""

import random

import numpy as np
import pytest
from deap import tools
from tests.unit.search.functions import Function, make_bounds, noisy_distances, one_max, run, setup_of

from evometa.input.errors import InputError
from evometa.search.algorithms import ALGORITHMS
from evometa.search.evolution import NSGA2
from evometa.search.genes import Genes, make_genes
from evometa.search.settings import EvolutionSettings
from evometa.search.variation import Individual, Variation

N = 20
WIDE = one_max(np.zeros(N), -50, 50)  # so wide that a drawn gene is hardly ever what it was


def guided(weights: object) -> Genes:
    return make_genes(setup_of(WIDE, EvolutionSettings(), weights=weights))


@pytest.mark.parametrize("name", sorted(ALGORITHMS))
def test_a_gene_of_weight_zero_never_changes(name: str) -> None:
    problem = noisy_distances(6, 1)
    setup = setup_of(problem, EvolutionSettings(population=40), weights=[1, 0, 2, 0, 1, 3])
    run(ALGORITHMS[name].make(setup), problem)
    asked = problem.all_genomes
    assert np.unique(asked[:, [1, 3]], axis=0).tolist() == [[0, 0]]
    assert all(len(np.unique(asked[:, gene])) > 1 for gene in (0, 2, 4, 5))


def test_equal_weights_are_no_guide() -> None:
    states = []
    for weights in (None, np.full(N, 0.3)):
        problem = one_max(np.zeros(N), -50, 50)
        run(NSGA2(setup_of(problem, EvolutionSettings(), weights=weights)), problem)
        states.append([genomes.tolist() for _, genomes in problem.asked])
    assert states[0] == states[1]


def test_mutation_with_equal_weights_is_that_of_deap() -> None:
    random.seed(1)
    mutant = Individual(range(N), 1)
    for _ in range(50):
        Variation(guided(np.ones(N)), EvolutionSettings()).mutate(mutant)
    random.seed(1)
    expected = list(range(N))
    for _ in range(50):
        tools.mutUniformInt(expected, -50, 50, 0.05)
    assert list(mutant) == expected


def test_mutation_follows_the_weights_and_keeps_its_mean() -> None:
    weights = np.arange(N)
    variation = Variation(guided(weights), EvolutionSettings())
    random.seed(1)
    changed = np.zeros(N)
    for _ in range(20_000):
        (mutant,) = variation.mutate(Individual([99] * N, 1))
        changed += np.array(mutant) != 99
    rates = changed / 20_000
    assert rates == pytest.approx(0.05 * weights / weights[1:].mean(), abs=0.006)
    assert rates[1:].mean() == pytest.approx(0.05, rel=0.03)


def test_a_mask_leaves_the_rate_of_the_others() -> None:
    mask = np.arange(N) < 4
    assert guided(mask).mutation_rates(0.05).tolist() == pytest.approx([0.05] * 4 + [0] * 16)


def test_no_probability_exceeds_one_and_the_mean_is_kept() -> None:
    weights = [1000, 500, *[1] * 18]
    rates = guided(weights).mutation_rates(0.25)
    assert rates.tolist() == pytest.approx([1, 1] + [3 / 18] * 18)
    assert rates.mean() == pytest.approx(0.25)


def test_first_changes_follow_the_weights() -> None:
    weights = np.array([0, 1, 2, 4] * 5)
    algorithm = NSGA2(setup_of(WIDE, EvolutionSettings(population=4000), weights=weights))
    changed = (algorithm.ask().genomes != 0).mean(axis=0)
    assert changed == pytest.approx(weights / 4, abs=0.035)


def test_genes_start_at_zero_or_next_to_it() -> None:
    domain = Function(np.array([-3, 2, -5]), np.array([3, 4, -1]), 1, WIDE.measure)
    assert make_genes(setup_of(domain, EvolutionSettings())).start.tolist() == [0, 2, -1]


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1, 2], r"shape \(2,\), but there are 20 genes"),
        ([0] * N, "all are 0"),
        ([1] * 19 + [-1], "gene 19 has weight -1.0"),
        ([1] * 19 + [np.nan], "gene 19 has weight nan"),
    ],
)
def test_weights_that_make_no_sense_are_refused(weights: list[float], message: str) -> None:
    with pytest.raises(InputError, match=message):
        guided(weights)


def test_a_given_genome_that_changes_what_must_stay_is_refused() -> None:
    with pytest.raises(InputError, match=r"genome 0 has gene 2 at 7, but its weight of 0 .* stay at 0"):
        NSGA2(setup_of(WIDE, EvolutionSettings(), given=[[0, 0, 7] + [0] * 17], weights=[1, 1, 0] + [1] * 17))


def test_bounds_of_different_shapes_are_refused() -> None:
    uneven = Function(make_bounds(2, 0, 1)[0], make_bounds(3, 0, 1)[1], 1, WIDE.measure)
    with pytest.raises(InputError, match=r"shapes \(2,\) and \(3,\)"):
        make_genes(setup_of(uneven, EvolutionSettings()))
