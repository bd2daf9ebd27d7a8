"""What a search that learns can minimise: a function of win rates that is smooth nearly everywhere.

A win rate stands in a row: one for each pair of decks i < j, in the order of `pairs_of`. It says how often deck i wins.
Where several players play, the rows of the first come before those of the second.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evometa.input.short_repr import Frozen

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


def pairs_of(n_decks: int) -> list[tuple[int, int]]:
    """The pairs of decks, one for each row."""
    return list(combinations(range(n_decks), 2))


class Loss(Frozen):
    """(sum over k of w_k |sum over r of B_kr 2 p_r - t_k|^q)^(1/q), for win rates p of R rows and K terms."""

    mixing: Floats  # [K, R]: B
    targets: Floats  # [K]: t
    weights: Floats  # [K]: w, none below 0; a term of weight 0 does not matter
    power: float = 2.0  # q
    sides: Floats | None = None  # [K]: 1 where only what is above the target counts, -1 below it, 0 both; None: both

    def __post_init__(self) -> None:
        n_terms = len(self.mixing)
        if self.mixing.ndim != 2 or self.targets.shape != (n_terms,) or self.weights.shape != (n_terms,):
            raise ValueError(
                f"loss: mixing {self.mixing.shape}, targets {self.targets.shape}, weights {self.weights.shape}; "
                "allowed: [K, R], [K], [K]"
            )
        if not (self.weights >= 0).all() or not self.weights.any() or not self.power >= 1:
            raise ValueError("loss: weights are 0 or more, one of them above 0, and the power is 1 or more")

    @property
    def n_rows(self) -> int:
        """How many win rates it looks at."""
        return int(self.mixing.shape[1])

    @property
    def is_seen(self) -> Bools:
        """[R]: which of them matter."""
        return np.asarray((self.mixing[self.weights > 0] != 0).any(axis=0))

    def __call__(self, win_rates: ArrayLike) -> Floats:
        """[...]: the loss of win rates [..., R]."""
        off = 2 * np.asarray(win_rates, float) @ self.mixing.T - self.targets
        off = np.where(off * self.side_of_terms < 0, 0.0, np.abs(off))
        return np.asarray((off**self.power @ self.weights) ** (1 / self.power))

    @property
    def side_of_terms(self) -> Floats:
        """[K]: the sides, also where none are given."""
        return np.zeros(len(self.mixing)) if self.sides is None else self.sides

    def of_logits(self, logits: ArrayLike) -> Floats:
        """[...]: the loss of log odds [..., R]."""
        return self(_to_win_rates(logits))

    def spread(self, error: float) -> float:
        """About how far the loss is off if log odds are off by this standard error, each by itself."""
        return float(error / 2 * np.sqrt((self.weights**2).sum()) / self.weights.sum())

    def for_players(self, shares: Sequence[float]) -> Loss:
        """The same for several players at once, each with its own rows; the shares say how much each of them counts."""
        parts = np.array(shares, float)
        return replace(
            self,
            mixing=np.asarray(np.kron(np.eye(len(parts)), self.mixing), float),
            targets=np.tile(self.targets, len(parts)),
            weights=np.asarray(np.kron(parts / parts.sum(), self.weights), float),
            sides=None if self.sides is None else np.tile(self.sides, len(parts)),
        )


def add_losses(losses: Sequence[Loss]) -> Loss:
    """The sum of losses of the same rows; of several each must have the power 1."""
    if len(losses) == 1:
        return losses[0]
    if any(each.power != 1 for each in losses):
        raise ValueError("loss: only those of power 1 can be added")
    parts = ((each.mixing, each.targets, each.weights, each.side_of_terms) for each in losses)
    mixing, targets, weights, sides = (np.concatenate(each) for each in zip(*parts, strict=True))
    return Loss(mixing, targets, weights, 1.0, sides)


class Worst(Frozen):
    """The highest of several losses of the same rows: that of the player whom a genome serves worst."""

    losses: tuple[Loss, ...]
    shares: tuple[float, ...]  # by how much each of them counts, 1 at most

    @classmethod
    def of_players(cls, loss: Loss, shares: Sequence[float], counted: Sequence[bool]) -> Worst:
        """A loss with whom it is highest; the rows of players that are not counted do not matter."""
        places = np.flatnonzero(counted).tolist()
        most = max(shares[place] for place in places)
        losses = tuple(loss.for_players(np.eye(len(shares))[place].tolist()) for place in places)
        return cls(losses, tuple(shares[place] / most for place in places))

    @property
    def is_seen(self) -> Bools:
        """[R]: which rows matter."""
        return np.asarray(np.any([each.is_seen for each in self.losses], axis=0))

    def __call__(self, win_rates: ArrayLike) -> Floats:
        """[...]: the loss of win rates [..., R]."""
        parts = [share * each(win_rates) for share, each in zip(self.shares, self.losses, strict=True)]
        return np.asarray(np.max(parts, axis=0))

    def of_logits(self, logits: ArrayLike) -> Floats:
        """[...]: the loss of log odds [..., R]."""
        return self(_to_win_rates(logits))


def _to_win_rates(logits: ArrayLike) -> Floats:
    """Log odds as win rates."""
    return np.asarray((1 + np.tanh(np.asarray(logits, float) / 2)) / 2)


def loss_to_target(win_rates: ArrayLike, weights: ArrayLike | None = None) -> Loss:
    """The root mean square of how far each row is from its target [R], doubled; weights [R] say how much each matters.

    With all targets 0.5 this is F. Rows of weight 0 do not matter, whatever their target is.
    """
    targets = 2 * np.asarray(win_rates, float)
    given = np.ones(len(targets)) if weights is None else np.asarray(weights, float)
    return Loss(np.eye(len(targets)), np.where(given > 0, targets, 1.0), given / given.sum())


def loss_of_imbalance(n_decks: int) -> Loss:
    """F: how far the match-ups are from even."""
    return loss_to_target(np.full(len(pairs_of(n_decks)), 0.5))


def loss_against_meta(shares: ArrayLike) -> Loss:
    """Twice the mean of |W_i - 0.5| by share [n], where W_i is what deck i wins against all it meets, mirrors too."""
    mixing = _mix_opponents(shares)
    return Loss(mixing, mixing.sum(axis=1), np.asarray(shares, float), power=1.0)


@dataclass(frozen=True)
class Band:
    """How much a deck should win against all it meets: from here to there."""

    deck: int
    low: float = 0.0
    high: float = 1.0


def loss_of_bands(shares: ArrayLike, bands: Sequence[Band]) -> Loss:
    """The sum of how far each W_i is outside its band; a metagame has shares [n]."""
    mixing = _mix_opponents(shares)
    ends = [(band.deck, end, side) for band in bands for end, side in ((band.low, -1.0), (band.high, 1.0))]
    decks, limits, sides = (np.array(each) for each in zip(*ends, strict=True))
    return Loss(
        mixing[decks], mixing[decks].sum(axis=1) + 2 * limits - 1, np.full(len(ends), 0.5), power=1.0, sides=sides
    )


def _mix_opponents(shares: ArrayLike) -> Floats:
    """[n, R]: how often each deck meets the other one of each row, negative where it is the second."""
    parts = np.asarray(shares, float)
    mixing = np.zeros((len(parts), len(pairs_of(len(parts)))))
    for row, (i, j) in enumerate(pairs_of(len(parts))):
        mixing[i, row], mixing[j, row] = parts[j], -parts[i]
    return mixing
