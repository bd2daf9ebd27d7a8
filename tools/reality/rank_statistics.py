"""Do two orders of cards agree, and do marked cards stand above others? With intervals. Knows arrays only."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import rankdata

from evometa.matches.inference import Estimate, margin, middle, tails
from evometa.metagame.evidence import Floats

SAMPLES, DEALS = 2_000, 10_000  # behind an interval, and behind a p value


def correlate_ranks(one: ArrayLike, other: ArrayLike, seed: int, samples: int = SAMPLES) -> Estimate:
    """Spearman's rank correlation of two lists of numbers, with a bootstrap interval over the cards."""
    pairs = np.stack([np.asarray(one, float), np.asarray(other, float)])
    rng, n = np.random.default_rng(seed), pairs.shape[1]
    drawn = [spearman(pairs[:, rng.integers(n, size=n)]) for _ in range(samples)]
    return Estimate(spearman(pairs), *(float(end) for end in np.nanquantile(drawn, tails())))


def spearman(pairs: Floats) -> float:
    """The rank correlation of two rows."""
    return float(np.corrcoef(rankdata(pairs, axis=1))[0, 1])


def rank_within(values: ArrayLike, groups: Sequence[Hashable]) -> Floats:
    """The rank of each number in its group, from 0 for the lowest to 1 for the highest."""
    numbers, ranks = np.asarray(values, float), np.zeros(len(groups))
    for members in _split(groups):
        ranks[members] = (rankdata(numbers[members]) - 0.5) / len(members)
    return ranks


@dataclass(frozen=True)
class Area:
    """How often a marked card stands above one of its group that is not marked: 0.5 if the marks say nothing."""

    n_marked: int
    area: Estimate  # its interval is that of a mean over the marked cards
    chance: tuple[float, float]  # between which areas usually lie if marks are dealt at random within groups
    p_above: float  # how often these are as high as the one found, or higher
    p_below: float  # and as low, or lower


def measure_area(
    values: ArrayLike, marks: ArrayLike, groups: Sequence[Hashable], seed: int, deals: int = DEALS
) -> Area:
    """The area under the curve, of pairs within a group; groups without marked or without other cards do not count."""
    numbers, marked = np.asarray(values, float), np.asarray(marks, bool)
    parts = [part for part in _split(groups) if 0 < marked[part].sum() < len(part)]
    if not parts:
        raise ValueError("no group has marked cards and others")
    found = np.concatenate([_place(numbers[part], marked[part]) for part in parts])
    rng = np.random.default_rng(seed)
    dealt = np.array(
        [
            np.concatenate([_place(numbers[part], rng.permutation(marked[part])) for part in parts]).mean()
            for _ in range(deals)
        ]
    )
    low, high = middle(dealt)
    mean = float(found.mean())
    return Area(
        n_marked=len(found),
        area=_around(found),
        chance=(float(low), float(high)),
        p_above=float((1 + np.sum(dealt >= mean - 1e-12)) / (1 + deals)),
        p_below=float((1 + np.sum(dealt <= mean + 1e-12)) / (1 + deals)),
    )


def _place(numbers: Floats, marked: NDArray[np.bool_]) -> Floats:
    """For each marked card, the share of the others that it stands above; equal ones count half."""
    others = numbers[~marked]
    above = numbers[marked][:, None] - others
    return np.asarray((np.sign(above) + 1).mean(axis=1) / 2)


def _around(found: Floats) -> Estimate:
    """A mean with its interval, which is as wide as can be if there is only one number."""
    mean, n = float(found.mean()), len(found)
    reach = margin(float(found.std(ddof=1) / np.sqrt(n)), n - 1) if n > 1 else 1.0
    return Estimate(mean, max(0.0, mean - reach), min(1.0, mean + reach))


def _split(groups: Sequence[Hashable]) -> list[NDArray[np.intp]]:
    """The places of the members of each group."""
    return [np.flatnonzero([each == group for each in groups]) for group in dict.fromkeys(groups)]
