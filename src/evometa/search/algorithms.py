"""All algorithms by name."""

from __future__ import annotations

from evometa.input.errors import InputError, describe_words
from evometa.search.evolution import Evolution, read_evolution
from evometa.search.genetic import GeneticAlgorithm
from evometa.search.nsga2 import NSGA2

ALGORITHMS: dict[str, type[Evolution]] = {each.name: each for each in (GeneticAlgorithm, NSGA2)}


def find_algorithm(name: str) -> type[Evolution]:
    """The algorithm of that name."""
    if name not in ALGORITHMS:
        raise InputError(f"unknown algorithm {name!r}; {describe_words(name, ALGORITHMS)}")
    return ALGORITHMS[name]


def restore_algorithm(state: bytes) -> Evolution:
    """The algorithm that gave a state, ready to go on."""
    try:
        return find_algorithm(read_evolution(state)["algorithm"]).from_state(state)
    except (TypeError, ValueError, KeyError, IndexError, OverflowError, AttributeError) as error:
        raise InputError(f"saved search: it is damaged ({error!r}); start the search again") from None
