"""Saved searches that somebody has changed: an error that says so, and no other."""

from __future__ import annotations

import json

import numpy as np
import pytest
from tests.unit.search.functions import Function, make_bounds, setup_of, step

from evometa.input.errors import InputError
from evometa.search.algorithms import ALGORITHMS
from evometa.search.contract import Told
from evometa.search.evolution import STATE_PARTS
from evometa.search.settings import EvolutionSettings

FORGED = (None, [], {}, "x", [[1]], 10**30, -1, {"x": 1})


@pytest.mark.parametrize("name", ALGORITHMS)
@pytest.mark.parametrize("part", STATE_PARTS)
def test_a_forged_part_is_an_error_or_harmless(name: str, part: str) -> None:
    problem = Function(*make_bounds(3, -2, 2), 1, lambda genomes, _: genomes[:, :1] * 1.0)
    setup = setup_of(problem, EvolutionSettings(population=4, generations=2))
    algorithm = ALGORITHMS[name].make(setup)
    step(algorithm, problem)
    honest, told = json.loads(algorithm.get_state()), Told(problem.all_genomes, problem.all_values)
    ALGORITHMS[name].make(setup).restore(json.dumps(honest).encode(), told)
    refused = 0
    for value in FORGED:
        try:
            ALGORITHMS[name].make(setup).restore(json.dumps({**honest, part: value}).encode(), told)
        except InputError:
            refused += 1
    assert refused, "none of these values can be right"


def test_a_state_of_endless_depth_is_an_error() -> None:
    problem = Function(*make_bounds(3, -2, 2), 1, lambda genomes, _: genomes[:, :1] * 1.0)
    algorithm = ALGORITHMS["ga"].make(setup_of(problem, EvolutionSettings()))
    with pytest.raises(InputError, match="damaged or not a saved search"):
        algorithm.restore(b"[" * 100_000, Told(np.zeros((0, 3)), np.zeros((0, 1))))
