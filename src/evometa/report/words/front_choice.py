"""The few audited patches that are worth a designer's time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from evometa.report.run_record import Facts
from evometa.search.front import is_dominated


class Worth(NamedTuple):
    """A patch and why it is worth considering."""

    audit: Facts
    reason: str


def choose_patches(baseline: Facts, patches: Sequence[Facts], chosen: Facts | None = None) -> list[Worth]:
    """At most five of the audited patches that no other one beats in both F and M, from the smallest to the largest.

    Besides the chosen one these are the smallest one that is surely better than no change, the smallest one that halves
    F, the one at the bend of the front, and the most even one; one patch may be several of these.
    """
    front = _front(patches)
    better = [audit for audit in front if audit["f_high"] < baseline["f_low"]]
    if not better:
        return []
    reasons = {"surely better, with the least change": better[0]}
    halved = [audit for audit in better if audit["f"] <= baseline["f"] / 2]
    if halved:
        reasons["halves F with the least change"] = halved[0]
    bend = better[_find_bend(baseline, better)]
    if bend is not better[-1]:
        reasons["the bend: more change buys little"] = bend
    reasons["the most even"] = better[-1]
    if chosen is not None:
        reasons["recommended above"] = chosen
    return [Worth(audit, _reasons_of(audit, reasons)) for audit in better if _reasons_of(audit, reasons)]


def _front(patches: Sequence[Facts]) -> list[Facts]:
    """What nothing beats, by rising M and so by falling F."""
    if not patches:
        return []
    beaten = is_dominated(np.array([[audit["f"], audit["magnitude"]] for audit in patches], dtype=float))
    return sorted((a for a, is_beaten in zip(patches, beaten, strict=True) if not is_beaten), key=_magnitude)


def _magnitude(audit: Facts) -> float:
    return float(audit["magnitude"])


def _find_bend(baseline: Facts, front: Sequence[Facts]) -> int:
    """The patch that is farthest below the straight line from no change to the most even patch."""
    share_of_change = np.array([audit["magnitude"] / max(front[-1]["magnitude"], 1) for audit in front])
    gain = np.array([baseline["f"] - audit["f"] for audit in front]) / (baseline["f"] - front[-1]["f"])
    return int(np.argmax(gain - share_of_change))


def _reasons_of(audit: Facts, reasons: dict[str, Facts]) -> str:
    return "; ".join(reason for reason, chosen in reasons.items() if chosen is audit)
