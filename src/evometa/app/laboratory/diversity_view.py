"""How diverse a metagame is, for programs and for people."""

from __future__ import annotations

from typing import Any

import numpy as np

from evometa.app.terminal.rate_text import UNKNOWN, percent
from evometa.metagame.diversity import Diversity, PoolUse, count_viable
from evometa.metagame.evidence import Estimate

# --- for programs -------------------------------------------------------------------------------


def diversity_data(diversity: Diversity) -> dict[str, Any]:
    """All numbers. `is_viable` and `is_sure` have an entry for each deck, `distances` a row and a column for each."""
    return {
        "within": diversity.within,
        "viable": _viable_data(diversity.viable),
        "least_share": diversity.least_share,
        "viable_in_nash": _viable_data(diversity.viable_in_nash),
        "distances": diversity.distances,
        "distance": diversity.distance,
        "distance_in_nash": diversity.distance_in_nash,
        "cards": _pool_data(diversity.pool),
        "cards_in_nash": _pool_data(diversity.pool_in_nash) if diversity.pool_in_nash else None,
    }


def _viable_data(viable: Estimate) -> dict[str, Any]:
    decks, low, high = (None if np.isnan(number) else int(number) for number in count_viable(viable))
    is_viable = [None if np.isnan(one) else bool(one) for one in viable.value]
    return {"decks": decks, "low": low, "high": high, "is_viable": is_viable, "is_sure": viable.low == viable.high}


def _pool_data(pool: PoolUse) -> dict[str, Any]:
    return {
        "played": pool.n_played,
        "playable": pool.n_playable,
        "pool": pool.n_cards,
        "part_of_playable": pool.part_of_playable,
        "part_of_pool": pool.part_of_pool,
    }


# --- for people ---------------------------------------------------------------------------------


def describe_diversity(diversity: Diversity) -> list[str]:
    """How many decks can be played, how different they are, and how many cards see play."""
    within, least = percent(diversity.within, 0), percent(diversity.least_share, 0)
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
        f"{pool.n_played} different cards are in decks: {percent(pool.part_of_playable, 0)}% of the {pool.n_playable} "
        f"that these classes can play, {percent(pool.part_of_pool, 0)}% of all {pool.n_cards}"
    )
    return f"{told}; in the equilibrium, {in_nash.n_played}." if in_nash else f"{told}."
