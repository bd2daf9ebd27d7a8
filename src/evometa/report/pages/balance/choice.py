"""The few audited patches worth considering, from the smallest to the largest."""

from __future__ import annotations

from collections.abc import Sequence

from evometa.experiments.balance.results import Audit
from evometa.report.pages.balance.patch import patch_notes
from evometa.report.pages.balance.run import BalanceRun, describe_cost, title_of
from evometa.report.pages.card_faces import CardFaces
from evometa.report.pages.parts import Html, Story, folded, join, paragraph, table
from evometa.report.pages.pieces import patch_file
from evometa.report.words.front_choice import Trade, Worth, choose_patches
from evometa.report.words.letters import JOLT_MEANS
from evometa.report.words.numbers import interval, number, typical_match_up


def tell_choice(run: BalanceRun, story: Story, faces: CardFaces) -> None:
    """The patches to choose from, if there are several."""
    best, audits = run.results.recommended, run.results.known_audits
    if not audits or not audits[0].is_unchanged:
        return
    trade = Trade.of(run.settings.objectives)
    worth = choose_patches(audits[0], run.results.patches, trade, best)
    if len(worth) < 2:
        return
    marked = [place for place, each in enumerate(worth) if each.audit is best]
    rows = [_choice_row(each, audits[0], trade) for each in worth]
    goal, cost = trade.labels
    intro = (
        "Less change or more balance: these are the audited patches to choose from, from the smallest to the largest. "
        f"What a patch buys is how much it lowers {goal}; “per 10 {cost}” is how much ten points of {cost} buy. "
        + JOLT_MEANS
    )
    heads = (
        *("patch", "why", f"{goal} as audited", "95% interval", "typical match-up"),
        *(cost, "jolt", "cards", f"lowers {goal} by", f"per 10 {cost}"),
    )
    shown, notes = table("", heads, rows, 2, marked), _notes_of(worth, faces, story)
    story.tell("choice", "Patches worth considering", paragraph(intro), shown, notes)


def _choice_row(worth: Worth, unchanged: Audit, trade: Trade) -> list[str]:
    audit = worth.audit
    goal, before, cost = trade.goal_of(audit), trade.goal_of(unchanged).value, trade.cost_of(audit)
    bought = before - goal.value
    share = f"{number(bought)} ({number(100 * bought / before, 0)}%)" if before else number(bought)
    return [
        title_of(audit),
        worth.reason,
        number(goal.value),
        interval(goal.low, goal.high),
        typical_match_up(audit.f.value),
        number(cost, 0),
        number(audit.jolt, 0),
        number(audit.cards_changed, 0),
        share,
        number(10 * bought / cost) if cost else "",
    ]


def _notes_of(worth: Sequence[Worth], faces: CardFaces, story: Story) -> Html:
    return join(
        folded(
            f"{title_of(audit)}: {describe_cost(audit)}",
            join([patch_notes(audit, faces, story), patch_file(audit.patch)]),
        )
        for audit in (each.audit for each in worth)
    )
