"""Made-up generations that follow from their number, so that anyone can tell what a store should hold."""

import numpy as np

from evometa.store import Evaluations

SIZE = 10  # evaluations in a generation
SETTINGS = {"games": 20, "decks": ["warlock", "paladin"], "seed": 7}


def make_state(generation: int) -> bytes:
    """The state of a search, large enough that writing it takes a while."""
    return np.random.default_rng(generation).bytes(60_000)


def make_evaluations(generation: int) -> Evaluations:
    """The evaluations of a generation: 12 genes, 2 objectives, 3 match-ups from both seats."""
    rng = np.random.default_rng(1_000 + generation)
    genomes = rng.integers(-3, 4, (SIZE, 12))
    wins = rng.integers(0, 21, (SIZE, 3, 2))
    return Evaluations.of_generation(
        generation, generation * SIZE, genomes, rng.random((SIZE, 2)), wins, np.full((SIZE, 3, 2), 20)
    )
