"""A runner that plays no game: what cards and pairs of them are worth is drawn at random, and known."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tests.unit.metagame.planted_decks import META, PlantedDecks, seat_of
from tests.unit.metagame.planted_games import uniform
from tests.unit.search.decks.made_up_decks import Truth

from evometa.games.decks.space import DeckSpace
from evometa.search.decks.task import DeckTask


@dataclass
class PlantedWorths(PlantedDecks):
    """A deck of a space wins as often as the worths of its cards and of its pairs say, against whomever."""

    truth: Truth = field(kw_only=True)
    places: NDArray[np.int64] = field(kw_only=True)  # in the space, of each card of the table

    @classmethod
    def plant(cls, space: DeckSpace, seed: int) -> PlantedWorths:
        """Worths drawn at random."""
        costs = np.array([card.cost for card in space.cards])
        task = DeckTask(space.low, space.high, space.rules.deck_size, costs, np.array([1.0]))
        ids = {card.id: place for place, card in enumerate(space.cards)}
        places = np.array([ids.get(card, -1) for card in META.table().ids])
        return cls(truth=Truth.plant(task, seed), places=places)

    def play(self, games: Any, job: Any, sums: Any) -> None:
        """Add the games of a job to the sums."""
        seat = seat_of(job)
        deck = games.decks[job.decks[seat]]
        counts = np.bincount(self.places[deck.cards[: deck.n]], minlength=self.truth.task.n_cards)
        luck = uniform(int(job.seed), np.arange(job.first, job.first + job.games))
        wins = np.bincount(np.where(luck < self.truth.rate(counts[None])[0], seat, 1 - seat), minlength=3)
        sums.games += job.games
        sums.wins += wins
