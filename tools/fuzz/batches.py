"""What fuzzing plays: batches of games, each of which has one seed that names it."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tools.fuzz.decks import draw_deck
from tools.fuzz.own_cards import CLASSES, HELD, write_set
from tools.fuzz.variants import PRINTED, Variant, draw_variant

from evometa.games.decks.deck import Deck
from evometa.games.hearthstone.players.player import SearchPlayer
from evometa.games.records import Job
from evometa.games.setting import Setting
from evometa.matches.counting import play_games
from evometa.matches.results import BatchResult
from evometa.matches.runners import ThreadRunner, Watched
from evometa.matches.schedule import seed_for

N_DECKS = 400  # in a batch
N_VARIANTS = 8  # as above: to compile one takes as long as hundreds of games
PLAYERS = (
    SearchPlayer("random", kind="random", mulligan="keep all"),
    SearchPlayer("busy", kind="busy", mulligan="keep all"),
)
FEW_LONG = 0.01  # games with a variant that allows very long ones, for one game with another
GAMES_OF_SET = 4  # with each set of written cards
MOST_SEED = (1 << 64) - 1


@dataclass(frozen=True)
class Game(Setting):
    """One game by itself, with the variant that its table was made of."""

    players: tuple[SearchPlayer, SearchPlayer]
    variant: Variant = PRINTED

    @classmethod
    def of(
        cls,
        variant: Variant,
        decks: tuple[Deck, Deck],
        players: tuple[SearchPlayer, SearchPlayer],
        seed: int,
        game: int = 0,
    ) -> Game:
        """The game of a seed; its players say which overlays it has, as those of a log do."""
        mine, theirs = (replace(player, overlays=variant.overlays) for player in players)
        return cls(variant.table, decks, (mine, theirs), seed, game, variant)


@dataclass(frozen=True, eq=False)
class Batch:
    """Games between random decks, with the variants and the players that they choose from."""

    variants: Sequence[Variant]
    decks: Sequence[Deck]
    players: Sequence[SearchPlayer]
    jobs: NDArray[Any]  # one for each game

    def play(self, threads: int | None = None, tell: Callable[[int], None] | None = None) -> BatchResult:
        """Play all games, each position checked; a `GameError` has the seed of a game that failed."""
        here = ThreadRunner(threads)
        runner = here if tell is None else Watched(here, tell)
        tables = [variant.table for variant in self.variants]
        return play_games(tables, self.decks, self.players, self.jobs, per_game=True, check=True, runner=runner)

    def without(self, seed: int) -> Batch:
        """The batch without one game."""
        return replace(self, jobs=self.jobs[self.jobs["seed"] != seed])

    def only(self, row: int) -> Batch:
        """A batch of one game."""
        return replace(self, jobs=self.jobs[row : row + 1])

    def game(self, seed: int) -> Game:
        """One game by itself."""
        (job,) = self.jobs[self.jobs["seed"] == seed]
        first, second = (self.decks[i] for i in job.decks)
        mine, theirs = (self.players[i] for i in job.players)
        return Game.of(self.variants[job.table], (first, second), (mine, theirs), seed)

    def played_cards(self, result: BatchResult) -> set[str]:
        """The ids of the cards that somebody played from a deck."""
        assert result.games is not None
        played = np.zeros((len(self.decks), result.games["first_played"].shape[2]), bool)
        for p in range(2):
            np.logical_or.at(played, self.jobs["decks"][:, p], result.games["first_played"][:, p] > 0)
        return {result.cards[deck][k] for deck, k in np.argwhere(played)}


def make_batch(seed: int, number: int, n_games: int, n_decks: int = N_DECKS, n_variants: int = N_VARIANTS) -> Batch:
    """The n-th batch of a run with this seed."""
    source = random.Random(seed_for(seed, "fuzz decks", number))
    decks = [draw_deck(source) for _ in range(n_decks)]
    variants = [draw_variant(source) for _ in range(n_variants)] if n_games else [PRINTED]
    return Batch(variants, decks, PLAYERS, draw_jobs(seed_for(seed, "fuzz games", number), n_games, n_decks, variants))


def make_card_batch(seed: int, number: int, n_games: int, refused: Counter[str] | None = None) -> Batch:
    """The n-th batch of a run with cards written at random: a few games with each of many sets."""
    source = random.Random(seed_for(seed, "fuzz cards", number))
    counts: Counter[str] = Counter() if refused is None else refused
    n_sets = max(1, n_games // GAMES_OF_SET)
    variants = [Variant(written=json.dumps(write_set(source, counts))) for _ in range(n_sets)]
    decks = [draw_written_deck(source) for _ in range(4)]
    jobs = draw_jobs(seed_for(seed, "fuzz card games", number), n_games, len(decks), variants)
    jobs["table"] = np.arange(n_games) // GAMES_OF_SET
    return Batch(variants, decks, PLAYERS, jobs)


def draw_written_deck(source: random.Random) -> Deck:
    """Copies of the cards of a set, whatever they are, and a few printed ones between them."""
    own = source.choices([f"FZ_{i}" for i in range(HELD)], k=24)
    return Deck("written cards", source.choice(CLASSES), "", (*own, *["Wisp"] * 6))


def draw_jobs(seed: int, n_games: int, n_decks: int, variants: Sequence[Variant]) -> NDArray[Any]:
    """Games between random decks by random players; few of them with variants whose games may be long."""
    generator = np.random.default_rng(seed)
    weights = np.array([FEW_LONG if variant.is_long else 1.0 for variant in variants])
    jobs = np.zeros(n_games, Job)
    jobs["games"] = 1
    jobs["seed"] = generator.integers(0, MOST_SEED, n_games, np.uint64, endpoint=True)
    jobs["decks"] = generator.integers(0, n_decks, (n_games, 2))
    jobs["players"] = generator.integers(0, len(PLAYERS), (n_games, 2))
    jobs["table"] = generator.choice(len(variants), n_games, p=weights / weights.sum())
    return jobs
