"""A small metagame whose decks have no ogre, and a runner that plays no game: free ogres win, and all else is even."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from tests.unit.metagame.planted_games import uniform

from evometa.experiments.respond.settings import RespondSettings
from evometa.games.hearthstone.cards import load_cards
from evometa.games.records import Sums
from evometa.matches.runners import Collect, Games, Outcome
from evometa.matches.schedule import Chunk

HUNTER, PALADIN = "Exp1 Hunter (Aggro)", "Exp1 Paladin (Control)"
METAGAME = f'name = "Two decks"\nplayers = "random"\n[[deck]]\ndeck = "{HUNTER}"\n[[deck]]\ndeck = "{PALADIN}"\n'
FILE = "two.toml"
OGRE = "Boulderfist Ogre"
FREE_OGRE = f'name = "Free ogres"\n\n[change]\n"{OGRE}" = {{ cost = -6 }}\n'
CARDS = load_cards()
SMALL = RespondSettings(
    metagame=FILE,
    patch=FREE_OGRE,
    classes=("hunter",),
    styles=("aggro", "control"),
    max_games=3000,
    audit_games=200,
    table_games=100,
    pilot_games=0,  # other pilots have tests of their own
)


def write_metagame(folder: Path) -> str:
    """The metagame, as a file."""
    (folder / FILE).write_text(METAGAME, encoding="utf-8")
    return str(folder / FILE)


@dataclass
class PlantedOgres:
    """Each ogre that costs nothing makes a deck win 10% more of its games."""

    edge: float = 0.1
    calls: list[Games] = field(default_factory=list)

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        """Make up the outcomes of all chunks, the last one first."""
        self.calls.append(games)
        for chunk in reversed(list(chunks)):
            sums = np.zeros(len(chunk.cells), Sums)
            for job in chunk.jobs:
                self.play(games, job, sums[job.cell])
            collect(chunk, Outcome(sums, None, 0.0))

    def play(self, games: Games, job: Any, sums: Any) -> None:
        """Add the games of a job to the sums."""
        luck = uniform(int(job.seed), np.arange(job.first, job.first + job.games))
        wins = np.bincount(np.where(luck < self.rate(games, job), 0, 1), minlength=3)
        sums.games += job.games
        sums.wins += wins
        sums.health += [wins[0] - wins[1], wins[1] - wins[0]]

    def rate(self, games: Games, job: Any) -> float:
        """How often the deck that starts wins."""
        ogre = CARDS.index_of(OGRE)
        if games.tables[job.table]["cards"][ogre]["cost"]:
            return 0.5
        mine, theirs = (int((games.decks[deck]["cards"] == ogre).sum()) for deck in job.decks)
        return 0.5 + self.edge * (mine - theirs)


class Stopping(PlantedOgres):
    """Is interrupted after a number of batches."""

    def __init__(self, batches: int) -> None:
        super().__init__()
        self.batches = batches

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        if len(self.calls) == self.batches:
            raise KeyboardInterrupt
        super().run(games, chunks, collect)


class NewDecksLose(PlantedOgres):
    """Decks that are not of the metagame, which a search numbers, win 30% of their games."""

    def rate(self, games: Games, job: Any) -> float:
        is_new = [games.names[deck].startswith("deck ") for deck in job.decks]
        return 0.5 - 0.2 * is_new[0] + 0.2 * is_new[1]
