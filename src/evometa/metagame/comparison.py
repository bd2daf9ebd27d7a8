"""A simulation beside games that people have played: where they agree, and where chance cannot explain the difference.

Of many match-ups some differ by chance. So a difference is called one only if it stands a test at 5% over all match-ups
together (Holm's): where simulation and people play alike, nothing is called different in 19 of 20 files.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import nan, sqrt
from statistics import NormalDist

import numpy as np

from evometa.input.short_repr import short_repr
from evometa.matches.intervals import CONFIDENCE
from evometa.metagame.differences import Mask, unpaired_change
from evometa.metagame.evidence import PRIOR, Estimate, Evidence, Floats
from evometa.metagame.observed import Observed
from evometa.metagame.playing import MetagameResult
from evometa.metagame.what_if import WhatIfResult

NORMAL = NormalDist()


@dataclass(frozen=True, eq=False)
class Comparison:
    """A metagame that was simulated, and the same decks as people played them. Arrays are [n, n] or [n]."""

    result: MetagameResult
    observed: Observed

    __repr__ = short_repr

    @property
    def evidence(self) -> Evidence:
        """The simulated games."""
        return self.result.evidence

    @cached_property
    def known(self) -> Mask:
        """[n, n]: which match-ups of two different decks both have games of."""
        both = (self.observed.games > 0) & np.isfinite(self.evidence.win_rate)
        return np.asarray(both & ~np.eye(len(both), dtype=bool))

    @cached_property
    def difference(self) -> Estimate:
        """[n, n]: how much higher the simulated win rate is than the observed one; NaN where one is not known."""
        found = unpaired_change(self.observed.rates, self.evidence.rates)
        return Estimate(*(np.where(self.known, part, nan) for part in found))

    @cached_property
    def p_values(self) -> Floats:
        """[n, n]: how likely chance alone would make a difference at least as large; NaN where one is not known."""
        n_simulated, n_observed = self.evidence.effective_games, self.observed.games
        with np.errstate(divide="ignore", invalid="ignore"):
            pooled = (self.evidence.smoothed_win_rate * n_simulated + smoothed_rate(self.observed) * n_observed) / (
                n_simulated + n_observed
            )
            error = np.sqrt(pooled * (1 - pooled) * (1 / n_simulated + 1 / n_observed))
            z = np.abs(self.difference.value) / error
        return np.asarray(np.vectorize(lambda each: 2 * (1 - NORMAL.cdf(each)), otypes=[float])(z))

    @cached_property
    def differs(self) -> Mask:
        """[n, n]: which match-ups differ more than chance allows, all of them tested together."""
        places = np.argwhere(np.triu(self.known, 1))
        order = sorted(map(tuple, places.tolist()), key=lambda place: float(self.p_values[place]))
        found = np.zeros(self.known.shape, dtype=bool)
        for rank, (i, j) in enumerate(order):
            if self.p_values[i, j] * (len(order) - rank) > 1 - CONFIDENCE:
                break
            found[i, j] = found[j, i] = True
        return found

    @cached_property
    def bias(self) -> Estimate:
        """[n]: how much the simulation overrates each deck, over the match-ups that are known, each counting alike."""
        n_known = self.known.sum(axis=1)
        count = np.where(n_known > 0, n_known, nan)
        value = np.where(self.known, self.difference.value, 0).sum(axis=1) / count
        variance = np.where(self.known, self.evidence.smoothed_variance + variance_of(self.observed), 0).sum(axis=1)
        margin = NORMAL.inv_cdf((1 + CONFIDENCE) / 2) * np.sqrt(variance) / count
        return Estimate(value, value - margin, value + margin)

    @property
    def correlation(self) -> float:
        """How alike the match-ups are, from -1 to 1: of their log odds, which are 0 for an even one; NaN for none."""
        simulated, observed = self._log_odds
        norm = sqrt(float(simulated @ simulated) * float(observed @ observed))
        return float(simulated @ observed) / norm if norm else nan

    @property
    def scale(self) -> float:
        """By what the log odds of the simulation must be multiplied to be as lopsided as what was observed."""
        simulated, observed = self._log_odds
        norm = float(simulated @ simulated)
        return float(simulated @ observed) / norm if norm else nan

    @property
    def _log_odds(self) -> tuple[Floats, Floats]:
        pairs = np.triu(self.known, 1)
        return log_odds(self.evidence.smoothed_win_rate)[pairs], log_odds(smoothed_rate(self.observed))[pairs]


# --- from the level that was observed -------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Anchored:
    """What a patch would do to win rates as they were observed: the simulation only says how far they move.

    It moves log odds: what is observed, plus how much those of the simulation change. Intervals carry both, the games
    of the people and those of the simulation. Where nothing was observed, all is NaN.
    """

    before: Estimate  # [n, n], as observed
    after: Estimate  # [n, n]
    change: Estimate  # [n, n]

    __repr__ = short_repr


def anchor(observed: Observed, found: WhatIfResult) -> Anchored:
    """The observed win rates before and after what a what-if has simulated."""
    level, moved = log_odds(smoothed_rate(observed)), _moves(found)
    shift, spread = moved
    known = (observed.games > 0) & np.isfinite(found.change.value)
    z = NORMAL.inv_cdf((1 + CONFIDENCE) / 2)
    of_level = variance_of(observed) / slope_at(level) ** 2
    margin = z * np.sqrt(of_level + spread**2)
    after = Estimate(*(logistic(level + shift + side * margin) for side in (0, -1, 1)))
    change = Estimate(*(logistic(level + shift + side * z * spread) - logistic(level) for side in (0, -1, 1)))
    return Anchored(*(_only(known, each) for each in (observed.rates, after, change)))


def _moves(found: WhatIfResult) -> tuple[Floats, Floats]:
    """[n, n]: how far the simulated log odds move, and the standard error of that, from paired games."""
    before, after = (log_odds(side.evidence.smoothed_win_rate) for side in (found.before, found.after))
    middle = slope_at((before + after) / 2)
    z = NORMAL.inv_cdf((1 + CONFIDENCE) / 2)
    error = (found.change.high - found.change.low) / (2 * z)
    moved = found.is_affected
    return np.where(moved, after - before, 0), np.where(moved, error / middle, 0)


def _only(known: Mask, estimate: Estimate) -> Estimate:
    parts = [np.where(known, part, nan) for part in estimate]
    return Estimate(*parts)


# --- of counted games -----------------------------------------------------------------------------


def smoothed_rate(observed: Observed) -> Floats:
    """[n, n]: observed win rates drawn towards 0.5 by one game, half won: never 0 or 1, never unknown."""
    return np.asarray((observed.wins + PRIOR) / (observed.games + 2 * PRIOR))


def variance_of(observed: Observed) -> Floats:
    """[n, n]: the squared standard error of each observed win rate; NaN without games."""
    rate = smoothed_rate(observed)
    return np.asarray(rate * (1 - rate) / np.where(observed.games > 0, observed.games, nan))


def log_odds(rates: Floats) -> Floats:
    """The logarithm of the odds, for rates that are neither 0 nor 1."""
    return np.asarray(np.log(rates / (1 - rates)))


def logistic(odds: Floats) -> Floats:
    """The rates with these log odds."""
    return np.asarray(1 / (1 + np.exp(-odds)))


def slope_at(odds: Floats) -> Floats:
    """How fast a rate grows with its log odds."""
    rate = logistic(odds)
    return np.asarray(rate * (1 - rate))
