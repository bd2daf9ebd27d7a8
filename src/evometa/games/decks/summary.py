"""A deck in a few numbers, and the numbers of many decks at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evometa.games.cards import CardSet
from evometa.games.decks.deck import Deck
from evometa.games.decks.space import DeckSpace, Ints
from evometa.input.short_repr import Short

CURVE_END = 7  # costs from here on count together


@dataclass(frozen=True)
class DeckSummary(Short):
    """How many cards a deck has of each cost (the last one: and above), type and rarity, and what it costs to craft."""

    curve: tuple[int, ...]
    types: dict[str, int]
    rarities: dict[str, int]
    dust: int


def summarise_deck(deck: Deck, card_set: CardSet) -> DeckSummary:
    """The numbers of a deck of these cards."""
    cards, game = [card_set[card_id] for card_id in deck.card_ids(card_set)], card_set.game
    costs = Counter(min(card.cost, CURVE_END) for card in cards)
    rarities = [str(card.tree.get("rarity", game.no_rarity)) for card in cards]
    return DeckSummary(
        curve=tuple(costs[cost] for cost in range(CURVE_END + 1)),
        types=_count((str(card.tree.get("type", "")) for card in cards), game.types),
        rarities=_count(rarities, game.crafting),
        dust=sum(game.crafting.get(rarity, 0) for rarity in rarities),
    )


def _count(found: Iterable[str], words: Iterable[str]) -> dict[str, int]:
    """How often each word was found, in the order of the vocabulary; only words that were found."""
    counts = Counter(found)
    return {word: counts[word] for word in words if counts[word]}


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
