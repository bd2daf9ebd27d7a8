"""Problems whose best genomes are known, and a noisy one; and the loop that runs a search on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from evometa.search.contract import Floats, Ints, Search, Setup, Told
from evometa.search.settings import EvolutionSettings

SearchT = TypeVar("SearchT", bound=Search)


@dataclass
class Function:
    """A problem made of a function of genomes [k, n] and evaluation numbers [k]; it remembers what it was asked."""

    low: Ints
    high: Ints
    n_objectives: int
    measure: Callable[[Ints, Ints], Floats]
    asked: list[tuple[int, Ints]] = field(default_factory=list)
    values: list[Floats] = field(default_factory=list)

    def evaluate(self, genomes: Ints, first: int) -> Floats:
        self.asked.append((first, genomes))
        self.values.append(self.measure(genomes, first + np.arange(len(genomes))))
        return self.values[-1]

    @property
    def all_genomes(self) -> Ints:
        """[evaluations, n]."""
        return np.concatenate([genomes for _, genomes in self.asked])

    @property
    def all_values(self) -> Floats:
        """[evaluations, m]."""
        return np.concatenate(self.values)

    @property
    def n_evaluations(self) -> int:
        return sum(len(genomes) for _, genomes in self.asked)


def make_bounds(n: int, low: int, high: int) -> tuple[Ints, Ints]:
    return np.full(n, low), np.full(n, high)


def one_max(planted: ArrayLike, low: int = 0, high: int = 1) -> Function:
    """How many genes differ from the planted genome."""
    target = np.asarray(planted)
    return Function(
        *make_bounds(len(target), low, high), 1, lambda genomes, _: (genomes != target).sum(1, float)[:, None]
    )


def lotz(n: int) -> Function:
    """Leading ones and trailing zeros: the front has n + 1 points, each of ones and then zeros."""

    def measure(genomes: Ints, _: Ints) -> Floats:
        leading = np.cumprod(genomes, axis=1).sum(1)
        trailing = np.cumprod(1 - genomes[:, ::-1], axis=1).sum(1)
        return -np.stack([leading, trailing], axis=1).astype(float)

    return Function(*make_bounds(n, 0, 1), 2, measure)


def noisy_distances(n: int, n_objectives: int) -> Function:
    """The distances to as many points, with noise by evaluation number; genes have bounds of their own."""

    def measure(genomes: Ints, numbers: Ints) -> Floats:
        noise = np.array([np.random.default_rng(int(number)).random(n_objectives) for number in numbers])
        targets = np.arange(n_objectives)[None, :, None]
        return np.asarray(np.abs(genomes[:, None, :] - targets).sum(axis=2) + noise)

    return Function(-np.arange(n) - 1, np.arange(n) % 3, n_objectives, measure)


def setup_of(problem: Function, settings: EvolutionSettings, seed: int = 1, **others: Any) -> Setup:
    """What a search of a problem is made from."""
    arrays = {name: None if value is None else np.asarray(value) for name, value in others.items()}
    return Setup(problem.low, problem.high, problem.n_objectives, settings, seed, **arrays)


def step(search: Search, problem: Function) -> Floats:
    """One batch more; its objectives."""
    genomes = search.ask().genomes
    values = problem.evaluate(genomes, problem.n_evaluations)
    search.tell(Told(genomes, values))
    return values


def run(search: SearchT, problem: Function) -> SearchT:
    """A search, run to its end."""
    while not search.is_done:
        step(search, problem)
    return search
