"""What a search that learns can minimise: a smooth function of win rates, and so of their log odds.

A win rate stands in a row: one for each pair of decks i < j, in the order of `pairs_of`. It says how often deck i wins.
Where several players play, the rows of the first come before those of the second.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
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
        off = np.abs(2 * np.asarray(win_rates, float) @ self.mixing.T - self.targets)
        return np.asarray((off**self.power @ self.weights) ** (1 / self.power))

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
        )


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
    parts = np.asarray(shares, float)
    mixing = np.zeros((len(parts), len(pairs_of(len(parts)))))
    for row, (i, j) in enumerate(pairs_of(len(parts))):
        mixing[i, row], mixing[j, row] = parts[j], -parts[i]
    return Loss(mixing, mixing.sum(axis=1), parts, power=1.0)
