"""The decks that a class can build from a pool of cards: legal by construction, as vectors that a search can vary.

A deck is a vector of counts [n]: how many copies it has of each card of the space. Functions take and give many decks
at once, [k, n], and draw from the generator that they are given. `space_setup.py` makes a space.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evometa.cards.decks.deck import Deck
from evometa.cards.lookup import reference_to
from evometa.cards.model import Card, CardSet
from evometa.cards.patches.patch import Patch
from evometa.cards.rules import Rules
from evometa.input.errors import InputError
from evometa.input.short_repr import short_repr

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

GO_ON_REMOVING = 0.5  # the probability that a mutation, having removed a card, removes another


@dataclass(frozen=True, eq=False)
class DeckSpace:
    """All decks of a class with cards of a pool, within rules and patch, that have the locked cards."""

    klass: str
    cards: tuple[Card, ...]  # that a deck may have, in the order of the card set
    low: Ints  # [n]: copies that every deck has, because they are locked
    high: Ints  # [n]: copies that a deck may have, at least 1
    card_set: CardSet
    rules: Rules
    patch: Patch | None = None

    __repr__ = short_repr

    def __len__(self) -> int:
        """The number of different cards, which is the length of a deck's vector."""
        return len(self.cards)

    def contains(self, counts: ArrayLike) -> Bools:
        """Whether each vector [k, n] is a deck of the space."""
        found = np.asarray(counts)
        in_bounds = (found >= self.low) & (found <= self.high)
        return np.asarray(in_bounds.all(axis=1) & (found.sum(axis=1) == self.rules.deck_size))

    # --- decks that come about ---

    def draw(self, n_decks: int, rng: np.random.Generator, chances: NDArray[np.float64] | None = None) -> Ints:
        """Random decks: the locked cards, and then one random legal card after the other.

        All cards are as likely as each other, or as `chances` [n] say, which sum to one.
        """
        return self._fill(np.tile(self.low, (n_decks, 1)), rng, chances)

    def mutate(self, counts: Ints, rng: np.random.Generator) -> Ints:
        """A mutant of each deck: one or more random copies go, and uniformly random legal cards take their places.

        A card that went may come back, so a mutant can be like its parent.
        """
        n_removed = rng.geometric(1 - GO_ON_REMOVING, len(counts))
        return self._fill(counts - _pick_copies(counts - self.low, n_removed, rng), rng)

    def cross(self, one: Ints, other: Ints, rng: np.random.Generator) -> Ints:
        """A child of each pair of decks: what they share, and a random half of the copies in which they differ.

        The other half makes its sibling: `one + other - child`, which is a deck of the space as well.
        """
        apart = np.abs(one - other)
        return np.minimum(one, other) + _pick_copies(apart, apart.sum(axis=1) // 2, rng)

    def _fill(self, counts: Ints, rng: np.random.Generator, chances: NDArray[np.float64] | None = None) -> Ints:
        """Add legal cards until every deck is full. Where no copy of a card is left, another card is drawn."""
        missing = self.rules.deck_size - counts.sum(axis=1)
        decks = np.flatnonzero(missing)
        while len(decks):
            n = len(decks)
            cards = rng.integers(len(self), size=n) if chances is None else rng.choice(len(self), size=n, p=chances)
            is_legal = counts[decks, cards] < self.high[cards]
            counts[decks[is_legal], cards[is_legal]] += 1
            missing[decks[is_legal]] -= 1
            decks = decks[missing[decks] > 0]
        return counts

    # --- decks and vectors ---

    def encode(self, decks: Sequence[Deck]) -> Ints:
        """The vectors [k, n] of decks, all of which must be in the space."""
        for deck in decks:
            self._check(deck)
        return self._count(decks)

    def adapt(self, decks: Sequence[Deck], rng: np.random.Generator) -> Ints:
        """The vectors [k, n] of the decks of the space that are nearest to these.

        Cards that are not allowed go, locked ones come, and random cards go or come until the size is right.
        """
        counts = np.clip(self._count(decks), self.low, self.high)
        n_excess = np.maximum(counts.sum(axis=1) - self.rules.deck_size, 0)
        return self._fill(counts - _pick_copies(counts - self.low, n_excess, rng), rng)

    def decode(self, counts: ArrayLike, name: str, style: str = "") -> Deck:
        """The deck of a vector [n], with cheap cards first."""
        copies = np.asarray(counts)
        cards = (self._names[i] for i in self._by_cost for _ in range(copies[i]))
        return Deck(name, self.klass, style, tuple(cards))

    def distances(self, one: Ints, other: Ints) -> Ints:
        """The number of cards to replace in a deck to get the other, for decks [k, n] and [m, n]: [k, m]."""
        return self.rules.deck_size - count_shared(one, other)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {card.id: i for i, card in enumerate(self.cards)}

    @cached_property
    def _names(self) -> list[str]:
        return [reference_to(self.card_set, card) for card in self.cards]

    @cached_property
    def _by_cost(self) -> list[int]:
        return sorted(range(len(self)), key=lambda i: (self.cards[i].cost, self.cards[i].name))

    def _count(self, decks: Sequence[Deck]) -> Ints:
        """The copies of each card of the space; other cards are left out."""
        counts = np.zeros((len(decks), len(self)), np.int64)
        for row, deck in zip(counts, decks, strict=True):
            for card_id in deck.card_ids(self.card_set):
                if card_id in self._places:
                    row[self._places[card_id]] += 1
        return counts

    def _check(self, deck: Deck) -> None:
        if deck.klass != self.klass:
            raise InputError(f"{deck.place()}: it is a {deck.klass} deck; allowed: decks of the class {self.klass}")
        deck.validate(self.card_set, self.rules, self.patch)
        copies = Counter(deck.card_ids(self.card_set))
        if outside := [card_id for card_id in copies if card_id not in self._places]:
            raise InputError(
                f"{deck.place()}: {self.card_set[outside[0]].name} is not in the pool of cards, or banned; "
                "allow it, or leave the deck out"
            )
        for card, n_locked in zip(self.cards, self.low.tolist(), strict=True):
            if copies[card.id] < n_locked:
                raise InputError(
                    f"{deck.place()}: found {_copies(copies[card.id])} of {card.name}, of which {_copies(n_locked)} "
                    "must be in every deck; unlock the card, or leave the deck out"
                )


def count_shared(one: Ints, other: Ints) -> Ints:
    """The number of cards, copies counted, that decks [k, n] and [m, n] have in common: [k, m]."""
    shared = [np.minimum(counts, other).sum(axis=1) for counts in one]
    return np.array(shared, np.int64).reshape(len(one), len(other))


def count_shared_cards(one: Deck, other: Deck, card_set: CardSet) -> int:
    """The number of cards, copies counted, that two decks of any class have in common."""
    return (Counter(one.card_ids(card_set)) & Counter(other.card_ids(card_set))).total()


def _pick_copies(copies: Ints, n_picked: Ints, rng: np.random.Generator) -> Ints:
    """Random copies of each deck: a number [k] of its copies [k, n], none of them twice; all if there are fewer."""
    entries = np.nonzero(copies)
    decks, cards = (np.repeat(indices, copies[entries]) for indices in entries)
    shuffled = np.lexsort((rng.random(len(decks)), decks))  # each deck's copies stay together
    places = np.arange(len(decks)) - np.searchsorted(decks, decks)  # 0, 1, 2, ... in each deck
    is_picked = places < n_picked[decks]
    picked = np.zeros_like(copies)
    np.add.at(picked, (decks[is_picked], cards[shuffled][is_picked]), 1)
    return picked


def _copies(n: int) -> str:
    return "1 copy" if n == 1 else f"{n} copies"
