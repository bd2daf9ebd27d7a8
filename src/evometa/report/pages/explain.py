"""What each change of a patch buys: a section of the page of a balance run, and a page of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evometa.balance.contributions import Explanation
from evometa.balance.objectives import label_objective
from evometa.report.charts.dot_plot import DotPlot, DotRow, draw_dot_plot
from evometa.report.charts.frame import Touch
from evometa.report.pages.card_faces import CardFaces
from evometa.report.pages.parts import Html, Story, headline, join, make_page, paragraph, table
from evometa.report.pages.pieces import notes_table, patch_file
from evometa.report.words.contributions import (
    Row,
    describe_change,
    explain_reading,
    list_rows,
    order_parts,
    summarise_explanation,
)
from evometa.report.words.deck_labels import label_decks
from evometa.report.words.numbers import ARROW, count, typical_match_up, with_interval

NO_KEYS: Mapping[str, str] = {}
CHART_EXPLAINED = (
    "With this change put back and all others kept, from the same games with it and without it, with 95% intervals. "
    "Filled dots: it surely buys or harms something."
)
HEADS = ("card", "change", "most changed match-ups, points", "M", "buys", "95% interval", "remark")


def tell_contributions(found: Explanation, story: Story, faces: CardFaces) -> Html:
    """The chart and the table of all parts, with what to make of them."""
    if not found.parts:
        return paragraph("No part of the patch has been played without yet.")
    keys = {part.card: faces.anchor_of(part.card, story) for part in found.changes}
    plot = contribution_plot(found, story.id("contributions"), keys)
    labels = label_decks(found.standing.decks)
    rows = [_cells(row, faces, story) for row in list_rows(found, labels)]
    decks = ", ".join(f"{label}: {deck}" for label, deck in zip(labels, found.standing.decks, strict=True))
    return join(
        [
            paragraph(summarise_explanation(found)),
            story.show(plot.name, draw_dot_plot(plot, Touch.LINKS), CHART_EXPLAINED),
            table("", HEADS, rows, texts=3),
            paragraph(f"{explain_reading(found)} Decks: {decks}.", "faint"),
        ]
    )


def contribution_plot(found: Explanation, name: str = "contributions", keys: Mapping[str, str] = NO_KEYS) -> DotPlot:
    """How much lower the objective is because of each single change; cards may have keys."""
    rows = tuple(
        DotRow(f"{part.card}: {describe_change(part).replace('->', ARROW)}", part.buys, key=keys.get(part.card, ""))
        for part in order_parts(found)
    )
    unit = f"how much higher {label_objective(found.objective)} would be without it"
    return DotPlot(name, "What each change buys", unit, rows, 0.0, decimals=3, is_signed=True, least_range=0.02)


def _cells(row: Row, faces: CardFaces, story: Story) -> list[str]:
    card, changed = faces.mention(row.card, story), ", ".join(row.match_ups)
    return [card, row.change.replace("->", ARROW), changed, row.magnitude, row.buys, row.interval, row.verdict]


def explanation_page(
    found: Explanation, *, metagame: str, notes: Sequence[str], patch: str, players: str, faces: CardFaces
) -> str:
    """The page of an explanation."""
    story, f = Story(), found.standing.f_corrected
    said = f"With all of the patch a typical match-up is {typical_match_up(f.value)}."
    story.tell("summary", "What each change buys", headline(said, f"F {with_interval(f)}"))
    story.tell("parts", "Change by change", tell_contributions(found, story, faces))
    story.tell("patch", "The patch", notes_table(notes, faces, story), patch_file(patch))
    notice = "Interrupted: these are the parts that were finished." if found.is_partial else ""
    subtitle, title = f"{metagame}, {count(found.games, 'game')}. {players}", "What each change of the patch buys"
    return make_page(title, subtitle, notice, story.sections, "Written by evometa.", story.faces)
