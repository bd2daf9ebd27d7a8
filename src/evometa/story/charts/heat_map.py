"""Numbers of pairs, such as who beats whom: what each cell of a heat map says, in numbers and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from operator import itemgetter

import numpy as np

from evometa.matches.inference import INTERVAL, Estimates, Mask
from evometa.metagame.changes.what_if import WhatIfResult
from evometa.metagame.evidence import Evidence, Floats
from evometa.metagame.standing import order_from_high
from evometa.story.words.numbers import UNKNOWN, interval, number, percent

ALL = "all"  # the column of the metagame, in the keys of its cells


@dataclass(frozen=True, eq=False)
class HeatMap:
    """Numbers of pairs: those of the rows against those of the columns, and perhaps those against all of them."""

    name: str
    title: str
    unit: str  # what the colours mean
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: Cells  # [rows, columns]
    totals: Cells | None = None  # [rows, 1]
    total: str = "the metagame"

    @property
    def parts(self) -> list[tuple[Cells, tuple[str, ...]]]:
        """The blocks of cells, each with the names of its columns."""
        return [(self.cells, self.columns), *([(self.totals, (self.total,))] if self.totals else [])]


def metagame_map(
    name: str,
    title: str,
    decks: Sequence[str],
    win_rate: Estimates,
    against_meta: Estimates | None = None,
    order: Sequence[int] | None = None,
    spread: float | None = None,
) -> HeatMap:
    """The win rates of a metagame: rates from 0 to 1, [n, n] and [n].

    The strongest deck comes first if no order is given; two maps that are to be compared are given the same order and
    the same spread, which is how far the colours reach from 50%.
    """
    if order is None:
        order = order_from_high(np.arange(len(decks), 0, -1) if against_meta is None else against_meta.value)
    rates = percent(win_rate).each(itemgetter(np.ix_(order, order)))
    spread = spread or choose_spread(rates.value, 50, LEAST_SPREAD)
    mirrors, nothing = np.eye(len(decks), dtype=bool), np.zeros((len(decks), len(decks)), dtype=bool)
    for part in rates:
        part[mirrors] = 50  # known without games
    names = tuple(decks[place] for place in order)
    cells, totals = Cells(rates, 50, spread, mirrors, nothing), None
    if against_meta is not None:
        strengths = percent(against_meta).each(lambda part: part[order][:, None])
        totals = Cells(strengths, 50, spread, nothing[:, :1], nothing[:, :1])
    return HeatMap(name, title, "win rate of the row's deck, %", names, names, cells, totals)


def cell_key(name: str, row: int, column: int | None) -> str:
    """The key of a cell of the chart of this name; that of the column of the metagame if none is given."""
    return f"{name}-{row}-{ALL if column is None else column}"


def tell_cell(chart: HeatMap, cells: Cells, row: int, column: int, against: str) -> str:
    """What a cell says, in words."""
    value, low, high = (float(part[row, column]) for part in cells.estimate)
    unit = "%" if cells.middle else " points"
    said = f"{chart.rows[row]} against {against}: {number(value, 1, signed=not cells.middle)}"
    if not isfinite(value):
        return f"{chart.rows[row]} against {against}: not known"
    ends = "" if cells.fixed[row, column] else interval(low, high, 1)
    return f"{said}{unit} ({INTERVAL} {ends})" if ends else f"{said}{unit}"


# --- cells ----------------------------------------------------------------------------------------


LEAST_SPREAD = 20.0  # from the middle to the end of the colours: a smaller one would dress up noise
_LEAST_SPREAD_OF_CHANGES = 10.0
SURE = f"▲ ▼ clearly above or below {{middle}}: the {INTERVAL} leaves it out."


@dataclass(frozen=True, eq=False)
class Cells:
    """What a heat map shows, in percent or in points. All arrays are [rows, columns]."""

    estimate: Estimates
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


# --- what is shown --------------------------------------------------------------------------------


def seat_cells(evidence: Evidence, order: Sequence[int]) -> Cells:
    """[n, n]: what it is worth to start; each match-up once, so that cells above the diagonal are hidden."""
    seats = percent(evidence.seats).each(itemgetter(np.ix_(order, order)))
    nothing = np.zeros((len(order), len(order)), bool)
    return Cells(seats, 0, choose_spread(seats.value, 0, LEAST_SPREAD), nothing, np.triu(~nothing, 1))


def change_cells(result: WhatIfResult, order: Sequence[int]) -> Cells:
    """[n, n]: how much a patch changes each win rate; known where it cannot change."""
    grid = np.ix_(order, order)
    changes = percent(result.change).each(itemgetter(grid))
    fixed = ~result.is_affected[grid] | np.eye(len(order), dtype=bool)
    spread = choose_spread(changes.value, 0, _LEAST_SPREAD_OF_CHANGES)
    return Cells(changes, 0, spread, fixed, np.zeros_like(fixed))


def choose_spread(values: Floats, middle: float, least: float) -> float:
    """How far the colours reach from the middle: to the farthest number, in steps of ten."""
    known = values[np.isfinite(values)]
    farthest = float(np.max(np.abs(known - middle), initial=0))
    return max(least, 10 * float(np.ceil(farthest / 10)))
