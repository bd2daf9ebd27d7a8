"""Decks as the records that games are played with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.cards import CardSet, Roster
from evometa.games.decks.deck import Deck
from evometa.games.decks.space import DeckSpace
from evometa.games.records import DeckList
from evometa.games.sizes import MAX_DECK
from evometa.games.tables import CardTable
from evometa.input.errors import InputError


def pack_decks(decks: Sequence[Deck], cards: CardTable | CardSet, find_of: Callable[[Deck], int]) -> NDArray[Any]:
    """The decks as indices into the table of some cards; `find_of` says what else the game must know of a deck."""
    lists = np.zeros(len(decks), DeckList)
    for i, deck in enumerate(decks):
        copies = [_find_card(deck, name, cards.roster) for name in deck.cards]
        if len(copies) > MAX_DECK:
            raise InputError(f"{deck.place()}: found {len(copies)} cards; allowed: {MAX_DECK} at most")
        distinct = sorted(set(copies))
        entry = lists[i]
        entry.of = find_of(deck)
        entry.n, entry.n_distinct = len(copies), len(distinct)
        entry.cards[: len(copies)] = copies
        entry.distinct[: len(distinct)] = distinct
    return lists


def pack_counts(
    counts: NDArray[np.int64], space: DeckSpace, table: CardTable, find_of: Callable[[Deck], int]
) -> NDArray[Any]:
    """The same for decks that are vectors [k, n] of a deck space."""
    lists, places = np.zeros(len(counts), DeckList), table.roster.index_by_id
    cards = np.array([places[card.id] for card in space.cards], np.int16)
    lists["of"] = find_of(Deck("", space.klass, "", ()))
    for entry, copies in zip(lists, counts, strict=True):
        every, distinct = np.repeat(cards, copies), cards[copies > 0]
        entry["n"], entry["n_distinct"] = len(every), len(distinct)
        entry["cards"][: len(every)], entry["distinct"][: len(distinct)] = every, np.sort(distinct)
    return lists


def _find_card(deck: Deck, name: str, roster: Roster) -> int:
    """A name means the card that goes into decks, not a token of the same name; case does not matter, as in decks."""
    index = roster.look_up(name)
    if index is not None:
        return index
    try:
        return roster.find(name)  # which raises, and knows the nearest name
    except InputError as error:
        raise InputError(f"{deck.place()}: {error}") from None
