"""Numbers in words, the same for terminal, page and picture. What is not known is NaN or None, and is shown as such."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TypeVar

import numpy as np

from evometa.matches.inference import Estimate, Estimates

E = TypeVar("E", Estimate, Estimates)

UNKNOWN = "?"
ABSENT = "\N{EN DASH}"  # where there can be nothing
ARROW = "\N{RIGHTWARDS ARROW}"
MINUS = "\N{MINUS SIGN}"


def number(value: float | None, decimals: int = 3, signed: bool = False) -> str:
    """A number with a true minus sign, and never a minus zero; `signed` shows a plus, too."""
    if value is None or not isfinite(value):
        return UNKNOWN
    rounded = round(float(value), decimals) + 0.0
    return f"{rounded:{'+' if signed and rounded else ''}.{decimals}f}".replace("-", MINUS)


def rate(value: float | None, decimals: int = 1, signed: bool = False) -> str:
    """A rate in percent, or a difference of rates in percentage points, without the unit."""
    return number(None if value is None else 100 * value, decimals, signed)


def points(value: float | None, decimals: int = 1) -> str:
    """A difference of rates in percentage points, with its sign."""
    return rate(value, decimals, signed=True)


def interval(low: float | None, high: float | None, decimals: int = 3) -> str:
    """From where to where a number may lie; nothing if that is not known."""
    if low is None or high is None or not (isfinite(low) and isfinite(high)):
        return ""
    return f"{number(low, decimals)} to {number(high, decimals)}"


def rate_interval(found: Estimate, signed: bool = False) -> str:
    """From where to where a rate may lie, in percent; nothing if that is not known."""
    if not (isfinite(found.low) and isfinite(found.high)):
        return ""
    return f"{rate(found.low, signed=signed)} to {rate(found.high, signed=signed)}"


def with_interval(found: Estimate, decimals: int = 3) -> str:
    """A number and from where to where it may lie: `0.548 (0.538 to 0.556)`."""
    ends = interval(found.low, found.high, decimals)
    return f"{number(found.value, decimals)} ({ends})" if ends else number(found.value, decimals)


def margin(value: float, low: float, high: float) -> float:
    """What stands behind a ±: how far the interval reaches from the number, to the side where it reaches farther."""
    return max(high - value, value - low)


def rate_margin(value: float, low: float, high: float, decimals: int = 1) -> str:
    """How far the interval of a rate reaches, in percentage points: `±1.2`."""
    return f"±{rate(margin(value, low, high), decimals)}"


def show_p(p: float) -> str:
    """A p-value; very small ones are not worth their digits."""
    return "p < 0.001" if p < 0.001 else f"p = {number(p, 3)}"


def typical_match_up(f: float) -> str:
    """What F means: how the games of a typical match-up are shared."""
    better = 50 * (1 + f)
    return f"{number(better, 0)}:{number(100 - better, 0)}"


def count(n_things: int, thing: str) -> str:
    """A number of things, in the singular if it is one."""
    return f"{n_things:,} {thing}" + ("" if n_things == 1 else "s")


def listed(words: Sequence[str]) -> str:
    """Words in a sentence."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def join_notes(notes: Sequence[str]) -> list[tuple[str, str]]:
    """Patch notes card by card: the card, and all its changes."""
    changes: dict[str, list[str]] = {}
    for note in notes:
        card, _, change = note.rpartition(": ")
        changes.setdefault(card, []).append(change)
    return [(card, ", ".join(each)) for card, each in changes.items()]


# --- what letters and short words of tables and pages mean, told where they first stand -----------


F_MEANS = "F says how uneven a metagame is: 0 if all match-ups are even, 1 if all are decided in advance."
WORTH_MEANS = "as many as would be as varied if all were played alike: by their shares in the equilibrium"
STRENGTH_PART, CYCLES_PART = "F of strengths alone", "F of cycles alone"
PART_MEANS = {
    STRENGTH_PART: "what F would be if each match-up followed from how strong its decks are",
    CYCLES_PART: "what F would be if all decks were made equally strong",
}
M_MEANS = "M is the size of a patch: the points of all its changes, those of costs counted double."
JOLT_MEANS = "Jolt squares the points of each card, so that one big change weighs more than several small ones."
NOISE_FLOOR_MEANS = "The noise floor is what chance alone would show if all match-ups were even."
FRONT_MEANS = "Front 1, 2 and so on are patches that no other one beats in everything, the most even first."
WIN_RATES_MEAN = (
    "WRD and WRP are the deck's win rate when a card was drawn and when it was played, WRN the one after the card was "
    "changed."
)


def percent(found: E) -> E:
    """Rates in percent, differences in percentage points."""
    return type(found)(*(100 * part for part in found))


# --- as text --------------------------------------------------------------------------------------


def describe_estimate(estimate: Estimates, place: int, signed: bool = False, decimals: int = 1) -> str:
    """A number with the ends of its interval."""
    if np.isnan(estimate.value[place]):
        return UNKNOWN
    value, low, high = (number(part[place], decimals, signed) for part in estimate)
    return f"{value}  ({low} to {high})"
