"""What the changes of a patch buy, in words and rows, the same for terminal and page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from evometa.balance.contributions import Contribution, Explanation
from evometa.balance.objectives import label_objective
from evometa.report.words.letters import F_MEANS, M_MEANS
from evometa.report.words.numbers import ABSENT, count, interval, listed, number, points, rate_margin

MOST_MATCH_UPS = 3  # of a row
VERDICTS = {"buys": "", "undecided": "undecided", "harms": "better without"}
ALL_OF_IT = "all of it"  # the changes of a card together
MORE_GAMES = " More games can decide: evometa explain."
HOW_TO_READ = (
    "What a change buys is how much higher {goal} would be without it and with all the rest, from the same games with "
    "it and without it. Undecided: the 95% interval holds 0, so these games cannot tell whether it buys anything."
)


class Row(NamedTuple):
    """A part of a patch in a table."""

    card: str
    change: str
    magnitude: str
    buys: str
    interval: str
    verdict: str
    match_ups: list[str]  # those that it surely changes, the most changed first


def list_rows(found: Explanation, labels: Sequence[str]) -> list[Row]:
    """A row for each part, in the order of the patch notes; `labels` are short names of the decks."""
    return [
        Row(
            part.card,
            describe_change(part),
            number(part.magnitude, 0),
            number(part.buys.value, signed=True),
            interval(part.buys.low, part.buys.high),
            VERDICTS[part.verdict],
            list(_list_match_ups(part, labels)) or [ABSENT],
        )
        for part in found.parts
    ]


def describe_change(part: Contribution) -> str:
    """What changes, without the name of the card."""
    if not part.is_single:
        return ALL_OF_IT
    return ", ".join(note.removeprefix(f"{part.card}: ") for note in part.notes)


def _list_match_ups(part: Contribution, labels: Sequence[str]) -> Iterator[str]:
    """The match-ups that surely change, from the deck that gains: `H:P +3.2 ±1.1`."""
    change = part.match_ups
    pairs = [(i, j) if change.value[i, j] > 0 else (j, i) for i, j in combinations(range(len(labels)), 2)]
    sure = [(i, j) for i, j in pairs if change.low[i, j] > 0]
    for i, j in sorted(sure, key=lambda pair: -change.value[pair])[:MOST_MATCH_UPS]:
        reach = rate_margin(change.value[i, j], change.low[i, j], change.high[i, j])
        yield f"{labels[i]}:{labels[j]} {points(change.value[i, j])} {reach}"


def summarise_explanation(found: Explanation) -> str:
    """How many changes buy something, and which do not surely."""
    goal, changes = label_objective(found.objective), found.changes
    if not changes:
        return ""
    paying = [part for part in changes if part.verdict == "buys"]
    told = f"Of {count(len(changes), 'change')}, {_count_all(len(paying), len(changes))} clearly lower {goal}."
    for verdict, words in (("undecided", "Undecided"), ("harms", f"{goal} would be lower without")):
        named = [f"{part.card} ({describe_change(part)})" for part in changes if part.verdict == verdict]
        told += f" {words}: {listed(named)}." if named else ""
    return told + (MORE_GAMES if any(part.verdict == "undecided" for part in changes) else "")


def _count_all(some: int, every: int) -> str:
    return "all" if some == every else "none" if not some else str(some)


def describe_dropped(notes: Sequence[str]) -> str:
    """What was taken out of the patch before its audit."""
    return f"Taken out before the audit, because they buy nothing: {listed(list(notes))}." if notes else ""


def explain_reading(found: Explanation, letters: bool = True) -> str:
    """How to read the table, and what its letters mean."""
    told = HOW_TO_READ.format(goal=label_objective(found.objective))
    means = (F_MEANS, M_MEANS) if found.objective == "f" else (M_MEANS,)
    return " ".join((told, *means)) if letters else told


def order_parts(found: Explanation) -> list[Contribution]:
    """The single changes, what buys most first."""
    values = np.array([part.buys.value for part in found.changes])
    return [found.changes[place] for place in np.argsort(-values, kind="stable").tolist()]
