"""Cards as the arrays that games are played with, one variant of them or many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.cards import CardSet, Roster
from evometa.games.patches.patch import Patch

if TYPE_CHECKING:
    from evometa.games.game import Game, Rules


@dataclass(frozen=True, eq=False)
class CardTable:
    """A compiled card set: the array that a game reads, and the names behind its indices."""

    array: NDArray[Any]  # shape (1,), of a record type of the game's own
    names: tuple[str, ...]  # by index; index 0 is the blank card
    ids: tuple[str, ...]
    roster: Roster
    game: Game

    def __repr__(self) -> str:
        return f"CardTable({len(self.names) - 1} cards)"

    @property
    def record(self) -> Any:
        """The table itself, with fields as attributes."""
        return self.array[0]


def pack_tables(tables: Sequence[CardTable]) -> NDArray[Any]:
    """Tables of the same cards as one array."""
    if len(tables) == 1:
        return tables[0].array
    packed = np.zeros(len(tables), tables[0].array.dtype)
    for i, table in enumerate(tables):
        if table.ids != tables[0].ids:
            raise ValueError(f"tables 0 and {i} are not of the same cards, so a deck cannot mean the same in both")
        packed[i : i + 1].view(np.uint8)[:] = table.array.view(np.uint8)  # as bytes: field by field is slow
    return packed


class TableMaker:
    """Makes tables for changes to the numbers of some cards, as a search asks for them by the thousand.

    This one compiles all cards for each of them. A game whose cards take long to compile has a faster one.
    """

    def __init__(self, cards: CardSet, rules: Rules, addresses: Sequence[str]) -> None:
        self.cards, self.rules, self.addresses = cards, rules, addresses

    def make(self, changes: NDArray[np.int64]) -> NDArray[Any]:
        """[k]: the tables for changes [k, n] of the numbers with these addresses, as large as they are given."""
        return pack_tables([self.cards.game.compile(self._apply(row), self.rules) for row in changes])

    def _apply(self, row: NDArray[np.int64]) -> CardSet:
        return Patch(changes=dict(zip(self.addresses, row.tolist(), strict=True)), exact=True).apply(self.cards)
