"""What every evolutionary algorithm does, besides what every search does."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest
from tests.unit.search.functions import Function, noisy_distances, run, step

from evometa.input.errors import InputError
from evometa.search.algorithms import ALGORITHMS, find_algorithm, restore_algorithm
from evometa.search.evolution import Evolution
from evometa.search.settings import EvolutionSettings

SETTINGS = EvolutionSettings(population=12, generations=6)
N_GENES = 7
N_OBJECTIVES = {"genetic": 1, "nsga2": 2}


@pytest.fixture(params=sorted(ALGORITHMS))
def kind(request: pytest.FixtureRequest) -> type[Evolution]:
    return ALGORITHMS[request.param]


@pytest.fixture
def problem(kind: type[Evolution]) -> Function:
    return noisy_distances(N_GENES, N_OBJECTIVES[kind.name])


# --- what it asks ---


def test_initial_population_is_asked_whole_and_later_ones_where_changed(
    kind: type[Evolution], problem: Function
) -> None:
    run(kind(problem, EvolutionSettings(generations=8), seed=1), problem)
    first, *later = [len(genomes) for _, genomes in problem.asked]
    assert first == 100
    assert len(later) == 8
    assert 30 < np.mean(later) < 66  # of 100, 48 cross or mutate on average


def test_population_keeps_its_size(kind: type[Evolution], problem: Function) -> None:
    algorithm = kind(problem, SETTINGS, seed=1)
    for _ in range(7):
        step(algorithm, problem)
        assert len(algorithm.population.numbers) == 12


def test_even_a_tiny_population_always_asks_for_something(kind: type[Evolution], problem: Function) -> None:
    run(kind(problem, EvolutionSettings(population=4, generations=200), seed=1), problem)
    assert min(len(genomes) for _, genomes in problem.asked) == 1


def test_a_single_gene_can_be_searched(kind: type[Evolution]) -> None:
    problem = noisy_distances(1, N_OBJECTIVES[kind.name])
    assert run(kind(problem, SETTINGS, seed=1), problem).front.genomes[0] == [0]


def test_given_genomes_come_first(kind: type[Evolution], problem: Function) -> None:
    given = [problem.low, problem.high]
    genomes = kind(problem, SETTINGS, seed=1, given=given).ask()
    assert genomes[:2].tolist() == np.array(given).tolist()
    assert len(genomes) == 12


# --- what it remembers ---


def test_each_individual_has_the_values_of_its_own_evaluation(kind: type[Evolution], problem: Function) -> None:
    algorithm = run(kind(problem, SETTINGS, seed=1), problem)
    genomes, values, numbers = algorithm.population
    assert (problem.measure(genomes, numbers) == values).all()


def test_the_front_never_loses_the_best(kind: type[Evolution], problem: Function) -> None:
    algorithm, seen = kind(problem, SETTINGS, seed=1), np.empty((0, problem.n_objectives))
    while not algorithm.is_done:
        seen = np.concatenate([seen, step(algorithm, problem)])
        front = algorithm.front.values
        is_beaten = [any((other <= one).all() and (other < one).any() for other in seen) for one in seen]
        assert sorted(front.tolist()) == sorted(seen[~np.array(is_beaten)].tolist())
        assert front[0, 0] == seen[:, 0].min()


def test_it_gets_better(kind: type[Evolution], problem: Function) -> None:
    algorithm = kind(problem, EvolutionSettings(generations=30), seed=1)
    first = step(algorithm, problem).mean(axis=0)
    last = run(algorithm, problem).population.values.mean(axis=0)
    assert (last < first * 0.7).all()


# --- seeds and states ---


def test_global_random_numbers_are_neither_used_nor_disturbed(kind: type[Evolution], problem: Function) -> None:
    states = []
    for outside in (5, 6):
        random.seed(outside)
        states.append(run(kind(problem, SETTINGS, seed=1), problem).get_state())
        assert random.random() == random.Random(outside).random()
    assert states[0] == states[1]


@pytest.mark.parametrize("n_steps", range(7))
@pytest.mark.parametrize("is_asked", [False, True])
@pytest.mark.parametrize("weights", [None, range(N_GENES)])
def test_a_restored_run_ends_like_an_uninterrupted_one(
    kind: type[Evolution], problem: Function, n_steps: int, is_asked: bool, weights: range | None
) -> None:
    uninterrupted = run(kind(problem, SETTINGS, seed=1, weights=weights), problem).get_state()
    algorithm = kind(problem, SETTINGS, seed=1, weights=weights)
    for _ in range(n_steps):
        step(algorithm, problem)
    if is_asked:
        algorithm.ask()
    state = algorithm.get_state()
    restored = restore_algorithm(state)
    assert type(restored) is kind
    assert restored.get_state() == state
    assert run(restored, problem).get_state() == uninterrupted


@pytest.mark.parametrize("state", [b"", b"nonsense", b"[1]", b"{}", b"\xff\xfe"])
def test_a_damaged_state_is_refused(state: bytes) -> None:
    with pytest.raises(InputError, match="damaged or not a saved search"):
        restore_algorithm(state)


def test_a_state_that_lacks_something_is_refused(kind: type[Evolution], problem: Function) -> None:
    data = json.loads(kind(problem, SETTINGS, seed=1).get_state())
    del data["children"]
    with pytest.raises(InputError, match="damaged: it lacks 'children'"):
        restore_algorithm(json.dumps(data).encode())


def test_a_state_of_another_version_or_algorithm_is_refused(kind: type[Evolution], problem: Function) -> None:
    data = json.loads(kind(problem, SETTINGS, seed=1).get_state())
    with pytest.raises(InputError, match="has version 99"):
        kind.from_state(json.dumps(data | {"version": 99}).encode())
    with pytest.raises(InputError, match=f"algorithm 'other', not to '{kind.name}'"):
        kind.from_state(json.dumps(data | {"algorithm": "other"}).encode())


def test_an_unknown_algorithm_is_refused() -> None:
    with pytest.raises(InputError, match="did you mean 'nsga2'"):
        find_algorithm("nsga")


# --- misuse ---


def test_values_that_are_not_numbers_are_refused(kind: type[Evolution], problem: Function) -> None:
    algorithm = kind(problem, SETTINGS, seed=1)
    values = problem.evaluate(algorithm.ask(), 0)
    values[3, 0] = np.nan
    with pytest.raises(ValueError, match="objective 0 of genome 3 is nan"):
        algorithm.tell(values)


def test_there_is_no_front_before_the_first_generation(kind: type[Evolution], problem: Function) -> None:
    algorithm = kind(problem, SETTINGS, seed=1)
    assert len(algorithm.front.numbers) == len(algorithm.population.numbers) == 0


def test_a_state_of_another_problem_or_other_settings_is_refused(kind: type[Evolution], problem: Function) -> None:
    state = kind(problem, SETTINGS, seed=1).get_state()
    others = {
        "low": kind(Function(problem.low - 1, problem.high, problem.n_objectives, problem.measure), SETTINGS, seed=1),
        "settings": kind(problem, EvolutionSettings(population=16, generations=6), seed=1),
        "weights": kind(problem, SETTINGS, seed=1, weights=range(N_GENES)),
    }
    for part, other in others.items():
        with pytest.raises(InputError, match=f"began with another '{part}'"):
            other.restore(state)


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
        kind(problem, SETTINGS, seed=1, given=given)


def test_a_domain_without_genes_or_with_swapped_bounds_is_refused(kind: type[Evolution], problem: Function) -> None:
    m = problem.n_objectives
    with pytest.raises(InputError, match="no genes"):
        kind(noisy_distances(0, m), SETTINGS, seed=1)
    swapped = Function(problem.high, problem.low, m, problem.measure)
    with pytest.raises(InputError, match="gene 0 has 0 as its least and -1 as its greatest"):
        kind(swapped, SETTINGS, seed=1)
