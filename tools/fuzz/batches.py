"""What fuzzing plays: batches of games, each of which has one seed that names it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tools.fuzz.decks import draw_deck

from evometa.cards import CardTable, compile_table, load_cards
from evometa.cards.decks.deck import Deck
from evometa.matches.batches import play_games
from evometa.matches.playthrough import Setting
from evometa.matches.records import Job
from evometa.matches.results import BatchResult
from evometa.matches.runners import ThreadRunner, Watched
from evometa.matches.schedule import seed_for
from evometa.players.styles import Player

N_DECKS = 400  # in a batch
PLAYERS = (
    Player("random", kind="random", mulligan="keep all"),
    Player("busy", kind="busy", mulligan="keep all"),
)
OVERLAYS: tuple[tuple[str, ...], ...] = ((), (), (), ("paper_engine",))  # of the cards, batch by batch
MOST_SEED = (1 << 64) - 1


@lru_cache(maxsize=4)
def card_table(overlays: tuple[str, ...]) -> CardTable:
    """The cards with some overlays."""
    return compile_table(load_cards(overlays=overlays))


@dataclass(frozen=True, eq=False)
class Batch:
    """Games between random decks, and the players that they choose from."""

    decks: Sequence[Deck]
    players: Sequence[Player]
    jobs: NDArray[Any]  # one for each game

    @property
    def table(self) -> CardTable:
        """The cards that it is played with."""
        return card_table(self.players[0].overlays)

    def play(self, threads: int | None = None, tell: Callable[[int], None] | None = None) -> BatchResult:
        """Play all games, each position checked; a `GameError` has the seed of a game that failed."""
        here = ThreadRunner(threads)
        runner = here if tell is None else Watched(here, tell)
        return play_games(self.table, self.decks, self.players, self.jobs, per_game=True, check=True, runner=runner)

    def without(self, seed: int) -> Batch:
        """The batch without one game."""
        return replace(self, jobs=self.jobs[self.jobs["seed"] != seed])

    def game(self, seed: int) -> Setting:
        """One game by itself."""
        (job,) = self.jobs[self.jobs["seed"] == seed]
        first, second = (self.decks[i] for i in job.decks)
        mine, theirs = (self.players[i] for i in job.styles)
        return Setting(self.table, (first, second), (mine, theirs), seed)

    def played_cards(self, result: BatchResult) -> set[str]:
        """The ids of the cards that somebody played from a deck."""
        assert result.games is not None
        played = np.zeros((len(self.decks), result.games["first_played"].shape[2]), bool)
        for p in range(2):
            np.logical_or.at(played, self.jobs["decks"][:, p], result.games["first_played"][:, p] > 0)
        return {result.cards[deck][k] for deck, k in np.argwhere(played)}


def make_batch(seed: int, number: int, n_games: int, n_decks: int = N_DECKS) -> Batch:
    """The n-th batch of a run with this seed."""
    source = random.Random(seed_for(seed, "fuzz decks", number))
    overlays = OVERLAYS[number % len(OVERLAYS)]
    decks = [draw_deck(source) for _ in range(n_decks)]
    players = [replace(player, overlays=overlays) for player in PLAYERS]
    return Batch(decks, players, draw_jobs(seed_for(seed, "fuzz games", number), n_games, n_decks, len(players)))


def draw_jobs(seed: int, n_games: int, n_decks: int, n_players: int) -> NDArray[Any]:
    """Games between random decks by random players."""
    generator = np.random.default_rng(seed)
    jobs = np.zeros(n_games, Job)
    jobs["games"] = 1
    jobs["seed"] = generator.integers(0, MOST_SEED, n_games, np.uint64, endpoint=True)
    jobs["decks"] = generator.integers(0, n_decks, (n_games, 2))
    jobs["styles"] = generator.integers(0, n_players, (n_games, 2))
    return jobs
