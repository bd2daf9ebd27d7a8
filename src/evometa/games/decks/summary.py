"""A deck in a few numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from evometa.games.cards import CardSet
from evometa.games.decks.deck import Deck
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
