"""The best that a run has seen: every genome that no other one beats in all objectives."""

from __future__ import annotations

import numpy as np

from evometa.search.problem import Evaluated, Floats


def merge_fronts(front: Evaluated, new: Evaluated) -> Evaluated:
    """What is not dominated among an earlier front and new genomes, in ascending order of the first objective.

    Of genomes with equal objectives the earliest stays. With one objective that leaves the best alone.
    """
    pool = Evaluated(*(np.concatenate(parts) for parts in zip(front, new, strict=True)))
    kept = np.flatnonzero(~is_dominated(pool.values))
    order = np.lexsort(pool.values[kept].T[::-1])
    return pool.take(kept[order])


def is_dominated(values: Floats) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Whether each row of objectives [k, m] is dominated by another, or repeats an earlier one."""
    at_most = np.all(values[:, None, :] <= values[None, :, :], axis=2)  # [i, j]: i is nowhere worse than j
    earlier = np.triu(np.ones_like(at_most), k=1)
    beats = at_most & (~at_most.T | earlier)
    return np.asarray(beats.any(axis=0))
