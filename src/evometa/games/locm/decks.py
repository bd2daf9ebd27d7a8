"""Decks: 30 cards chosen freely, at most two copies of each (a rule of ours), and those of a draft (the game's own)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from evometa.games.locm.records import MAX_DECK
from evometa.input.errors import InputError

Deck = tuple[int, ...]  # card numbers, in order

COPIES = 2  # of a card in a deck that is chosen freely
DRAFT_CARDS = 60  # different cards of which a draft offers some, pick by pick
OFFERED = 3  # in each pick, all of them different

Pick = Callable[[Deck, tuple[int, ...]], int]  # from the cards so far and those offered: the place of the card to take


def check_deck(deck: Sequence[int], n_cards: int) -> Deck:
    """A deck that is chosen freely, in order; an `InputError` says what is wrong with it."""
    if len(deck) != MAX_DECK:
        raise InputError(f"found a deck of {len(deck)} cards; allowed: exactly {MAX_DECK}")
    for card, n in Counter(deck).items():
        if not 1 <= card <= n_cards:
            raise InputError(f"there is no card {card}; allowed: 1 to {n_cards}")
        if n > COPIES:
            raise InputError(f"found {n} copies of card {card}; allowed: at most {COPIES}")
    return tuple(sorted(deck))


def draw_deck(n_cards: int, rng: np.random.Generator) -> Deck:
    """A random deck that could have been chosen freely: cards are taken from two copies of each."""
    return tuple(sorted(int(each) // COPIES + 1 for each in rng.choice(n_cards * COPIES, MAX_DECK, replace=False)))


# --- the draft ------------------------------------------------------------------------------------


def make_offers(n_cards: int, rng: np.random.Generator) -> list[tuple[int, ...]]:
    """What a draft offers in each pick; both players are offered the same."""
    pool = rng.choice(n_cards, min(n_cards, DRAFT_CARDS), replace=False) + 1
    return [tuple(int(each) for each in rng.choice(pool, OFFERED, replace=False)) for _ in range(MAX_DECK)]


def draft_deck(offers: Sequence[tuple[int, ...]], pick: Pick) -> Deck:
    """The deck that somebody drafts who picks in this way."""
    deck: Deck = ()
    for offered in offers:
        deck += (offered[pick(deck, offered)],)
    return tuple(sorted(deck))


def pick_by(ratings: Sequence[float]) -> Pick:
    """Take the card with the best rating, by card number; of equal ones the first."""
    return lambda deck, offered: max(range(len(offered)), key=lambda i: ratings[offered[i]])
