"""From counted games to win rates, and how sure they are. Knows counts only: where the games came from does not matter.

Arrays over pairs of decks have the shape [n, n], with n decks. Counts are per ordered pair, and the deck of the row
starts; what is called a match-up is an unordered pair, from both seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evometa.input.errors import InputError
from evometa.input.short_repr import Short
from evometa.matches.inference import PRIOR, divide, estimate_mean, smooth_rate
from evometa.matches.inference import Counts as Counts
from evometa.matches.inference import Estimate as Estimate
from evometa.matches.inference import Estimates as Estimates
from evometa.matches.inference import Floats as Floats

COUNTS = ("games", "wins", "losses", "draws", "turns")
_SHARES_TOLERANCE = 1e-6  # that shares may be away from a sum of one


@dataclass(frozen=True, eq=False)
class Evidence(Short):
    """All games between some decks, counted, and what they say.

    Draws are counted but belong to no rate: a rate is about decided games. The win rate of a match-up is the mean of
    its two seats, so that it does not drift when one seat was played more often than the other. A mirror's win rate is
    0.5 by definition; its games tell about the seats only. Where a seat has no decided game yet, the rates that
    need it are NaN, and their intervals hold all that is possible.

    Intervals are meant one at a time: of many of them, some miss the truth.
    """

    decks: tuple[str, ...]
    shares: Floats  # [n]: how often each deck is met, P(j)
    games: Counts  # [n, n], as all counts
    wins: Counts  # of the deck of the row, which starts
    losses: Counts
    draws: Counts
    turns: Counts  # of all games together, both players' counted

    def __post_init__(self) -> None:
        _set_array(self, "shares", check_shares(self.shares, self.decks))
        for name in COUNTS:
            _set_array(self, name, _check_counts(name, getattr(self, name), len(self.decks)))
        _check_sums(self)

    @property
    def decided(self) -> Counts:
        """[n, n]: games that the deck of the row started and one of the two won."""
        return self.wins + self.losses

    @property
    def is_complete(self) -> bool:
        """Whether every match-up of two decks has a decided game from each seat, so that no rate is NaN."""
        return bool(np.isfinite(self.win_rate).all())

    # --- with intervals ---

    @cached_property
    def rates(self) -> Estimates:
        """[n, n]: how often the deck of the row beats that of the column, the mean of both seats.

        If the lower end of an interval is above 0.5, the deck of the row is surely favoured.
        """
        wins = np.stack([self.wins, self.losses.T], axis=-1)
        estimate = estimate_mean(wins, self._decided_of_seats, np.full_like(wins, 0.5, dtype=float))
        for part in estimate:
            np.fill_diagonal(part, 0.5)
        return _read_only(estimate)

    @cached_property
    def strengths(self) -> Estimates:
        """[n]: how often each deck wins against what it meets: its win rates weighted by the shares, mirror included.

        Two decks share the games of their match-up. It says who does well in this metagame as it stands. It does not
        say who would if the shares changed.
        """
        wins = np.concatenate([self.wins, self.losses.T], axis=-1)
        decided = np.concatenate([self.decided, self.decided.T], axis=-1)
        opponents = weigh_opponents(self.shares)
        others = estimate_mean(wins, decided, np.concatenate([opponents, opponents], axis=-1) / 2)
        return _read_only(others.each(lambda part: self.shares / 2 + (1 - self.shares) * part))

    @cached_property
    def seats(self) -> Estimates:
        """[n, n]: how much higher a deck's win rate in a match-up is when it starts than when it does not.

        The same for both decks; half of it is how far the starting player's win rate is above one half. It tells what
        the seat is worth to these players in this match-up, not why. Starting is surely better if the lower end of an
        interval is above 0, surely worse if the upper one is below.
        """
        wins = np.stack([self.wins, self.wins.T], axis=-1)
        weights = np.full_like(wins, 0.5, dtype=float)
        weights[np.diag_indices(len(self.decks))] = 1, 0  # the two seats of a mirror are the same games
        rates = estimate_mean(wins, self._decided_of_seats, weights)
        return _read_only(rates.each(lambda part: 2 * part - 1))

    # --- by match-up ---

    @property
    def win_rate_starting(self) -> Floats:
        """[n, n]: how often the deck of the row wins when it starts. A mirror shows what starting is worth."""
        return divide(self.wins, self.decided)

    @property
    def win_rate(self) -> Floats:
        """[n, n]: how often the deck of the row beats that of the column, the mean of both seats."""
        return self.rates.value

    @property
    def mean_turns(self) -> Floats:
        """[n, n]: how long a game of the match-up is, in turns of both players, the mean of both seats."""
        return _mean_of_seats(divide(self.turns, self.games))

    @property
    def draw_rate(self) -> Floats:
        """[n, n]: how many games of the match-up nobody wins, the mean of both seats."""
        return _mean_of_seats(divide(self.draws, self.games))

    # --- how much the games tell ---

    @property
    def effective_games(self) -> Floats:
        """[n, n]: how many decided games, half from each seat, would tell as much about a match-up as those played.

        With equal seats it is their sum; 0 if a seat was not played.
        """
        one, other = self.decided, self.decided.T
        games = divide(4 * one * other, one + other)
        games[one + other == 0] = 0
        np.fill_diagonal(games, one.diagonal())
        return games

    @property
    def variance(self) -> Floats:
        """[n, n]: the squared standard error of each win rate, without bias; NaN below two decided games per seat."""
        rate = self.win_rate_starting
        return _variance_of_mean(divide(rate * (1 - rate), self.decided - 1))

    @property
    def smoothed_win_rate(self) -> Floats:
        """[n, n]: win rates drawn towards 0.5 by one game per seat, half won: never 0 or 1, never unknown."""
        return join_seats(smooth_rate(self.wins, self.decided))

    @property
    def smoothed_variance(self) -> Floats:
        """[n, n]: the squared standard error at the smoothed rates: above 0, even if one deck won all games."""
        rate = smooth_rate(self.wins, self.decided)
        return _variance_of_mean(divide(rate * (1 - rate), self.decided))

    def draw_win_rates(self, samples: int, seed: int) -> Floats:
        """[samples, n, n]: matrices of win rates that these counts leave possible, each as often as it is likely.

        Every seat's rate is drawn from its Beta distribution, given the counts and Jeffreys' prior.
        """
        size = (samples, *self.wins.shape)
        return join_seats(np.random.default_rng(seed).beta(self.wins + PRIOR, self.losses + PRIOR, size))

    @property
    def _decided_of_seats(self) -> Counts:
        return np.stack([self.decided, self.decided.T], axis=-1)


def check_shares(shares: ArrayLike, decks: Sequence[str]) -> Floats:
    """[n]: the shares of the decks, scaled to a sum of exactly one; refused if they are no shares."""
    array = np.array(shares, dtype=float)
    if array.shape != (len(decks),) or not decks:
        raise InputError(f"shares: found {array.size} for {len(decks)} decks; give one share per deck")
    for deck, share in zip(decks, array, strict=True):
        if not 0 <= share <= 1:
            raise InputError(f"share of {deck}: found {share:g}; allowed: from 0 to 1")
    if abs(array.sum() - 1) > _SHARES_TOLERANCE:
        raise InputError(f"shares: found a sum of {array.sum():g}; divide each by it, so that they sum to 1")
    return np.asarray(array / array.sum())


def weigh_opponents(shares: Floats) -> Floats:
    """[n, n]: how often the deck of the row meets that of the column, mirrors left out. Rows sum to one.

    A row is all 0 if its deck meets nobody but itself.
    """
    weights = np.tile(shares, (len(shares), 1))
    np.fill_diagonal(weights, 0)
    return np.nan_to_num(divide(weights, weights.sum(axis=1, keepdims=True)))


def join_seats(starting: Floats) -> Floats:
    """[..., n, n]: win rates over both seats, from those of the deck that starts."""
    joined = (starting + 1 - np.swapaxes(starting, -1, -2)) / 2
    joined[..., np.arange(joined.shape[-1]), np.arange(joined.shape[-1])] = 0.5
    return np.asarray(joined)


def _mean_of_seats(values: Floats) -> Floats:
    return np.asarray((values + values.T) / 2)


def _variance_of_mean(variances: Floats) -> Floats:
    """[n, n]: variances of the means of two seats; a mirror's win rate is known and has none."""
    joined = np.asarray((variances + variances.T) / 4)
    np.fill_diagonal(joined, 0)
    return joined


def _read_only(estimate: Estimates) -> Estimates:
    for part in estimate:
        part.flags.writeable = False
    return estimate


def _set_array(evidence: Evidence, name: str, array: NDArray[np.generic]) -> None:
    array.flags.writeable = False
    object.__setattr__(evidence, name, array)


def _check_counts(name: str, values: ArrayLike, n_decks: int) -> Counts:
    array = np.array(values)
    if array.shape != (n_decks, n_decks):
        raise InputError(
            f"{name}: found the shape {array.shape}; give one row and one column for each of {n_decks} decks"
        )
    counts = array.astype(np.int64)
    if (counts != array).any() or (counts < 0).any():
        raise InputError(f"{name}: found a number that is no count; allowed: 0, 1, 2, ...")
    return counts


def _check_sums(evidence: Evidence) -> None:
    sums = evidence.wins + evidence.losses + evidence.draws
    for row, column in np.argwhere(sums != evidence.games):
        raise InputError(
            f"{evidence.decks[row]} against {evidence.decks[column]}: found {evidence.games[row, column]} games, but "
            f"wins, losses and draws sum to {sums[row, column]}; count every game once"
        )
