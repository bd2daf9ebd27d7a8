"""How diverse a metagame is, in words."""

from __future__ import annotations

import numpy as np

from evometa.metagame.diversity import Diversity, PoolUse, count_viable
from evometa.metagame.evidence import Estimate
from evometa.report.words.numbers import UNKNOWN, rate


def describe_diversity(diversity: Diversity) -> list[str]:
    """How many decks can be played, how different they are, and how many cards see play."""
    within, least = rate(diversity.within, 0), rate(diversity.least_share, 0)
    return [
        f"Within {within} points of 50% against the metagame: {_describe_number(diversity.viable)}. "
        f"With a share of {least}% or more in the Nash equilibrium: {_describe_number(diversity.viable_in_nash)}.",
        _describe_distance(diversity.distance, diversity.distance_in_nash),
        _describe_pool(diversity.pool, diversity.pool_in_nash),
    ]


def _describe_number(viable: Estimate) -> str:
    """`3 of 6 decks`; if that is not sure, `3 of 6 decks (surely 2, at most 4)`."""
    decks, low, high = count_viable(viable)
    measured = f"{UNKNOWN if np.isnan(decks) else int(decks)} of {len(viable.value)} decks"
    return measured if low == high else f"{measured} (surely {low:.0f}, at most {high:.0f})"


def _describe_distance(distance: float, in_nash: float) -> str:
    told = f"Two decks that meet differ in {distance:.1f} cards on average, mirrors included"
    return f"{told}." if np.isnan(in_nash) else f"{told}; in the equilibrium, in {in_nash:.1f}."


def _describe_pool(pool: PoolUse, in_nash: PoolUse | None) -> str:
    told = (
        f"{pool.played} different cards are in decks: {rate(pool.part_of_playable, 0)}% of the {pool.playable} "
        f"that these classes can play, {rate(pool.part_of_pool, 0)}% of all {pool.pool}"
    )
    return f"{told}; in the equilibrium, {in_nash.played}." if in_nash else f"{told}."
