"""Random legal decks of any cards that there are."""

from __future__ import annotations

import random
from functools import lru_cache

from evometa.games.decks.deck import Deck
from evometa.games.hearthstone.cards import CardSet, load_cards, load_rules
from evometa.games.hearthstone.game import HEARTHSTONE

DECK_SIZE = load_rules().deck_size


@lru_cache(maxsize=1)
def all_cards() -> CardSet:
    """The printed cards."""
    return load_cards()


@lru_cache(maxsize=16)
def cards_for(klass: str) -> tuple[str, ...]:
    """Every card of a class and every neutral one, as often as a deck may have it."""
    rules = load_rules()
    return tuple(
        card.id
        for card in all_cards()
        if card.tree.get("collectible", True) and card.tree["class"] in ("neutral", klass)
        for _ in range(rules.legendary_copies if card.tree.get("rarity") == "legendary" else rules.copies)
        if card.tree["type"] in ("minion", "spell", "weapon")
    )


def random_deck(klass: str, source: random.Random) -> Deck:
    """A legal deck of uniformly chosen cards."""
    return Deck(f"random {klass}", klass, "", tuple(source.sample(cards_for(klass), DECK_SIZE)))


def random_decks(n: int, seed: int) -> list[Deck]:
    """Some decks, of each class as many as of the others."""
    source = random.Random(seed)
    return [random_deck(HEARTHSTONE.classes[i % len(HEARTHSTONE.classes)], source) for i in range(n)]
