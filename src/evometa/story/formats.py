"""How the numbers of a table are written: their unit, their digits, and what they are compared with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

from evometa.matches.inference import Estimate
from evometa.story.words.numbers import ABSENT, UNKNOWN, margin, number


@dataclass(frozen=True)
class Format:
    """How values of a column are written."""

    unit: str = ""
    is_number: bool = True  # which stands on the right
    is_cut: bool = True  # if it names a row and is long, as names are that somebody has given

    def write(self, value: Any) -> str:
        """A value as text; what cannot be there is a dash."""
        if value is None:
            return ABSENT
        return ("yes" if value else "no") if isinstance(value, bool) else str(value)

    def write_interval(self, found: Estimate) -> str:
        """From where to where a number may lie; nothing if that is not known."""
        return ""

    def write_margin(self, found: Estimate) -> str:
        """How far the interval reaches: `±1.2`."""
        return ""

    def side(self, found: Estimate) -> int:
        """1 or -1 if a number is surely above or below what it is compared with, and 0 if that is not sure."""
        return 0


@dataclass(frozen=True)
class Quantity(Format):
    """A number with its digits. NaN is not known, None cannot be there."""

    decimals: int = 3
    factor: float = 1.0  # from what is measured to the unit that is shown
    is_signed: bool = False  # shows a plus, too
    has_commas: bool = False  # between thousands
    even: float | None = None  # what it is compared with
    unknown: str = UNKNOWN

    def write(self, value: Any) -> str:
        """A number as text."""
        if value is None:
            return ABSENT
        if not isfinite(value):
            return self.unknown
        if self.has_commas:
            return f"{float(value) * self.factor:,.{self.decimals}f}"
        return number(float(value) * self.factor, self.decimals, self.is_signed)

    def write_interval(self, found: Estimate) -> str:
        """`57.1 to 59.5`"""
        if not (isfinite(found.low) and isfinite(found.high)):
            return ""
        return f"{self.write(found.low)} to {self.write(found.high)}"

    def write_margin(self, found: Estimate) -> str:
        """`±1.2`"""
        reach = margin(*found)
        return f"±{number(reach * self.factor, self.decimals)}" if isfinite(reach) else ""

    def side(self, found: Estimate) -> int:
        """Which side of the even value the interval lies on."""
        if self.even is None:
            return 0
        return int(found.low > self.even) - int(found.high < self.even)


TEXT = Format(is_number=False)
PHRASE = Format(is_number=False, is_cut=False)  # words of our own
RIGHT = Format()  # a text that stands on the right, as numbers do
WHOLE = Quantity(decimals=0)
COUNT = Quantity(decimals=0, has_commas=True)
NUMBER = Quantity()
IF_KNOWN = Quantity(unknown=ABSENT)  # a number that some rows cannot have
RATE = Quantity("%", decimals=1, factor=100.0, even=0.5)
PLAIN_RATE = Quantity("%", decimals=1, factor=100.0)  # compared with nothing
SHARE = Quantity("%", decimals=0, factor=100.0)
POINTS = Quantity("points", decimals=1, factor=100.0, is_signed=True, even=0.0)
CHANGE = Quantity(is_signed=True, even=0.0)  # of a number that has no unit
ELO = Quantity(decimals=0)
IN_PERCENT, IN_POINTS = replace(RATE, unit=""), replace(POINTS, unit="")  # where a unit would make a table too wide
