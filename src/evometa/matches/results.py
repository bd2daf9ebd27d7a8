"""What came out of a batch of games."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.lib.recfunctions import repack_fields
from numpy.typing import NDArray

from evometa.games.records import Sums
from evometa.matches.inference import divide
from evometa.matches.schedule import Chunk

assert Sums.itemsize % 8 == 0, "sums are added as whole words"


class TaskError(Exception):
    """A chunk that could not be played, though no game of it is known to be at fault; seed and game repeat it."""

    def __init__(self, n_games: int, seed: int, game: int, decks: tuple[str, str], reason: str) -> None:
        super().__init__(n_games, seed, game, decks, reason)  # as above
        self.n_games, self.seed, self.game, self.decks, self.reason = n_games, seed, game, decks, reason

    @classmethod
    def of_chunk(cls, chunk: Chunk, reason: BaseException | str, names: Sequence[str]) -> TaskError:
        """The error for a chunk; it names the first of its games."""
        job = chunk.jobs[0]
        cause = reason if isinstance(reason, str) else f"{type(reason).__name__}: {reason}"
        return cls(chunk.games, int(job.seed), int(job.first), _name_decks(job, names), cause)

    def __str__(self) -> str:
        first, second = self.decks
        return (
            f"{self.n_games} games from {first} against {second}, game {self.game} of the match with seed {self.seed}, "
            f"could not be played: {self.reason}"
        )


def _name_decks(job: Any, names: Sequence[str]) -> tuple[str, str]:
    first, second = (names[int(i)] for i in job.decks)
    return first, second


@dataclass(frozen=True, eq=False)
class BatchResult:
    """The sums of each cell and, if asked for, every single game.

    `sums` has a row for each cell and the fields of `games.records.Sums`, or some of them. `games` has a row for each
    game, in the order of the matches, and the fields of `games.records.Result`. Both know the cards of a deck by
    their place in `cards`.
    """

    sums: NDArray[Any]
    games: NDArray[Any] | None
    cards: tuple[tuple[str, ...], ...]  # by deck: the ids of its distinct cards
    cpu_seconds: float  # that the games took, on all threads together

    def __repr__(self) -> str:
        return f"BatchResult({len(self.sums):,} cells, {self.n_games:,} games)"

    @property
    def n_games(self) -> int:
        """Games played."""
        return int(self.sums["wins"].sum())

    @property
    def n_nodes(self) -> int:
        """Positions that all searches looked at."""
        return int(self.sums["nodes"].sum())

    @property
    def n_turns(self) -> int:
        """Turns of all games, those of both players."""
        return int(self.sums["turns"].sum())

    def win_rates(self) -> NDArray[np.float64]:
        """By cell, the share of decided games that the starting deck won; NaN where no game was decided."""
        wins = self.sums["wins"]
        return divide(wins[:, 0], wins[:, 0] + wins[:, 1])

    def checksum(self) -> str:
        """Sixteen hexadecimal digits that differ when any sum does."""
        told = repack_fields(self.sums[[name for name in self.sums.dtype.names or () if name != "stopped"]])
        return hashlib.sha256(told.tobytes()).hexdigest()[:16]


def add_sums(total: NDArray[Any], cells: NDArray[np.intp], part: NDArray[Any]) -> None:
    """Add sums of some cells (each of them once) to those of all cells, in the columns that these have."""
    if total.dtype != part.dtype:
        for name in total.dtype.names or ():
            total[name][cells] += part[name]
        return
    words, more = (sums.view(np.int64).reshape(len(sums), -1) for sums in (total, part))
    for cell, row in zip(cells.tolist(), more, strict=True):  # to add them all at once would copy them first
        words[cell] += row
