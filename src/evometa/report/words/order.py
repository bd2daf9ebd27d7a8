"""In which order decks and cards are shown: the strongest first."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evometa.metagame.evidence import Evidence, Floats


def order_of_strength(evidence: Evidence) -> list[int]:
    """The places of the decks by their win rate against the metagame; those whose rate is not known come last."""
    return order_from_high(evidence.against_meta)


def order_from_high(values: Floats | Sequence[float]) -> list[int]:
    """The places of the values from the highest to the lowest, equal ones as they stand, then those that are NaN."""
    return [int(place) for place in np.argsort(-np.asarray(values, dtype=float), kind="stable")]
