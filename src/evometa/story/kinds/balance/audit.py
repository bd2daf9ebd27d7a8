"""The audited patches: all of them in one table, and those that are worth a designer's time.

The table of the front is told here and nowhere else: a column more is one more `Column`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from evometa.balance.objectives import OBJECTIVES, label_objective
from evometa.experiments.balance.results import Audit, FrontPatch, list_front, order_audits
from evometa.experiments.balance.work import BalanceRun
from evometa.matches.inference import Estimate
from evometa.story.blocks import Column, Fold, Level, Table, Teller, Words
from evometa.story.cards import CardFaces
from evometa.story.formats import IF_KNOWN, NUMBER, RIGHT, WHOLE
from evometa.story.kinds.balance.run import describe_cost, is_about_match_ups, patch_notes, share_out, title_of
from evometa.story.words.front_choice import NOT_BETTER, Trade, Worth, audited_objective, choose_patches
from evometa.story.words.numbers import F_MEANS, FRONT_MEANS, JOLT_MEANS, M_MEANS, number

SEARCHED = (
    "A search picks what looks best, and so picks luck, too: what it saw is too low. So many of its best were measured "
    "again on fresh seeds, and those that did well then were audited, with far more fresh games."
)
LEARNT = (
    "A search picks what looks best, and so picks luck, too, though the model takes that into account. So what it "
    "called the best of each size was played again with fresh games that it has not seen."
)
TRUSTED = "What was audited is the estimate to trust. The audited F is without the share of chance."
NOISE = (
    "The noise floor is what a perfectly even metagame would show on average, by chance alone, with the search's games "
    "or with those of the audit. A searched value below it claims more than so few games can tell."
)


class Audited(NamedTuple):
    """A row of the front: an audit, and how it stands among the others."""

    audit: Audit
    front: FrontPatch


def tell_audit(run: BalanceRun, teller: Teller) -> None:
    """All audited patches, each with what the search saw of it."""
    if run.results.known_audits:
        explained = f"{LEARNT if run.results.rounds else SEARCHED} {TRUSTED}"
        teller.tell("audit", "The audit", Words(explained, level=Level.FULL), front_table(run))


def front_table(run: BalanceRun) -> Table:
    """The audited patches from the smallest to the largest; what the run recommends stands out."""
    audits, best = run.results.known_audits, run.results.recommended or run.results.chosen_audit
    goal = run.settings.goal
    rows = [Audited(*each) for each in zip(order_audits(audits, goal), list_front(audits, goal), strict=True)]
    exact = [name for name in run.settings.objectives if name in OBJECTIVES and OBJECTIVES[name].is_exact]
    measured = [name for name in run.settings.objectives if name not in exact]
    columns = (
        Column("patch", lambda row: title_of(row.audit)),
        Column(_name_share(goal), lambda row: share_out(row.audit, goal), RIGHT),
        Column("cards", lambda row: row.audit.cards_changed, WHOLE),
        Column("M", lambda row: row.audit.magnitude, WHOLE),
        Column("jolt", lambda row: row.audit.jolt, WHOLE, level=Level.MAIN, is_expendable=True),
        Column("evaluation", lambda row: row.audit.number if row.audit.number >= 0 else None, WHOLE, level=Level.FULL),
        *(column for name in measured for column in _objective_columns(name, is_short=len(measured) > 1)),
        *(() if "f" in measured else (replace(each, level=Level.FULL) for each in _objective_columns("f"))),
        Column("remark", lambda row: _remark(row, best, measured)),
    )
    means = (NOISE, F_MEANS, M_MEANS, JOLT_MEANS, *(() if run.results.rounds else (FRONT_MEANS,)))
    note = f"{run.settings.audit_games:,} games per match-up in the audit. {' '.join(means)}"
    return Table("audited", columns, rows, "The audited patches", note, marked=lambda row: row.audit is best)


def _objective_columns(name: str, is_short: bool = False) -> Iterator[Column]:
    """What was searched, measured again and audited of an objective; short ones where there are several of them."""
    label = label_objective(name)
    yield Column(
        f"{label} as searched", lambda row: audited_objective(row.audit, name).searched, NUMBER, level=Level.MAIN,
        is_expendable=True,
    )  # fmt: skip
    yield Column("again", lambda row: audited_objective(row.audit, name).again, IF_KNOWN, level=Level.FULL)
    yield Column(f"{label} as audited", lambda row: _audited(row.audit, name), NUMBER, is_short=is_short)
    yield Column("noise floor", lambda row: audited_objective(row.audit, name).noise_floor, NUMBER, level=Level.FULL)


def _name_share(goal: str) -> str:
    """What the column is called that says what a patch leaves."""
    return "typical match-up" if is_about_match_ups(goal) else "win rates, %"


def _audited(audit: Audit, name: str) -> Estimate:
    return audit.f if name == "f" else audited_objective(audit, name).audited


def _remark(row: Audited, best: Audit | None, measured: Sequence[str]) -> str:
    noisy = [label_objective(name) for name in measured if audited_objective(row.audit, name).is_noise]
    remarks = (
        "recommended" if row.audit is best else "",
        NOT_BETTER if not row.front.is_better else "",
        f"searched {' and '.join(noisy)} below the noise floor" if noisy else "",
    )
    return "; ".join(filter(None, remarks))


# --- what to choose from --------------------------------------------------------------------------


def tell_choice(run: BalanceRun, teller: Teller, faces: CardFaces) -> None:
    """The few patches worth considering, from the smallest to the largest, if there are several."""
    best, audits = run.results.recommended, run.results.known_audits
    if not audits or not audits[0].is_unchanged:
        return
    trade = Trade.of(run.settings.objectives)
    worth = choose_patches(audits[0], run.results.patches, trade, best)
    if len(worth) < 2:
        return
    goal, cost = trade.labels
    intro = (
        "Less change or more balance: these are the audited patches to choose from, from the smallest to the largest. "
        f"What a patch buys is how much it lowers {goal}; “per 10 {cost}” is how much ten points of {cost} buy."
    )
    notes = (
        Fold(f"{title_of(each.audit)}: {describe_cost(each.audit)}", (patch_notes(each.audit, faces),))
        for each in worth
    )
    shown = _choice_table(worth, audits[0], trade, best)
    teller.tell("choice", "Patches worth considering", Words(intro), shown, *notes, level=Level.FULL)


def _choice_table(worth: Sequence[Worth], unchanged: Audit, trade: Trade, best: Audit | None) -> Table:
    before, (goal, cost) = trade.goal_of(unchanged).value, trade.labels
    columns = (
        Column("patch", lambda row: title_of(row.audit)),
        Column("why", lambda row: row.reason),
        Column(f"{goal} as audited", lambda row: trade.goal_of(row.audit), NUMBER),
        Column(_name_share(trade.goal), lambda row: share_out(row.audit, trade.goal), RIGHT),
        Column(cost, lambda row: trade.cost_of(row.audit), WHOLE),
        Column("jolt", lambda row: row.audit.jolt, WHOLE),
        Column("cards", lambda row: row.audit.cards_changed, WHOLE),
        Column(f"lowers {goal} by", lambda row: _bought(before, trade.goal_of(row.audit).value), RIGHT),
        Column(f"per 10 {cost}", lambda row: _per_ten(before, row.audit, trade), RIGHT),
    )
    return Table("choice", columns, worth, marked=lambda row: row.audit is best)


def _bought(before: float, after: float) -> str:
    share = f" ({number(100 * (before - after) / before, 0)}%)" if before else ""
    return f"{number(before - after)}{share}"


def _per_ten(before: float, audit: Audit, trade: Trade) -> str:
    cost = trade.cost_of(audit)
    return number(10 * (before - trade.goal_of(audit).value) / cost) if cost else ""
