"""Rates and their intervals as cells of a table, coloured if they are clearly above or below what counts as even."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from evometa.metagame.evidence import Estimate, Estimated
from evometa.report.words.numbers import UNKNOWN, points, rate, rate_margin

BETTER, WORSE, UNSURE = "bold bright_blue", "bold dark_orange", ""  # which the colour-blind can tell apart


def style_of(low: float, high: float, even: float) -> str:
    """How to print a number whose interval lies above or below the even value, or around it."""
    if low > even:
        return BETTER
    return WORSE if high < even else UNSURE


def rate_cell(estimate: Estimate, *place: int, separator: str = " ", even: float = 0.5) -> Text:
    """A win rate with how far its interval reaches, coloured if it is clearly above or below what counts as even."""
    return _cell(_pick(estimate, place), separator, rate, even)


def change_cell(estimate: Estimate, *place: int, separator: str = " ") -> Text:
    """A difference of rates with how far its interval reaches, coloured if it is clearly not 0."""
    return _cell(_pick(estimate, place), separator, points, 0.0)


def rate_text_of(found: Estimated, even: float = 0.5) -> Text:
    """A single win rate in the same way."""
    return _cell(found, " ", rate, even)


def number_cell(found: Estimated) -> Text:
    """A rate with how far its interval reaches, without a colour."""
    return _cell(found, " ", rate, None)


def _pick(estimate: Estimate, place: tuple[int, ...]) -> Estimated:
    return Estimated(*(float(part[place]) for part in estimate))


def _cell(found: Estimated, separator: str, write: Callable[[float], str], even: float | None) -> Text:
    if not found.is_known:
        return Text(UNKNOWN, style="dim")
    style = UNSURE if even is None else style_of(found.low, found.high, even)
    return Text.assemble((write(found.value), style), (separator + rate_margin(*found), "dim"))
