"""The recommended patch: its cards before and after, the match-ups that were drawn, and what each change buys."""

from __future__ import annotations

from evometa.experiments.balance.results import Audit
from evometa.report.pages.balance.run import BalanceRun, describe_cost
from evometa.report.pages.card_faces import CardFaces
from evometa.report.pages.explain import tell_contributions
from evometa.report.pages.parts import Html, Story, paragraph, table
from evometa.report.pages.pieces import notes_table, patch_file
from evometa.report.words.aims import AIM_HEADS, AIM_NOTE, AIM_TITLE, aim_row, summarise_aims
from evometa.report.words.contributions import describe_dropped
from evometa.report.words.numbers import ARROW
from evometa.report.words.players import add_player


def tell_patch(run: BalanceRun, story: Story, faces: CardFaces) -> None:
    """The patch that the run recommends, if it does."""
    if best := run.results.recommended:
        intro = f"What the run recommends: {describe_cost(best)}. Each changed card, old {ARROW} new:"
        story.tell("patch", "The patch", paragraph(intro), patch_notes(best, faces, story), patch_file(best.patch))


def patch_notes(audit: Audit, faces: CardFaces, story: Story) -> Html:
    """The changes of a patch, with the faces of its cards before and after."""
    return notes_table(audit.notes, faces.with_patch(audit.patch, str(audit.number)), story)


def tell_aims(run: BalanceRun, story: Story) -> None:
    """How far each match-up is from what was drawn."""
    if aims := run.results.aims:
        rows = table("", AIM_HEADS, [aim_row(aim) for aim in aims], texts=2)
        title = add_player(AIM_TITLE, run.results.first_player)
        story.tell("target", title, paragraph(summarise_aims(aims)), rows, paragraph(AIM_NOTE, "faint"))


def tell_explanation(run: BalanceRun, story: Story, faces: CardFaces) -> None:
    """What each change of the patch buys."""
    best, found = run.results.recommended, run.results.explanation
    if best and found:
        shown = faces.with_patch(best.patch, str(best.number))
        dropped = paragraph(describe_dropped(run.results.dropped).replace("->", ARROW))
        title = add_player("What each change buys", run.results.first_player)
        story.tell("explained", title, tell_contributions(found, story, shown), dropped)
