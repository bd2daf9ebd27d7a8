"""Plots: two axes with layers on them, and a legend.

The front of a search and its progress are such plots. Points that have a key can be touched.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite

import numpy as np
from markupsafe import Markup

from evometa.show.svg.elements import (
    draw_line,
    element,
    group,
    join,
    shorten,
    width_of,
    write,
    write_lines,
    write_upwards,
)
from evometa.show.svg.frame import LABEL, SMALL, Scale, Touch, draw_frame, find_range, mark
from evometa.story.charts.data import Axis, Band, Cloud, Dots, Layer, Level, Line, Plot, Point

LEFT, RIGHT, BOTTOM = 58.0, 12.0, 44.0  # beside and below the panel, in pixels
LEGEND_LINE, NAME_LINE = 18.0, 15.0
NAME_AT, MOST_NAME = 28.0, 190.0  # from the panel to the names of lines, and how wide they may be
_CORNERS: dict[str, tuple[tuple[float, float], ...]] = {
    "square": ((-4, -4), (4, -4), (4, 4), (-4, 4)),
    "diamond": ((0, -6), (6, 0), (0, 6), (-6, 0)),
    "triangle": ((0, -5.5), (5.5, 4.5), (-5.5, 4.5)),
    "wedge": ((0, 5.5), (5.5, -4.5), (-5.5, -4.5)),
    "cross": (
        *((-2, -5.5), (2, -5.5), (2, -2), (5.5, -2), (5.5, 2), (2, 2)),
        *((2, 5.5), (-2, 5.5), (-2, 2), (-5.5, 2), (-5.5, -2), (-2, -2)),
    ),
}
_GRAIN = 1.5  # pixels: points of a cloud that are closer are one


@dataclass(frozen=True)
class Panel:
    """Where numbers lie."""

    x: Scale
    y: Scale

    def at(self, x: float, y: float) -> tuple[float, float]:
        """The place of a point."""
        return self.x.at(x), self.y.at(y)


def draw_plot(plot: Plot, touch: Touch = Touch.NONE) -> Markup:
    """The plot, with a legend above its panel."""
    legend, top = _draw_legend(plot)
    bottom = top + plot.height
    panel = Panel(
        Scale(*_find_range(plot.x, _numbers(plot.layers, 0)), LEFT, LEFT + plot.width, plot.x.is_whole),
        Scale(*_find_range(plot.y, _numbers(plot.layers, 1)), bottom, top, plot.y.is_whole),
    )
    layers = [_draw_layer(layer, panel, touch) for layer in plot.layers]
    names, right = _draw_names(plot, panel)
    size = (right, bottom + BOTTOM + NAME_LINE * max((each.count("\n") for each in plot.x.names), default=0))
    return draw_frame(plot.name, plot.title, size, [_draw_axes(plot, panel), *layers, names, legend], touch)


# --- layers ---------------------------------------------------------------------------------------


def _draw_layer(layer: Layer, panel: Panel, touch: Touch) -> Markup:
    match layer:
        case Dots():
            points = (_draw_point(layer, each, panel, touch) for each in layer.points)
            return group(*points, class_=f"look-{layer.look}")
        case Cloud():
            return _draw_cloud(layer, panel)
        case Line():
            places = _places(_corners(layer, panel))
            return element("polyline", points=places, **_pen(layer))
        case Band():
            low = [panel.at(x, y) for x, y in zip(layer.x, layer.low, strict=True)]
            high = [panel.at(x, y) for x, y in zip(layer.x, layer.high, strict=True)]
            return element("polyline", points=_places([*low, *reversed(high)]), class_=f"band look-{layer.look}")
        case Level():
            y = panel.y.at(layer.y)
            return draw_line((panel.x.start, y), (panel.x.end, y), **_pen(layer))


def _pen(layer: Line | Level) -> dict[str, str | None]:
    return {"stroke_dasharray": layer.dash or None, "class_": f"line look-{layer.look}"}


def _draw_point(dots: Dots, point: Point, panel: Panel, touch: Touch) -> Markup:
    if not (point.x.is_known and point.y.is_known):
        return Markup("")
    x, y = panel.at(point.x.value, point.y.value)
    arms = []
    if point.y.low < point.y.high:
        arms.append(draw_line((x, panel.y.at(point.y.low)), (x, panel.y.at(point.y.high)), class_="arm"))
    if point.x.low < point.x.high:
        arms.append(draw_line((panel.x.at(point.x.low), y), (panel.x.at(point.x.high), y), class_="arm"))
    away, anchor = (-9, "end") if x > (panel.x.start + panel.x.end) / 2 else (9, "start")
    tag = [write(point.tag, x + away, y - 7, text_anchor=anchor, class_="small")] if point.tag else []
    drawn = _draw_shape(dots.shape, x, y, "filled" if dots.is_filled else "hollow")
    return mark(touch, point.key, point.label, *arms, drawn, *tag, class_="point")


def _draw_shape(shape: str, x: float, y: float, look: str) -> Markup:
    """A sign of about the same size in all shapes."""
    if shape == "circle":
        return element("circle", cx=x, cy=y, r=4.5, class_=look)
    around = " L".join(f"{x + across:.1f} {y + down:.1f}" for across, down in _CORNERS[shape])
    return element("path", d=f"M{around} Z", class_=look)


def _draw_cloud(cloud: Cloud, panel: Panel) -> Markup:
    """One path for all points, each once where many lie on the same spot: a search has tens of thousands."""
    known = cloud.values[np.isfinite(cloud.values).all(axis=1)]
    spots = (panel.at(float(x), float(y)) for x, y in known)
    places = {(round(x / _GRAIN), round(y / _GRAIN)) for x, y in spots}
    path = "".join(f"M{x * _GRAIN:g} {y * _GRAIN:g}h0" for x, y in sorted(places))
    return element("path", d=path or None, class_=f"cloud look-{cloud.look}")


def _corners(line: Line, panel: Panel) -> list[tuple[float, float]]:
    known = [(x, y) for x, y in zip(line.x.tolist(), line.y.tolist(), strict=True) if isfinite(x) and isfinite(y)]
    places = [panel.at(x, y) for x, y in known]
    if not line.is_steps:
        return places
    steps = [corner for (_, y), (x, below) in pairwise(places) for corner in ((x, y), (x, below))]
    return [*places[:1], *steps]


def _places(corners: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


# --- around them ----------------------------------------------------------------------------------


def _find_range(axis: Axis, values: Sequence[float]) -> tuple[float, float]:
    """From where to where an axis goes to show all of these."""
    return find_range([*values, *([] if axis.end is None else [axis.end])], start=axis.start)


def _numbers(layers: Sequence[Layer], axis: int) -> list[float]:
    """All that an axis must show: 0 is x, 1 is y."""
    return [value for layer in layers for value in _numbers_of(layer, axis)]


def _numbers_of(layer: Layer, axis: int) -> list[float]:
    match layer:
        case Dots():
            found = [(point.x, point.y)[axis] for point in layer.points if point.x.is_known and point.y.is_known]
            return [end for each in found for end in each]
        case Cloud():
            return [*layer.values[:, axis].tolist()]
        case Line():
            return [*(layer.x, layer.y)[axis].tolist()]
        case Band():
            return [*layer.x.tolist()] if axis == 0 else [*layer.low.tolist(), *layer.high.tolist()]
        case Level():
            return [layer.y] if axis else []


def _draw_axes(plot: Plot, panel: Panel) -> Markup:
    (left, right), (bottom, top) = (panel.x.start, panel.x.end), (panel.y.start, panel.y.end)
    drawn = []
    for tick, text in _ticks(plot.x, panel.x):
        x, lines = panel.x.at(tick), text.split("\n")
        drawn.append(draw_line((x, top), (x, bottom), class_="grid"))
        drawn.append(write_lines(lines, x, bottom + 16, NAME_LINE, text_anchor="middle", class_="small faint"))
    for tick, text in _ticks(plot.y, panel.y):
        y = panel.y.at(tick)
        drawn.append(draw_line((left, y), (right, y), class_="grid"))
        drawn.append(write(text, left - 6, y + 4, text_anchor="end", class_="small faint"))
    frame = element("path", d=f"M{left:g} {top:g}V{bottom:g}H{right:g}", class_="axis", fill="none")
    across = write(plot.x.label, (left + right) / 2, bottom + 36, text_anchor="middle", class_="faint")
    return join([*drawn, frame, across, write_upwards(plot.y.label, 12, (top + bottom) / 2)])


def _ticks(axis: Axis, scale: Scale) -> list[tuple[float, str]]:
    """Round numbers, or the places that have names."""
    return list(enumerate(axis.names)) or [(tick, scale.show(tick)) for tick in scale.ticks]


def _draw_names(plot: Plot, panel: Panel) -> tuple[Markup, float]:
    """The name of each line beside its end, none on another; and where all of it ends."""
    lines = [layer for layer in plot.layers if isinstance(layer, Line) and layer.name]
    ends = [(corners[-1], line) for line in lines if (corners := _corners(line, panel))]
    x, y, drawn = panel.x.end + NAME_AT, 0.0, []
    for (from_x, from_y), line in sorted(ends, key=lambda end: end[0][1]):
        y = max(from_y, y + NAME_LINE)
        leader = draw_line((from_x + 7, from_y), (x - 4, y), class_="grid")
        name = write(shorten(line.name, MOST_NAME, LABEL), x, y + 4, class_="line-name")
        drawn.append(group(leader, name, class_=f"look-{line.look}"))
    widest = max((width_of(shorten(line.name, MOST_NAME, LABEL), LABEL) for _, line in ends), default=0)
    return join(drawn), (x + widest if drawn else panel.x.end) + RIGHT


def _draw_legend(plot: Plot) -> tuple[Markup, float]:
    """A sign and a text for each layer that has one, in as many lines as they need; and where the panel begins."""
    drawn: list[str] = []
    x, y = LEFT, 8.0
    for layer in plot.layers:
        text = "" if isinstance(layer, Band) else layer.legend
        if not text:
            continue
        width = 24 + width_of(text, SMALL) + 18
        if x > LEFT and x + width > LEFT + plot.width:
            x, y = LEFT, y + LEGEND_LINE
        drawn += [_draw_sign(layer, x, y), write(text, x + 24, y + 4, class_="small")]
        x += width
    return join(drawn), (y + LEGEND_LINE if drawn else 6.0)


def _draw_sign(layer: Layer, x: float, y: float) -> Markup:
    """What a layer looks like, in the legend."""
    if isinstance(layer, Dots):
        sign = _draw_shape(layer.shape, x + 10, y, "filled" if layer.is_filled else "hollow")
        return group(group(sign, class_="point"), class_=f"look-{layer.look}")
    if isinstance(layer, Cloud):
        dots = f"M{x + 6:g} {y:g}h0M{x + 13:g} {y - 3:g}h0M{x + 14:g} {y + 4:g}h0"
        return element("path", d=dots, class_=f"cloud look-{layer.look}")
    pen = {"class_": f"line look-{layer.look}"} if isinstance(layer, Band) else _pen(layer)
    return draw_line((x, y), (x + 20, y), **pen)
