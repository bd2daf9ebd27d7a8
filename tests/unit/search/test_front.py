"""The front of a run."""

import numpy as np

from evometa.search.front import is_dominated, merge_fronts
from evometa.search.problem import Evaluated


def evaluated(values: list[list[float]], first: int) -> Evaluated:
    numbers = first + np.arange(len(values))
    return Evaluated(numbers[:, None], np.array(values, float).reshape(len(values), -1), numbers)


def test_what_another_beats_is_dominated() -> None:
    values = np.array([[1, 5], [2, 4], [2, 5], [3, 4], [0, 9], [9, 9]], float)
    assert is_dominated(values).tolist() == [False, False, True, True, False, True]


def test_of_equals_the_first_stays() -> None:
    assert is_dominated(np.array([[1, 2], [1, 2], [2, 1], [1, 2]], float)).tolist() == [False, True, False, True]


def test_a_front_takes_in_what_is_better_and_drops_what_it_beats() -> None:
    front = merge_fronts(evaluated([[1, 5], [3, 3]], 0), evaluated([[2, 2], [1, 5], [0, 9]], 2))
    assert front.values.tolist() == [[0, 9], [1, 5], [2, 2]]
    assert front.numbers.tolist() == [4, 0, 2]
    assert front.genomes.tolist() == [[4], [0], [2]]


def test_one_objective_leaves_the_best_alone() -> None:
    front = merge_fronts(evaluated([[3]], 0), evaluated([[4], [2], [2], [5]], 1))
    assert front.numbers.tolist() == [2]
