"""A simulation beside games that people have played: where they agree, and where chance cannot explain the difference.

Of many match-ups some differ by chance. So a difference is called one only if it stands a test over all match-ups
together (Holm's): where simulation and people play alike, a file in which anything is called different is rare.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import nan, sqrt

import numpy as np

from evometa.input.short_repr import Short
from evometa.matches.inference import Estimates, Mask, around, error_of, find_unlike, p_values_of, unpaired_change
from evometa.metagame.changes.observed import Observed
from evometa.metagame.changes.what_if import WhatIfResult
from evometa.metagame.evidence import Evidence, Floats
from evometa.metagame.playing import MetagameResult


@dataclass(frozen=True, eq=False)
class Comparison(Short):
    """A metagame that was simulated, and the same decks as people played them. Arrays are [n, n] or [n]."""

    result: MetagameResult
    observed: Observed

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
    def difference(self) -> Estimates:
        """[n, n]: how much higher the simulated win rate is than the observed one; NaN where one is not known."""
        found = unpaired_change(self.observed.rates, self.evidence.rates)
        return _only(self.known, found)

    @cached_property
    def p_values(self) -> Floats:
        """[n, n]: how likely chance alone would make a difference at least as large; NaN where one is not known."""
        n_simulated, n_observed = self.evidence.effective_games, self.observed.games
        with np.errstate(divide="ignore", invalid="ignore"):
            pooled = (self.evidence.smoothed_win_rate * n_simulated + self.observed.smoothed_rate * n_observed) / (
                n_simulated + n_observed
            )
            error = np.sqrt(pooled * (1 - pooled) * (1 / n_simulated + 1 / n_observed))
            return p_values_of(self.difference.value, error)

    @cached_property
    def differs(self) -> Mask:
        """[n, n]: which match-ups differ more than chance allows, all of them tested together."""
        rows, columns = np.nonzero(np.triu(self.known, 1))
        unlike = find_unlike(self.p_values[rows, columns].tolist())
        found = np.zeros(self.known.shape, dtype=bool)
        found[rows[unlike], columns[unlike]] = True
        return np.asarray(found | found.T)

    @cached_property
    def bias(self) -> Estimates:
        """[n]: how much the simulation overrates each deck, over the match-ups that are known, each counting alike."""
        n_known = self.known.sum(axis=1)
        count = np.where(n_known > 0, n_known, nan)
        value = np.where(self.known, self.difference.value, 0).sum(axis=1) / count
        variance = np.where(self.known, self.evidence.smoothed_variance + self.observed.variance, 0).sum(axis=1)
        return around(value, np.sqrt(variance) / count)

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
        return log_odds(self.evidence.smoothed_win_rate)[pairs], log_odds(self.observed.smoothed_rate)[pairs]


# --- from the level that was observed -------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Anchored(Short):
    """What a patch would do to win rates as they were observed: the simulation only says how far they move.

    It moves log odds: what is observed, plus how much those of the simulation change. Intervals carry both, the games
    of the people and those of the simulation. Where nothing was observed, all is NaN.
    """

    before: Estimates  # [n, n], as observed
    after: Estimates  # [n, n]
    change: Estimates  # [n, n]


def anchor(observed: Observed, found: WhatIfResult) -> Anchored:
    """The observed win rates before and after what a what-if has simulated."""
    level, (shift, spread) = log_odds(observed.smoothed_rate), _moves(found)
    known = (observed.games > 0) & np.isfinite(found.change.value)
    of_level = observed.variance / slope_at(level) ** 2
    after = around(level + shift, np.sqrt(of_level + spread**2)).each(logistic)
    change = around(level + shift, spread).each(lambda odds: logistic(odds) - logistic(level))
    return Anchored(*(_only(known, each) for each in (observed.rates, after, change)))


def _moves(found: WhatIfResult) -> tuple[Floats, Floats]:
    """[n, n]: how far the simulated log odds move, and the standard error of that, from paired games."""
    before, after = (log_odds(side.evidence.smoothed_win_rate) for side in (found.before, found.after))
    middle = slope_at((before + after) / 2)
    moved = found.is_affected
    return np.where(moved, after - before, 0), np.where(moved, error_of(found.change) / middle, 0)


def _only(known: Mask, estimate: Estimates) -> Estimates:
    return estimate.each(lambda part: np.where(known, part, nan))


# --- log odds -------------------------------------------------------------------------------------


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
