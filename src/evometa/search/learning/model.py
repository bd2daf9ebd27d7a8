"""A Bayesian model of the log odds of all rows: linear in the features of a genome, with Gaussian priors.

It is fitted to wins by iterated weighted least squares. A genome does in each row a little more or less than the
features say: this residual is one more Gaussian, which adds to the variance of what was seen. The weights of a row
alone are eliminated row by row, so that only those for all rows are solved together. All of it is computed in one
thread, so that the last digits are the same on any number of cores.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import cho_factor, cho_solve, solve_triangular
from threadpoolctl import threadpool_limits

from evometa.input.short_repr import Frozen
from evometa.search.contract import Ints
from evometa.search.learning.design import Design, Priors, RowDesign
from evometa.search.learning.loss import Floats

MOST_STEPS = 12
NEAR = 1e-4  # a step that changes no log odds by more is the last
FARTHEST = 6.0  # log odds at which a win rate is as good as decided


class Coefficients(Frozen):
    """What the model says of each row: s samples of it, or one."""

    intercepts: Floats  # [s, R]
    features: Floats  # [s, R, F]

    def predict(self, features: Floats) -> Floats:
        """[s, k, R]: the log odds of genomes with features [k, F]."""
        return self.intercepts[:, None, :] + features @ np.swapaxes(self.features, 1, 2)


@dataclass(frozen=True, eq=False)
class _RowFit:
    """The weights of a row alone, given those for all rows."""

    design: RowDesign
    mean: Floats  # [l]
    factor: Floats  # [l, l]: Cholesky's, lower
    coupling: Floats  # [l, s]: how much the mean falls when a weight for all rows rises


class Posterior(Frozen):
    """What the games leave possible."""

    design: Design
    mean: Floats  # [shared]
    factor: Floats  # [shared, shared]: Cholesky's of the precision, lower
    rows: tuple[_RowFit, ...]
    logits: Floats  # [k, R]: of the genomes that were seen, by the features alone
    own: Floats  # [k, R]: the same with what their own games say beyond the features
    shrink: Floats  # [k, R]: how much of their own games is believed, from 0 to 1
    noise: Floats  # [k, R]: the standard deviation of what is left

    def expect(self) -> Coefficients:
        """The mean, as one sample."""
        return self._describe(self.mean[None], [row.mean[None] for row in self.rows])

    def draw(self, rng: np.random.Generator, n: int, scale: float = 1.0) -> Coefficients:
        """Samples; a scale below 1 draws them nearer to the mean."""
        with threadpool_limits(1):
            far = scale * solve_triangular(
                self.factor, rng.standard_normal((len(self.mean), n)), lower=True, trans=1, check_finite=False
            )
            local = [self._draw_row(row, far, rng, n, scale) for row in self.rows]
        return self._describe(self.mean + far.T, local)

    @staticmethod
    def _draw_row(row: _RowFit, far: Floats, rng: np.random.Generator, n: int, scale: float) -> Floats:
        own = solve_triangular(
            row.factor, rng.standard_normal((len(row.mean), n)), lower=True, trans=1, check_finite=False
        )
        return np.asarray(row.mean + (scale * own - row.coupling @ far[row.design.shared]).T)

    def _describe(self, shared: Floats, local: list[Floats]) -> Coefficients:
        n_genes, n_samples = self.design.n_genes, len(shared)
        features = np.zeros((n_samples, self.design.n_rows, self.design.n_features))
        for place, (row, own) in enumerate(zip(self.rows, local, strict=True)):
            features[:, place] = (row.design.to_shared @ shared[:, row.design.shared].T).T
            scaled = own[:, 1:] * row.design.scale
            features[:, place, row.design.local] += scaled
            features[:, place, n_genes + row.design.local] += scaled
        return Coefficients(np.stack([own[:, 0] for own in local], axis=1), features)


def fit(design: Design, priors: Priors, genomes: Ints, wins: Ints, decided: Ints) -> Posterior:
    """The model after wins [k, R] in decided games [k, R] of genomes [k, G]; rows without games are left out."""
    with threadpool_limits(1):
        return _Fitting(design, priors, genomes, wins, decided).run()


class _Fitting:
    def __init__(self, design: Design, priors: Priors, genomes: Ints, wins: Ints, decided: Ints) -> None:
        self.design, self.priors = design, priors
        self.wins, self.decided = wins.astype(float), decided.astype(float)
        features = design.make_features(genomes)
        self.expected = design.expect_shared()
        self.blocks = [  # [k, s + l] for each row: the weights' factors
            np.hstack([features @ row.to_shared, np.ones((len(genomes), 1)), genomes[:, row.local] * row.scale])
            for row in design.rows
        ]

    def run(self) -> Posterior:
        blend = np.log((self.wins + 0.5) / (self.decided - self.wins + 0.5))
        last = blend
        for _ in range(MOST_STEPS):
            blend = np.clip(blend, -FARTHEST, FARTHEST)
            rate = 1 / (1 + np.exp(-blend))
            information = self.decided * rate * (1 - rate)
            seen = blend + (self.wins - self.decided * rate) / np.maximum(information, 1e-9)
            shrink = self.priors.residual**2 * information / (1 + self.priors.residual**2 * information)
            found = self._solve(seen, information / (1 + self.priors.residual**2 * information))
            logits = self._predict(*found)
            blend = logits + shrink * (seen - logits)
            if len(blend) and np.abs(blend - last).max() < NEAR:
                break
            last = blend
        mean, factor, rows = found
        return Posterior(
            self.design, mean, factor, rows, logits, blend, shrink, self.priors.residual * np.sqrt(1 - shrink)
        )

    def _solve(self, seen: Floats, weights: Floats) -> tuple[Floats, Floats, tuple[_RowFit, ...]]:
        """One step: the mean of the weights for all rows, the factor of their precision, and the rows."""
        precision = np.diag(self.design.spread_shared(self.priors) ** -2.0)
        pull, parts = np.zeros(self.design.n_shared), []
        for place, row in enumerate(self.design.rows):
            n_shared, block = len(row.shared), self.blocks[place]
            off = seen[:, place] - block[:, :n_shared] @ self.expected[row.shared]
            weighted = block * weights[:, place, None]
            gram, aim = block.T @ weighted, weighted.T @ off
            spread = np.repeat([self.priors.intercept, self.design.spread_local(self.priors)], [1, len(row.local)])
            own = gram[n_shared:, n_shared:] + np.diag(spread**-2.0)
            factor = cho_factor(own, lower=True, check_finite=False)
            coupling = cho_solve(factor, gram[n_shared:, :n_shared], check_finite=False)
            mean = cho_solve(factor, aim[n_shared:], check_finite=False)
            precision[np.ix_(row.shared, row.shared)] += (
                gram[:n_shared, :n_shared] - gram[:n_shared, n_shared:] @ coupling
            )
            pull[row.shared] += aim[:n_shared] - gram[:n_shared, n_shared:] @ mean
            parts.append((row, mean, np.tril(factor[0]), coupling))
        whole = cho_factor(precision, lower=True, check_finite=False)
        step = cho_solve(whole, pull, check_finite=False)
        rows = tuple(
            _RowFit(row, mean - coupling @ step[row.shared], factor, coupling) for row, mean, factor, coupling in parts
        )
        return self.expected + step, np.tril(whole[0]), rows

    def _predict(self, mean: Floats, factor: Floats, rows: tuple[_RowFit, ...]) -> Floats:
        columns = [
            block @ np.concatenate([mean[row.design.shared], row.mean])
            for block, row in zip(self.blocks, rows, strict=True)
        ]
        return np.stack(columns, axis=1)
