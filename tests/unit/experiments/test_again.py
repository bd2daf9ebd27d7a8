"""Which patches of a search are measured again, and which of these are audited."""

from __future__ import annotations

import numpy as np
from tests.unit.balance.planted_cards import META, WOLF

from evometa.balance.space_files import make_space
from evometa.experiments.again import best_few, find_changes, thin_front
from evometa.search.problem import Evaluated

SPACE = make_space(META, {"only": ["cost"]})
WOLF_COST = SPACE.addresses.index(f"{WOLF}.cost")


def test_the_changes_are_different_cards_and_none_unchanged() -> None:
    genomes = np.zeros((5, len(SPACE)), np.int64)
    genomes[:, WOLF_COST] = [2, 0, 1, 2, 3]
    values = np.array([[0.2], [0.0], [0.5], [0.1], [0.1]])
    found = find_changes(Evaluated(genomes, values, np.arange(5)), SPACE)
    assert found.numbers.tolist() == [3, 4, 2], "of the two that make the same cards, the better one"
    assert found.genomes[:, WOLF_COST].tolist() == [2, 3, 1]
    assert len(find_changes(Evaluated(genomes[:0], values[:0], np.arange(0)), SPACE).numbers) == 0


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
    assert thin_front(values, 3).tolist() == [0, 2, 4]
    assert thin_front(values, 9).tolist() == [0, 1, 2, 3, 4]
    assert thin_front(values, 1).tolist() == [0]
    assert thin_front(values[:0], 3).tolist() == []
