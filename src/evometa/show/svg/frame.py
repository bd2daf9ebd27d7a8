"""What charts have in common: a title, an accessible name, how their parts can be touched, and the scales of axes.

A chart is one SVG with its own width; the style sheet (`charts.css`) has its colours and lets it shrink. Its `name` is
in all ids in it (its own is `chart-NAME`), so two charts of a page have two names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from math import ceil, floor, isfinite, log10

from markupsafe import Markup

from evometa.show.svg.elements import element, group, join, width_of, wrap, write_lines
from evometa.story.words.numbers import number

TITLE, TITLE_LINE = 15.0, 20.0  # the height of letters and lines, in pixels
LABEL, SMALL = 12.0, 10.5
GAP = 8.0
STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)  # that are easy to count in
_MOST_TICKS = 7
ROOM = 0.05  # beside the outermost number, as a part of the range


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


# --- from numbers to places on the screen ----------------------------------------------------------


@dataclass(frozen=True)
class Scale:
    """The numbers from `low` to `high`, at the places from `start` to `end`, which may run backwards."""

    low: float
    high: float
    start: float
    end: float
    is_whole: bool = False

    def at(self, value: float) -> float:
        """Where a number lies; one beyond the ends lies at an end."""
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    @property
    def step(self) -> float:
        """How far it is from one tick to the next."""
        least = (self.high - self.low) / _MOST_TICKS
        power = 10.0 ** floor(log10(least))
        step = next(each * power for each in STEPS if each * power >= least * (1 - 1e-9))
        return max(1.0, ceil(step)) if self.is_whole else step

    @property
    def ticks(self) -> list[float]:
        """Round numbers within the scale."""
        step = self.step
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        return [place * step for place in range(first, last + 1)]

    def show(self, tick: float, signed: bool = False) -> str:
        """The text of a tick, with as many digits as tell one from the next."""
        digits = max(0, -floor(log10(self.step) + 1e-9))
        decimals = digits if round(self.step, digits) == round(self.step, 10) else digits + 1
        return number(tick, decimals, signed)


def find_range(values: Iterable[float], least: float = 0.0, start: float | None = None) -> tuple[float, float]:
    """From where to where an axis shows all known numbers with some room; at least so wide, and from `start` on."""
    known = [value for value in values if isfinite(value)] or [0.0, 1.0]
    low, high = min(known), max(known)
    room = max(ROOM * (high - low), (least - (high - low)) / 2) or 0.5
    return (low - room if start is None else min(start, low)), high + room
