"""A runner that plays no game: how often a searched deck wins follows from how many cards of the Basic set it has.

It remembers the decks that it is given, as compiled games would see them, and all jobs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tests.unit.metagame.planted_games import make_metagame, uniform

from evometa.games.decks.deck import Deck
from evometa.games.decks.space import DeckSpace
from evometa.games.records import Sums
from evometa.matches.runners import Collect, Games, Outcome, Runner
from evometa.matches.schedule import Chunk
from evometa.metagame.metagames import Metagame

META = make_metagame("exp1_hunter_aggro", "exp1_paladin_aggro", "exp1_warlock_aggro")
CARDS = META.patched_cards
SEARCHED = 0  # the number of the player of searched decks; those of their opponents come after it
SPREAD = 5  # by how much a won game ends with more health than a draw, and a lost one with less
LUCK = 100  # by how much a lucky game does


@dataclass
class PlantedDecks:
    """A deck with n Basic cards wins 20% of its games and 2% more for each of them. Its hero ends with n health,
    and 5 more if it won, or 5 less; the opponent's with none. A game has 2 turns for each Basic card.

    Games of a lucky seed are won, with 100 more. `draws` of the games are drawn.
    """

    draws: float = 0.0
    lucky: frozenset[int] = frozenset()
    batches: list[tuple[Games, NDArray[Any]]] = field(default_factory=list)  # games, and jobs as they came

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        """Make up the outcomes of all chunks, the last one first."""
        todo = list(chunks)
        self.batches.append((games, np.concatenate([chunk.jobs for chunk in todo])))
        for chunk in reversed(todo):
            sums = np.zeros(len(chunk.cells), Sums)
            for job in chunk.jobs:
                self.play(games, job, sums[job.cell])
            collect(chunk, Outcome(sums, None, 0.0))

    def play(self, games: Games, job: Any, sums: Any) -> None:
        """Add the games of a job to the sums."""
        seat = seat_of(job)
        n_basic = count_basic(games.decks[job.decks[seat]])
        numbers, seed = np.arange(job.first, job.first + job.games), int(job.seed)
        is_lucky = seed in self.lucky
        is_won = (uniform(seed, numbers) < 0.2 + 0.02 * n_basic) | is_lucky
        winners = np.where(uniform(seed + 1, numbers) < self.draws, 2, np.where(is_won, seat, 1 - seat))
        wins = np.bincount(winners, minlength=3)
        sums.games += job.games
        sums.wins += wins
        sums.turns += 2 * n_basic * job.games
        sums.health[seat] += (n_basic + LUCK * is_lucky) * job.games + SPREAD * (wins[seat] - wins[1 - seat])
        sums.drawn[seat] += 10 * job.games
        sums.spent[seat] += 20 * job.games

    def decks(self) -> list[list[Any]]:
        """The searched decks of each batch, one record for each (`games.records.DeckList`)."""
        return [[games.decks[i] for i in sorted({own_deck(job) for job in jobs})] for games, jobs in self.batches]


@dataclass
class Interrupted:
    """Hands batches to another runner; after so many of them it is stopped in the middle of the next."""

    batches: int
    runner: Runner = field(default_factory=PlantedDecks)

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        """Play all chunks, or half of them."""
        todo = list(chunks)
        if self.batches:
            self.batches -= 1
            return self.runner.run(games, todo, collect)
        self.runner.run(games, todo[: (len(todo) + 1) // 2], collect)
        raise KeyboardInterrupt


def seat_of(job: Any) -> int:
    """The seat of the searched deck."""
    return [int(player) for player in job.players].index(SEARCHED)


def own_deck(job: Any) -> int:
    """The number of the searched deck among the decks of its batch."""
    return int(job.decks[seat_of(job)])


def read_list(deck: Any, klass: str, metagame: Metagame = META) -> Deck:
    """The deck that compiled games see, if its parts fit together."""
    ids = metagame.table().ids
    cards = [ids[card] for card in deck.cards[: deck.n]]
    assert [ids[card] for card in deck.distinct[: deck.n_distinct]] == sorted(set(cards), key=ids.index)
    assert not any(deck.cards[deck.n :])
    assert not any(deck.distinct[deck.n_distinct :])
    assert metagame.card_set[ids[deck.of]].tree["class"] == klass
    return Deck("played", klass, "", tuple(cards))


def count_basic(deck: Any) -> int:
    """The Basic cards of a deck as compiled games see it."""
    return int(_IS_BASIC[deck.cards[: deck.n]].sum())


def count_basic_in(space: DeckSpace, counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """[k]: the same of decks [k, n] of a space."""
    return np.asarray(counts @ np.array([card.tree["set"] == "basic" for card in space.cards], np.int64))


def count_copies(space: DeckSpace, deck: Deck) -> list[int]:
    """[n]: the vector of a deck whose cards are ids, which is faster to find than that of any deck."""
    copies = Counter(deck.cards)
    assert copies.keys() <= {card.id for card in space.cards}
    return [copies[card.id] for card in space.cards]


_IS_BASIC = np.array([bool(card) and CARDS[card].tree["set"] == "basic" for card in META.table().ids])
