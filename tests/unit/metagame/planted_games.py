"""A runner that plays no game: outcomes come from planted win rates, each by its seed and number, as in real games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evometa.games.decks.deck import load_deck
from evometa.games.hearthstone.cards import load_cards, load_rules
from evometa.games.players import load_player
from evometa.games.records import Result, Sums
from evometa.matches.runners import Collect, Games, Outcome
from evometa.matches.schedule import Chunk
from evometa.metagame.metagames import Metagame

TURNS = 10  # of every game


@lru_cache(maxsize=8)
def make_metagame(*decks: str, shares: tuple[float, ...] = (), player: str = "random") -> Metagame:
    """Some built-in decks, all with the same player."""
    loaded = tuple(load_deck(deck) for deck in decks)
    even = tuple(1 / len(decks) for _ in decks)
    return Metagame("test", loaded, (load_player(player),) * len(decks), shares or even, load_cards(), load_rules())


@dataclass
class PlantedRunner:
    """`rates` [n, n], or one such matrix for each card table: how often the deck of the row, which starts, wins."""

    rates: ArrayLike
    draws: float = 0.0  # how many games nobody wins
    interrupt_after: int | None = None  # chunks
    is_reversed: bool = True  # whether the last chunk is the first to be finished
    chunks: list[Chunk] = field(default_factory=list)

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        """Make up the outcome of all chunks, in any order but the first one: what is added up must not depend on it."""
        todo = list(chunks)
        for number, chunk in enumerate(reversed(todo) if self.is_reversed else todo):
            if number == self.interrupt_after:
                raise KeyboardInterrupt
            self.chunks.append(chunk)
            collect(chunk, self.make_outcome(games, chunk))

    def make_outcome(self, games: Games, chunk: Chunk) -> Outcome:
        """Sums and rows of a chunk."""
        sums, rows = np.zeros(len(chunk.cells), Sums), np.zeros(chunk.games, Result)
        done = 0
        for job in chunk.jobs:
            winners = self.draw_winners(job)
            rows["winner"][done : done + job.games] = winners
            done += int(job.games)
            sums[job.cell].games += job.games
            sums[job.cell].turns += TURNS * job.games
            sums[job.cell].wins += np.bincount(winners, minlength=3)
            sums["cards"]["drawn"][job.cell, 0, 0] += job.games
        return Outcome(sums, rows if games.per_game else None, 0.0)

    def draw_winners(self, job: Any) -> NDArray[np.int64]:
        """The winner of each game of a job: the same for both tables, except where their rates differ."""
        rates = np.atleast_3d(np.asarray(self.rates).T).T  # [tables, n, n]
        first, second = job.decks % rates.shape[-1]  # a deck that a patch has changed comes once more, behind all
        rate = rates[job.table % len(rates), first, second]
        luck = uniform(int(job.seed), np.arange(job.first, job.first + job.games))
        is_draw = uniform(int(job.seed) + 1, np.arange(job.first, job.first + job.games)) < self.draws
        return np.where(is_draw, 2, np.where(luck < rate, 0, 1))


def uniform(seed: int, numbers: NDArray[np.int64]) -> NDArray[np.float64]:
    """[games]: a number from 0 to 1 for each game, by its seed and its own number."""
    with np.errstate(over="ignore"):
        x = numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(seed % 2**64)
        for shift in (30, 27, 31):
            x = (x ^ (x >> np.uint64(shift))) * np.uint64(0xBF58476D1CE4E5B9)
    return np.asarray((x >> np.uint64(11)) / 2**53)
