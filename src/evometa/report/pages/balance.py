"""The report of a balance run: the metagame before and after, the patch and what it costs, then the search."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING

from evometa.balance.objectives import OBJECTIVES, label_objective
from evometa.experiments.balance.results import UNCHANGED, Audit, AuditedObjective, BalanceResults
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.experiment import StoredRun
from evometa.experiments.settings import file_name
from evometa.metagame.standing import Standing
from evometa.report.pages.matrix_tables import metagame_tables
from evometa.report.pages.parts import Html, Story, folded, join, paragraph, table, tiles
from evometa.report.pages.pieces import notes_table, patch_file
from evometa.report.pages.pilots import tell_patch_pilots
from evometa.report.words.front_choice import Trade, Worth, audited_objective, choose_patches
from evometa.report.words.numbers import (
    ABSENT,
    ARROW,
    count,
    interval,
    number,
    typical_match_up,
    with_interval,
)
from evometa.report.words.pilots import confirm, doubt_patch

if TYPE_CHECKING:
    from evometa.report.pictures.run_figures import Searched

BalanceRun = StoredRun[BalanceSettings, BalanceResults]

NOISE = "below the noise floor"
WORDS_OF_ALGORITHMS = {"ga": "a genetic algorithm", "nsga2": "NSGA-II"}
AUDIT_EXPLAINED = (
    "A search picks what looks best, and so picks luck, too: what it saw is too low. So many of its best were measured "
    "again on fresh seeds, and those that did well then were audited, with far more fresh games. What was audited is "
    "the estimate to trust; it has no such luck in it. The audited F is without the share of chance."
)
NOISE_EXPLAINED = (
    "The noise floor is what a perfectly even metagame would show on average, by chance alone, with the search's games "
    "or with those of the audit. A searched value below it claims more than so few games can tell."
)


def title_balance(run: BalanceRun) -> str:
    """The heading of the page."""
    return f"Balance of {file_name(run.settings.metagame)}"


def tell_balance(run: BalanceRun, story: Story, beside: Sequence[BalanceRun] = ()) -> None:
    """Add all sections of a balance run; other runs stand beside it in the picture of its front and in a table."""
    _tell_summary(run, story)
    _tell_metagame(run, story)
    _tell_patch(run, story)
    tell_patch_pilots(run.results.pilots, story)
    _tell_choice(run, story)
    _tell_search(run, story, beside)
    _tell_audit(run, story)
    _tell_beside(run, story, beside)


def known_baseline(run: BalanceRun) -> Standing | None:
    """The metagame as it was, if its F is known by now."""
    baseline = run.results.baseline
    return baseline if baseline is not None and baseline.is_known else None


# --- what a designer wants ------------------------------------------------------------------------


def _tell_summary(run: BalanceRun, story: Story) -> None:
    baseline, best = known_baseline(run), run.results.recommended
    if baseline is None:
        story.tell("summary", "In short", paragraph("The run has not measured anything yet."))
    elif best is None:
        story.tell("summary", "In short", _summary_without_patch(run, baseline))
    else:
        pilots = run.results.pilots
        texts = (doubt_patch(pilots), summarise(baseline, best), _summarise_goal(run, best), confirm(pilots))
        story.tell("summary", "In short", *map(paragraph, texts), _summary_tiles(run, baseline, best))


def _summary_without_patch(run: BalanceRun, baseline: Standing) -> Html:
    found = "No patch has been audited yet."
    if run.is_finished:
        found = "The run has found no patch that does better on fresh games: it recommends no change."
    f = baseline.f_corrected
    return paragraph(
        f"Before any change F is {with_interval(f)}: a typical match-up is {typical_match_up(f.value)}. {found}"
    )


def summarise(baseline: Standing, best: Audit) -> str:
    """What the patch does, in a few sentences."""
    before, after = baseline.f_corrected, best.f
    change = "falls" if after.value < before.value else "does not fall: it goes"
    doubt = "" if after.high < before.low else " The intervals overlap: this may be chance."
    return (
        f"With the patch below F {change} from {number(before.value)} to {number(after.value)}, measured on fresh "
        f"games: a typical match-up goes from {typical_match_up(before.value)} to {typical_match_up(after.value)}. "
        f"It touches {count(best.cards_changed, 'card')}.{doubt}"
    )


def _summarise_goal(run: BalanceRun, best: Audit) -> str:
    """What the patch does to what the run minimised, if that is not F."""
    trade = Trade.of(run.settings.objectives)
    if trade.goal == "f" or not run.results.audits:
        return ""
    before, after = trade.goal_of(run.results.audits[0]), trade.goal_of(best)
    title = OBJECTIVES[trade.goal].title if trade.goal in OBJECTIVES else trade.labels[0]
    return f"The run minimised {title}: it goes from {with_interval(before)} to {with_interval(after)}."


def _summary_tiles(run: BalanceRun, baseline: Standing, best: Audit) -> Html:
    before, after = baseline.f_corrected, best.f
    return tiles(
        [
            ("F before", number(before.value), f"95% interval {interval(before.low, before.high)}"),
            ("F after, as audited", number(after.value), f"95% interval {interval(after.low, after.high)}"),
            (
                "M, the size of the patch",
                number(best.magnitude, 0),
                f"mana counts double; {number(best.magnitude_unweighted, 0)} unweighted; jolt {number(best.jolt, 0)}",
            ),
            ("Cards changed", number(best.cards_changed, 0), ""),
            ("Games played", f"{run.games:,}", ""),
        ]
    )


def _tell_metagame(run: BalanceRun, story: Story) -> None:
    baseline, best = known_baseline(run), run.results.recommended
    if baseline is None:
        return
    sides = [(f"Before: F {number(baseline.f_corrected.value)}", baseline)]
    if best:
        sides.append((f"After: F {number(best.f.value)}", best.standing))
    title = "The metagame before and after" if best else "The metagame as it is"
    story.tell("metagame", title, metagame_tables(baseline.decks, sides))


def _tell_patch(run: BalanceRun, story: Story) -> None:
    if best := run.results.recommended:
        intro = f"What the run recommends: {describe_cost(best)}. Each changed card, old {ARROW} new:"
        story.tell("patch", "The patch", paragraph(intro), notes_table(best.notes), patch_file(best.patch))


def describe_cost(audit: Audit) -> str:
    """How much a patch changes."""
    return (
        f"{count(audit.cards_changed, 'card')}, M {number(audit.magnitude, 0)} "
        f"({number(audit.magnitude_unweighted, 0)} unweighted), jolt {number(audit.jolt, 0)}"
    )


# --- the few patches worth considering ------------------------------------------------------------


def _tell_choice(run: BalanceRun, story: Story) -> None:
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
        f"What a patch buys is how much it lowers {goal}."
    )
    heads = (
        *("patch", "why", f"{goal} as audited", "95% interval", "typical match-up"),
        *(cost, "jolt", "cards", f"lowers {goal} by", f"per 10 {cost}"),
    )
    story.tell(
        "choice", "Patches worth considering", paragraph(intro), table("", heads, rows, 2, marked), _notes_of(worth)
    )


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


def _notes_of(worth: Sequence[Worth]) -> Html:
    return join(
        folded(f"{title_of(audit)}: {describe_cost(audit)}", join([notes_table(audit.notes), patch_file(audit.patch)]))
        for audit in (each.audit for each in worth)
    )


def title_of(audit: Audit) -> str:
    """What an audited genome is called."""
    return audit.label or f"evaluation {audit.number}"


# --- the search -----------------------------------------------------------------------------------


def _tell_search(run: BalanceRun, story: Story, beside: Sequence[BalanceRun]) -> None:
    if not run.results.history:
        return
    figures = [_history_figure(run, story)]
    searched = [each for each in map(searched_of, [run, *beside]) if each]
    if searched and searched[0].name == run.name:
        figures.insert(0, front_figure(searched, story))
    story.tell("search", "The search", paragraph(_describe_search(run)), *figures)


def _describe_search(run: BalanceRun) -> str:
    settings, last = run.settings, run.results.history[-1]
    algorithm = WORDS_OF_ALGORITHMS.get(settings.algorithm, "a search")
    guided = f", guided by each card's {settings.guide.upper()}," if settings.guide else ""
    again = len(run.results.again)
    told = f" Then {again:,} of the best were measured again, from {settings.again_games:,} each." if again else ""
    return (
        f"{algorithm[0].upper()}{algorithm[1:]}{guided} made {len(run.evaluations):,} evaluations in "
        f"{last.generation} generations after the initial one, each from {settings.games:,} games per match-up.{told}"
    )


def _history_figure(run: BalanceRun, story: Story) -> Html:
    from evometa.report.pictures.run_figures import draw_history

    history, objectives = run.results.history, run.settings.objectives
    unchanged = run.results.audits[0] if run.results.audits else None
    title = f"How the search went: {file_name(run.settings.metagame)}"
    picture = draw_history(history, unchanged, run.results.recommended, objectives, title)
    first, last = history[0], history[-1]
    told = [
        f"{label_objective(name)}: average {number(first.mean[name])} and minimum {number(first.min[name])} "
        f"at first, average {number(last.mean[name])} and minimum {number(last.min[name])} at last"
        for name in objectives
    ]
    baseline = known_baseline(run)
    before = f" Before any change F is {number(baseline.f_corrected.value)}." if baseline else ""
    return story.show("history", picture, f"Line plot by generation. {'; '.join(told)}.{before}")


def searched_of(run: BalanceRun) -> Searched | None:
    """What a search for two objectives has evaluated, for the picture of its front."""
    from evometa.report.pictures.run_figures import Searched

    objectives, evaluations = run.settings.objectives, run.evaluations
    if len(objectives) != 2 or not len(evaluations):
        return None
    given = {label: place for place, label in enumerate(given_labels(run)) if place < len(evaluations)}
    audits = run.results.known_audits
    return Searched(run.name, (objectives[0], objectives[1]), evaluations.objectives, given, audits)


def given_labels(run: BalanceRun) -> list[str]:
    """What was given to the search at the start, in the order of its evaluations, which come first."""
    first = [UNCHANGED] if run.settings.unchanged else []
    return [*first, *(label for label, _ in run.settings.patches)]


def front_figure(searched: Sequence[Searched], story: Story) -> Html:
    """The picture of all individuals, of one run or several."""
    from evometa.report.pictures.run_figures import draw_front, front_of

    same = [each for each in searched if each.objectives == searched[0].objectives]
    y, x = (label_objective(name) for name in same[0].objectives)
    fronts = [each.values[front_of(each.values)] for each in same]
    lowest = "; ".join(
        f"{each.name}: from {y} {number(front[:, 0].min())} at {x} {number(front[front[:, 0].argmin(), 1], 0)} to "
        f"{y} {number(front[:, 0].max())} at {x} {number(front[:, 1].min(), 0)}"
        for each, front in zip(same, fronts, strict=True)
    )
    alternative = f"Scatter plot of {y} against {x} of all individuals. The Pareto front reaches, in {lowest}."
    return story.show("front", draw_front(same, f"{y} against {x}: the Pareto front"), alternative)


# --- the audit ------------------------------------------------------------------------------------


def _tell_audit(run: BalanceRun, story: Story) -> None:
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
    story.tell("audit", "The audit", paragraph(AUDIT_EXPLAINED), rows, paragraph(NOISE_EXPLAINED, "faint"))


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


# --- beside other runs ----------------------------------------------------------------------------


def _tell_beside(run: BalanceRun, story: Story, beside: Sequence[BalanceRun]) -> None:
    runs = [each for each in (run, *beside) if each.results.patches]
    if len(runs) < 2:
        return
    sizes = _sizes(runs)
    heads = ["run", "guide", "games", *(f"M up to {number(size, 0)}" for size in sizes)]
    rows = [
        [each.name, show_guide(each), f"{_search_games(each):,}", *(_best_up_to(each, size) for size in sizes)]
        for each in runs
    ]
    intro = (
        "The lowest audited F among the patches of at most that size, with its 95% interval. The games are those of "
        "the search and of its guide, if it has one."
    )
    story.tell("beside", "Beside other runs", paragraph(intro), table("", heads, rows, texts=2))


def _search_games(run: BalanceRun) -> int:
    guide = run.results.guide
    return int(run.evaluations.games.sum()) + (0 if guide is None else guide.games)


def show_guide(run: BalanceRun) -> str:
    """What guided a search."""
    guide, top = run.settings.guide, run.settings.guide_top
    if guide is None:
        return "none"
    return f"{guide.upper()}, {count(top, 'card')}" if top else guide.upper()


def _sizes(runs: Sequence[BalanceRun]) -> list[float]:
    """Quarters of the size of the largest patch that all runs have reached."""
    largest = min(max(audit.magnitude for audit in each.results.patches) for each in runs)
    return [largest * part / 4 for part in (1, 2, 3, 4)]


def _best_up_to(run: BalanceRun, size: float) -> str:
    small = [audit for audit in run.results.patches if audit.magnitude <= size]
    return with_interval(min(small, key=lambda audit: audit.f.value).f) if small else "none"
