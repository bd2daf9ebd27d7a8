"""Any chart as SVG, and figures as pictures: shown by notebooks, saved as SVG and PNG. They are the same everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from markupsafe import Markup

from evometa.input.errors import InputError, describe_words
from evometa.input.writing import make_folder, write_file
from evometa.show.svg.deck_map import draw_cost_curve, draw_deck_map
from evometa.show.svg.dot_plot import draw_dot_plot
from evometa.show.svg.elements import element, group, join, wrap, write_lines
from evometa.show.svg.frame import GAP, LABEL, TITLE, TITLE_LINE, Touch
from evometa.show.svg.heat_map import draw_heat_map
from evometa.show.svg.plain import make_plain
from evometa.show.svg.plot import draw_plot
from evometa.story.blocks import Chart, Figure, Story
from evometa.story.charts.data import CostCurve, DeckGrid, DotPlot, Plot
from evometa.story.charts.heat_map import HeatMap

MARGIN = 14.0  # around a figure
_MOST_WIDTH = 1300.0  # of the charts that stand in a row
LEAST_WIDTH = 480.0  # that a title may fill
BESIDE, BELOW = 32.0, 24.0  # between charts
LINE = 17.0  # the height of a line below the title
SIZE = re.compile(r'width="(\d+)" height="(\d+)" class="chart"')

FORMATS = ("png", "svg")
SCALE = 2  # dots of a PNG for each pixel of the SVG
_FONT = "Liberation Sans"


def draw_chart(chart: Chart, touch: Touch = Touch.NONE) -> Markup:
    """A chart for a page, whose style sheet has its colours."""
    match chart:
        case DotPlot():
            return draw_dot_plot(chart, touch)
        case HeatMap():
            return draw_heat_map(chart, touch)
        case Plot():
            return draw_plot(chart, touch)
        case DeckGrid():
            return draw_deck_map(chart, touch)
        case CostCurve():
            return draw_cost_curve(chart)


# --- pictures ---------------------------------------------------------------------------------------


class Picture:
    """A figure that a notebook shows by itself."""

    def __init__(self, figure: Figure, title: str, about: Sequence[str] = ()) -> None:
        self.figure = figure  # what it shows, as typed data
        self.title, self.about = title, about

    @cached_property
    def svg(self) -> str:
        """The text of an SVG file: colours are light, texts are texts, and nothing is loaded from elsewhere."""
        return _draw_alone(self.figure, self.title, self.about)

    @cached_property
    def png(self) -> bytes:
        """The content of a PNG file, with twice as many dots as the SVG has pixels."""
        return _rasterise(self.svg)

    def save(self, path: Path | str) -> Path:
        """Write a file, whose name ends in `.svg` or `.png`, and return its path."""
        place = Path(path)
        kind = place.suffix.removeprefix(".").lower()
        if kind not in FORMATS:
            raise InputError(f"{place}: there is no picture of the kind {kind!r}; {describe_words(kind, FORMATS)}")
        make_folder(place.parent)
        write_file(place, self.png if kind == "png" else self.svg)
        return place

    def __repr__(self) -> str:
        return f"<evometa picture: {self.title}>"

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        """For notebooks that are not trusted, which show no SVG; as large as that."""
        sheet = ElementTree.fromstring(self.svg)
        return self.png, {side: int(sheet.attrib[side]) for side in ("width", "height")}


def picture_of(story: Story, name: str) -> Picture:
    """A figure of a story by its name, under the title of the story; without a name the first one."""
    figures = {figure.name: figure for figure in story.figures()}
    if not figures:
        raise InputError(f"{story.title}: there is no picture yet")
    wanted = name or next(iter(figures))
    if wanted not in figures:
        raise InputError(f"there is no picture {wanted!r}; {describe_words(wanted, figures)}")
    figure = figures[wanted]
    return Picture(figure, f"{story.title}: {figure.chart.title}", (story.notice, story.subtitle))


def save_pictures(story: Story, folder: Path | str) -> list[Path]:
    """Write all figures of a story under their names, each as PNG and as SVG; the folder is made if it is not there."""
    figures = [figure for figure in story.figures() if not isinstance(figure.chart, CostCurve)]  # one for each deck
    pictures = {figure.name: picture_of(story, figure.name) for figure in figures}
    return [picture.save(Path(folder) / f"{name}.{kind}") for name, picture in pictures.items() for kind in FORMATS]


def _rasterise(svg: str) -> bytes:
    """An SVG as PNG. Its letters are those that the converter brings along, so that it is the same everywhere."""
    from vl_convert import svg_to_png

    return bytes(svg_to_png(re.sub(r'font-family="[^"]*"', f'font-family="{_FONT}"', svg), scale=SCALE))


# --- a figure by itself -----------------------------------------------------------------------------


def _draw_alone(figure: Figure, title: str, about: Sequence[str] = ()) -> str:
    """A figure under a title, with all that is said about it, as SVG that needs nothing else; in light colours."""
    charts = [replace(figure.chart, title="")] if not figure.others else figure.charts
    rows = list(_arrange([_Drawn.of(chart) for chart in charts]))
    width = max([LEAST_WIDTH, *(_width(row) for row in rows)])
    heading, top = _draw_heading(title, [*about, figure.caption], width)
    parts = [heading]
    for row in rows:
        parts += [_move(each.svg, _width(row[:place]) + BESIDE * bool(place), top) for place, each in enumerate(row)]
        top += max(each.height for each in row) + BELOW
    return make_plain(_draw_sheet(title, parts, (width, top - BELOW)))


class _Drawn(NamedTuple):
    """A chart with its size."""

    svg: Markup
    width: float
    height: float

    @classmethod
    def of(cls, chart: Chart) -> _Drawn:
        """A chart, drawn."""
        svg = draw_chart(chart)
        size = SIZE.search(svg)
        assert size
        return cls(svg, float(size[1]), float(size[2]))


def _arrange(drawn: Sequence[_Drawn]) -> Iterator[list[_Drawn]]:
    """Charts in rows, as many beside each other as there is room for."""
    row: list[_Drawn] = []
    for each in drawn:
        if row and _width([*row, each]) > _MOST_WIDTH:
            yield row
            row = []
        row.append(each)
    yield row


def _width(row: Sequence[_Drawn]) -> float:
    return sum(each.width for each in row) + BESIDE * max(len(row) - 1, 0)


def _draw_heading(title: str, about: Sequence[str], width: float) -> tuple[Markup, float]:
    """The title and the lines below it, and where they end."""
    titles = wrap(title, width, TITLE)
    lines = [line for text in about for line in wrap(text, width, LABEL)]
    below = len(titles) * TITLE_LINE
    heading = write_lines(titles, 0.0, TITLE, TITLE_LINE, class_="chart-title")
    told = write_lines(lines, 0.0, below + LABEL, LINE, class_="faint")
    return join([heading, told]), below + len(lines) * LINE + 2 * GAP


def _move(part: Markup, x: float, y: float) -> Markup:
    return group(part, transform=f"translate({x:g} {y:g})")


def _draw_sheet(title: str, parts: Sequence[Markup], size: tuple[float, float]) -> Markup:
    """Paper with a margin, and parts on it."""
    width, height = (round(side + 2 * MARGIN) for side in size)
    return element(
        "svg",
        element("title", title),
        element("rect", width=width, height=height, class_="paper"),
        _move(join(parts), MARGIN, MARGIN),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        class_="chart",
    )
