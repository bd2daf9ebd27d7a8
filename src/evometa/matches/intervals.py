"""How sure a measured win rate is."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

CONFIDENCE = 0.95


class Interval(NamedTuple):
    """Where a rate lies, with the confidence that was asked for."""

    low: float
    high: float


def wilson(wins: float, games: float, confidence: float = CONFIDENCE) -> Interval:
    """The Wilson score interval of a rate: sound for few games and for rates near 0 and 1, and never outside them.

    Without games nothing is known, and the interval is all of [0, 1].
    """
    if not 0 <= wins <= games:
        raise ValueError(f"found {wins} wins in {games} games")
    if not 0 < confidence < 1:
        raise ValueError(f"found a confidence of {confidence}; allowed: more than 0 and less than 1")
    if games == 0:
        return Interval(0.0, 1.0)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate, spread = wins / games, z * z / games
    center = (rate + spread / 2) / (1 + spread)
    margin = z * sqrt(rate * (1 - rate) / games + spread / games / 4) / (1 + spread)
    return Interval(max(0.0, center - margin), min(1.0, center + margin))
