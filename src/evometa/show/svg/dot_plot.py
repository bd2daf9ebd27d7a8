"""Dot plots: a row for each number, with a line for its interval and both in words beside it.

A dot is filled if its interval leaves out what it is compared with, and hollow if chance can explain the difference:
that needs no colour.
"""

from __future__ import annotations

from math import isfinite

from markupsafe import Markup

from evometa.matches.inference import Estimate
from evometa.show.svg.elements import draw_line, element, group, join, shorten, width_of, write
from evometa.show.svg.frame import LABEL, Scale, Touch, draw_frame, find_range, mark
from evometa.story.charts.data import DotPlot, DotRow
from evometa.story.words.numbers import UNKNOWN, interval, number

ROW, PANEL = 24.0, 340.0  # pixels
MOST_LABEL = 220.0
_RADIUS = 4.5


def draw_dot_plot(plot: DotPlot, touch: Touch = Touch.NONE) -> Markup:
    """The plot. Each row that has a key can be touched."""
    has_before = any(row.before for row in plot.rows)
    left = max((width_of(_label(row), LABEL) for row in plot.rows), default=0) + 12
    top = 22.0 if has_before else 4.0
    bottom = top + len(plot.rows) * ROW
    scale = Scale(*find_range(_ends(plot), plot.least_range), left, left + PANEL)
    words = [_describe(plot, row.found) for row in plot.rows]
    right = left + PANEL + 12 + max((width_of(text, LABEL) for text in words), default=0)
    width = right + max((width_of(_remark(plot, row), LABEL) for row in plot.rows), default=0) + 16
    rows = [_draw_row(plot, place, scale, (top, right, width), words[place], touch) for place in range(len(plot.rows))]
    parts = [_draw_stripes(len(plot.rows), top, width), _draw_axis(plot, scale, top, bottom), *rows]
    if has_before:
        parts.append(_draw_names(plot, left))
    return draw_frame(plot.name, plot.title, (width, bottom + 40), parts, touch)


def is_sure(found: Estimate, line: float | None) -> bool:
    """Whether the interval leaves out what the number is compared with; so it does if there is nothing."""
    return line is None or not found.low <= line <= found.high


# --- its parts ------------------------------------------------------------------------------------


def _label(row: DotRow) -> str:
    return shorten(row.label, MOST_LABEL, LABEL)


def _describe(plot: DotPlot, found: Estimate) -> str:
    if not found.is_known:
        return UNKNOWN
    ends = interval(found.low, found.high, plot.decimals)
    told = number(found.value, plot.decimals, plot.is_signed)
    return f"{told} ({ends})" if ends else told


def _remark(plot: DotPlot, row: DotRow) -> str:
    """What stands at the right end of a row: what the number was before, if nothing else is said."""
    if row.remark or row.before is None or not row.before.is_known:
        return row.remark
    return f"{plot.names[0]} {number(row.before.value, plot.decimals, plot.is_signed)}"


def _ends(plot: DotPlot) -> list[float]:
    """All numbers that the axis must hold."""
    found = [each for row in plot.rows for each in (row.found, row.before) if each and each.is_known]
    return [*(end for each in found for end in each), *([] if plot.line is None else [plot.line])]


def _draw_row(
    plot: DotPlot, place: int, scale: Scale, frame: tuple[float, float, float], words: str, touch: Touch
) -> Markup:
    row, (top, right, width) = plot.rows[place], frame
    y, has_before = top + (place + 0.5) * ROW, row.before is not None
    dots = [_draw_dot(row.found, scale, y + 4 * has_before, is_sure(row.found, plot.line), "mark")]
    if row.before:
        dots.insert(0, _draw_dot(row.before, scale, y - 4, False, "before"))
    told = f"{row.label}: {words}" + (f"; {plot.names[0]} {_describe(plot, row.before)}" if row.before else "")
    return mark(
        touch,
        row.key,
        f"{told} {plot.unit}",
        element("rect", x=0.0, y=y - ROW / 2, width=width, height=ROW, class_="row"),
        write(_label(row), scale.start - 10, y + 4, text_anchor="end"),
        *dots,
        write(words, scale.end + 12, y + 4),
        *([write(remark, right + 12, y + 4, class_="faint")] if (remark := _remark(plot, row)) else []),
    )


def _draw_dot(found: Estimate, scale: Scale, y: float, is_filled: bool, look: str) -> Markup:
    if not found.is_known:
        return write(UNKNOWN, scale.start + 6, y + 4, class_="faint")
    drawn = [element("circle", cx=scale.at(found.value), cy=y, r=_RADIUS, class_="filled" if is_filled else "hollow")]
    if isfinite(found.low) and isfinite(found.high):
        drawn.insert(0, draw_line((scale.at(found.low), y), (scale.at(found.high), y)))
    return group(*drawn, class_=f"dot look-{look}")


def _draw_stripes(n_rows: int, top: float, width: float) -> Markup:
    return join(
        element("rect", x=0.0, y=top + row * ROW, width=width, height=ROW, class_="stripe")
        for row in range(0, n_rows, 2)
    )


def _draw_axis(plot: DotPlot, scale: Scale, top: float, bottom: float) -> Markup:
    drawn = []
    for tick in scale.ticks:
        x = scale.at(tick)
        drawn.append(draw_line((x, top), (x, bottom), class_="grid"))
        text = scale.show(tick, plot.is_signed)
        drawn.append(write(text, x, bottom + 14, text_anchor="middle", class_="small faint"))
    if plot.line is not None:
        x = scale.at(plot.line)
        drawn.append(draw_line((x, top), (x, bottom + 3), class_="reference"))
    middle = (scale.start + scale.end) / 2
    return join([*drawn, write(plot.unit, middle, bottom + 30, text_anchor="middle", class_="small faint")])


def _draw_names(plot: DotPlot, left: float) -> Markup:
    """Which of two dots is which."""
    parts: list[str] = []
    for name, look, x in zip(plot.names, ("before", "mark"), (left, left + 90), strict=True):
        circle = element("circle", cx=x + _RADIUS, cy=8.0, r=_RADIUS, class_="hollow" if look == "before" else "filled")
        parts += [group(circle, class_=f"dot look-{look}"), write(name, x + 14, 12, class_="small faint")]
    return join(parts)
