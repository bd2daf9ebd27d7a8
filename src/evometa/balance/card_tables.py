"""The card tables of many genomes at once.

A search changes the same few numbers of the same cards thousands of times. The four attributes of a card stand in the
table as they are, so they are written there, into copies of the table without changes. Numbers inside effects are
compiled, card by card and each variant once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.balance.card_rules import ATTRIBUTES
from evometa.balance.space import BalanceSpace, Ints
from evometa.cards.compiling import table as t
from evometa.cards.compiling.compiler import compile_table
from evometa.cards.model import Card, CardSet
from evometa.cards.patches.patch import Patch
from evometa.metagame.metagames import Metagame

WORD = np.dtype("i2")  # that the attributes of a card are
FIELDS = {"cost": "cost", "attack": "attack", "health": "health", "durability": "health"}  # of a card in the table
assert t.Table.itemsize % WORD.itemsize == 0, "a table is written as whole words"
assert all(t.Card[FIELDS[name]] == WORD for name in ATTRIBUTES)


class TableMaker:
    """Makes the tables of a metagame for changes to its cards."""

    def __init__(self, metagame: Metagame, space: BalanceSpace) -> None:
        if space.card_set != metagame.patched_cards:
            raise ValueError(f"the space is not one of the metagame '{metagame.name}': its cards are different")
        self.metagame, self.space = metagame, space
        is_attribute = [gene.attribute in FIELDS for gene in space.genes]
        self.attributes, self.effects = np.flatnonzero(is_attribute), np.flatnonzero(np.logical_not(is_attribute))
        self.words = np.array([self._word_of(int(gene)) for gene in self.attributes], np.intp)
        self.make_card = lru_cache(maxsize=4096)(self._make_card)

    def make(self, changes: Ints) -> NDArray[Any]:
        """[k]: the tables (`cards.compiling.table.Table`) for changes [k, n] that are repaired."""
        tables = np.empty(len(changes), t.Table)
        words = tables.view(WORD).reshape(len(changes), -1)
        words[:] = self.metagame.table().array.view(WORD)
        for row in np.flatnonzero(changes[:, self.effects].any(axis=1)):
            words[row] = self._compile(changes[row])
        values = self.space.printed[self.attributes] + changes[:, self.attributes]
        words[:, self.words] = values
        return tables

    def _word_of(self, gene: int) -> int:
        """Where the number of a gene stands in the table."""
        card = self.metagame.patched_cards.index_of(self.space.genes[gene].card_id)
        start = t.offset_of(t.Table, "cards") + card * t.Card.itemsize
        return (start + t.offset_of(t.Card, FIELDS[self.space.genes[gene].attribute])) // WORD.itemsize

    def _compile(self, changes: Ints) -> NDArray[np.int16]:
        """The table with other numbers inside effects; attributes are written into it later."""
        by_card: dict[str, list[tuple[str, int]]] = {}
        for i in self.effects[changes[self.effects] != 0].tolist():
            by_card.setdefault(self.space.genes[i].card_id, []).append((self.space.addresses[i], int(changes[i])))
        old = self.metagame.patched_cards
        cards = list(old.cards)
        for card_id, deltas in by_card.items():
            cards[old.index_of(card_id) - 1] = self.make_card(card_id, tuple(deltas))
        # Numbers change nothing that other cards refer to, so the roster stays.
        return compile_table(CardSet(tuple(cards), old.roster), self.metagame.rules).array.view(WORD)

    def _make_card(self, card_id: str, deltas: tuple[tuple[str, int], ...]) -> Card:
        return Patch(changes=dict(deltas), exact=True).apply(self.metagame.patched_cards)[card_id]
