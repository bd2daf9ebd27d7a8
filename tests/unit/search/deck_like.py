"""A small space of vectors with a fixed sum, as decks are, and measures of its vectors."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from evometa.search.contract import Floats, Ints


@dataclass
class FixedSum:
    """Vectors of 12 numbers from 0 to 4 with a sum of 20; it remembers whom it was asked to mutate."""

    low: Ints = field(default_factory=lambda: np.zeros(12, np.int64))
    high: Ints = field(default_factory=lambda: np.full(12, 4))
    parents: list[Ints] = field(default_factory=list)

    def draw(self, n: int, rng: np.random.Generator) -> Ints:
        copies = np.tile(np.repeat(np.arange(12), 4), (n, 1))
        chosen = rng.permuted(copies, axis=1)[:, :20]
        return (chosen[:, :, None] == np.arange(12)).sum(axis=1)

    def mutate(self, solutions: Ints, rng: np.random.Generator) -> Ints:
        self.parents.append(solutions)
        return np.array([self._move_one(solution, rng) for solution in solutions])

    def _move_one(self, solution: Ints, rng: np.random.Generator) -> Ints:
        child = solution.copy()
        child[rng.choice(np.flatnonzero(child > 0))] -= 1
        child[rng.choice(np.flatnonzero(child < 4))] += 1
        return child


def measure(solutions: Ints) -> tuple[Floats, Floats]:
    """How near vectors are to a planted one (greater is nearer), and their mean and spread."""
    places = np.arange(12)
    target = np.array([4, 4, 4, 4, 4, 0, 0, 0, 0, 0, 0, 0])
    mean = solutions @ places / 20
    spread = solutions @ places**2 / 20 - mean**2
    return -np.abs(solutions - target).sum(axis=1).astype(float), np.stack([mean, spread], axis=1)
