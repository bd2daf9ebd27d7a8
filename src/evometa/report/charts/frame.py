"""What all charts have in common: a title, an accessible name, and how their parts can be touched.

A chart is one SVG with its own width; the style sheet (`style.py`) has its colours and lets it shrink. Its `name` is
in all ids in it (its own is `chart-NAME`), so two charts of a page have two names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from markupsafe import Markup

from evometa.report.charts.svg import element, group, join, width_of, wrap, write_lines

TITLE, TITLE_LINE = 15.0, 20.0  # the height of letters and lines, in pixels
LABEL, SMALL = 12.0, 10.5
GAP = 8.0


class Touch(Enum):
    """What the parts of a chart are that stand for something."""

    NONE = "none"  # nothing but a picture with hover texts
    BUTTONS = "buttons"  # they can be reached and pressed by keyboard; a script listens for clicks
    LINKS = "links"  # they lead to `#key`, without any script


def draw_frame(
    name: str,
    title: str,
    size: tuple[float, float],
    parts: Sequence[str],
    touch: Touch = Touch.NONE,
    is_grid: bool = False,
) -> Markup:
    """A chart with its title above its parts, which have been drawn from (0, 0) on; `size` is theirs.

    One that is a grid has rows that `draw_row` has made.
    """
    width, height = size
    lines = wrap(title, width, TITLE)
    top = len(lines) * TITLE_LINE + GAP if lines else 0.0
    width = max([width, *(width_of(line, TITLE) for line in lines)])
    heading = write_lines(lines, 0.0, TITLE, TITLE_LINE, id=f"chart-{name}-title", class_="chart-title")
    return element(
        "svg",
        heading,
        group(*parts, transform=f"translate(0 {top:g})"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:.0f} {height + top:.0f}",
        width=round(width),
        height=round(height + top),
        class_="chart",
        id=f"chart-{name}",
        role="img" if touch is Touch.NONE else "grid" if is_grid else "group",
        aria_labelledby=f"chart-{name}-title",
    )


def mark(touch: Touch, key: str, label: str, *parts: str, **attributes: object) -> Markup:
    """A part that stands for something: its label appears on hover, and is its accessible name; scripts see `data-key`.

    In a chart that can be touched, arrow keys go from one to the next, and the tab key leads to one of them alone
    (`touch.js`); without that script, to each.
    """
    inside = (element("title", label), *parts)
    if touch is Touch.NONE or not key:
        return group(*inside, **attributes, data_key=key or None)
    if touch is Touch.LINKS:
        return element("a", *inside, href=f"#{key}", data_key=key, **attributes)
    return group(*inside, role="button", tabindex=0, data_key=key, **attributes)


def draw_row(touch: Touch, cells: Iterable[str]) -> Markup:
    """The cells of a row in a chart that is a grid; where they can be touched, screen readers know rows and cells."""
    if touch is Touch.NONE:
        return join(cells)
    return group(*(group(cell, role="gridcell") for cell in cells), role="row")
