"""What the parts of a patch buy, as results that can be stored; `explaining.py` plays the games for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from evometa.input.stored import Stored
from evometa.metagame.evidence import Estimate, Estimated
from evometa.metagame.standing import Standing

Ints = NDArray[np.int64]

Verdict = Literal["buys", "undecided", "harms"]


@dataclass(frozen=True, eq=False)
class Contribution(Stored):
    """What a part of a patch does, beside all the rest of it."""

    card: str
    notes: tuple[str, ...]  # what changes
    addresses: tuple[str, ...]  # the numbers among it
    magnitude: int  # of it
    is_single: bool  # one change; else all those of a card that has several
    buys: Estimated  # how much higher the objective would be without it
    match_ups: Estimate  # [n, n]: how much higher each win rate is with it than without
    games: int  # played without it

    @property
    def verdict(self) -> Verdict:
        """Whether it surely lowers the objective, surely raises it, or the games cannot tell."""
        if self.buys.low > 0:
            return "buys"
        return "harms" if self.buys.high < 0 else "undecided"


@dataclass(frozen=True, eq=False)
class Explanation(Stored):
    """What the parts of a patch buy."""

    objective: str  # that is bought
    notes: tuple[str, ...]  # of all of the patch
    standing: Standing  # of the metagame with all of the patch
    value: float  # of the objective with all of the patch, as measured
    outcomes: Ints  # [n, n, 3]: won, lost and drawn games with all of the patch; the deck of the row starts
    parts: tuple[Contribution, ...]
    games: int  # of all kinds
    is_partial: bool = False  # it was interrupted: some parts are missing

    @property
    def changes(self) -> list[Contribution]:
        """Every single change."""
        return [part for part in self.parts if part.is_single]

    @property
    def idle(self) -> list[Contribution]:
        """The changes that do not surely buy something."""
        return [part for part in self.changes if part.verdict != "buys"]
