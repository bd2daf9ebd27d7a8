"""A deck in a few numbers: mana curve, types, rarities, and what it costs to craft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from evometa.cards.decks.deck import Deck
from evometa.cards.language import vocabulary as v
from evometa.cards.model import CardSet
from evometa.input.short_repr import short_repr

CURVE_END = 7  # costs from here on count together
DUST = {"invalid": 0, "free": 0, "common": 40, "rare": 100, "epic": 400, "legendary": 1600}  # to craft one copy


@dataclass(frozen=True)
class DeckSummary:
    """How many cards a deck has of each cost (the last one: and above), type and rarity, and its dust cost."""

    curve: tuple[int, ...]
    types: dict[str, int]
    rarities: dict[str, int]
    dust: int

    __repr__ = short_repr


def summarise_deck(deck: Deck, card_set: CardSet) -> DeckSummary:
    """The numbers of a deck of these cards."""
    trees = [card_set[card_id].tree for card_id in deck.card_ids(card_set)]
    costs = Counter(min(tree["cost"], CURVE_END) for tree in trees)
    rarities = [tree.get("rarity", "invalid") for tree in trees]
    return DeckSummary(
        curve=tuple(costs[cost] for cost in range(CURVE_END + 1)),
        types=_count((tree["type"] for tree in trees), v.TYPES),
        rarities=_count(rarities, v.RARITIES),
        dust=sum(DUST[rarity] for rarity in rarities),
    )


def _count(found: Iterable[str], words: Iterable[str]) -> dict[str, int]:
    """How often each word was found, in the order of the vocabulary; only words that were found."""
    counts = Counter(found)
    return {word: counts[word] for word in words if counts[word]}
