"""The Pareto front of a run: every genome that no other one beats in all objectives, and some next to them."""

from __future__ import annotations

import numpy as np

from evometa.search.contract import Floats, Ints


def is_dominated(values: Floats) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Whether each row of objectives [k, m] is dominated by another, or repeats an earlier one."""
    is_behind = np.zeros(len(values), np.bool_)
    front, size = np.empty_like(values), 0
    for place in _sort_rows(values).tolist():  # so that a row can only be dominated by one before it
        if np.all(front[:size] <= values[place], axis=1).any():
            is_behind[place] = True
        else:
            front[size] = values[place]
            size += 1
    return is_behind


def _sort_rows(values: Floats) -> Ints:
    """The places of the rows [k, m] in ascending order of the first objective, then the second, and so on."""
    return np.lexsort(values.T[::-1])


def best_few(values: Floats, most: int) -> Ints:
    """The places of the best `most` rows [k, m], in ascending order of the first objective.

    With one objective these are the lowest. With several, first those that no other dominates, then those that only
    these dominate, and so on; of the last such front that still finds room, some that lie far apart.
    """
    if values.shape[1] == 1:
        return _sort_rows(values)[:most]
    left, chosen = _sort_rows(values), np.zeros(0, np.int64)
    while len(left) and len(chosen) < most:
        is_behind = is_dominated(values[left])
        front, left = left[~is_behind], left[is_behind]
        chosen = np.concatenate([chosen, front[_thin_front(values[front], most - len(chosen))]])
    return chosen[_sort_rows(values[chosen])]


def _thin_front(values: Floats, most: int) -> Ints:
    """The places of `most` of the rows [k, m], in order: both ends, then always the one farthest from those chosen."""
    if len(values) <= most:
        return np.arange(len(values))
    spread = np.ptp(values, axis=0)
    scaled = values / np.where(spread > 0, spread, 1)
    chosen, gaps = [0], np.linalg.norm(scaled - scaled[0], axis=1)
    while len(chosen) < most:
        next_one = len(values) - 1 if len(chosen) == 1 else int(np.argmax(gaps))
        chosen.append(next_one)
        gaps = np.minimum(gaps, np.linalg.norm(scaled - scaled[next_one], axis=1))
        gaps[chosen] = -1
    return np.array(sorted(chosen), np.int64)
