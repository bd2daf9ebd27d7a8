"""The front of a run."""

import numpy as np

from evometa.search.front import _thin_front, best_few, is_dominated


def test_what_another_beats_is_dominated() -> None:
    values = np.array([[1, 5], [2, 4], [2, 5], [3, 4], [0, 9], [9, 9]], float)
    assert is_dominated(values).tolist() == [False, False, True, True, False, True]


def test_of_equals_the_first_stays() -> None:
    assert is_dominated(np.array([[1, 2], [1, 2], [2, 1], [1, 2]], float)).tolist() == [False, True, False, True]


def test_many_rows_are_compared_as_few_are() -> None:
    values = np.random.default_rng(1).integers(0, 30, (300, 3)).astype(float)
    expected = [
        any((other <= row).all() and ((other < row).any() or j < i) for j, other in enumerate(values) if j != i)
        for i, row in enumerate(values)
    ]
    assert is_dominated(values).tolist() == expected


def test_with_one_objective_the_best_few_are_the_lowest() -> None:
    values = np.array([[0.4], [0.1], [0.3], [0.1], [0.2]])
    assert best_few(values, 3).tolist() == [1, 3, 4]
    assert best_few(values, 9).tolist() == [1, 3, 4, 2, 0]


def test_with_several_objectives_the_best_few_are_front_after_front() -> None:
    front, second, third = [[0.1, 9.0], [0.5, 5.0], [0.9, 1.0]], [[0.2, 9.0], [0.9, 2.0]], [[0.9, 9.0]]
    values = np.array([*third, *second, *front])
    assert best_few(values, 3).tolist() == [3, 4, 5], "the first front"
    assert best_few(values, 2).tolist() == [3, 5], "its ends, if there is no room for more"
    assert best_few(values, 5).tolist() == [3, 1, 4, 5, 2], "and those that only it dominates"
    assert best_few(values, 9).tolist() == [3, 1, 4, 5, 2, 0]
    assert best_few(values[:0], 9).tolist() == []


def test_a_front_is_thinned_to_its_ends_and_what_lies_far_apart() -> None:
    values = np.array([[0.0, 100.0], [0.01, 99.0], [0.5, 50.0], [0.51, 49.0], [1.0, 0.0]])
    assert _thin_front(values, 3).tolist() == [0, 2, 4]
    assert _thin_front(values, 9).tolist() == [0, 1, 2, 3, 4]
    assert _thin_front(values, 1).tolist() == [0]
    assert _thin_front(values[:0], 3).tolist() == []
