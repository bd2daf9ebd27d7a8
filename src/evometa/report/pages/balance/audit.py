"""The audit: what the search saw, and what fresh games say."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from evometa.balance.objectives import OBJECTIVES, label_objective
from evometa.experiments.balance.results import Audit, AuditedObjective
from evometa.report.pages.balance.run import BalanceRun, title_of
from evometa.report.pages.parts import Story, paragraph, table
from evometa.report.words.front_choice import Trade, audited_objective
from evometa.report.words.numbers import ABSENT, interval, number

NOISE = "below the noise floor"
AUDIT_EXPLAINED = (
    "A search picks what looks best, and so picks luck, too: what it saw is too low. So many of its best were measured "
    "again on fresh seeds, and those that did well then were audited, with far more fresh games. What was audited is "
    "the estimate to trust; it has no such luck in it. The audited F is without the share of chance."
)
LEARNT_EXPLAINED = (
    "A search picks what looks best, and so picks luck, too, though the model takes that into account. So what it "
    "called the best of each size was played again with fresh games that it has not seen. What was audited is the "
    "estimate to trust. The audited F is without the share of chance."
)
NOISE_EXPLAINED = (
    "The noise floor is what a perfectly even metagame would show on average, by chance alone, with the search's games "
    "or with those of the audit. A searched value below it claims more than so few games can tell."
)


def tell_audit(run: BalanceRun, story: Story) -> None:
    """All audited patches, each with what the search saw of it."""
    trade = Trade.of(run.settings.objectives)
    audits = sorted(run.results.known_audits, key=lambda audit: (audit.magnitude, trade.goal_of(audit).value))
    if not audits:
        return
    best = run.results.recommended
    marked = [place for place, audit in enumerate(audits) if audit is best]
    measured = [name for name in run.settings.objectives if name not in OBJECTIVES or not OBJECTIVES[name].is_exact]
    measured = measured if "f" in measured else [*measured, "f"]
    caption = f"{run.settings.audit_games:,} games per match-up; the patch above is shaded"
    goals = (head for name in measured for head in _audit_heads(name))
    heads = ["what", "evaluation", "M", "jolt", "cards", *goals, "remark"]
    rows = table(caption, heads, [_audit_row(audit, measured) for audit in audits], 1, marked)
    story.tell(
        "audit",
        "The audit",
        paragraph(LEARNT_EXPLAINED if run.results.rounds else AUDIT_EXPLAINED),
        rows,
        paragraph(NOISE_EXPLAINED, "faint"),
    )


def _audit_heads(objective: str) -> list[str]:
    return [f"{label_objective(objective)} as searched", "again", "as audited", "95% interval", "noise floor"]


def _audit_row(audit: Audit, measured: Sequence[str]) -> list[str]:
    found = {name: audited_objective(audit, name) for name in measured}
    noisy = [label_objective(name) for name, each in found.items() if each.is_noise]
    return [
        title_of(audit),
        number(audit.number, 0),
        number(audit.magnitude, 0),
        number(audit.jolt, 0),
        number(audit.cards_changed, 0),
        *(cell for each in found.values() for cell in _objective_cells(each)),
        f"searched {' and '.join(noisy)} {NOISE}" if noisy else "",
    ]


def _objective_cells(found: AuditedObjective) -> list[str]:
    return [
        number(found.searched),
        number(found.again) if isfinite(found.again) else ABSENT,
        number(found.audited.value),
        interval(found.audited.low, found.audited.high),
        number(found.noise_floor),
    ]
