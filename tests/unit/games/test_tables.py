"""Tables of many variants, by the maker that every game has."""

from __future__ import annotations

import numpy as np
import pytest
from tests.unit.matches.small_games import CARDS, RULES, TABLE

from evometa.games.patches.patch import Patch
from evometa.games.registry import default_game
from evometa.games.tables import TableMaker, pack_tables

ADDRESSES = ("CS2_231.attack", "DS1_175.aura.attack")
CHANGES = np.array([[0, 0], [2, 0], [1, 3]])


def test_each_table_is_that_of_the_patched_cards() -> None:
    tables = TableMaker(CARDS, RULES, ADDRESSES).make(CHANGES)
    assert len({table.tobytes() for table in tables}) == len(CHANGES)
    for row, table in zip(CHANGES.tolist(), tables, strict=True):
        patched = Patch(changes=dict(zip(ADDRESSES, row, strict=True))).apply(CARDS)
        assert table.tobytes() == default_game().compile(patched, RULES).array.tobytes()


def test_changes_are_as_large_as_they_are_given() -> None:
    (table,) = TableMaker(CARDS, RULES, ADDRESSES).make(np.array([[90, 0]]))
    assert table["cards"][CARDS.index_of("CS2_231")]["attack"] == 91


def test_tables_of_different_cards_are_not_packed_together() -> None:
    assert pack_tables([TABLE]) is TABLE.array
    other = default_game().compile(default_game().load_cards().from_cards(list(CARDS)[::-1]), RULES)
    with pytest.raises(ValueError, match="tables 0 and 1 are not of the same cards"):
        pack_tables([TABLE, other])
