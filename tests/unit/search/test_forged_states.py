"""Saved searches that somebody has changed: an error that says so, and no other."""

from __future__ import annotations

import json

import pytest
from tests.unit.search.functions import Function, make_bounds

from evometa.input.errors import InputError
from evometa.search.algorithms import ALGORITHMS, restore_algorithm
from evometa.search.evolution import STATE_PARTS
from evometa.search.settings import EvolutionSettings

FORGED = (None, [], {}, "x", [[1]], 10**30, -1, {"x": 1})


@pytest.mark.parametrize("name", ALGORITHMS)
@pytest.mark.parametrize("part", STATE_PARTS)
def test_a_forged_part_is_an_error_or_harmless(name: str, part: str) -> None:
    problem = Function(*make_bounds(3, -2, 2), 1, lambda genomes, _: genomes[:, :1] * 1.0)
    algorithm = ALGORITHMS[name](problem, EvolutionSettings(population=4, generations=2), seed=1)
    asked = algorithm.ask()
    algorithm.tell(problem.evaluate(asked, 0))
    honest = json.loads(algorithm.get_state())
    assert restore_algorithm(json.dumps(honest).encode()).n_evaluations == algorithm.n_evaluations
    refused = 0
    for value in FORGED:
        try:
            restore_algorithm(json.dumps({**honest, part: value}).encode())
        except InputError:
            refused += 1
    assert refused, "none of these values can be right"


def test_a_state_of_endless_depth_is_an_error() -> None:
    with pytest.raises(InputError, match="damaged or not a saved search"):
        restore_algorithm(b"[" * 100_000)
