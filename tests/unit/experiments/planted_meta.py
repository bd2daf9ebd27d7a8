"""A metagame file, small settings for it, and a runner that plays no game: who wins follows from a planted card."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tests.unit.balance.planted_cards import META, WOLF, PlantedCards
from tests.unit.metagame.planted_games import uniform

from evometa.experiments.balance.work import BalanceSettings
from evometa.games.records import Result, Sums
from evometa.matches.runners import Collect, Games, Outcome
from evometa.matches.schedule import Chunk
from evometa.search.learning.settings import LearningSettings
from evometa.search.settings import EvolutionSettings

HUNTER = META.decks[0].name
FILE = "planted.toml"
SMALL = BalanceSettings(
    metagame=FILE,
    algorithm="nsga2",
    objectives=("f", "m"),
    evolution=EvolutionSettings(population=12, generations=4, mutation_rate=0.6, gene_rate=0.3),
    games=20,
    space={"only": ["Timber Wolf", "Tundra Rhino", "cost"], "range": [-3, 3]},
    again_games=100,
    again_size=12,
    audit_games=400,
    audit_size=4,
    explain_games=0,  # explanations and other pilots have tests of their own
    pilot_games=0,
)
LEARNING = replace(  # the same by an algorithm that learns
    SMALL,
    algorithm="model",
    space={"only": ["Timber Wolf", "Tundra Rhino", "cost"], "range": [-3, 3]},
    learning=LearningSettings(
        budgets=(2, 4, 6),
        explore_rounds=2,
        explore_size=6,
        explore_games=60,
        exploit_rounds=1,
        exploit_scales=(0.5,),
        exploit_games=100,
        races=((2, 400), (1, 1500)),
        kicks=1,
    ),
    audit_games=2000,
)


def write_metagame(folder: Path, player: str = "random") -> Path:
    """The metagame that the runner knows, as a file."""
    path = folder / FILE
    decks = "".join(f'[[deck]]\ndeck = "{deck.name}"\n' for deck in META.decks)
    path.write_text(f'name = "test"\nplayers = "{player}"\n{decks}', encoding="utf-8")
    return path


@dataclass
class PlantedDraws(PlantedCards):
    """The hunter wins 80% of its games, 10% less for each mana that its wolf costs more; all other pairs are even.

    It wins more often if it draws the wolf, and draws each of its cards in half of the games.
    """

    by_draw: float = 0.15

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        """Make up the outcomes of all chunks, the last one first."""
        for chunk in reversed(list(chunks)):
            collect(chunk, self.make_outcome(games, chunk))

    def make_outcome(self, games: Games, chunk: Chunk) -> Outcome:
        """Sums and rows of a chunk."""
        sums, rows = np.zeros(len(chunk.cells), Sums), np.zeros(chunk.games, Result)
        row = 0
        for job in chunk.jobs:
            winners = self.play(games, job, sums[job.cell])
            rows["winner"][row : row + len(winners)] = winners
            row += len(winners)
        return Outcome(sums, rows if games.per_game else None, 0.0)

    def play(self, games: Games, job: Any, sums: Any) -> NDArray[np.int64]:
        """The winner of each game of a job, added to the sums."""
        numbers = np.arange(job.first, job.first + job.games)
        rate = np.full(len(numbers), self.rate(games, job))
        drawn = {}  # by seat, which cards the hunter draws
        for seat in [seat for seat, deck in enumerate(job.decks) if games.names[deck] == HUNTER]:
            cards = games.cards[job.decks[seat]]
            drawn[seat] = draw_cards(int(job.seed), numbers, len(cards))
            rate += (1 - 2 * seat) * np.where(drawn[seat][cards.index(WOLF)], self.by_draw, -self.by_draw)
        winners = np.where(uniform(int(job.seed), numbers) < rate, 0, 1)
        sums["games"] += len(numbers)
        sums["wins"] += np.bincount(winners, minlength=3)
        for seat, cards_drawn in drawn.items():
            for name in ("drawn", "played"):
                sums["cards"][seat][name][: len(cards_drawn)] += cards_drawn.sum(axis=1)
                sums["cards"][seat][f"{name}_won"][: len(cards_drawn)] += (cards_drawn & (winners == seat)).sum(axis=1)
        return winners


def draw_cards(seed: int, numbers: NDArray[np.int64], n_cards: int) -> NDArray[np.bool_]:
    """[cards, games]: whether each card is drawn, which is so in half of the games."""
    return uniform(seed + 7, numbers + (1 << 40) * np.arange(n_cards)[:, None]) < 0.5
