"""Numbers with intervals, as they are shown: in percent, in the order of the rows, and in words."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from evometa.input.shown_text import show_name
from evometa.metagame.evidence import Estimate, Estimated, Evidence, Floats
from evometa.report.words.numbers import UNKNOWN, number

MOST_NOTES = 8  # of a patch
LABEL_WIDTH, LABEL_LINES = 24, 2  # of a deck's name, in characters and lines


def pick(estimate: Estimate, places: tuple[NDArray[np.intp], ...]) -> Estimate:
    """Some of the numbers, in another order."""
    return Estimate(*(part[places] for part in estimate))


def collect(found: Sequence[Estimated]) -> Estimate:
    """Single numbers together."""
    return Estimate(*np.array([tuple(each) for each in found], dtype=float).reshape(-1, 3).T)


def percent(estimate: Estimate) -> Estimate:
    """Rates in percent, differences in percentage points."""
    return Estimate(*(100 * part for part in estimate))


# --- as text --------------------------------------------------------------------------------------


def describe_estimate(estimate: Estimate, place: int, signed: bool = False, decimals: int = 1) -> str:
    """A number with the ends of its interval."""
    if np.isnan(estimate.value[place]):
        return UNKNOWN
    value, low, high = (number(part[place], decimals, signed) for part in estimate)
    return f"{value}  ({low} to {high})"


def shorten_name(name: str) -> str:
    """A name in at most two lines; a longer one ends in an ellipsis."""
    lines = textwrap.wrap(show_name(name), LABEL_WIDTH, max_lines=LABEL_LINES, placeholder=" \N{HORIZONTAL ELLIPSIS}")
    return "\n".join(lines)


def describe_games(evidence: Evidence) -> str:
    """The number of games of each match-up of two decks."""
    games = evidence.games + evidence.games.T
    found = games[np.triu_indices(len(games), 1)] if len(games) > 1 else evidence.games.ravel()
    fewest, most = int(found.min()), int(found.max())
    return f"{most:,} games per match-up" if fewest == most else f"{fewest:,} to {most:,} games per match-up"


def describe_patch(notes: Sequence[str]) -> str:
    """The first changes of a patch, and how many more there are."""
    shown = [note.replace("->", "\N{RIGHTWARDS ARROW}") for note in notes[:MOST_NOTES]]
    more = [f"and {len(notes) - MOST_NOTES} more"] if len(notes) > MOST_NOTES else []
    return ("; ".join(shown + more) or "The patch changes nothing") + "."


def describe_unknown(values: Sequence[Floats], reason: str = "no decided game from one of the seats") -> str:
    """What a question mark means, if there is one."""
    is_any = any(np.isnan(part).any() for part in values)
    return f"{UNKNOWN} not known: {reason}." if is_any else ""


def describe_partial(is_partial: bool) -> str:
    """A warning if this is not all that was asked for."""
    return "PARTIAL: the run was interrupted; these are the games that were finished." if is_partial else ""
