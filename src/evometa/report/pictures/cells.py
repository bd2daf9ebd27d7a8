"""What the cells of a heat map say and how they look, wherever they are drawn: in a chart, a picture or a notebook.

Colour runs from orange over white to blue, which people with any colour vision can tell apart. Both ends are equally
strong, and those of charts. A triangle marks the numbers that are clearly above or below the middle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evometa.metagame.differences import Mask
from evometa.metagame.evidence import Estimate, Evidence, Floats
from evometa.metagame.what_if import WhatIfResult
from evometa.report.words.estimates import percent, pick
from evometa.report.words.numbers import UNKNOWN, number

COLORS = ("#ec8a1c", "#f7f7f7", "#5b9ee0")  # from low to high; `colors.css` has the same for charts
FIXED_COLOR, UNKNOWN_COLOR = "#ececec", "#ffffff"
INK, FAINT = "#1a1a1a", "#5f5f5f"
BEFORE_INK, AFTER_INK = "#7a7a7a", "#0b3c6f"  # of lines and dots
LEAST_SPREAD = 20.0  # from the middle to the end of the colours: a smaller one would dress up noise
LEAST_SPREAD_OF_CHANGES = 10.0
SURE = "▲ ▼ clearly above or below {middle}: the 95% interval leaves it out."


@dataclass(frozen=True, eq=False)
class Cells:
    """What a heat map shows, in percent or in points. All arrays are [rows, columns]."""

    estimate: Estimate
    middle: float
    spread: float  # how far the colours reach to both sides of the middle
    fixed: Mask  # known without games: no colour, no interval
    hidden: Mask  # nothing to see

    @property
    def margin(self) -> Floats:
        """How far the interval reaches, to the side where it reaches farther."""
        value, low, high = self.estimate
        return np.asarray(np.fmax(high - value, value - low))

    @property
    def unknown(self) -> Mask:
        """Cells without a number."""
        return np.isnan(self.estimate.value) & ~self.hidden

    @property
    def measured(self) -> Mask:
        """Cells with a number that comes from games."""
        return ~(self.fixed | self.hidden | self.unknown)

    @property
    def decimals(self) -> int:
        """As many as the intervals deserve, in all cells alike."""
        return 1 if self.measured.any() and self.margin[self.measured].max() < 0.95 else 0

    def text(self, row: int, column: int) -> str:
        """The number of a cell; differences show their sign."""
        if self.unknown[row, column]:
            return UNKNOWN
        decimals = 0 if self.fixed[row, column] else self.decimals
        return number(self.estimate.value[row, column], decimals, signed=self.middle == 0)

    def margin_text(self, row: int, column: int) -> str:
        """How sure the number of a cell is, if that is known."""
        if not self.measured[row, column] or np.isnan(self.margin[row, column]):
            return ""
        return f"±{number(self.margin[row, column], self.decimals)}"

    def mark(self, row: int, column: int) -> str:
        """A triangle if the number is clearly on one side of the middle."""
        if not self.measured[row, column]:
            return ""
        _, low, high = (part[row, column] for part in self.estimate)
        return "▲" if low > self.middle else "▼" if high < self.middle else ""

    def fill(self, row: int, column: int) -> str:
        """The colour of a cell."""
        if self.fixed[row, column]:
            return FIXED_COLOR
        if self.unknown[row, column]:
            return UNKNOWN_COLOR
        return color_at((self.estimate.value[row, column] - self.middle) / (2 * self.spread) + 0.5)

    def ink(self, row: int, column: int) -> str:
        """The colour of what is written into a cell."""
        return FAINT if self.fixed[row, column] else INK


# --- what is shown --------------------------------------------------------------------------------


def matrix_cells(evidence: Evidence, order: Sequence[int]) -> tuple[Cells, Cells]:
    """[n, n] and [n, 1]: the win rates of all match-ups, and those against the metagame, in the same colours."""
    match_ups = pick(percent(evidence.rates), np.ix_(order, order))
    strengths = pick(percent(evidence.strengths), (np.array(order)[:, None],))
    spread = choose_spread(np.concatenate([match_ups.value, strengths.value], axis=1), 50, LEAST_SPREAD)
    mirrors, nothing = np.eye(len(order), dtype=bool), np.zeros((len(order), len(order)), bool)
    return Cells(match_ups, 50, spread, mirrors, nothing), Cells(strengths, 50, spread, nothing[:, :1], nothing[:, :1])


def seat_cells(evidence: Evidence, order: Sequence[int]) -> Cells:
    """[n, n]: what it is worth to start; each match-up once, so that cells above the diagonal are hidden."""
    seats = pick(percent(evidence.seats), np.ix_(order, order))
    nothing = np.zeros((len(order), len(order)), bool)
    return Cells(seats, 0, choose_spread(seats.value, 0, LEAST_SPREAD), nothing, np.triu(~nothing, 1))


def change_cells(result: WhatIfResult, order: Sequence[int]) -> Cells:
    """[n, n]: how much a patch changes each win rate; known where it cannot change."""
    grid = np.ix_(order, order)
    changes = pick(percent(result.change), grid)
    fixed = ~result.is_affected[grid] | np.eye(len(order), dtype=bool)
    spread = choose_spread(changes.value, 0, LEAST_SPREAD_OF_CHANGES)
    return Cells(changes, 0, spread, fixed, np.zeros_like(fixed))


def choose_spread(values: Floats, middle: float, least: float) -> float:
    """How far the colours reach from the middle: to the farthest number, in steps of ten."""
    known = values[np.isfinite(values)]
    farthest = float(np.max(np.abs(known - middle), initial=0))
    return max(least, 10 * float(np.ceil(farthest / 10)))


# --- colours --------------------------------------------------------------------------------------


def color_at(place: float) -> str:
    """The colour from 0, the low end, to 1, the high end."""
    steps = len(COLORS) - 1
    at = min(max(place, 0.0), 1.0) * steps
    first = min(int(at), steps - 1)
    pairs = zip(_parts(COLORS[first]), _parts(COLORS[first + 1]), strict=True)
    return "#" + "".join(f"{round(low + (high - low) * (at - first)):02x}" for low, high in pairs)


def _parts(color: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(color.removeprefix("#"))
    return red, green, blue
