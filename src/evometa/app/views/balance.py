"""What a balance run has found, for a terminal: the metagame before and after, the patch, and the audit.

It reads the results that a run has stored (`experiments.balance`), so a run that has ended long ago shows the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from rich.table import Table
from rich.text import Text

from evometa.app.terminal.screen import Screen, name_text
from evometa.app.terminal.tables import fact_table, new_table, print_table
from evometa.app.views.contributions import show_contributions
from evometa.app.views.pilots import show_doubt, show_patch_pilots
from evometa.app.views.table import MATRIX_TITLE, describe_f, show_matrix, show_notes
from evometa.balance.objectives import OBJECTIVES, label_objective
from evometa.experiments.balance.aims import Aim
from evometa.experiments.balance.results import Audit, BalanceFinal, BalanceResults, FrontPatch, list_front
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.experiment import StoredRun
from evometa.input.shown_text import show_name
from evometa.metagame.evidence import Estimated
from evometa.metagame.observed import Observed
from evometa.metagame.standing import Standing
from evometa.report.words.aims import AIM_HEADS, AIM_NOTE, AIM_TITLE, aim_row
from evometa.report.words.contributions import describe_dropped
from evometa.report.words.deck_labels import label_decks
from evometa.report.words.front_choice import FRONT_NOTE, NOT_BETTER, Trade, audited_objective, value_of
from evometa.report.words.letters import F_MEANS, FRONT_MEANS, JOLT_MEANS, M_MEANS
from evometa.report.words.levels import tell_levels
from evometa.report.words.numbers import (
    ABSENT,
    count,
    interval,
    number,
    points,
    rate,
    typical_match_up,
    with_interval,
)
from evometa.report.words.pilots import doubt_patch
from evometa.report.words.players import add_player, tell_worst

BalanceRun = StoredRun[BalanceSettings, BalanceResults]

AUDIT_NOTE = (
    "Searched: what the search saw, which flatters what it chose. Again: from fresh games, by which these were chosen. "
    "Audited: from many more fresh games, F without the share of chance, with its 95% interval. Below the noise floor: "
    "less than chance alone would show, with the search's number of games, if all match-ups were even. "
    f"{F_MEANS} {M_MEANS} {JOLT_MEANS} {FRONT_MEANS}"
)
NOISE = "below the noise floor"
FRONT_TITLE = "The best patch of each size"


def show_balance(console: Screen, run: BalanceRun) -> None:
    """All that a run has found out so far."""
    results = run.results
    chosen, baseline, final = results.chosen_audit, results.baseline, results.final
    if baseline is None:
        console.print("The run has not measured anything yet.")
    elif chosen is None or final is None:
        now = typical_match_up(results.f_before.value)
        console.print(f"Before any change, a typical match-up is {now}; nothing was audited yet.")
        console.print(f"F is {describe_f(results.f_before)}. {F_MEANS}")
        show_whose(console, results)
    else:
        _show_finished(console, run, baseline, chosen, final)


def _show_finished(console: Screen, run: BalanceRun, baseline: Standing, chosen: Audit, final: BalanceFinal) -> None:
    labels, before, player = label_decks(baseline.decks), run.results.f_before, run.results.first_player
    console.print(Text(tell_first(before, chosen), style="bold"))
    show_doubt(console, doubt_patch(run.results.pilots))
    show_whose(console, run.results)
    show_levels(console, run.results.observed)
    decks = deck_table(baseline, chosen.standing, labels)
    print_table(console, add_player("Win rate against the metagame, in %", player), decks)
    show_matrix(console, add_player(f"{MATRIX_TITLE}: before", player), baseline, labels)
    show_matrix(console, add_player(f"{MATRIX_TITLE}: after", player), chosen.standing, labels)
    show_notes(console, chosen.notes)
    goals = audited_goals(run.settings.objectives)
    if run.results.rounds:
        print_table(console, FRONT_TITLE, front_table(list_front(run.results.audits), chosen), FRONT_NOTE)
    elif len(run.results.audits) > 1:
        for goal in goals:
            title = "What was audited" if len(goals) == 1 else f"What was audited: {label_objective(goal)}"
            note = AUDIT_NOTE if goal == goals[-1] else ""
            print_table(console, title, audit_table(run.results.audits, chosen, goal), note)
    show_aims(console, run.results.aims, player)
    show_explanation(console, run.results)
    show_patch_pilots(console, run.results.pilots)
    print_table(console, "Audit", summary_table(run, chosen, final))


def show_whose(console: Screen, results: BalanceResults) -> None:
    """Whose F is told, where several play."""
    if told := tell_worst(results.players):
        console.print(Text(told))


def show_levels(console: Screen, observed: Observed | None, note: str = "") -> None:
    """Who says where match-ups stand, if it is not the simulation."""
    if told := tell_levels(observed):
        console.print(Text("\n" + " ".join(filter(None, (told, note)))))


def show_aims(console: Screen, aims: Sequence[Aim], player: str = "") -> None:
    """How far each match-up is from what was drawn, if something was; where several play, with that one."""
    if not aims:
        return
    table = new_table()
    for place, heading in enumerate(AIM_HEADS):
        table.add_column(heading, justify="left" if place < 2 else "right", no_wrap=True, overflow="ellipsis")
    for aim in aims:
        deck, against, *numbers = aim_row(aim)
        table.add_row(name_text(deck), name_text(against), *numbers)
    print_table(console, add_player(AIM_TITLE, player), table, AIM_NOTE)


def show_explanation(console: Screen, results: BalanceResults) -> None:
    """What each change of the patch buys, and which were taken out."""
    if results.explanation is not None:
        show_contributions(console, results.explanation, letters=False, player=results.first_player)
    if results.dropped:
        console.print(f"\n{describe_dropped(results.dropped)}")


def audited_goals(objectives: Sequence[str]) -> list[str]:
    """The objectives that games measure, which is why they are audited; F, which people know, if there is none."""
    measured = [name for name in objectives if name not in OBJECTIVES or not OBJECTIVES[name].is_exact]
    return measured or [Trade.of(objectives).goal]


def tell_first(f_before: Estimated, chosen: Audit) -> str:
    """What a designer wants to know first."""
    before, after = (typical_match_up(f.value) for f in (f_before, chosen.f))
    if chosen.is_unchanged:
        return f"No patch does better on fresh games: a typical match-up stays at {before}."
    cards = count(chosen.cards_changed, "changed card")
    return f"A typical match-up goes from {before} to {after} with {cards}, as fresh games show."


def describe_typical(f_before: Estimated, chosen: Audit) -> str:
    """F in words that need no explanation."""
    before, after = (typical_match_up(f.value) for f in (f_before, chosen.f))
    return f"{before} before, {after} after"


# --- parts ----------------------------------------------------------------------------------------


def deck_table(before: Standing, after: Standing, labels: Sequence[str]) -> Table:
    """How strong each deck was and is."""
    table = new_table()
    table.add_column("")
    table.add_column("deck", overflow="ellipsis", no_wrap=True)
    for heading in ("before", "after", "change"):
        table.add_column(heading, justify="right")
    for i in before.order:
        old, new = before.against_meta.value[i], after.against_meta.value[i]
        table.add_row(labels[i], name_text(before.decks[i]), rate(old), rate(new), points(new - old))
    return table


def audit_table(audits: Sequence[Audit], chosen: Audit, goal: str) -> Table:
    """A line for each patch that was played again, those that change least first."""
    table = new_table(expendable=("jolt", "again"))
    table.add_column("patch", no_wrap=True)
    for heading in ("M", "jolt", "cards", f"{label_objective(goal)} searched", "again", "audited", "95% interval"):
        table.add_column(heading, justify="right")
    table.add_column("remark")
    for audit in sorted(audits, key=lambda audit: (audit.magnitude, value_of(audit, goal).value)):
        found = audited_objective(audit, goal)
        table.add_row(
            name_text(audit.label),
            str(audit.magnitude),
            number(audit.jolt, 0),
            str(audit.cards_changed),
            number(found.searched),
            number(found.again) if isfinite(found.again) else ABSENT,
            number(found.audited.value),
            interval(found.audited.low, found.audited.high),
            NOISE if found.is_noise else "",
            style="bold" if audit.number == chosen.number else "",
        )
    return table


def front_table(front: Sequence[FrontPatch], chosen: Audit) -> Table:
    """A line for each audited patch of a search that learns, the smallest first."""
    table = new_table(expendable=("jolt", "F, model", "M"))
    table.add_column("patch", no_wrap=True)
    for heading in ("typical match-up", "cards", "M", "jolt", "F, model", "audited", "95% interval"):
        table.add_column(heading, justify="right")
    table.add_column("remark")
    for each in front:
        table.add_row(
            name_text(each.label),
            typical_match_up(each.audited_f.value),
            str(each.cards_changed),
            str(each.magnitude),
            number(each.jolt, 0),
            number(each.searched_f),
            number(each.audited_f.value),
            interval(each.audited_f.low, each.audited_f.high),
            "" if each.is_better else NOT_BETTER,
            style="bold" if each.label == chosen.label else "",
        )
    return table


def summary_table(run: BalanceRun, chosen: Audit, final: BalanceFinal) -> Table:
    """What it comes to."""
    others = [name for name in run.settings.objectives if name in audited_goals([name]) and name != "f"]
    unchanged = run.results.audits[0]
    return fact_table(
        {
            "typical match-up": describe_typical(run.results.f_before, chosen),
            **describe_sides(run.results, chosen),
            "as searched": add_player(number(final.searched_f), run.results.first_player)
            + (f", {NOISE}" if chosen.is_noise else ""),
            **{label_objective(name): describe_change(unchanged, chosen, name) for name in others},
            "cards": f"{final.cards_changed} changed",
            "magnitude (M)": f"{final.magnitude} with mana counted double, {final.magnitude_unweighted} without",
            "jolt": number(final.jolt, 0),
            "games": f"{final.games:,}",
        }
    )


def describe_sides(results: BalanceResults, chosen: Audit) -> dict[str, str]:
    """F before and after; where several play, with each of them."""
    if sides := results.f_by_player(chosen):
        return {f"F with {show_name(name)}": _tell_sides(before, after) for name, (before, after) in sides.items()}
    return {"F before": describe_f(results.f_before), "F after": describe_f(chosen.f)}


def describe_change(unchanged: Audit, chosen: Audit, objective: str) -> str:
    """An objective before and after, with what chance alone would show."""
    before, after = value_of(unchanged, objective), value_of(chosen, objective)
    floor = chosen.objectives[objective].noise_floor
    told = _tell_sides(before, after)
    return f"{told}; chance alone would show {number(floor)}" if isfinite(floor) else told


def _tell_sides(before: Estimated, after: Estimated) -> str:
    return f"{with_interval(before)} before, {with_interval(after)} after"


def final_balance(run: BalanceRun) -> dict[str, Any]:
    """The final object of a balance run, with the places of its run and its patch as they can be opened."""
    final = run.results.final
    if final is None:
        return {"run": str(run.folder)}
    return {**final.to_json(), "run": str(run.folder), "patch": str(run.folder / final.patch)}
