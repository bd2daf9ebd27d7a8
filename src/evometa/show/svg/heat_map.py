"""Heat maps: a cell for each pair, with its number, how sure it is, and a colour.

The two ends of the colours are equally far from the middle in lightness, so that 0% is as strong as 100%.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, radians, sin

import numpy as np
from markupsafe import Markup

from evometa.show.svg.elements import element, group, join, shorten, width_of, write
from evometa.show.svg.frame import LABEL, Touch, draw_frame, draw_row, mark
from evometa.story.charts.heat_map import Cells, HeatMap, cell_key, tell_cell
from evometa.story.words.numbers import number

CELL_WIDTH, CELL_HEIGHT, CELL_GAP = 56.0, 40.0, 2.0
MOST_LABEL = 190.0  # pixels of a name
_SLANT = 40  # degrees
_TOTAL_GAP = 10.0
SCALE_WIDTH, SCALE_HEIGHT = 180.0, 10.0
LEAST_WIDTH = 380.0  # for the scale and what it says


def draw_heat_map(chart: HeatMap, touch: Touch = Touch.NONE) -> Markup:
    """The chart. Each cell has `data-row` and `data-column`, its places among the names that were given."""
    left = max((width_of(_label(each), LABEL) for each in chart.rows), default=0) + 10
    names = [each for _, columns in chart.parts for each in columns]
    top = max((width_of(_label(each), LABEL) for each in names), default=0) * sin(radians(_SLANT)) + 14
    parts, x, right, first = [_row_labels(chart, left, top)], left, left + LEAST_WIDTH, 0
    rows: list[list[str]] = [[] for _ in chart.rows]
    for cells, columns in chart.parts:
        parts.append(_column_labels(columns, x, top))
        for row, drawn in enumerate(rows):
            drawn += _draw_cells(chart, cells, columns, row, (x, top), first, touch)
        right = max(right, x + len(columns) * CELL_WIDTH, *_ends_of_labels(columns, x))
        first += len(columns)
        x += len(columns) * CELL_WIDTH + _TOTAL_GAP
    bottom = top + len(chart.rows) * CELL_HEIGHT
    parts += [*(draw_row(touch, drawn) for drawn in rows), _draw_scale(chart, left, bottom + 16)]
    return draw_frame(chart.name, chart.title, (right + 4, bottom + 52), parts, touch, True)


# --- its parts ------------------------------------------------------------------------------------


def _label(name: str) -> str:
    return shorten(name, MOST_LABEL, LABEL)


def _ends_of_labels(columns: Sequence[str], left: float) -> list[float]:
    """How far each slanted name goes to the right."""
    widths = (width_of(_label(each), LABEL) * cos(radians(_SLANT)) for each in columns)
    return [left + (place + 0.5) * CELL_WIDTH + width for place, width in enumerate(widths)]


def _row_labels(chart: HeatMap, left: float, top: float) -> Markup:
    middle = top + CELL_HEIGHT / 2 + 4
    return join(
        group(element("title", each), write(_label(each), left - 8, middle + row * CELL_HEIGHT, text_anchor="end"))
        for row, each in enumerate(chart.rows)
    )


def _column_labels(columns: Sequence[str], left: float, top: float) -> Markup:
    labels = []
    for place, each in enumerate(columns):
        x, y = left + (place + 0.5) * CELL_WIDTH, top - 7
        turned = write(_label(each), x, y, transform=f"rotate(-{_SLANT} {x:g} {y:g})")
        labels.append(group(element("title", each), turned))
    return join(labels)


def _draw_cells(
    chart: HeatMap,
    cells: Cells,
    columns: Sequence[str],
    row: int,
    corner: tuple[float, float],
    first: int,
    touch: Touch,
) -> Iterator[Markup]:
    """The cells of a row."""
    left, top = corner
    for column in np.flatnonzero(~cells.hidden[row]).tolist():
        x, y = left + column * CELL_WIDTH, top + row * CELL_HEIGHT
        label = tell_cell(chart, cells, row, column, columns[column])
        key = cell_key(chart.name, row, None if cells is chart.totals else column)
        is_fixed = " is-fixed" if cells.fixed[row, column] else ""
        place = {"data_row": row, "data_column": first + column, "class_": f"cell{is_fixed}"}
        yield mark(touch, key, label, *_draw_cell(cells, row, column, x, y), **place)


def _draw_cell(cells: Cells, row: int, column: int, x: float, y: float) -> list[Markup]:
    remark = f"{cells.margin_text(row, column)} {cells.mark(row, column)}".strip()
    kind, share = _color(cells, row, column)
    width, height = CELL_WIDTH - CELL_GAP, CELL_HEIGHT - CELL_GAP
    middle = x + width / 2
    drawn = [
        element("rect", x=x, y=y, width=width, height=height, class_=kind, style=share),
        write(cells.text(row, column), middle, y + (18 if remark else 25), class_="value"),
    ]
    return [*drawn, write(remark, middle, y + 32, class_="small")] if remark else drawn


def _color(cells: Cells, row: int, column: int) -> tuple[str, str | None]:
    """The class of a cell, and how far its colour is from the middle."""
    if cells.fixed[row, column] or cells.unknown[row, column]:
        return ("fixed" if cells.fixed[row, column] else "unknown"), None
    away = (float(cells.estimate.value[row, column]) - cells.middle) / cells.spread
    return ("high" if away >= 0 else "low"), f"--share:{100 * min(abs(away), 1):.0f}%"


def _draw_scale(chart: HeatMap, left: float, top: float) -> Markup:
    """What the colours mean."""
    cells, shade = chart.cells, f"chart-{chart.name}-scale"
    stops, ticks = [], []
    for place, (end, anchor) in enumerate((("low", "start"), ("middle", "middle"), ("high", "end"))):
        stops.append(element("stop", offset=f"{50 * place}%", class_=f"stop-{end}"))
        text = number(cells.middle + cells.spread * (place - 1), 0, signed=not cells.middle)
        x, y = left + SCALE_WIDTH * place / 2, top + SCALE_HEIGHT + 13
        ticks.append(write(text, x, y, text_anchor=anchor, class_="small faint"))
    return group(
        element("linearGradient", *stops, id=shade),
        element("rect", x=left, y=top, width=SCALE_WIDTH, height=SCALE_HEIGHT, fill=f"url(#{shade})"),
        *ticks,
        write(chart.unit, left + SCALE_WIDTH + 12, top + SCALE_HEIGHT, class_="small faint"),
    )
