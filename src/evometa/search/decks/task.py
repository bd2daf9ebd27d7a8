"""What a deck search is about, as arrays: how many copies there may be of each card, and what the model sees of a deck.

To the model a deck is the copies of each card, the copies beyond the first, and how many cards it has of each cost; and
pairs of cards, which are worth more or less together than one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from evometa.input.short_repr import Short
from evometa.search.contract import Floats, Ints

BUCKET_ENDS = (2, 3, 4, 5, 6)  # costs from which the next bucket of the curve begins
N_BUCKETS = len(BUCKET_ENDS) + 1


@dataclass(frozen=True, eq=False)
class DeckTask(Short):
    """Decks are vectors of counts [n] with a sum; each is played against R opponents."""

    low: Ints  # [n]: copies that every deck has
    high: Ints  # [n]: copies that a deck may have
    size: int  # of every deck
    costs: Ints  # [n]
    shares: Floats  # [R]: how much each opponent counts, all of them one

    @property
    def n_cards(self) -> int:
        """How many different cards there are."""
        return len(self.low)

    @cached_property
    def buckets(self) -> Floats:
        """[n, b]: to which bucket of the curve a card belongs."""
        place = np.searchsorted(BUCKET_ENDS, self.costs, side="right")
        return np.asarray(place[:, None] == np.arange(N_BUCKETS), float)

    @cached_property
    def usual(self) -> Floats:
        """[n]: the copies of each card in a deck that is drawn with all copies alike, from which pairs are counted."""
        free = self.high - self.low
        return np.asarray(self.low + free * ((self.size - self.low.sum()) / max(1, free.sum())))

    def draw(self, n_decks: int, rng: np.random.Generator) -> Ints:
        """[k, n]: random decks; all copies that there may be are as likely as each other."""
        copies = np.repeat(np.arange(self.n_cards), self.high - self.low)
        picked = rng.permuted(np.tile(copies, (n_decks, 1)), axis=1)[:, : self.size - self.low.sum()]
        decks = np.tile(self.low, (n_decks, 1))
        np.add.at(decks, (np.arange(n_decks)[:, None], picked), 1)
        return decks
