"""The tables of many variants of the same cards, made fast."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.cards import Card, CardSet
from evometa.games.compiled.records import offset_of
from evometa.games.hearthstone.cards.compiling import table as t
from evometa.games.hearthstone.cards.compiling.compiler import compile_table
from evometa.games.hearthstone.cards.rules import Rules
from evometa.games.patches.patch import Patch, split_address
from evometa.games.tables import TableMaker

WORD = np.dtype("i2")  # that the attributes of a card are
FIELDS = {"cost": "cost", "attack": "attack", "health": "health", "durability": "health"}  # of a card in the table
assert t.Table.itemsize % WORD.itemsize == 0, "a table is written as whole words"
assert all(t.Card[field] == WORD for field in FIELDS.values())


class FastTableMaker(TableMaker):
    """Makes the tables of cards for changes to their numbers.

    A search changes the same few numbers of the same cards thousands of times. The four attributes of a card stand in
    the table as they are, so they are written there, into copies of the table without changes. Numbers inside effects
    are compiled, card by card and each variant once.
    """

    def __init__(self, cards: CardSet, rules: Rules, addresses: Sequence[str]) -> None:
        super().__init__(cards, rules, addresses)
        self.plain = compile_table(cards, rules).array
        numbers = cards.numbers()
        is_attribute = [split_address(address)[1] in FIELDS for address in addresses]
        self.attributes, self.effects = np.flatnonzero(is_attribute), np.flatnonzero(np.logical_not(is_attribute))
        self.printed = np.array([numbers[addresses[i]] for i in self.attributes.tolist()], np.int64)
        self.words = np.array([self._word_of(addresses[i]) for i in self.attributes.tolist()], np.intp)
        self.make_card = lru_cache(maxsize=4096)(self._make_card)

    def make(self, changes: NDArray[np.int64]) -> NDArray[Any]:
        """[k]: the tables (`Table` of the compiled cards) for changes [k, n]."""
        tables = np.empty(len(changes), t.Table)
        words = tables.view(WORD).reshape(len(changes), -1)
        words[:] = self.plain.view(WORD)
        for row in np.flatnonzero(changes[:, self.effects].any(axis=1)):
            words[row] = self._compile(changes[row])
        words[:, self.words] = self.printed + changes[:, self.attributes]
        return tables

    def _word_of(self, address: str) -> int:
        """Where a number stands in the table."""
        card_id, path = split_address(address)
        start = offset_of(t.Table, "cards") + self.cards.index_of(card_id) * t.Card.itemsize
        return (start + offset_of(t.Card, FIELDS[path])) // WORD.itemsize

    def _compile(self, changes: NDArray[np.int64]) -> NDArray[np.int16]:
        """The table with other numbers inside effects; attributes are written into it later."""
        by_card: dict[str, list[tuple[str, int]]] = {}
        for i in self.effects[changes[self.effects] != 0].tolist():
            address = self.addresses[i]
            by_card.setdefault(split_address(address)[0], []).append((address, int(changes[i])))
        cards = list(self.cards.cards)
        for card_id, deltas in by_card.items():
            cards[self.cards.index_of(card_id) - 1] = self.make_card(card_id, tuple(deltas))
        # Numbers change nothing that other cards refer to, so the roster stays.
        return compile_table(CardSet(tuple(cards), self.cards.roster), self.rules).array.view(WORD)

    def _make_card(self, card_id: str, deltas: tuple[tuple[str, int], ...]) -> Card:
        return Patch(changes=dict(deltas), exact=True).apply(self.cards)[card_id]
