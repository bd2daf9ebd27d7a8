"""What every evolutionary algorithm does, besides what every search does."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest
from tests.unit.search.functions import Function, noisy_distances, run, setup_of, step

from evometa.input.errors import InputError
from evometa.search.algorithms import find_algorithm
from evometa.search.contract import Told
from evometa.search.evolution import NSGA2, Evolution, GeneticAlgorithm
from evometa.search.settings import EvolutionSettings

SETTINGS = EvolutionSettings(population=12, generations=6)
N_GENES = 7
N_OBJECTIVES = {"genetic": 1, "nsga2": 2}
NOTHING = Told(np.zeros((0, N_GENES), np.int64), np.zeros((0, 1)))  # their states hold all that they need


@pytest.fixture(params=[GeneticAlgorithm, NSGA2])
def kind(request: pytest.FixtureRequest) -> type[Evolution]:
    return request.param


@pytest.fixture
def problem(kind: type[Evolution]) -> Function:
    return noisy_distances(N_GENES, N_OBJECTIVES[kind.name])


# --- what it asks ---


def test_initial_population_is_asked_whole_and_later_ones_where_changed(
    kind: type[Evolution], problem: Function
) -> None:
    run(kind(setup_of(problem, EvolutionSettings(generations=8))), problem)
    first, *later = [len(genomes) for _, genomes in problem.asked]
    assert first == 100
    assert len(later) == 8
    assert 30 < np.mean(later) < 66  # of 100, 48 cross or mutate on average


def test_population_keeps_its_size(kind: type[Evolution], problem: Function) -> None:
    algorithm = kind(setup_of(problem, SETTINGS))
    for _ in range(7):
        step(algorithm, problem)
        assert len(algorithm.population) == 12


def test_even_a_tiny_population_always_asks_for_something(kind: type[Evolution], problem: Function) -> None:
    run(kind(setup_of(problem, EvolutionSettings(population=4, generations=200))), problem)
    assert min(len(genomes) for _, genomes in problem.asked) == 1


def test_a_single_gene_can_be_searched(kind: type[Evolution]) -> None:
    problem = noisy_distances(1, N_OBJECTIVES[kind.name])
    run(kind(setup_of(problem, SETTINGS)), problem)
    assert problem.all_genomes[problem.all_values[:, 0].argmin()] == [0]


def test_given_genomes_come_first(kind: type[Evolution], problem: Function) -> None:
    given = [problem.low, problem.high]
    genomes = kind(setup_of(problem, SETTINGS, given=given)).ask().genomes
    assert genomes[:2].tolist() == np.array(given).tolist()
    assert len(genomes) == 12


# --- what it remembers ---


def test_it_gets_better(kind: type[Evolution], problem: Function) -> None:
    algorithm = kind(setup_of(problem, EvolutionSettings(generations=30)))
    first = step(algorithm, problem).mean(axis=0)
    run(algorithm, problem)
    last = problem.all_values[algorithm.population].mean(axis=0)
    assert (last < first * 0.7).all()


# --- seeds and states ---


def test_global_random_numbers_are_neither_used_nor_disturbed(kind: type[Evolution], problem: Function) -> None:
    states = []
    for outside in (5, 6):
        random.seed(outside)
        again = noisy_distances(N_GENES, problem.n_objectives)
        states.append(run(kind(setup_of(problem, SETTINGS)), again).get_state())
        assert random.random() == random.Random(outside).random()
    assert states[0] == states[1]


@pytest.mark.parametrize("n_steps", range(7))
@pytest.mark.parametrize("is_asked", [False, True])
@pytest.mark.parametrize("weights", [None, range(N_GENES)])
def test_a_restored_run_ends_like_an_uninterrupted_one(
    kind: type[Evolution], problem: Function, n_steps: int, is_asked: bool, weights: range | None
) -> None:
    setup = setup_of(problem, SETTINGS, weights=weights)
    uninterrupted = run(kind(setup), noisy_distances(N_GENES, problem.n_objectives)).get_state()
    algorithm, restored = kind(setup), kind(setup)
    for _ in range(n_steps):
        step(algorithm, problem)
    if is_asked:
        algorithm.ask()
    state = algorithm.get_state()
    restored.restore(state, NOTHING)
    assert restored.get_state() == state
    assert run(restored, problem).get_state() == uninterrupted


def test_a_state_that_lacks_something_is_refused(kind: type[Evolution], problem: Function) -> None:
    data = json.loads(kind(setup_of(problem, SETTINGS)).get_state())
    del data["children"]
    with pytest.raises(InputError, match="damaged: it lacks 'children'"):
        kind(setup_of(problem, SETTINGS)).restore(json.dumps(data).encode(), NOTHING)


def test_an_unknown_algorithm_is_refused() -> None:
    with pytest.raises(InputError, match="did you mean 'nsga2'"):
        find_algorithm("nsga")


# --- misuse ---


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([[0] * 6], r"shape \(1, 6\), but genomes have 7 genes"),
        ([[0] * 6 + [9]], "gene 6 of genome 0 is 9, but must be a whole number from -7 to 0"),
        ([[0] * 6 + [-0.5]], r"gene 6 of genome 0 is -0\.5"),
        ([[0] * 7] * 13, "13, but the population has only 12"),
    ],
)
def test_given_genomes_that_do_not_fit_are_refused(
    kind: type[Evolution], problem: Function, given: list[list[int]], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        kind(setup_of(problem, SETTINGS, given=given))


def test_a_domain_without_genes_or_with_swapped_bounds_is_refused(kind: type[Evolution], problem: Function) -> None:
    m = problem.n_objectives
    with pytest.raises(InputError, match="no genes"):
        kind(setup_of(noisy_distances(0, m), SETTINGS))
    swapped = Function(problem.high, problem.low, m, problem.measure)
    with pytest.raises(InputError, match="gene 0 has 0 as its least and -1 as its greatest"):
        kind(setup_of(swapped, SETTINGS))
