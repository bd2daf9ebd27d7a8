"""What other pilots make of a recommendation: a patch, a deck, a nerf.

A number of games cannot tell whether a recommendation mends the metagame or the mistakes of those who play it. So it is
played again by others (`metagame.skill.pilots`), without it and with it, and all say whether it holds. It holds with a
pilot if the games with that pilot surely show an improvement, and one of at least half of what was claimed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import isfinite
from typing import Any, TypeVar

import numpy as np

from evometa.experiments.progress import Stage, Tracker
from evometa.input.stored import Record
from evometa.matches.inference import Estimate, Estimates, unpaired_change
from evometa.store.results import Ledger

T = TypeVar("T")

PILOTING = Stage("other pilots: {step} of {steps}")
LEAST_SHARE = 0.5  # of the improvement that was claimed


class Piloted(Record):
    """What the games of one pilot say of a recommendation; who it was found with stands before all others."""

    pilot: str
    before: Estimate  # without it
    after: Estimate  # with it
    change: Estimate
    holds: bool | None  # None: no improvement was claimed that could
    games: int  # played for this alone: none with who it was found with


def change_between(before: Estimate, after: Estimate) -> Estimate:
    """How much higher a number is, from games that have nothing in common."""
    ends = (Estimates(*map(np.asarray, each)) for each in (before, after))
    return unpaired_change(*ends).at(())


def does_hold(claim: Estimate, found: Estimate, sign: int, share: float = LEAST_SHARE) -> bool | None:
    """Whether a change holds that was claimed; with the sign -1 it is meant to lower something.

    It does if it surely goes that way, and by a share of what was claimed. None if nothing sure was claimed.
    """
    if not _is_sure(claim, sign):
        return None
    return _is_sure(found, sign) and sign * found.value >= share * sign * claim.value


def _is_sure(change: Estimate, sign: int) -> bool:
    least = change.low if sign > 0 else -change.high
    return isfinite(change.value) and least > 0


def play_by_others(
    ledger: Ledger[Any],  # of results that have `pilots`
    tracker: Tracker,
    claims: Sequence[Piloted],
    others: Sequence[T],
    games: int,
    play: Callable[[T], Sequence[Piloted]],
    stage: Stage = PILOTING,
) -> None:
    """Let others play what was claimed again, with so many games each; what one says is stored when it has played."""
    pilots = ledger.results.pilots or tuple(claims)
    n_done = len({each.pilot for each in pilots[len(claims) :]})
    for place in range(n_done, len(others)):
        tracker.expect(stage, place, len(others), (len(others) - place) * games)
        pilots = (*pilots, *play(others[place]))
        ledger.keep(replace(ledger.results, pilots=pilots))
