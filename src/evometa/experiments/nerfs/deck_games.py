"""The games of one deck against all that it meets, with the cards as they are or after a patch, on the same seeds.

A patch changes a card for everybody: opponents that have the card play the changed one, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.cards.patches.patch import Patch
from evometa.input.errors import InputError
from evometa.matches.runners import Games, Outcome, Runner, Tally, cut_jobs
from evometa.matches.schedule import Chunk, pack_matches
from evometa.metagame.card_statistics import CardStatistics, card_statistics
from evometa.metagame.differences import Mask, paired_change_against_meta
from evometa.metagame.evidence import Counts, Estimate, Evidence, Floats, weigh_opponents
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import check_games, choose_pairs, schedule_games, spread_games

Winners = NDArray[np.int8]  # [n * n, games]: by ordered pair, 0 if the deck that starts won, 1 if it lost, 2 if drawn

NOT_PLAYED = -1


@dataclass(frozen=True, eq=False)
class DeckGames:
    """A deck of a metagame, and so many games against each opponent, half of them from each seat."""

    metagame: Metagame
    place: int  # of the deck
    games: int
    seed: int

    def __post_init__(self) -> None:
        check_games(self.games)
        if not self.opponents.any():
            raise InputError(
                f"the metagame '{self.metagame.name}' has no opponent for {self.metagame.decks[self.place].name}; "
                "allowed: a metagame with another deck whose share is above 0"
            )

    @property
    def opponents(self) -> Floats:
        """[n]: how often the deck meets each of the others."""
        return np.asarray(weigh_opponents(np.array(self.metagame.shares))[self.place])

    @property
    def is_played(self) -> Mask:
        """[n, n]: the ordered pairs of the deck and its opponents."""
        met = np.flatnonzero(self.opponents > 0)
        return choose_pairs(len(self.metagame.decks), [(self.place, int(other)) for other in met])

    def play(self, runner: Runner, patch: Patch | None = None) -> PlayedGames:
        """Play all games. The same game has the same seed, whatever the patch."""
        metagame = self.metagame if patch is None else self.metagame.with_patch(patch)
        packed = Games.pack([metagame.table()], metagame.decks, metagame.players, per_game=True)
        wanted = spread_games(self.games, self.is_played)
        names = [deck.name for deck in metagame.decks]
        jobs = pack_matches(schedule_games(names, self.seed, np.zeros_like(wanted), wanted))
        tally = Tally(wanted.size)
        winners = np.full((wanted.size, self.games // 2), NOT_PLAYED, np.int8)

        def collect(chunk: Chunk, outcome: Outcome) -> None:
            tally.collect(chunk, outcome)
            write_winners(winners, chunk, outcome)

        runner.run(packed, cut_jobs(packed, jobs), collect)
        return PlayedGames(self, winners, tally.sums.reshape(wanted.shape), packed.cards[self.place])


def write_winners(winners: Winners, chunk: Chunk, outcome: Outcome) -> None:
    """Note who won each game of a chunk, by pair and number of the game."""
    assert outcome.rows is not None
    row = 0
    for job in chunk.jobs:
        first, games = int(job.first), int(job.games)
        winners[chunk.cells[job.cell], first : first + games] = outcome.rows["winner"][row : row + games]
        row += games


@dataclass(frozen=True, eq=False)
class PlayedGames:
    """Games of a deck that are played."""

    of: DeckGames
    winners: Winners
    sums: NDArray[Any]  # [n, n], of `matches.records.Sums`
    cards: tuple[str, ...]  # the ids of the deck's distinct cards

    @property
    def n_games(self) -> int:
        return int(self.sums["games"].sum())

    @property
    def win_rate(self) -> Estimate:
        """How often the deck wins against its opponents, draws left out; its mirror does not count."""
        wins, losses, draws = np.moveaxis(self.sums["wins"], -1, 0)
        names = tuple(deck.name for deck in self.of.metagame.decks)
        sums = self.sums
        evidence = Evidence(names, self.of.opponents, sums["games"], wins, losses, draws, sums["turns"])
        parts = (evidence.against_meta, evidence.against_meta_low, evidence.against_meta_high)
        return Estimate(*(np.asarray(part[self.of.place]) for part in parts))

    def statistics(self) -> CardStatistics:
        """The statistics of the deck's cards, which are named by their ids."""
        return card_statistics(self.sums, self.of.place, self.cards, np.array(self.of.metagame.shares))


def change_of_win_rate(of: DeckGames, before: Winners, after: Winners) -> Estimate:
    """How much more often a deck wins after a change than before it, from the same games."""
    n_decks = len(of.metagame.decks)
    joint = count_pairs(before, after).reshape(n_decks, n_decks, 3, 3)
    change = paired_change_against_meta(joint, of.is_played, of.opponents)
    return Estimate(*(np.asarray(part[of.place]) for part in change))


def count_pairs(before: Winners, after: Winners) -> Counts:
    """[cells, 3, 3]: games by what became of them."""
    cells = np.arange(len(before))[:, None]
    numbers = (cells * 3 + before) * 3 + after
    return np.bincount(numbers[before != NOT_PLAYED], minlength=9 * len(before)).reshape(-1, 3, 3)
