"""The most likely parameters of a model with a Gaussian prior around 0, by Newton's method. Knows functions only."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy import linalg

from evometa.matches.inference import Floats

_Factor = tuple[Floats, bool]  # of Cholesky, as SciPy gives it, and whether it is the lower one
_REFRESHED = 3  # the step after which the curvature is computed again, near the goal
MOST_STEPS = 100
LONGEST_STEP = 1.0  # so that no step leaps over the goal
CLOSE_ENOUGH = 1e-9


def climb(
    prior: Floats,
    gradient: Callable[[Floats], Floats],
    information: Callable[[Floats], Floats],
    is_costly: bool = False,
) -> tuple[Floats, _Factor]:
    """The peak [n] of likelihood and prior, and a factor of the curvature near it.

    `prior` [n, n] is the precision; `gradient` [n] and `information` [n, n] are those of the likelihood. What is costly
    is computed for the first step and once again near the peak.
    """
    at = np.zeros(len(prior))
    for step in range(MOST_STEPS):
        if not is_costly or step in (0, _REFRESHED):
            curvature = linalg.cho_factor(prior + information(at))
        move = linalg.cho_solve(curvature, gradient(at) - prior @ at)
        farthest = float(np.abs(move).max())
        at = at + move * min(1.0, LONGEST_STEP / max(farthest, CLOSE_ENOUGH))
        if step > _REFRESHED and farthest < CLOSE_ENOUGH:
            break
    return at, curvature


def invert(factor: Floats, is_lower: bool) -> Floats:
    """[n, n]: the inverse of a matrix of which a Cholesky factor is known, with a third of the usual effort."""
    half, _ = linalg.lapack.dpotri(factor, lower=is_lower)
    half = np.tril(half) if is_lower else np.triu(half)
    return np.asarray(half + half.T - np.diag(np.diag(half)))
