"""How SVG is written: elements whose texts and attributes are escaped, whatever is in them."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable

from markupsafe import Markup, escape

from evometa.input.shown_text import show_lines, show_name

NARROW, WIDE, USUAL, FULL = 0.36, 0.9, 0.62, 1.05  # of letters as a part of their height, in the widest usual font
NARROW_LETTERS, WIDE_LETTERS = frozenset("iljtfrI|.,:;'!() -"), frozenset("mwMW%@<>+=")
MORE = "\N{HORIZONTAL ELLIPSIS}"


def element(tag: str, *children: str, **attributes: object) -> Markup:
    """`<tag attribute="...">children</tag>`. Children that are not `Markup` are texts and are escaped.

    Attributes are named as in SVG, with an underscore for each hyphen (`data_row`), and one at the end where Python has
    a word of its own (`class_`). Those that are None are left out.
    """
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_escaped(_shown(value))}"'
        for name, value in attributes.items()
        if value is not None
    )
    inside = "".join(map(_escaped, children))
    return Markup(f"<{tag}{written}>{inside}</{tag}>" if inside else f"<{tag}{written}/>")


def group(*children: str, **attributes: object) -> Markup:
    """Elements that belong together."""
    return element("g", *children, **attributes)


def draw_line(start: tuple[float, float], end: tuple[float, float], **attributes: object) -> Markup:
    """A straight line."""
    return element("line", x1=start[0], x2=end[0], y1=start[1], y2=end[1], **attributes)


def write(text: str, x: float, y: float, **attributes: object) -> Markup:
    """A text, by default to the right of its place; `text_anchor` is `middle` or `end` otherwise."""
    return element("text", text, x=x, y=y, **attributes)


def write_upwards(text: str, x: float, y: float) -> Markup:
    """What an axis at the left shows, around the middle of the axis."""
    return write(text, x, y, text_anchor="middle", transform=f"rotate(-90 {x:g} {y:g})", class_="faint")


def write_lines(lines: Iterable[str], x: float, y: float, height: float, **attributes: object) -> Markup:
    """Lines of text below each other, the first one at `y`."""
    spans = [element("tspan", line, x=x, y=y + place * height) for place, line in enumerate(lines)]
    return element("text", *spans, **attributes)


def join(parts: Iterable[str]) -> Markup:
    """Elements one after the other."""
    return Markup("".join(map(_escaped, parts)))


# --- texts ----------------------------------------------------------------------------------------


def width_of(text: str, size: float) -> float:
    """About how wide a text is, for letters of this height."""
    return size * sum(map(_width_of_letter, text))


def shorten(text: str, width: float, size: float) -> str:
    """A name that is not wider than this; a longer one ends in an ellipsis."""
    shown = show_name(text)
    if width_of(shown, size) <= width:
        return shown
    while shown and width_of(shown + MORE, size) > width:
        shown = shown[:-1]
    return shown.rstrip() + MORE


def wrap(text: str, width: float, size: float) -> list[str]:
    """The lines of a text that are about as wide as this."""
    return textwrap.wrap(show_lines(text), max(8, int(width / (USUAL * size))), break_on_hyphens=False)


def _width_of_letter(letter: str) -> float:
    if letter in NARROW_LETTERS:
        return NARROW
    if unicodedata.east_asian_width(letter) in "WF":
        return FULL
    return WIDE if letter in WIDE_LETTERS or letter.isupper() else USUAL


def _escaped(value: str) -> str:
    """What is hidden in a text is shown, and nothing in it is markup; what has been through here stays as it is."""
    return value if isinstance(value, Markup) else str(escape(show_lines(value)))


def _shown(value: object) -> str:
    """Numbers with as many digits as a screen has."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
