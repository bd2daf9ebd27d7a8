"""What games are played with, made small for sending and whole again where it arrives.

The tables of candidate patches differ in a few numbers, and each takes half a megabyte: a parcel has the first one
whole, and of the others the numbers that are different.
"""

from __future__ import annotations

import hashlib
import pickle
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.input.short_repr import Short
from evometa.matches.runners import Games
from evometa.matches.schedule import Chunk

WORD = np.dtype("i2")


@dataclass(frozen=True, eq=False)
class Parcel(Short):
    """Games on their way to a worker."""

    games: Games  # with one table at most
    n_tables: int
    places: NDArray[np.int64]  # the words of all tables, one after the other, that differ from those of the first
    words: NDArray[np.int16]  # what stands there
    key: str = ""  # a name for the content: what differs has another one

    @classmethod
    def pack(cls, games: Games) -> Parcel:
        """The parcel of some games."""
        words = _words_of(games.tables)
        differing = [np.flatnonzero(row != words[0]) for row in words]
        starts = np.arange(len(words)) * words.shape[1]
        places = np.concatenate([np.zeros(0, np.int64), *(s + d for s, d in zip(starts, differing, strict=True))])
        parcel = cls(replace(games, tables=games.tables[:1]), len(words), places, words.reshape(-1)[places])
        return replace(parcel, key=hashlib.blake2b(pickle.dumps(parcel), digest_size=16).hexdigest())

    def unpack(self) -> Games:
        """The games, in arrays of their own: arrays that arrive may be read-only, which compiled code is not for."""
        tables = np.zeros(self.n_tables, self.games.tables.dtype)
        words = _words_of(tables)
        words[:] = _words_of(self.games.tables)
        words.reshape(-1)[self.places] = self.words
        decks, players = _own(self.games.decks), _own(self.games.players)
        probes = None if self.games.probes is None else _own(self.games.probes)
        return replace(self.games, tables=tables, decks=decks, players=players, probes=probes)


def _own(array: NDArray[Any]) -> NDArray[Any]:
    """The same array, or a copy of it if it may not be written."""
    return array if array.flags.writeable and array.flags.aligned else array.copy()


def own_chunk(chunk: Chunk) -> Chunk:
    """A chunk that has arrived, ready for compiled code."""
    return replace(chunk, jobs=_own(chunk.jobs), cells=_own(chunk.cells))


def _words_of(tables: NDArray[Any]) -> NDArray[np.int16]:
    """[tables, words]: the same memory as whole words, which the tables of every game are."""
    return np.ascontiguousarray(tables).view(WORD).reshape(len(tables), -1)
