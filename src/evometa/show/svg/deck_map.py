"""Maps of deck searches: a cell for each kind of deck, all equally large, with the boundaries at the axes.

A cell is coloured by how far the objective of its elite is from where neither side is better, and has its number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import isfinite

from markupsafe import Markup

from evometa.show.svg.elements import draw_line, element, group, join, width_of, write, write_upwards
from evometa.show.svg.frame import LABEL, SMALL, Touch, draw_frame, draw_row, mark
from evometa.story.charts.data import CURVE_LABELS, CostCurve, DeckGrid, MapCell
from evometa.story.words.numbers import count

LEAST_WIDTH, LEAST_HEIGHT, CELL_GAP = 44.0, 34.0, 2.0  # of a cell
WHOLE_WIDTH, WHOLE_HEIGHT = 420.0, 260.0  # that a map with few cells fills
WIDEST = 90.0  # that its cells may grow
_TOP = 8.0
_BADGE = 6.5  # the radius of the sign of a deck


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
        return cls(left, _TOP + grid.y.n_cells * height, width, height)

    def corner(self, column: int, row: int) -> tuple[float, float]:
        """The upper left corner of a cell."""
        return self.left + column * self.width, self.bottom - (row + 1) * self.height


def draw_deck_map(grid: DeckGrid, touch: Touch = Touch.NONE) -> Markup:
    """The map. Each cell that has an elite can be touched; `data-row` counts from above, as arrow keys do."""
    layout = Layout.of(grid)
    rows = [
        draw_row(touch, [_draw_cell(grid, cell, layout, touch) for cell in cells])
        for _, cells in groupby(
            sorted(grid.cells, key=lambda cell: (-cell.row, cell.column)), key=lambda cell: cell.row
        )
    ]
    right = layout.left + grid.x.n_cells * layout.width
    words = max(width_of(_unit(grid), SMALL), (right - layout.left + width_of(grid.x.label, LABEL)) / 2)
    size = (max(right, layout.left + words) + 24, layout.bottom + 66)
    width, height = right - layout.left, layout.bottom - _TOP
    ground = element("rect", x=layout.left, y=_TOP, width=width, height=height, class_="empty")
    return draw_frame(grid.name, grid.title, size, [ground, *rows, _draw_axes(grid, layout)], touch, True)


def _unit(grid: DeckGrid) -> str:
    return f"colour and number: {grid.unit}"


def _draw_cell(grid: DeckGrid, cell: MapCell, layout: Layout, touch: Touch) -> Markup:
    x, y = layout.corner(cell.column, cell.row)
    width, height = layout.width - CELL_GAP, layout.height - CELL_GAP
    kind, share = _color(grid, cell.value)
    parts = [
        element("rect", x=x, y=y, width=width, height=height, class_=kind, style=share),
        write(cell.text, x + width / 2, y + layout.height / 2 + (9 if cell.sign else 3), class_="small"),
    ]
    if cell.sign:
        parts.append(_draw_badge(cell.sign, x + width - _BADGE - 1, y + _BADGE + 1))
    place = {"data_row": grid.y.n_cells - 1 - cell.row, "data_column": cell.column}
    return mark(touch, cell.key, cell.label, *parts, class_="cell", **place)


def _draw_badge(sign: str, x: float, y: float) -> Markup:
    width = max(2 * _BADGE, width_of(sign, SMALL) + 4)
    box = element("rect", x=x + _BADGE - width, y=y - _BADGE, width=width, height=2 * _BADGE, rx=3.0, class_="badge")
    return group(box, write(sign, x + _BADGE - width / 2, y + 4, class_="small badge-text"))


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
    center, middle = left + grid.x.n_cells * layout.width / 2, (_TOP + bottom) / 2
    across = write(grid.x.label, center, bottom + 32, text_anchor="middle", class_="faint")
    up = write_upwards(grid.y.label, 11, middle)
    unit = write(_unit(grid), left, bottom + 54, class_="small faint")
    return join([*labels, across, *([up] if grid.y.label else []), unit])


def _thinned(texts: Sequence[str], width: float) -> list[tuple[int, str]]:
    """The boundaries whose texts fit beside each other: each, or every second or third one."""
    widest = max((width_of(each, SMALL) for each in texts), default=0) + 6
    step = 1 + int(widest // width)
    return [(place, text) for place, text in enumerate(texts) if place % step == 0]


# --- curves: a bar for each cost -------------------------------------------------------------


BAR, GAP, HEIGHT = 22.0, 5.0, 80.0  # pixels


def draw_cost_curve(curve: CostCurve) -> Markup:
    """The curve, a bar for each cost."""
    top, most = 16.0, max(curve.highest, *curve.counts, 1)
    parts = []
    for place, (label, n_cards) in enumerate(zip(CURVE_LABELS, curve.counts, strict=True)):
        x, height, look = place * (BAR + GAP), HEIGHT * n_cards / most, f"bar look-{curve.look}"
        parts += [
            element(
                "g",
                element("title", f"{count(n_cards, 'card')} of cost {label}"),
                element("rect", x=x, y=top + HEIGHT - height, width=BAR, height=height, class_=look),
                write(str(n_cards) if n_cards else "", x + BAR / 2, top + HEIGHT - height - 4, text_anchor="middle"),
            ),
            write(label, x + BAR / 2, top + HEIGHT + 15, text_anchor="middle", class_="small faint"),
        ]
    width = len(CURVE_LABELS) * (BAR + GAP) - GAP
    base = draw_line((0.0, top + HEIGHT), (width, top + HEIGHT), class_="axis")
    unit = write("cost", width / 2, top + HEIGHT + 31, text_anchor="middle", class_="small faint")
    return draw_frame(curve.name, curve.title, (width, top + HEIGHT + 38), [*parts, base, unit])
