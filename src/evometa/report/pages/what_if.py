"""The page of a metagame before and after a patch."""

from __future__ import annotations

import numpy as np

from evometa.cards.patches.files import format_patch
from evometa.experiments.nerfs.results import number_at
from evometa.metagame.comparison import Anchored
from evometa.metagame.standing import FullStanding, Standing, order_from_high
from evometa.metagame.what_if import WhatIfResult
from evometa.report.charts.dot_plot import DotPlot, DotRow, draw_dot_plot
from evometa.report.charts.heat_map import HeatMap
from evometa.report.pages.card_faces import CardFaces
from evometa.report.pages.laboratory import STRENGTH_UNIT, finish_page, rate_cells
from evometa.report.pages.matrices import metagame_matrices, show_matrices
from evometa.report.pages.parts import (
    Html,
    Story,
    beside,
    headline,
    paragraph,
    table,
    tiles,
)
from evometa.report.pages.pieces import notes_table, patch_file
from evometa.report.pictures.cells import SURE, change_cells
from evometa.report.words.estimates import describe_games, percent
from evometa.report.words.evenness import tell_change
from evometa.report.words.levels import ANCHORED_NOTE
from evometa.report.words.numbers import (
    ARROW,
    listed,
    points,
    with_interval,
)

CHANGES_EXPLAINED = (
    "Win rate after minus before, in percentage points, ± the 95% interval; the games before and after have the same "
    "seeds. Without ±: cannot change. "
) + SURE.format(middle=0)

ANCHORED_HEADS = (
    *("deck", "opponent", "observed, %", "95% interval", "after, %", "95% interval"),
    *("change, points", "95% interval"),
)


def what_if_page(
    result: WhatIfResult, before: FullStanding, after: FullStanding, anchored: Anchored | None = None
) -> str:
    """A metagame before and after a patch."""
    story, metagame, order = Story(), result.before.metagame, before.order
    faces = CardFaces(metagame.patched_cards, result.after.metagame.patched_cards, "after")
    said = tell_change(before, after, is_beside_observed=anchored is not None)
    story.tell("summary", "In short", _change_headline(said, before, after), *_change_tiles(result))
    notes = notes_table(result.notes, faces, story) if result.notes else paragraph("It changes nothing.")
    story.tell("patch", "The patch", notes, patch_file(format_patch(result.patch, metagame.patched_cards)))
    story.tell("decks", "What it does to each deck", *_deck_changes(result, before, after, story))
    names = tuple(before.decks[place] for place in order)
    changes = HeatMap(
        "changes", "What changes in each match-up", "change, points", names, names, change_cells(result, order)
    )
    story.tell("match-ups", "What it does to each match-up", show_matrices(story, [changes], CHANGES_EXPLAINED))
    if anchored is not None:
        rows = table("", ANCHORED_HEADS, _anchored_rows(result, anchored), texts=2)
        story.tell("observed", "From what was observed", paragraph(ANCHORED_NOTE), rows)
    sides = [("Before", before), ("After", after)]
    story.tell("metagame", "The metagame before and after", metagame_matrices(story, "matrix", before.decks, sides))
    told = f"{result.games:,} games; {describe_games(result.before.evidence)} on each side"
    return finish_page(f"What if: {metagame.name}", result.before, told, story)


def _change_headline(said: str, before: Standing, after: Standing) -> Html:
    was, becomes = before.f_corrected, after.f_corrected
    if not (was.is_known and becomes.is_known):
        return headline(said)
    return headline(said, f"F {with_interval(was)} {ARROW} {with_interval(becomes)}")


def _change_tiles(result: WhatIfResult) -> list[Html]:
    """The decks that it clearly changes, the size of the patch, and the games."""
    decks, change = result.before.evidence.decks, result.change_against_meta
    moved = [
        place for place in order_from_high(np.abs(change.value)) if change.low[place] > 0 or change.high[place] < 0
    ]
    told = [f"{decks[place]} ({points(float(change.value[place]))} points)" for place in moved]
    said = f"Clearly changed: {listed(told)}." if told else "No deck's win rate against the metagame clearly changes."
    magnitude = result.patch.magnitude(result.before.metagame.patched_cards)
    facts = [
        ("Cards changed", f"{len({note.rpartition(': ')[0] for note in result.notes})}", ""),
        ("M, the size of the patch", f"{magnitude}", "mana counts double"),
        ("Games", f"{result.games:,}", "the same seeds before and after"),
    ]
    return [paragraph(said), tiles(facts)]


def _anchored_rows(result: WhatIfResult, anchored: Anchored) -> list[list[str]]:
    """The match-ups that were observed and can change, in the order of the decks."""
    decks, known = result.before.evidence.decks, np.isfinite(anchored.after.value) & result.is_affected
    sides = ((anchored.before, False), (anchored.after, False), (anchored.change, True))
    return [
        [
            decks[i],
            decks[j],
            *(cell for side, signed in sides for cell in rate_cells(number_at(side, i, j), signed=signed)),
        ]
        for i, j in np.argwhere(np.triu(known, 1)).tolist()
    ]


def _deck_changes(result: WhatIfResult, before: Standing, after: Standing, story: Story) -> list[Html]:
    order, was, becomes = before.order, percent(before.against_meta), percent(after.against_meta)
    change = percent(result.change_against_meta)
    rates = tuple(DotRow(before.decks[i], number_at(becomes, i), number_at(was, i)) for i in order)
    changes = tuple(DotRow(before.decks[i], number_at(change, i)) for i in order)
    plots = [
        DotPlot("strength", "Before and after", STRENGTH_UNIT, rates, 50.0),
        DotPlot("strength-change", "The change", "change, points", changes, 0.0, is_signed=True),
    ]
    heads = ["deck", "before, %", "95% interval", "after, %", "95% interval", "change, points", "95% interval"]
    sides = (before.against_meta, after.against_meta)
    rows = [
        [
            before.decks[i],
            *(cell for side in sides for cell in rate_cells(number_at(side, i))),
            *rate_cells(number_at(result.change_against_meta, i), signed=True),
        ]
        for i in order
    ]
    return [beside(*(story.show(plot.name, draw_dot_plot(plot)) for plot in plots)), table("", heads, rows)]
