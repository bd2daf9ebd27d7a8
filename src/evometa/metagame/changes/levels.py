"""Levels that were observed, changes that were simulated: win rates as people would have them with a patch.

The log odds of a match-up are those that were observed, plus how far those of the simulation move when the patch comes.
Three kinds of games leave something open: those of the people, and the simulated ones without the patch and with it.
All of it is in what comes out, which is evidence: as many games as would tell as much about each match-up. So F, its
interval, its noise floor and everything else that is made of evidence needs to know nothing of this.

A match-up that no changed card can reach stays where it was observed. One that was observed in fewer than
`LEAST_GAMES` games keeps the level of the simulation.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from evometa.input.short_repr import Short, short_repr
from evometa.matches.inference import Counts, Floats, Mask
from evometa.metagame.changes.comparison import log_odds, logistic, slope_at
from evometa.metagame.changes.observed import Observed
from evometa.metagame.evidence import Evidence
from evometa.metagame.standing import Standing

LEAST_GAMES = 4  # of a match-up: with less than two from each seat nobody could say how sure its win rate is


class _Odds(NamedTuple):
    """Log odds [n, n] of the deck of the row, and their standard errors."""

    value: Floats
    error: Floats

    def __repr__(self) -> str:
        return short_repr(self)


@dataclass(frozen=True, eq=False)
class Levels(Short):
    """What was observed of n decks, and the simulated games of the same metagame as it is. Arrays are [n, n]."""

    observed: Observed
    base: Evidence | None = None  # None: they were not played yet, so that nothing can be said of a patch

    @property
    def known(self) -> Mask:
        """Which match-ups were observed, in as many games as say something."""
        return np.asarray(self.observed.games >= LEAST_GAMES)

    @property
    def n_match_ups(self) -> int:
        """How many match-ups stand where they were observed."""
        return int(np.count_nonzero(np.triu(self.known, 1)))

    @property
    def n_games(self) -> int:
        """The games of people that say where these stand, each of them counted once."""
        return int(np.triu(self.observed.games, 1)[self.known].sum())

    @cached_property
    def seen(self) -> _Odds:
        """What was observed; 0 where nothing was."""
        odds, variance = log_odds(self.observed.smoothed_rate), np.where(self.known, self.observed.variance, 0)
        return _Odds(np.where(self.known, odds, 0), np.sqrt(variance) / slope_at(odds))

    @cached_property
    def offset(self) -> _Odds:
        """What is added to simulated log odds, so that the metagame as it is stands where it was observed."""
        assert self.base is not None
        simulated = _odds_of(self.base)
        value = np.where(self.known, self.seen.value - simulated.value, 0)
        return _Odds(value, np.where(self.known, np.hypot(self.seen.error, simulated.error), 0))

    def place(self, rates: Floats, moved: Mask, luck: Floats | float = 0.0) -> Floats:
        """Simulated win rates where people would have them; `luck` says by how many standard errors levels are off."""
        bounded = np.clip(rates, 1e-6, 1 - 1e-6)
        shifted = log_odds(bounded) + self.offset.value + luck * self.offset.error
        still = self.seen.value + luck * self.seen.error
        return np.where(self.known, logistic(np.where(moved, shifted, still)), rates)

    def draw_luck(self, random: np.random.Generator) -> Floats:
        """By how many standard errors the levels might be off; what one deck has, its opponent lacks."""
        upper = np.triu(random.standard_normal(self.known.shape), 1)
        return np.asarray(upper - upper.T)

    def weigh(self, simulated: Evidence, moved: Mask) -> Evidence:
        """What simulated games with a patch say of people, whose win rates move where a changed card can turn up."""
        wins, games = self.observed.wins, self.observed.games
        if moved.any():
            wins, games = (
                np.where(moved, *pair) for pair in zip(self._weigh_moved(simulated), (wins, games), strict=True)
            )
        first, second = np.triu_indices(len(wins), 1)
        counts = spread_seats(wins[first, second], games[first, second])
        played = np.stack([simulated.wins, simulated.losses, simulated.draws], axis=-1)
        counts = np.where(self.known[..., None], counts, played)
        shares = simulated.shares if self.observed.shares is None else self.observed.shares
        turns = np.where(self.known, 0, simulated.turns)
        won, lost, drawn = np.moveaxis(counts, -1, 0)
        return Evidence(simulated.decks, shares, counts.sum(axis=-1), won, lost, drawn, turns)

    def _weigh_moved(self, simulated: Evidence) -> tuple[Counts, Counts]:
        """Wins and games that would tell as much as what was observed and how far the simulation moves."""
        after = _odds_of(simulated)
        value, error = after.value + self.offset.value, np.hypot(after.error, self.offset.error)
        rate = logistic(value)
        with np.errstate(divide="ignore"):
            games = np.maximum(np.rint(1 / (rate * (1 - rate) * error**2)), LEAST_GAMES)
        known = np.where(self.known, games, 0)
        return np.rint(rate * known).astype(np.int64), known.astype(np.int64)

    def stand(self, simulated: Evidence, moved: Mask) -> Standing:
        """How people would stand; the games are those that were simulated."""
        return replace(Standing.of(self.weigh(simulated, moved)), games_played=int(simulated.games.sum()))


def _odds_of(evidence: Evidence) -> _Odds:
    """Simulated log odds; those of a mirror are 0."""
    value = log_odds(evidence.smoothed_win_rate)
    error = np.sqrt(np.nan_to_num(evidence.smoothed_variance)) / slope_at(value)
    return _Odds(value, error)


def spread_seats(wins: Counts, decided: Counts) -> Counts:
    """[n, n, 3]: pooled games of all pairs i < j as if each seat had had half of them: won, lost and drawn."""
    n_decks = int((1 + np.sqrt(1 + 8 * len(wins))) / 2)
    counts, (first, second) = np.zeros((n_decks, n_decks, 3), np.int64), np.triu_indices(n_decks, 1)
    losses = decided - wins
    counts[first, second, 0], counts[first, second, 1] = wins - wins // 2, losses // 2
    counts[second, first, 1], counts[second, first, 0] = wins // 2, losses - losses // 2
    return counts
