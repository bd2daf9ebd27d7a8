"""Evaluations as tables for other programs."""

from dataclasses import replace

import numpy as np
from tests.unit.store.made_up import SIZE, make_evaluations

from evometa.store import evaluation_columns


def test_columns_are_named_by_counting_or_as_given() -> None:
    evaluations = make_evaluations(2)
    counted = evaluation_columns(evaluations)
    assert {len(column) for column in counted.values()} == {SIZE}
    assert len(counted) == 2 + 12 + 2 + 6 + 6
    names = list(counted)
    assert [names[place] for place in (0, 1, 2, 13, 14, 16, 27)] == [
        *("number", "generation", "gene 1", "gene 12", "objective 1", "wins 1", "games 6")
    ]
    named = evaluation_columns(evaluations, objectives=["f", "m"])
    assert list(named["objective m"]) == list(evaluations.objectives[:, 1])
    assert list(named["wins 4"]) == list(evaluations.wins[:, 1, 1]), "both seats of the second match-up"


def test_there_are_no_negative_zeros() -> None:
    evaluations = make_evaluations(2)
    found = evaluation_columns(replace(evaluations, objectives=-0.0 * evaluations.objectives))["objective 1"]
    assert (found == 0).all()
    assert not np.signbit(found).any()
