"""The map of a deck search: a cell for each kind of deck, all equally large, with the boundaries at the axes.

A cell is coloured by how far the objective of its elite is from where neither side is better, and has its number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from evometa.report.charts.frame import SMALL, Touch, draw_frame, mark
from evometa.report.charts.svg import element, group, join, width_of, write

CELL_WIDTH, CELL_HEIGHT, CELL_GAP = 44.0, 34.0, 2.0
BADGE = 6.5  # the radius of the sign of a deck


@dataclass(frozen=True)
class MapCell:
    """The elite of a cell, which is counted from the left and from below."""

    column: int
    row: int
    value: float  # of the objective
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


def draw_deck_map(grid: DeckGrid, touch: Touch = Touch.NONE) -> Markup:
    """The map. Each cell that has an elite can be touched; `data-row` counts from above, as arrow keys do."""
    left = 30 + max((width_of(each, SMALL) for each in grid.y.boundaries), default=0)
    width, height = grid.x.n_cells * CELL_WIDTH, grid.y.n_cells * CELL_HEIGHT
    top, full = 8.0, {(cell.column, cell.row): cell for cell in grid.cells}
    empty = [
        element(
            "rect",
            x=left + column * CELL_WIDTH,
            y=top + height - (row + 1) * CELL_HEIGHT,
            width=CELL_WIDTH - CELL_GAP,
            height=CELL_HEIGHT - CELL_GAP,
            class_="empty",
        )
        for row in range(grid.y.n_cells)
        for column in range(grid.x.n_cells)
        if (column, row) not in full
    ]
    cells = [_draw_cell(grid, cell, left, top + height, touch) for cell in sorted(grid.cells, key=_reading_order)]
    parts = [*empty, *cells, _draw_axes(grid, left, top, width, height)]
    return draw_frame(grid.name, grid.title, (left + width + 24, top + height + 66), parts, touch)


def _reading_order(cell: MapCell) -> tuple[int, int]:
    return -cell.row, cell.column


def _draw_cell(grid: DeckGrid, cell: MapCell, left: float, bottom: float, touch: Touch) -> Markup:
    x, y = left + cell.column * CELL_WIDTH, bottom - (cell.row + 1) * CELL_HEIGHT
    width, height = CELL_WIDTH - CELL_GAP, CELL_HEIGHT - CELL_GAP
    kind, share = _color(grid, cell.value)
    parts = [
        element("rect", x=x, y=y, width=width, height=height, class_=kind, style=f"--share:{share:.0f}%"),
        write(cell.text, x + width / 2, y + height / 2 + (10 if cell.sign else 4), class_="small"),
    ]
    if cell.sign:
        parts.append(_draw_badge(cell.sign, x + width - BADGE - 1, y + BADGE + 1))
    place = {"data_row": grid.y.n_cells - 1 - cell.row, "data_column": cell.column}
    return mark(touch, cell.key, cell.label, *parts, class_="cell", **place)


def _draw_badge(sign: str, x: float, y: float) -> Markup:
    width = max(2 * BADGE, width_of(sign, SMALL) + 4)
    box = element("rect", x=x + BADGE - width, y=y - BADGE, width=width, height=2 * BADGE, rx=3.0, class_="badge")
    return group(box, write(sign, x + BADGE - width / 2, y + 4, class_="small badge-text"))


def _color(grid: DeckGrid, value: float) -> tuple[str, float]:
    """The side of the middle, and how far from it in percent of the farthest; without a middle, above the lowest."""
    values = [cell.value for cell in grid.cells]
    middle = min(values) if grid.middle is None else grid.middle
    spread = max(grid.least_spread, *(abs(each - middle) for each in values))
    return ("high" if value >= middle else "low"), 100 * abs(value - middle) / spread


def _draw_axes(grid: DeckGrid, left: float, top: float, width: float, height: float) -> Markup:
    bottom = top + height
    labels = [
        write(text, left + place * CELL_WIDTH - CELL_GAP / 2, bottom + 13, text_anchor="middle", class_="small faint")
        for place, text in _thinned(grid.x.boundaries)
    ]
    labels += [
        write(text, left - 6, bottom - place * CELL_HEIGHT + 2, text_anchor="end", class_="small faint")
        for place, text in enumerate(grid.y.boundaries)
    ]
    middle = top + height / 2
    across = write(grid.x.label, left + width / 2, bottom + 32, text_anchor="middle", class_="faint")
    up = write(grid.y.label, 11, middle, text_anchor="middle", transform=f"rotate(-90 11 {middle:g})", class_="faint")
    unit = write(f"colour and number: {grid.unit}", left, bottom + 54, class_="small faint")
    return join([*labels, across, *([up] if grid.y.label else []), unit])


def _thinned(texts: Sequence[str]) -> list[tuple[int, str]]:
    """The boundaries whose texts fit beside each other: each, or every second or third one."""
    widest = max((width_of(each, SMALL) for each in texts), default=0) + 6
    step = 1 + int(widest // CELL_WIDTH)
    return [(place, text) for place, text in enumerate(texts) if place % step == 0]
