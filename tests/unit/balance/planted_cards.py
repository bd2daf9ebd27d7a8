"""A runner that plays no game: who wins follows from the cards that a table holds, as planted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from tests.unit.metagame.planted_games import make_metagame, uniform

from evometa.games.records import Sums
from evometa.matches.runners import Collect, Games, Outcome
from evometa.matches.schedule import Chunk

HUNTER, PALADIN, WARLOCK = "exp1_hunter_aggro", "exp1_paladin_aggro", "exp1_warlock_aggro"
META = make_metagame(HUNTER, PALADIN, WARLOCK)
CARDS = META.patched_cards
WOLF, RHINO, WISP, BOW, HOUNDS = "DS1_175", "DS1_178", "CS2_231", "EX1_536", "EX1_538"  # of the hunter


@dataclass
class PlantedCards:
    """The hunter wins 80% of its games, 10% less for each mana that its wolf costs more; all other pairs are even."""

    edge: float = 0.3
    draws: float = 0.0
    jobs: list[Any] = field(default_factory=list)

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        """Make up the outcomes of all chunks, the last one first."""
        for chunk in reversed(list(chunks)):
            self.jobs.extend(chunk.jobs)
            collect(chunk, self.make_outcome(games, chunk))

    def make_outcome(self, games: Games, chunk: Chunk) -> Outcome:
        """The sums of a chunk."""
        sums = np.zeros(len(chunk.cells), Sums)
        for job in chunk.jobs:
            numbers = np.arange(job.first, job.first + job.games)
            is_win = uniform(int(job.seed), numbers) < self.rate(games, job)
            is_draw = uniform(int(job.seed) + 1, numbers) < self.draws
            winners = np.where(is_draw, 2, np.where(is_win, 0, 1))
            sums[job.cell].games += job.games
            sums[job.cell].wins += np.bincount(winners, minlength=3)
        return Outcome(sums, None, cpu_seconds=0.5)

    def rate(self, games: Games, job: Any) -> float:
        """How often the starting deck wins."""
        wolf = CARDS.index_of(WOLF)
        dearer = int(games.tables[job.table]["cards"][wolf]["cost"]) - CARDS[WOLF].tree["cost"]
        hunter = [games.names[deck] for deck in job.decks].index(META.decks[0].name) if 0 in job.decks else None
        return 0.5 if hunter is None else 0.5 + (1 - 2 * hunter) * (self.edge - 0.1 * dearer)
