"""What all pictures have in common: their style, their panels and title, and how they become files.

Importing this module loads matplotlib, which takes a moment: do it where a picture is drawn. Nothing here touches
pyplot or the user's own settings, and no window is opened.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, ParamSpec

import matplotlib.style
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from evometa.input.shown_text import show_lines, show_name
from evometa.report.pictures.cells import FAINT, INK

Parameters = ParamSpec("Parameters")

RULE = "#c8c8c8"
STYLE = {
    "font.family": "sans-serif",
    # The first comes with matplotlib, so that a PNG is the same everywhere; the others are for readers of an SVG.
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial", "sans-serif"],
    "font.size": 9,
    "text.color": INK,
    "text.parse_math": False,  # a dollar sign in a name is a dollar sign
    "axes.edgecolor": RULE,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 9,
    "hatch.color": RULE,
    "hatch.linewidth": 0.6,
    "svg.fonttype": "none",  # text stays text: it can be searched, and read aloud
    "svg.hashsalt": "evometa",  # the same names inside the file each time
}
METADATA: dict[str, dict[str, None]] = {"png": {"Software": None}, "svg": {"Creator": None, "Date": None}}
FORMATS = tuple(METADATA)
PNG_DOTS = 160  # per inch
NOTEBOOK_DOTS = 100
TITLE_SIZE, LINE_SIZE = 13.0, 9.0  # points
LINE_HEIGHT = 1.5  # of a line, for each point of its letters
MOST_TITLE, MOST_LINE = 240, 2000  # letters
MIN_WIDTH = 270  # points that a title may always fill
POINTS = 72  # per inch


class Picture(Figure):
    """A figure that a notebook shows by itself."""

    def to_bytes(self, kind: str, dots: float = PNG_DOTS) -> bytes:
        """The file's content, `png` or `svg`. The same picture always gives the same bytes."""
        content = io.BytesIO()
        show_hidden(self)
        with plain_style():
            self.savefig(content, format=kind, dpi=dots, metadata=METADATA[kind], bbox_inches="tight", pad_inches=0.15)
        return content.getvalue()

    def _repr_png_(self) -> bytes:
        return self.to_bytes("png", NOTEBOOK_DOTS)


@contextmanager
def plain_style() -> Iterator[None]:
    """The style of evometa, whatever the user has set for other pictures."""
    with matplotlib.style.context(["default", STYLE]):
        yield


def in_plain_style(draw: Callable[Parameters, Picture]) -> Callable[Parameters, Picture]:
    """For functions that draw: what they draw has the style of evometa."""

    @wraps(draw)
    def draw_plainly(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Picture:
        with plain_style():
            return draw(*args, **kwargs)

    return draw_plainly


def new_picture() -> Picture:
    """An empty picture. Its size does not matter: files are cut to what is drawn."""
    picture = Picture(figsize=(10, 10))
    FigureCanvasAgg(picture)
    return picture


def add_panel(picture: Picture, left: float, width: float, height: float, top: float = 0.0) -> Axes:
    """A part of the picture, its place and size in inches; its upper edge is in line with those of the same row."""
    page_width, page_height = picture.get_size_inches()
    bottom = 1 - (top + height) / page_height
    panel = picture.add_axes((left / page_width, bottom, width / page_width, height / page_height))
    panel.tick_params(length=0)
    panel.spines[:].set_visible(False)
    return panel


def add_title(picture: Picture, title: str, *lines: str) -> None:
    """Put a title and some lines of explanation above all that is drawn so far, as wide as that is."""
    show_hidden(picture)
    around = _bounds(picture)
    heading = _wrap(show_name(title, MOST_TITLE), max(MIN_WIDTH, around.width), TITLE_SIZE)
    explained = [
        part
        for line in lines
        if line
        for part in _wrap(show_name(line, MOST_LINE), max(MIN_WIDTH, around.width), LINE_SIZE)
    ]
    rows = [(text, TITLE_SIZE, "bold", INK) for text in heading]
    rows += [(text, LINE_SIZE, "normal", FAINT) for text in explained]
    bottom = around.y1 + 10 + LINE_HEIGHT * sum(size for _, size, _, _ in rows)
    for text, size, weight, color in rows:
        bottom -= LINE_HEIGHT * size
        _write_at(picture, around.x0, bottom, text, fontsize=size, fontweight=weight, color=color)


def show_hidden(picture: Figure) -> None:
    """Show what is hidden in any text of a picture, such as control characters, which no SVG may have."""
    for text in picture.findobj(Text):
        assert isinstance(text, Text)
        text.set_text(show_lines(text.get_text()))


def _wrap(text: str, width: float, size: float) -> list[str]:
    """The lines of a text with a width in points, for characters of an average width."""
    return textwrap.wrap(text, int(width / (0.55 * size)), break_on_hyphens=False)


def _bounds(picture: Picture) -> Bbox:
    """What is drawn so far, in points from the lower left corner."""
    canvas = picture.canvas
    assert isinstance(canvas, FigureCanvasAgg)
    renderer: RendererAgg = canvas.get_renderer()  # type: ignore[no-untyped-call]
    boxes = [panel.get_tightbbox(renderer) for panel in picture.axes]
    box = Bbox.union([box for box in boxes if box is not None])
    return Bbox(box.get_points() * POINTS / picture.dpi)


def _write_at(picture: Picture, x: float, y: float, text: str, **look: Any) -> None:
    width, height = picture.get_size_inches() * POINTS
    picture.text(x / width, y / height, text, ha="left", va="bottom", **look)
