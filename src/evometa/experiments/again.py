"""Which patches of a search are worth more games: first to be measured again, then to be audited.

The lowest of many noisy numbers are low by luck as well, so the best few of a search are hardly its best patches. That
is why many of them are measured again with fresh games, and only those that do well then are audited.
"""

from __future__ import annotations

import numpy as np

from evometa.balance.space import BalanceSpace
from evometa.search.front import is_dominated
from evometa.search.problem import Evaluated, Floats, Ints


def find_changes(evaluated: Evaluated, space: BalanceSpace) -> Evaluated:
    """Those that change cards, the lowest first objective first; of those that make the same cards, only the first."""
    found: dict[bytes, int] = {}
    changes = space.repair(evaluated.genomes)
    for place in np.lexsort((evaluated.numbers, evaluated.values[:, 0])).tolist():
        if changes[place].any():
            found.setdefault(changes[place].tobytes(), place)
    return evaluated.take(np.array(list(found.values()), np.int64))


def best_few(values: Floats, most: int) -> Ints:
    """The places of the best `most` rows [k, m], in ascending order of the first objective.

    First those that no other dominates, then those that only these dominate, and so on; of the last such front that
    still finds room, some that lie far apart. With one objective that is simply the lowest.
    """
    left, chosen = np.lexsort(values.T[::-1]), np.zeros(0, np.int64)
    while len(left) and len(chosen) < most:
        is_behind = is_dominated(values[left])
        front, left = left[~is_behind], left[is_behind]
        chosen = np.concatenate([chosen, front[thin_front(values[front], most - len(chosen))]])
    return np.asarray(chosen[np.lexsort(values[chosen].T[::-1])])


def thin_front(values: Floats, most: int) -> Ints:
    """The places of `most` of the rows [k, m], in order: both ends, then always the one farthest from those chosen."""
    spread = np.ptp(values, axis=0) if len(values) else np.zeros(values.shape[1])
    scaled = values / np.where(spread > 0, spread, 1)
    chosen = list(dict.fromkeys((0, len(values) - 1)))[: min(most, len(values))]
    while len(chosen) < min(most, len(values)):
        gaps = np.linalg.norm(scaled[:, None] - scaled[chosen], axis=2).min(axis=1)
        gaps[chosen] = -1
        chosen.append(int(np.argmax(gaps)))
    return np.array(sorted(chosen), np.int64)
