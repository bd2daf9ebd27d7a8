"""What each change of a patch buys: a chart, and a table of all its parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from evometa.balance.explaining import Contribution, Explanation
from evometa.balance.objectives import label_objective
from evometa.matches.inference import INTERVAL, Estimates
from evometa.story.blocks import Block, Column, Figure, Level, Table, Teller, Words
from evometa.story.cards import CardFaces, CardName
from evometa.story.charts.data import DotPlot, DotRow
from evometa.story.formats import CHANGE, WHOLE
from evometa.story.words.names import describe_labels, label_decks
from evometa.story.words.numbers import ARROW, F_MEANS, M_MEANS, count, listed, points, rate_margin

CHART_EXPLAINED = (
    "With this change put back and all others kept, from the same games with it and without it, with "
    f"{INTERVAL}s. Filled dots: it surely buys or harms something."
)


def tell_contributions(found: Explanation, teller: Teller, faces: CardFaces, letters: bool = True) -> Iterator[Block]:
    """What to make of the parts, the chart, and the table; `letters` are explained if nobody has done so yet."""
    if not found.parts:
        yield Words("No part of the patch has been played without yet.")
        return
    keys = {part.card: faces.anchor(part.card) for part in found.changes}
    yield Words(summarise_explanation(found).replace("->", ARROW))
    yield Figure(contribution_plot(found, teller.id("contributions"), keys), CHART_EXPLAINED, is_linked=True)
    yield _contribution_table(found, faces, letters)


def _contribution_table(found: Explanation, faces: CardFaces, letters: bool = True) -> Table:
    """A row for each part; the changes of a card that has several stand below all of it."""
    labels = label_decks(found.standing.decks)

    def name_card(part: Contribution) -> CardName:
        return faces.name(part.card)

    columns = (
        Column("card", name_card),
        Column("change", lambda part: _describe_change(part).replace("->", ARROW)),
        Column("M", lambda part: part.magnitude, WHOLE),
        Column("buys", lambda part: part.buys, CHANGE),
        Column("remark", lambda part: VERDICTS[part.verdict]),
        Column("match-ups, points", lambda part: list_match_ups(part, labels), is_expendable=True),
    )
    note = f"{explain_reading(found, letters)} Decks: {describe_labels(labels, found.standing.decks)}."
    title = f"What each change buys, in {label_objective(found.objective)}"
    return Table("explanation", columns, found.parts, title, note, level=Level.BRIEF)


def part_table(name: str, found: Explanation | None) -> Table:
    """A row for each part, for other programs; none if nothing was explained."""
    columns = (Column("verdict", lambda part: part.verdict, key="verdict"),)
    parts = found.parts if found else ()
    return Table(name, columns, parts, record=Contribution, index="card", without=("addresses",))


# --- the chart ------------------------------------------------------------------------------------


_NO_KEYS: Mapping[str, str] = {}


def contribution_plot(found: Explanation, name: str = "contributions", keys: Mapping[str, str] = _NO_KEYS) -> DotPlot:
    """How much lower the objective is because of each single change; cards may have keys."""
    rows = tuple(
        DotRow(f"{part.card}: {_describe_change(part).replace('->', ARROW)}", part.buys, key=keys.get(part.card, ""))
        for part in _order_parts(found)
    )
    unit = f"how much higher {label_objective(found.objective)} would be without it"
    return DotPlot(name, "What each change buys", unit, rows, 0.0, decimals=3, is_signed=True, least_range=0.02)


# --- in words -------------------------------------------------------------------------------------


_MOST_MATCH_UPS = 3  # of a row
VERDICTS = {"buys": "", "undecided": "undecided", "harms": "better without"}
ALL_OF_IT = "all of it"  # the changes of a card together
_MORE_GAMES = " More games can decide: evometa explain."
_HOW_TO_READ = (
    "What a change buys is how much higher {goal} would be without it and with all the rest, from the same games with "
    f"it and without it. Undecided: the {INTERVAL} holds 0, so these games cannot tell whether it buys anything."
)


def _describe_change(part: Contribution) -> str:
    """What changes, without the name of the card."""
    if not part.is_single:
        return ALL_OF_IT
    return ", ".join(note.removeprefix(f"{part.card}: ") for note in part.notes)


def list_match_ups(part: Contribution, labels: Sequence[str]) -> tuple[str, ...]:
    """The match-ups that surely change, the most changed first, from the deck that gains: `H:P +3.2 ±1.1`."""
    change = part.match_ups
    pairs = [(i, j) if change.value[i, j] > 0 else (j, i) for i, j in combinations(range(len(labels)), 2)]
    sure = sorted((pair for pair in pairs if change.low[pair] > 0), key=lambda pair: -change.value[pair])
    return tuple(_tell_match_up(change, labels, *pair) for pair in sure[:_MOST_MATCH_UPS])


def _tell_match_up(change: Estimates, labels: Sequence[str], i: int, j: int) -> str:
    reach = rate_margin(change.value[i, j], change.low[i, j], change.high[i, j])
    return f"{labels[i]}:{labels[j]} {points(change.value[i, j])} {reach}"


def summarise_explanation(found: Explanation) -> str:
    """How many changes buy something, and which do not surely."""
    goal, changes = label_objective(found.objective), found.changes
    if not changes:
        return ""
    paying = [part for part in changes if part.verdict == "buys"]
    n_paying = "all" if len(paying) == len(changes) else str(len(paying) or "none")
    told = f"Of {count(len(changes), 'change')}, {n_paying} clearly lower {goal}."
    for verdict, words in (("undecided", "Undecided"), ("harms", f"{goal} would be lower without")):
        named = [f"{part.card} ({_describe_change(part)})" for part in changes if part.verdict == verdict]
        told += f" {words}: {listed(named)}." if named else ""
    return told + (_MORE_GAMES if any(part.verdict == "undecided" for part in changes) else "")


def describe_dropped(notes: Sequence[str]) -> str:
    """What was taken out of the patch before its audit."""
    return f"Taken out before the audit, because they buy nothing: {listed(list(notes))}." if notes else ""


def explain_reading(found: Explanation, letters: bool = True) -> str:
    """How to read the table, and what its letters mean."""
    told = _HOW_TO_READ.format(goal=label_objective(found.objective))
    means = (F_MEANS, M_MEANS) if found.objective == "f" else (M_MEANS,)
    return " ".join((told, *means)) if letters else told


def _order_parts(found: Explanation) -> list[Contribution]:
    """The single changes, what buys most first."""
    values = np.array([part.buys.value for part in found.changes])
    return [found.changes[place] for place in np.argsort(-values, kind="stable").tolist()]
