"""From numbers to places on the screen, and the round numbers that stand at an axis."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10

from evometa.report.words.numbers import number

STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)  # that are easy to count in
MOST_TICKS = 7
ROOM = 0.05  # beside the outermost number, as a part of the range


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
        least = (self.high - self.low) / MOST_TICKS
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
