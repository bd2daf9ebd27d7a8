"""The loop that brings an algorithm and a problem together."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from evometa.input.errors import InputError
from evometa.search.evolution import Evolution
from evometa.search.problem import Evaluated, Problem

OnGeneration = Callable[[Evolution, Evaluated], None]


def run(algorithm: Evolution, problem: Problem, on_generation: OnGeneration | None = None) -> Evolution:
    """Run an algorithm to its end; after each generation, show what was evaluated in it.

    An algorithm restored from the state that `on_generation` saved goes on from there.
    """
    _check_match(algorithm, problem)
    while not algorithm.is_done:
        genomes = algorithm.ask()
        told = algorithm.tell(problem.evaluate(genomes, algorithm.n_evaluations))
        if on_generation is not None:
            on_generation(algorithm, told)
    return algorithm


def _check_match(algorithm: Evolution, problem: Problem) -> None:
    genes = algorithm.genes
    is_same = np.array_equal(genes.low, problem.low) and np.array_equal(genes.high, problem.high)
    if not is_same or algorithm.n_objectives != problem.n_objectives:
        raise InputError(
            f"search: the algorithm was set up for {len(genes)} genes and {algorithm.n_objectives} objectives, and the "
            f"problem has {len(problem.low)} and {problem.n_objectives} or other bounds; set it up for this problem"
        )
