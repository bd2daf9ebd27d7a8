"""What is sent to a worker: small, and the same again where it arrives."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest
from tests.unit.matches.small_games import CARDS, DECKS, PLAYERS, RULES, TABLE

from evometa.games.hearthstone.cards import compile_table
from evometa.games.patches.patch import Patch
from evometa.games.tables import CardTable
from evometa.matches.remote.parcels import Parcel, own_chunk
from evometa.matches.runners import Games
from evometa.matches.schedule import Match, pack_matches, split_jobs

DEARER = compile_table(Patch(changes={"DS1_185.cost": 1}).apply(CARDS), RULES)


@pytest.mark.parametrize("tables", [[TABLE], [TABLE, DEARER, TABLE, DEARER]], ids=["one table", "four tables"])
def test_games_arrive_as_they_were(tables: list[CardTable]) -> None:
    games = Games.pack(tables, DECKS, PLAYERS, per_game=True, check=True)
    there = pickle.loads(pickle.dumps(Parcel.pack(games))).unpack()
    for name in ("tables", "decks", "players"):
        assert getattr(there, name).tobytes() == getattr(games, name).tobytes()
        assert getattr(there, name).dtype == getattr(games, name).dtype
    for name in ("names", "cards", "per_game", "check", "columns"):
        assert getattr(there, name) == getattr(games, name)


def test_many_tables_take_hardly_more_room_than_one() -> None:
    one, many = (len(pickle.dumps(Parcel.pack(Games.pack(t, DECKS, PLAYERS)))) for t in ([TABLE], [TABLE, DEARER] * 9))
    assert one < many < one + 2000


def test_what_differs_has_another_key() -> None:
    games = Games.pack([TABLE, TABLE], DECKS, PLAYERS)
    others = [
        Games.pack([TABLE, DEARER], DECKS, PLAYERS),
        Games.pack([TABLE], DECKS, PLAYERS),
        Games.pack([TABLE, TABLE], DECKS[::-1], PLAYERS),
        replace(games, per_game=True),
        replace(games, columns=("wins",)),
    ]
    keys = [Parcel.pack(each).key for each in (games, *others)]
    assert len(set(keys)) == len(keys)
    assert Parcel.pack(Games.pack([TABLE, TABLE], DECKS, PLAYERS)).key == keys[0]


def test_arrays_that_arrive_read_only_are_copied() -> None:
    parcel = Parcel.pack(Games.pack([TABLE], DECKS, PLAYERS))
    (chunk,) = split_jobs(pack_matches([Match((0, 1), (1, 1), 1, seed=1)]), 10)
    for array in (parcel.games.tables, parcel.games.decks, parcel.games.players, chunk.jobs, chunk.cells):
        array.flags.writeable = False
    try:
        games, mine = parcel.unpack(), own_chunk(chunk)
    finally:
        parcel.games.tables.flags.writeable = True  # it is that of the table of all tests
    assert all(each.flags.writeable for each in (games.tables, games.decks, games.players, mine.jobs, mine.cells))
    assert np.array_equal(mine.jobs, chunk.jobs)
