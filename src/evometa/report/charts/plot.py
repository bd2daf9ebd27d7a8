"""Two axes with layers on them: points with intervals, lines, bands, levels and clouds of many points.

The front of a search and its progress are such plots. Points that have a key can be touched.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite

import numpy as np
from markupsafe import Markup

from evometa.metagame.evidence import Estimated, Floats
from evometa.report.charts.frame import SMALL, Touch, draw_frame, mark
from evometa.report.charts.scales import Scale, find_range
from evometa.report.charts.svg import element, group, join, width_of, write

WIDTH, HEIGHT = 430.0, 300.0  # of the panel, in pixels
LEFT, BOTTOM = 58.0, 44.0  # beside and below it
LEGEND_LINE = 18.0
CORNERS: dict[str, tuple[tuple[float, float], ...]] = {
    "square": ((-4, -4), (4, -4), (4, 4), (-4, 4)),
    "diamond": ((0, -6), (6, 0), (0, 6), (-6, 0)),
    "triangle": ((0, -5.5), (5.5, 4.5), (-5.5, 4.5)),
}
GRAIN = 1.5  # pixels: points of a cloud that are closer are one


@dataclass(frozen=True)
class Point:
    """Something with two numbers. What it is appears on hover; a tag is written beside it."""

    label: str
    x: Estimated
    y: Estimated
    key: str = ""
    tag: str = ""


@dataclass(frozen=True)
class Dots:
    """Points with lines for their intervals. A look is a colour: `mark`, `soft`, `before` or `accent`."""

    legend: str
    points: tuple[Point, ...]
    look: str = "mark"
    shape: str = "circle"  # or square, diamond, triangle
    is_filled: bool = True


@dataclass(frozen=True, eq=False)
class Cloud:
    """Many points of which none matters by itself."""

    legend: str
    values: Floats  # [k, 2]: x and y
    look: str = "soft"


@dataclass(frozen=True, eq=False)
class Line:
    """A line from left to right, in steps if nothing lies between its points."""

    legend: str
    x: Floats
    y: Floats
    look: str = "mark"
    dash: str = ""  # as SVG writes it: "6 4"
    is_steps: bool = False


@dataclass(frozen=True, eq=False)
class Band:
    """What lies between two lines."""

    x: Floats
    low: Floats
    high: Floats
    look: str = "soft"


@dataclass(frozen=True)
class Level:
    """A number that all others are compared with."""

    legend: str
    y: float
    look: str = "accent"
    dash: str = "6 4"


Layer = Dots | Cloud | Line | Band | Level


@dataclass(frozen=True)
class Axis:
    """What an axis shows, with its unit.

    It begins at `start` and reaches at least as far as `end`, if these are given; one of whole numbers has no ticks
    between them.
    """

    label: str
    start: float | None = None
    end: float | None = None
    is_whole: bool = False

    def find_range(self, values: Sequence[float]) -> tuple[float, float]:
        """From where to where it goes to show all of these."""
        return find_range([*values, *([] if self.end is None else [self.end])], start=self.start)


@dataclass(frozen=True)
class Plot:
    """Layers over each other, the first one below all others."""

    name: str
    title: str
    x: Axis
    y: Axis
    layers: tuple[Layer, ...]
    width: float = WIDTH


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
    bottom = top + HEIGHT
    panel = Panel(
        Scale(*plot.x.find_range(_numbers(plot.layers, 0)), LEFT, LEFT + plot.width, plot.x.is_whole),
        Scale(*plot.y.find_range(_numbers(plot.layers, 1)), bottom, top, plot.y.is_whole),
    )
    layers = [_draw_layer(layer, panel, touch) for layer in plot.layers]
    size = (LEFT + plot.width + 12, bottom + BOTTOM)
    return draw_frame(plot.name, plot.title, size, [_draw_axes(plot, panel), *layers, legend], touch)


# --- layers ---------------------------------------------------------------------------------------


def _draw_layer(layer: Layer, panel: Panel, touch: Touch) -> Markup:
    match layer:
        case Dots():
            return group(
                *(_draw_point(layer, each, panel, touch) for each in layer.points), class_=f"look-{layer.look}"
            )
        case Cloud():
            return _draw_cloud(layer, panel)
        case Line():
            corners = _corners(layer, panel)
            dash = layer.dash or None
            return element("polyline", points=_places(corners), stroke_dasharray=dash, class_=f"line look-{layer.look}")
        case Band():
            low = [panel.at(x, y) for x, y in zip(layer.x, layer.low, strict=True)]
            high = [panel.at(x, y) for x, y in zip(layer.x, layer.high, strict=True)]
            return element("polyline", points=_places([*low, *reversed(high)]), class_=f"band look-{layer.look}")
        case Level():
            (left, right), y = (panel.x.start, panel.x.end), panel.y.at(layer.y)
            dash = layer.dash or None
            return element(
                "line", x1=left, x2=right, y1=y, y2=y, stroke_dasharray=dash, class_=f"line look-{layer.look}"
            )


def _draw_point(dots: Dots, point: Point, panel: Panel, touch: Touch) -> Markup:
    if not (point.x.is_known and point.y.is_known):
        return Markup("")
    x, y = panel.at(point.x.value, point.y.value)
    arms = [
        element("line", x1=x, x2=x, y1=panel.y.at(point.y.low), y2=panel.y.at(point.y.high), class_="arm")
        if point.y.low < point.y.high
        else "",
        element("line", x1=panel.x.at(point.x.low), x2=panel.x.at(point.x.high), y1=y, y2=y, class_="arm")
        if point.x.low < point.x.high
        else "",
    ]
    is_right = x > (panel.x.start + panel.x.end) / 2
    tag = write(
        point.tag, x + (-9 if is_right else 9), y - 7, text_anchor="end" if is_right else "start", class_="small"
    )
    drawn = _draw_shape(dots.shape, x, y, "filled" if dots.is_filled else "hollow")
    return mark(touch, point.key, point.label, *arms, drawn, *([tag] if point.tag else []), class_="point")


def _draw_shape(shape: str, x: float, y: float, look: str) -> Markup:
    """A sign of about the same size in all shapes."""
    if shape == "circle":
        return element("circle", cx=x, cy=y, r=4.5, class_=look)
    around = " L".join(f"{x + across:.1f} {y + down:.1f}" for across, down in CORNERS[shape])
    return element("path", d=f"M{around} Z", class_=look)


def _draw_cloud(cloud: Cloud, panel: Panel) -> Markup:
    """One path for all points, each once where many lie on the same spot: a search has tens of thousands."""
    known = cloud.values[np.isfinite(cloud.values).all(axis=1)]
    spots = (panel.at(float(x), float(y)) for x, y in known)
    places = {(round(x / GRAIN), round(y / GRAIN)) for x, y in spots}
    path = "".join(f"M{x * GRAIN:g} {y * GRAIN:g}h0" for x, y in sorted(places))
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
    for tick in panel.x.ticks:
        x = panel.x.at(tick)
        drawn.append(element("line", x1=x, x2=x, y1=top, y2=bottom, class_="grid"))
        drawn.append(write(panel.x.show(tick), x, bottom + 16, text_anchor="middle", class_="small faint"))
    for tick in panel.y.ticks:
        y = panel.y.at(tick)
        drawn.append(element("line", x1=left, x2=right, y1=y, y2=y, class_="grid"))
        drawn.append(write(panel.y.show(tick), left - 6, y + 4, text_anchor="end", class_="small faint"))
    middle = (top + bottom) / 2
    return join(
        [
            *drawn,
            element("path", d=f"M{left:g} {top:g}V{bottom:g}H{right:g}", class_="axis", fill="none"),
            write(plot.x.label, (left + right) / 2, bottom + 36, text_anchor="middle", class_="faint"),
            write(
                plot.y.label, 12, middle, text_anchor="middle", transform=f"rotate(-90 12 {middle:g})", class_="faint"
            ),
        ]
    )


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
        return element(
            "path",
            d=f"M{x + 6:g} {y:g}h0M{x + 13:g} {y - 3:g}h0M{x + 14:g} {y + 4:g}h0",
            class_=f"cloud look-{layer.look}",
        )
    dash = None if isinstance(layer, Band) else layer.dash or None
    return element("line", x1=x, x2=x + 20, y1=y, y2=y, stroke_dasharray=dash, class_=f"line look-{layer.look}")
