"""The games of one deck against all that it meets, with the cards as they are or after a patch, on the same seeds.

A patch changes a card for everybody: opponents that have the card play the changed one, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.patches.patch import Patch
from evometa.input.errors import InputError
from evometa.input.short_repr import Short
from evometa.matches.inference import Estimates, Mask, paired_change_against_meta
from evometa.matches.runners import Runner
from evometa.metagame.cards.card_statistics import CardStatistics, card_statistics
from evometa.metagame.changes.paired_games import PairedGames, Winners, play_and_keep
from evometa.metagame.evidence import Counts, Floats, weigh_opponents
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import check_games, choose_pairs, count_evidence, spread_games


@dataclass(frozen=True, eq=False)
class DeckGames(Short):
    """A deck of a metagame, and a number of games against each opponent, half of them from each seat."""

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

    @property
    def wanted(self) -> Counts:
        """[n, n]: games per ordered pair."""
        return spread_games(self.games, self.is_played)

    def play(self, runner: Runner) -> _FirstGames:
        """Play all games with the cards as they are."""
        kept = play_and_keep(self.metagame, self.wanted, self.seed, runner)
        return _FirstGames(self, kept.sums, kept.cards[self.place], kept.winners)

    def play_after(self, patch: Patch, before: Winners, runner: Runner) -> _ChangedGames:
        """Play all games after a patch. The same game has the same seed, whatever the patch."""
        after = self.metagame.with_patch(patch)
        played = PairedGames(self.metagame, after, self.is_played, self.seed, before).play_up_to(self.wanted, runner)
        return _ChangedGames(self, played.after, played.cards_after[self.place], played.joint)


@dataclass(frozen=True, eq=False)
class PlayedGames(Short):
    """Games of a deck that are played."""

    of: DeckGames
    sums: NDArray[Any]  # [n, n], of `games.records.Sums`
    cards: tuple[str, ...]  # the ids of the deck's distinct cards

    @property
    def n_games(self) -> int:
        """The number of games."""
        return int(self.sums["games"].sum())

    @property
    def win_rate(self) -> Estimates:
        """How often the deck wins against its opponents, draws left out; its mirror does not count."""
        return self._own(count_evidence(self.of.metagame, self.sums, self.of.opponents).strengths)

    def statistics(self) -> CardStatistics:
        """The statistics of the deck's cards, which are named by their ids."""
        return card_statistics(self.sums, self.of.place, self.cards, np.array(self.of.metagame.shares))

    def _own(self, estimate: Estimates) -> Estimates:
        """What an estimate [n] of all decks says of this one."""
        return estimate.each(lambda part: part[self.of.place])


@dataclass(frozen=True, eq=False)
class _FirstGames(PlayedGames):
    """The games with the cards as they are."""

    winners: Winners


@dataclass(frozen=True, eq=False)
class _ChangedGames(PlayedGames):
    """The games after a patch."""

    joint: Counts  # [n, n, 3, 3]: what became of the games, as `matches.inference` says

    @property
    def change(self) -> Estimates:
        """How much more often the deck wins than before, from the same games."""
        return self._own(paired_change_against_meta(self.joint, self.of.is_played, self.of.opponents))
