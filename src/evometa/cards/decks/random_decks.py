"""Random legal decks of all classes, with cards of the whole pool: what a player or a card is worth beyond known decks.

A deck depends on the seed and its own number alone, so that the first decks are the same however many are drawn.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evometa.cards.decks.deck import DECK_CLASSES, Deck
from evometa.cards.decks.space import DeckSpace
from evometa.cards.decks.space_setup import make_deck_space
from evometa.cards.model import CardSet
from evometa.cards.patches.patch import Patch
from evometa.cards.rules import Rules

POOL = "all"


def class_spaces(card_set: CardSet, rules: Rules, patch: Patch | None = None) -> tuple[DeckSpace, ...]:
    """The decks of each class, with all cards of the set that decks may hold."""
    return tuple(make_deck_space(klass, POOL, card_set, rules, patch) for klass in DECK_CLASSES)


def draw_random_decks(n_decks: int, seed: int, spaces: Sequence[DeckSpace]) -> tuple[Deck, ...]:
    """Decks of one space after the other: each has one uniformly random legal card after the other, and no style."""
    return tuple(_draw_deck(number, seed, spaces) for number in range(n_decks))


def _draw_deck(number: int, seed: int, spaces: Sequence[DeckSpace]) -> Deck:
    space = spaces[number % len(spaces)]
    (counts,) = space.draw(1, np.random.default_rng([seed, number]))
    return space.decode(counts, f"Random {space.klass} {number // len(spaces) + 1}")
