"""The map of a deck search: a cell for each kind of deck, all equally large, with the boundaries at the axes.

A cell is coloured by how far the objective of its elite is from where neither side is better, and has its number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import isfinite

from markupsafe import Markup

from evometa.report.charts.frame import LABEL, SMALL, Touch, draw_frame, draw_row, mark
from evometa.report.charts.svg import element, group, join, width_of, write

LEAST_WIDTH, LEAST_HEIGHT, CELL_GAP = 44.0, 34.0, 2.0  # of a cell
WHOLE_WIDTH, WHOLE_HEIGHT, WIDEST = (
    420.0,
    260.0,
    90.0,
)  # that a map with few cells fills, and how far its cells may grow
TOP = 8.0
BADGE = 6.5  # the radius of the sign of a deck


@dataclass(frozen=True)
class MapCell:
    """The elite of a cell, which is counted from the left and from below; or a known deck where no elite is."""

    column: int
    row: int
    value: float  # of the objective; NaN without an elite
    text: str  # the same, as it is shown
    label: str  # what appears on hover
    key: str = ""
    sign: str = ""  # of an audited deck that lies here


@dataclass(frozen=True)
class MapAxis:
    """A measure with the boundaries of its cells, as text; there is one boundary more than cells."""

    label: str
    boundaries: tuple[str, ...]

    @property
    def n_cells(self) -> int:
        """How many cells there are along it."""
        return max(len(self.boundaries) - 1, 1)


@dataclass(frozen=True)
class DeckGrid:
    """The elites along one or two measures. A map of one measure is one cell high, and its y has no boundaries."""

    name: str
    title: str
    unit: str  # of the objective
    x: MapAxis
    y: MapAxis
    cells: tuple[MapCell, ...]
    middle: float | None  # the value that is neither good nor bad, if there is one
    least_spread: float = 5.0  # from the middle to the strongest colour: a smaller one would dress up noise


@dataclass(frozen=True)
class Layout:
    """Where cells are: the lower left corner of the map, and the size of a cell."""

    left: float
    bottom: float
    width: float
    height: float

    @classmethod
    def of(cls, grid: DeckGrid) -> Layout:
        """As large as the map can be; a strip is not higher than its cells need."""
        left = 30 + max((width_of(each, SMALL) for each in grid.y.boundaries), default=0)
        width = min(max(LEAST_WIDTH, WHOLE_WIDTH / grid.x.n_cells), WIDEST)
        wanted = max(WHOLE_HEIGHT, width_of(grid.y.label, LABEL)) if grid.y.boundaries else 0.0
        height = max(LEAST_HEIGHT, wanted / grid.y.n_cells)
        return cls(left, TOP + grid.y.n_cells * height, width, height)

    def corner(self, column: int, row: int) -> tuple[float, float]:
        """The upper left corner of a cell."""
        return self.left + column * self.width, self.bottom - (row + 1) * self.height


def draw_deck_map(grid: DeckGrid, touch: Touch = Touch.NONE) -> Markup:
    """The map. Each cell that has an elite can be touched; `data-row` counts from above, as arrow keys do."""
    layout = Layout.of(grid)
    rows = [
        draw_row(touch, [_draw_cell(grid, cell, layout, touch) for cell in cells])
        for _, cells in groupby(sorted(grid.cells, key=_reading_order), key=lambda cell: cell.row)
    ]
    right = layout.left + grid.x.n_cells * layout.width
    words = max(width_of(_unit(grid), SMALL), (right - layout.left + width_of(grid.x.label, LABEL)) / 2)
    size = (max(right, layout.left + words) + 24, layout.bottom + 66)
    ground = element(
        "rect", x=layout.left, y=TOP, width=right - layout.left, height=layout.bottom - TOP, class_="empty"
    )
    return draw_frame(grid.name, grid.title, size, [ground, *rows, _draw_axes(grid, layout)], touch, True)


def _unit(grid: DeckGrid) -> str:
    return f"colour and number: {grid.unit}"


def _draw_box(layout: Layout, column: int, row: int, kind: str, share: str | None = None) -> Markup:
    x, y = layout.corner(column, row)
    width, height = layout.width - CELL_GAP, layout.height - CELL_GAP
    return element("rect", x=x, y=y, width=width, height=height, class_=kind, style=share)


def _reading_order(cell: MapCell) -> tuple[int, int]:
    return -cell.row, cell.column


def _draw_cell(grid: DeckGrid, cell: MapCell, layout: Layout, touch: Touch) -> Markup:
    x, y = layout.corner(cell.column, cell.row)
    right, middle = x + layout.width - CELL_GAP, x + (layout.width - CELL_GAP) / 2
    parts = [
        _draw_box(layout, cell.column, cell.row, *_color(grid, cell.value)),
        write(cell.text, middle, y + layout.height / 2 + (9 if cell.sign else 3), class_="small"),
    ]
    if cell.sign:
        parts.append(_draw_badge(cell.sign, right - BADGE - 1, y + BADGE + 1))
    place = {"data_row": grid.y.n_cells - 1 - cell.row, "data_column": cell.column}
    return mark(touch, cell.key, cell.label, *parts, class_="cell", **place)


def _draw_badge(sign: str, x: float, y: float) -> Markup:
    width = max(2 * BADGE, width_of(sign, SMALL) + 4)
    box = element("rect", x=x + BADGE - width, y=y - BADGE, width=width, height=2 * BADGE, rx=3.0, class_="badge")
    return group(box, write(sign, x + BADGE - width / 2, y + 4, class_="small badge-text"))


def _color(grid: DeckGrid, value: float) -> tuple[str, str | None]:
    """The side of the middle, and how far from it in percent of the farthest; without a middle, above the lowest."""
    if not isfinite(value):
        return "empty", None
    values = [cell.value for cell in grid.cells if isfinite(cell.value)]
    middle = min(values) if grid.middle is None else grid.middle
    spread = max(grid.least_spread, *(abs(each - middle) for each in values))
    return ("high" if value >= middle else "low"), f"--share:{100 * abs(value - middle) / spread:.0f}%"


def _draw_axes(grid: DeckGrid, layout: Layout) -> Markup:
    left, bottom = layout.left, layout.bottom
    labels = [
        write(text, left + place * layout.width - CELL_GAP / 2, bottom + 13, text_anchor="middle", class_="small faint")
        for place, text in _thinned(grid.x.boundaries, layout.width)
    ]
    labels += [
        write(text, left - 6, bottom - place * layout.height + 2, text_anchor="end", class_="small faint")
        for place, text in enumerate(grid.y.boundaries)
    ]
    center, middle = left + grid.x.n_cells * layout.width / 2, (TOP + bottom) / 2
    across = write(grid.x.label, center, bottom + 32, text_anchor="middle", class_="faint")
    up = write(grid.y.label, 11, middle, text_anchor="middle", transform=f"rotate(-90 11 {middle:g})", class_="faint")
    unit = write(_unit(grid), left, bottom + 54, class_="small faint")
    return join([*labels, across, *([up] if grid.y.label else []), unit])


def _thinned(texts: Sequence[str], width: float) -> list[tuple[int, str]]:
    """The boundaries whose texts fit beside each other: each, or every second or third one."""
    widest = max((width_of(each, SMALL) for each in texts), default=0) + 6
    step = 1 + int(widest // width)
    return [(place, text) for place, text in enumerate(texts) if place % step == 0]
