"""What is to be played: matches of decks with their seats and seeds; and the same as integers, in rounds and chunks."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.records import Job
from evometa.input.errors import InputError
from evometa.input.short_repr import Short


@dataclass(frozen=True)
class Match:
    """A run of games between two decks, the first of which starts; all that is named here is named by its index.

    Game i of a match depends on `seed` and `first + i` alone, so a match can be cut into parts.
    """

    decks: tuple[int, int]
    players: tuple[int, int]
    games: int
    seed: int
    table: int = 0
    first: int = 0
    cell: int | None = None  # the row of the sums to which it adds; default: its place in the schedule


def seed_for(seed: int, *keys: int | str) -> int:
    """A seed of 64 bits for one purpose, as in `seed_for(seed, "match", "Hunter", "Mage")`."""
    parts = [str(key) if isinstance(key, str) else index(key) for key in (index(seed), *keys)]
    return int.from_bytes(hashlib.blake2b(repr(parts).encode(), digest_size=8).digest(), "little")


# --- who meets whom; deck k is played by player k ------------------------------------------------


def ordered_pairs(names: Sequence[str], games: int, seed: int) -> list[Match]:
    """Every deck against every deck, itself too, from both seats: `games` of them per ordered pair.

    The row (starting) deck varies slowest. The names of the decks key the seeds.
    """
    return [
        Match((i, j), (i, j), games, seed_for(seed, "match", one, other))
        for (i, one), (j, other) in product(enumerate(names), repeat=2)
    ]


def match_ups(names: Sequence[str], games: int, seed: int) -> list[Match]:
    """Every unordered pair of decks, mirrors too, with `games` of each, half of them from each seat.

    A match-up is two matches, one after the other; in the second one the other deck starts.
    """
    if games % 2:
        raise InputError(f"found {games} games per match-up; allowed: an even number, half of them from each seat")
    matches: list[Match] = []
    for i, j in combinations_with_replacement(range(len(names)), 2):
        for one, other in ((i, j), (j, i)):
            key = seed_for(seed, "match", names[one], names[other])
            first = games // 2 if i == j and len(matches) % 2 else 0  # a mirror has one seed for both halves
            matches.append(Match((one, other), (one, other), games // 2, key, first=first))
    return matches


# --- as integers --------------------------------------------------------------------------------


def pack_matches(matches: Sequence[Match]) -> NDArray[Any]:
    """The jobs of a schedule, one for each match, with the fields in the order of `games.records.Job`."""
    rows = [
        (m.seed, m.first, m.games, k if m.cell is None else m.cell, m.table, m.decks, m.players)
        for k, m in enumerate(matches)
    ]
    return np.array(rows, Job)


def check_jobs(jobs: NDArray[Any], n_tables: int, n_decks: int, n_players: int) -> None:
    """Compiled code trusts its indices: raise a `ValueError` if one of them names nothing."""
    limits = (("table", "tables", n_tables), ("decks", "decks", n_decks), ("players", "players", n_players))
    for name, what, n in limits:
        values = jobs[name]
        if values.size and not 0 <= values.min() <= values.max() < n:
            raise ValueError(f"a match wants number {values.min()} to {values.max()} of {n} {what}")
    for name in ("games", "first", "cell"):
        if jobs.size and jobs[name].min() < 0:
            raise ValueError(f"a match has {name} = {jobs[name].min()}, which is below 0")


# --- in rounds ----------------------------------------------------------------------------------

# How many of 160 parts are played after each round: first a few short rounds, so that something is known about every
# match-up soon, and then one for each twentieth of the games.
_ROUND_ENDS = np.array([0, 1, 2, 4, *range(8, 161, 8)])


def deal_rounds(jobs: NDArray[Any]) -> NDArray[Any]:
    """The same games in rounds: each job plays a part of its games in each round, one job after the other.

    So a batch that ends before its time has played about the same part of every job, and at least one game of each
    after the first round.
    """
    ends = -(-jobs["games"] * _ROUND_ENDS[:, None] // _ROUND_ENDS[-1])  # [rounds + 1, jobs], rounded up
    parts = np.tile(jobs, len(_ROUND_ENDS) - 1)
    parts["first"] += ends[:-1].ravel()
    parts["games"] = np.diff(ends, axis=0).ravel()
    return parts[parts["games"] > 0]


# --- in chunks ----------------------------------------------------------------------------------

CHUNK_GAMES = 5_000  # about a second of games with a beam of width 1
_FEWEST_GAMES = 16  # in a chunk, because starting one takes time, too
_MOST_CHUNKS = 64  # of a short batch, in which chunks of a second would not keep all threads busy


@dataclass(frozen=True, eq=False)
class Chunk(Short):
    """A part of a batch that one thread plays in one go."""

    number: int
    row: int  # of its first game among all games of the batch
    jobs: NDArray[Any]  # with cells that count from 0
    cells: NDArray[np.intp]  # the cells of the batch that these are

    @property
    def games(self) -> int:
        """The number of its games."""
        return int(self.jobs["games"].sum())

    def list_games(self) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
        """[games] and [games]: of each game, in order, the cell of the batch and its number in its match."""
        games = self.jobs["games"]
        offsets = self.jobs["first"] - (np.cumsum(games) - games)
        return np.repeat(self.cells[self.jobs["cell"]], games), np.arange(games.sum()) + np.repeat(offsets, games)


def chunk_size(n_games: int, effort: int) -> int:
    """The games that make a chunk of about a second, or less in a small batch; `effort` is that of a search."""
    return max(1, min(CHUNK_GAMES // effort, max(_FEWEST_GAMES, -(-n_games // _MOST_CHUNKS))))


def split_jobs(jobs: NDArray[Any], size: int) -> Iterator[Chunk]:
    """The jobs in chunks of `size` games, in order; a job may take several chunks, or share one with others."""
    ends = np.cumsum(jobs["games"])
    starts = ends - jobs["games"]
    n_games = int(ends[-1]) if len(ends) else 0
    for number, row in enumerate(range(0, n_games, size)):
        end = min(row + size, n_games)
        part = slice(np.searchsorted(ends, row, "right"), np.searchsorted(ends, end) + 1)
        pieces = jobs[part].copy()
        pieces["first"] += np.maximum(row - starts[part], 0)
        pieces["games"] = np.minimum(end, ends[part]) - np.maximum(row, starts[part])
        cells, pieces["cell"] = np.unique(pieces["cell"], return_inverse=True)
        yield Chunk(number, row, pieces, cells)
