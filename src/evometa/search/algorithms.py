"""The searches of a balance run, by name: those that come with evometa, and those that were registered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evometa.input.errors import InputError, describe_words
from evometa.input.extensions import add_entry
from evometa.input.short_repr import Short
from evometa.search.contract import Search, Setup
from evometa.search.settings import EvolutionSettings, check_genetic, check_nsga2

MODEL = "model"  # the search that learns from every game; it is made from cards and decks, not from a `Setup` alone


@dataclass(frozen=True)
class Algorithm(Short):
    """A search that can be chosen."""

    name: str
    make: Callable[[Setup], Search]
    about: str  # what it is called in a sentence: `a genetic algorithm`
    check: Callable[[int, EvolutionSettings], None] = lambda *asked: None  # refuses a number of objectives, or settings


def _make_genetic(setup: Setup) -> Search:
    from evometa.search.evolution import GeneticAlgorithm  # it needs DEAP, which takes long to import

    return GeneticAlgorithm(setup)


def _make_nsga2(setup: Setup) -> Search:
    from evometa.search.evolution import NSGA2

    return NSGA2(setup)


ALGORITHMS: dict[str, Algorithm] = {
    each.name: each
    for each in (
        Algorithm("nsga2", _make_nsga2, "NSGA-II", check_nsga2),
        Algorithm("ga", _make_genetic, "a genetic algorithm", check_genetic),
    )
}


def algorithm_names() -> tuple[str, ...]:
    """All searches that can be chosen by now."""
    return (MODEL, *ALGORITHMS)


def register_search(algorithm: Algorithm) -> None:
    """Let balance runs choose one more search; an `InputError` if its name is taken."""
    if algorithm.name == MODEL:
        raise InputError(f"search {MODEL!r}: this name is taken; choose another")
    add_entry(ALGORITHMS, "search", algorithm.name, algorithm)


def find_algorithm(name: str) -> Algorithm:
    """The search of that name."""
    if name not in ALGORITHMS:
        raise InputError(f"unknown algorithm {name!r}; {describe_words(name, algorithm_names())}")
    return ALGORITHMS[name]


if TYPE_CHECKING:  # mypy holds every family to the contract
    from evometa.search.decks.learner import DeckLearner
    from evometa.search.evolution import Evolution
    from evometa.search.learning.learner import Learner
    from evometa.search.maps.map_elites import MapElites
    from evometa.search.maps.model_map import ModelMap

    FAMILIES: tuple[type[Search], ...] = (Evolution, MapElites, Learner, DeckLearner, ModelMap)
