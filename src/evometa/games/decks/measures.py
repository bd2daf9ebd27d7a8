"""Numbers that decks have before a game is played, of many decks at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evometa.games.decks.space import DeckSpace, Ints
from evometa.input.short_repr import Short


@dataclass(frozen=True)
class DeckMeasure(Short):
    """A number that decks have before a game is played."""

    name: str
    title: str
    measure: Callable[[DeckSpace, Ints], NDArray[np.float64]]  # of decks [k, n] of a space: [k]
    is_whole: bool = True  # whether it is a whole number


def sum_of_cards(space: DeckSpace, counts: Ints, values: Iterable[float]) -> NDArray[np.float64]:
    """[k]: the sum over all copies of a number that each card of a space has."""
    return np.asarray(counts @ np.array(list(values), float))


def _sum_of_costs(space: DeckSpace, counts: Ints) -> NDArray[np.float64]:
    return sum_of_cards(space, counts, (card.cost for card in space.cards))


def _variance_of_costs(space: DeckSpace, counts: Ints) -> NDArray[np.float64]:
    size = counts.sum(axis=1)
    mean = _sum_of_costs(space, counts) / size
    return np.asarray(sum_of_cards(space, counts, (card.cost**2 for card in space.cards)) / size - mean**2)


def measure_costs(word: str) -> tuple[DeckMeasure, ...]:
    """The measures of what cards cost, which the game calls by this word."""
    return (
        DeckMeasure("cost", f"sum of the cards' {word}", _sum_of_costs),
        DeckMeasure("cost_variance", f"variance of the cards' {word}", _variance_of_costs, is_whole=False),
    )


def measure_type(kind: str, name: str) -> DeckMeasure:
    """The number of cards of a type; `name` is what several of them are called."""
    return DeckMeasure(
        name,
        f"number of {name}",
        lambda space, counts: sum_of_cards(space, counts, (card.tree.get("type") == kind for card in space.cards)),
    )
