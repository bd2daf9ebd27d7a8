"""What each change of a patch buys: a section of the page of a balance run, and a page of its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from evometa.balance.contributions import Explanation
from evometa.input.writing import write_file
from evometa.report.pages.parts import Html, Story, join, make_page, paragraph, table
from evometa.report.pages.pieces import notes_table, patch_file
from evometa.report.words.contributions import Row, explain_reading, list_rows, summarise_explanation
from evometa.report.words.deck_labels import label_decks
from evometa.report.words.numbers import ARROW, count, with_interval

PAGE = "report.html"
HEADS = ("card", "change", "most changed match-ups, points", "M", "buys", "95% interval", "remark")


def tell_contributions(found: Explanation, story: Story) -> Html:
    """The picture and the table of all parts, with what to make of them."""
    from evometa.report.pictures.contribution_plots import draw_contributions

    if not found.parts:
        return paragraph("No part of the patch has been played without yet.")
    told = summarise_explanation(found)
    shown = story.show("contributions", draw_contributions(found), f"Dot plot of what each change buys. {told}")
    labels = label_decks(found.standing.decks)
    rows = [_cells(row) for row in list_rows(found, labels)]
    decks = ", ".join(f"{label}: {deck}" for label, deck in zip(labels, found.standing.decks, strict=True))
    return join(
        [
            paragraph(told),
            shown,
            table("", HEADS, rows, texts=3),
            paragraph(f"{explain_reading(found)} Decks: {decks}.", "faint"),
        ]
    )


def _cells(row: Row) -> list[str]:
    changed = ", ".join(row.match_ups)
    return [row.card, row.change.replace("->", ARROW), changed, row.magnitude, row.buys, row.interval, row.verdict]


def write_explanation(
    found: Explanation, folder: Path, *, metagame: str, notes: Sequence[str], patch: str, players: str
) -> Path:
    """Write the page of an explanation into a folder, with its picture beside it."""
    story = Story()
    f = with_interval(found.standing.f_corrected)
    story.tell("summary", "What each change buys", paragraph(f"With all of the patch F is {f}."))
    story.tell("parts", "Change by change", tell_contributions(found, story))
    story.tell("patch", "The patch", notes_table(notes), patch_file(patch))
    notice = "Interrupted: these are the parts that were finished." if found.is_partial else ""
    subtitle = f"{metagame}, {count(found.games, 'game')}. {players}"
    for name, content in story.pictures.items():
        write_file(folder / name, content)
    page = make_page("What each change of the patch buys", subtitle, notice, story.sections, "Written by evometa.")
    path = folder / PAGE
    write_file(path, page.encode())
    return path
