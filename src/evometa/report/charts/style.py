"""The style sheet and the script of all charts, the same for pages and studio."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from evometa.input.errors import Where
from evometa.input.reading import read_file
from evometa.report.charts.svg import element

FOLDER = "templates"


@cache
def style_sheet() -> str:
    """The colours of light and dark, as CSS variables, and how charts look with them."""
    return _read("colors.css") + _read("charts.css")


@cache
def touch_script() -> str:
    """Arrow keys between the parts of a chart, and Enter and Space on those that are buttons.

    It listens at the document, so that charts may come and go.
    """
    return _read("touch.js")


def standalone(svg: str) -> str:
    """A chart as a file of its own, which brings its style along."""
    head, end, rest = svg.partition(">")
    return f"{head}{end}{element('style', style_sheet())}{rest}\n"


def _read(name: str) -> str:
    return read_file(files(__package__) / FOLDER / name, Where(name))
