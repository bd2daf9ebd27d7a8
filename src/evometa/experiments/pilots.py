"""What other pilots make of a recommendation: a patch, a deck, a nerf.

A number of games cannot tell whether a recommendation mends the metagame or the mistakes of those who play it. So it is
played again by others (`metagame.pilots`), without it and with it, and all say whether it holds. It holds with a
pilot if the games with that pilot surely show an improvement, and one of at least half of what was claimed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np

from evometa.experiments.progress import Stage
from evometa.input.errors import InputError
from evometa.input.stored import Stored
from evometa.metagame.differences import unpaired_change
from evometa.metagame.evidence import Estimate, Estimated
from evometa.metagame.playing import check_games

PILOTING = Stage("other pilots: {step} of {steps}")
LEAST_SHARE = 0.5  # of the improvement that was claimed


@dataclass(frozen=True, eq=False)
class Piloted(Stored):
    """What the games of one pilot say of a recommendation; who it was found with stands before all others."""

    pilot: str
    before: Estimated  # without it
    after: Estimated  # with it
    change: Estimated
    holds: bool | None  # None: no improvement was claimed that could
    games: int  # played for this alone: none with who it was found with


def change_between(before: Estimated, after: Estimated) -> Estimated:
    """How much higher a number is, from games that have nothing in common."""
    ends = (Estimate(*(np.asarray(part) for part in each)) for each in (before, after))
    return Estimated(*(float(part) for part in unpaired_change(*ends)))


def does_hold(claim: Estimated, found: Estimated, sign: int, share: float = LEAST_SHARE) -> bool | None:
    """Whether a change holds that was claimed; with the sign -1 it is meant to lower something.

    It does if it surely goes that way, and by a share of what was claimed. None if nothing sure was claimed.
    """
    if not _is_sure(claim, sign):
        return None
    return _is_sure(found, sign) and sign * found.value >= share * sign * claim.value


def _is_sure(change: Estimated, sign: int) -> bool:
    least = change.low if sign > 0 else -change.high
    return isfinite(change.value) and least > 0


def find_failing(pilots: Sequence[Piloted]) -> list[Piloted]:
    """The pilots with whom a recommendation does not hold."""
    return [each for each in pilots if each.holds is False]


def check_pilot_games(games: int) -> None:
    """Refuse a number of games that both seats cannot share; 0 means none."""
    if games:
        try:
            check_games(games)
        except InputError as error:
            raise InputError(f"pilot_games: {error}; or 0, so that nobody else plays") from None
