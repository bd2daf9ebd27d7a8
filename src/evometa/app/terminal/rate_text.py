"""Rates and their intervals as people read them: in percent, or in points where two rates differ."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

from rich.text import Text

from evometa.metagame.evidence import Estimate

UNKNOWN = "-"
BETTER, WORSE, UNSURE = "bold bright_blue", "bold dark_orange", ""  # which the colour-blind can tell apart


def percent(value: float, digits: int = 1) -> str:
    """`58.3`, without the sign: headings say that it is percent."""
    return f"{100 * value:.{digits}f}" if isfinite(value) else UNKNOWN


def points(value: float, digits: int = 1) -> str:
    """A difference of rates, with its sign: `+3.1`."""
    return f"{100 * value:+.{digits}f}" if isfinite(value) else UNKNOWN


def half_width(low: float, high: float, digits: int = 1) -> str:
    """Half of the interval: `±1.2`."""
    return f"±{50 * (high - low):.{digits}f}"


def between(low: float, high: float, digits: int = 1) -> str:
    """Both ends of the interval: `57.1 to 59.5`."""
    return f"{percent(low, digits)} to {percent(high, digits)}"


def style_of(low: float, high: float, even: float) -> str:
    """How to print a number whose interval lies above or below the even value, or around it."""
    if low > even:
        return BETTER
    return WORSE if high < even else UNSURE


def rate_cell(estimate: Estimate, *place: int, separator: str = " ", even: float = 0.5) -> Text:
    """A win rate with half its interval, coloured if it is surely above or below what counts as even."""
    return _cell(estimate, place, separator, even, percent)


def change_cell(estimate: Estimate, *place: int, separator: str = " ") -> Text:
    """A difference of rates with half its interval, coloured if it is surely not 0."""
    return _cell(estimate, place, separator, 0.0, points)


def _cell(
    estimate: Estimate, place: tuple[int, ...], separator: str, even: float, write: Callable[[float], str]
) -> Text:
    value, low, high = (float(part[place]) for part in estimate)
    if not isfinite(value):
        return Text(UNKNOWN, style="dim")
    return Text.assemble((write(value), style_of(low, high, even)), (separator + half_width(low, high), "dim"))
