"""The report of a balance run: the metagame before and after, the patch and what it costs, then the search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite

from evometa.balance.objectives import OBJECTIVES, label_objective
from evometa.experiments.balance.results import UNCHANGED, Audit, AuditedObjective, BalanceResults
from evometa.experiments.balance.settings import MODEL, BalanceSettings
from evometa.experiments.experiment import StoredRun
from evometa.experiments.settings import file_name
from evometa.metagame.standing import Standing
from evometa.report.charts.frame import Touch
from evometa.report.charts.plot import draw_plot
from evometa.report.pages.card_faces import CardFaces, read_faces
from evometa.report.pages.explain import tell_contributions
from evometa.report.pages.fronts import Searched, explain_front, explain_history, front_plot, history_plots
from evometa.report.pages.matrices import metagame_matrices
from evometa.report.pages.parts import (
    Choice,
    Html,
    Story,
    beside,
    folded,
    headline,
    join,
    paragraph,
    table,
    tiles,
    touch,
)
from evometa.report.pages.pieces import notes_table, patch_file
from evometa.report.pages.pilots import tell_patch_pilots
from evometa.report.words.agreement import (
    AGREEMENT_HEADS,
    AGREEMENT_INTRO,
    agreement_row,
    compare_patches,
    list_cards,
    read_changes,
)
from evometa.report.words.aims import AIM_HEADS, AIM_NOTE, AIM_TITLE, aim_row, summarise_aims
from evometa.report.words.contributions import describe_dropped
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

BalanceRun = StoredRun[BalanceSettings, BalanceResults]

NO_KEYS: Mapping[int, str] = {}
NOISE = "below the noise floor"
WORDS_OF_ALGORITHMS = {"ga": "a genetic algorithm", "nsga2": "NSGA-II"}
ROUNDS_EXPLAINED = (
    "What the model called the best patch of each size after each round, from all games until then. It learns from "
    "every game of every patch, so these values settle while it searches; the audit has the last word."
)
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


def title_balance(run: BalanceRun) -> str:
    """The heading of the page."""
    return f"Balance of {file_name(run.settings.metagame)}"


def tell_balance(run: BalanceRun, story: Story, others: Sequence[BalanceRun] = ()) -> None:
    """Add all sections of a balance run; other runs stand beside it in the picture of its front and in a table."""
    faces = read_faces(run.settings.metagame)
    _tell_summary(run, story)
    _tell_metagame(run, story)
    _tell_patch(run, story, faces)
    _tell_aims(run, story)
    _tell_explanation(run, story, faces)
    tell_patch_pilots(run.results.pilots, story)
    _tell_choice(run, story, faces)
    _tell_search(run, story, others, faces)
    _tell_audit(run, story)
    _tell_beside(run, story, others)


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
        doubt = paragraph(doubt_patch(pilots), "notice")
        texts = (summarise(baseline, best), _summarise_goal(run, best), confirm(pilots))
        told = (doubt, _headline(baseline, best), *map(paragraph, texts), _summary_tiles(run, baseline, best))
        story.tell("summary", "In short", *told)


def _summary_without_patch(run: BalanceRun, baseline: Standing) -> Html:
    found = "No patch has been audited yet."
    if run.is_finished:
        found = "The run has found no patch that does better on fresh games: it recommends no change."
    f = baseline.f_corrected
    told = headline(f"A typical match-up is {typical_match_up(f.value)}.", f"F {with_interval(f)}, before any change")
    return join([told, paragraph(found)])


def _headline(baseline: Standing, best: Audit) -> Html:
    """What the patch does, as a designer would say it; F is for those who know it."""
    before, after = baseline.f_corrected, best.f
    said = f"A typical match-up goes from {typical_match_up(before.value)} to {typical_match_up(after.value)}."
    return headline(said, f"F {number(before.value)} {ARROW} {with_interval(after)}, on fresh games")


def summarise(baseline: Standing, best: Audit) -> str:
    """What the patch does, in a few sentences."""
    before, after = baseline.f_corrected, best.f
    change = "falls" if after.value < before.value else "does not fall: it goes"
    doubt = "" if after.high < before.low else " The intervals overlap: this may be chance."
    return (
        f"The recommended patch touches {count(best.cards_changed, 'card')}. F, which is 0 if all match-ups are even, "
        f"{change} from {number(before.value)} to {number(after.value)}.{doubt}"
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
                f"mana counts double; {number(best.magnitude_unweighted, 0)} unweighted{_jolt(best, '; ')}",
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
    story.tell("metagame", title, metagame_matrices(story, "matrix", baseline.decks, sides))


def _tell_patch(run: BalanceRun, story: Story, faces: CardFaces) -> None:
    if best := run.results.recommended:
        intro = f"What the run recommends: {describe_cost(best)}. Each changed card, old {ARROW} new:"
        story.tell("patch", "The patch", paragraph(intro), _notes(best, faces, story), patch_file(best.patch))


def _notes(audit: Audit, faces: CardFaces, story: Story) -> Html:
    """The changes of a patch, with the faces of its cards before and after."""
    return notes_table(audit.notes, faces.with_patch(audit.patch, str(audit.number)), story)


def _tell_aims(run: BalanceRun, story: Story) -> None:
    """How far each match-up is from what was drawn."""
    if aims := run.results.aims:
        rows = table("", AIM_HEADS, [aim_row(aim) for aim in aims], texts=2)
        story.tell("target", AIM_TITLE, paragraph(summarise_aims(aims)), rows, paragraph(AIM_NOTE, "faint"))


def _tell_explanation(run: BalanceRun, story: Story, faces: CardFaces) -> None:
    """What each change of the patch buys."""
    best, found = run.results.recommended, run.results.explanation
    if best and found:
        shown = faces.with_patch(best.patch, str(best.number))
        dropped = paragraph(describe_dropped(run.results.dropped).replace("->", ARROW))
        story.tell("explained", "What each change buys", tell_contributions(found, story, shown), dropped)


def describe_cost(audit: Audit) -> str:
    """How much a patch changes."""
    return (
        f"{count(audit.cards_changed, 'card')}, M {number(audit.magnitude, 0)} "
        f"({number(audit.magnitude_unweighted, 0)} unweighted){_jolt(audit, ', ')}"
    )


def _jolt(audit: Audit, before: str) -> str:
    """The jolt of a patch after something else; old runs have not stored it."""
    return f"{before}jolt {number(audit.jolt, 0)}" if isfinite(audit.jolt) else ""


# --- the few patches worth considering ------------------------------------------------------------


def _tell_choice(run: BalanceRun, story: Story, faces: CardFaces) -> None:
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
            join([_notes(audit, faces, story), patch_file(audit.patch)]),
        )
        for audit in (each.audit for each in worth)
    )


def title_of(audit: Audit) -> str:
    """What an audited genome is called."""
    return audit.label or f"evaluation {audit.number}"


# --- the search -----------------------------------------------------------------------------------


def _tell_search(run: BalanceRun, story: Story, others: Sequence[BalanceRun], faces: CardFaces) -> None:
    if not run.results.history and not run.results.rounds:
        return
    figures = [_history_figure(run, story)] if run.results.history else [rounds_table(run)]
    searched = [each for each in map(searched_of, [run, *others]) if each]
    if searched and searched[0].name == run.name:
        figures.insert(0, _touched_front(run, searched, story, faces))
    story.tell("search", "The search", paragraph(_describe_search(run)), *figures)


def _touched_front(run: BalanceRun, searched: Sequence[Searched], story: Story, faces: CardFaces) -> Html:
    """The front, and beside it the patch of the point that is chosen."""
    keys = {audit.number: story.id(f"audit-{audit.number}") for audit in run.results.known_audits}
    choices = [
        Choice(keys[audit.number], title_of(audit), _describe_choice(audit, faces, story))
        for audit in sorted(run.results.known_audits, key=lambda audit: audit.magnitude)
    ]
    best = run.results.recommended
    return touch(front_figure(searched, story, keys), choices, keys.get(best.number, "") if best else "")


def _describe_choice(audit: Audit, faces: CardFaces, story: Story) -> Html:
    told = (
        f"A typical match-up is {typical_match_up(audit.f.value)}: F {with_interval(audit.f)}. {describe_cost(audit)}."
    )
    if audit.is_unchanged:
        return paragraph(told)
    return join([paragraph(told), _notes(audit, faces, story), patch_file(audit.patch)])


def rounds_table(run: BalanceRun) -> Html:
    """The best patch of each size, round by round."""
    goal, size = Trade.of(run.settings.objectives).labels
    rounds = run.results.rounds
    most_cards = max(each.most_cards for each in rounds[-1].best)
    by_size = [{each.budget: each for each in one.best if each.most_cards == most_cards} for one in rounds]
    budgets = sorted(by_size[-1])
    heads = ["round", "patches", "games", *(f"{goal} up to {size} {budget}" for budget in budgets)]
    rows = [
        [
            str(one.round + 1),
            f"{one.evaluations:,}",
            f"{one.games:,}",
            *(number(best[budget].value.value) if budget in best else ABSENT for budget in budgets),
        ]
        for one, best in zip(rounds, by_size, strict=True)
    ]
    return join([paragraph(ROUNDS_EXPLAINED, "faint"), table("", heads, rows, texts=1)])


def _describe_learning(run: BalanceRun) -> str:
    last = run.results.rounds[-1]
    return (
        f"A model that learns from every game looked at {last.evaluations:,} evaluations of patches in "
        f"{last.round + 1} rounds, {last.games:,} games in all. Those that it called the best of their size had at "
        f"least {run.settings.learning.least_games:,} games per match-up before they were audited."
    )


def _describe_search(run: BalanceRun) -> str:
    if run.results.rounds:
        return _describe_learning(run)
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
    history, objectives = run.results.history, run.settings.objectives
    unchanged = run.results.audits[0] if run.results.audits else None
    best = run.results.recommended
    plots = history_plots(story.id("history"), history, unchanged, best, objectives)
    shown = beside(*(story.show(plot.name, draw_plot(plot)) for plot in plots))
    return join([shown, paragraph(explain_history(unchanged, best, objectives), "faint"), _history_table(run)])


def _history_table(run: BalanceRun) -> Html:
    """The same numbers, for those who cannot see the charts or want the digits."""
    objectives = run.settings.objectives
    heads = [f"{label_objective(name)}, {part}" for name in objectives for part in ("minimum", "average", "maximum")]
    rows = [
        [
            str(each.generation),
            *(number(part[name]) for name in objectives for part in (each.min, each.mean, each.max)),
        ]
        for each in run.results.history
    ]
    return folded("Every generation as a table", table("", ["generation", *heads], rows, texts=0), is_file=True)


def searched_of(run: BalanceRun) -> Searched | None:
    """What a search for two objectives has evaluated, for the chart of its front."""
    objectives, evaluations = run.settings.objectives, run.evaluations
    if len(objectives) != 2 or not len(evaluations):
        return None
    given = {label: place for place, label in enumerate(given_labels(run)) if place < len(evaluations)}
    audits, best = run.results.known_audits, run.results.recommended
    return Searched(run.name, (objectives[0], objectives[1]), evaluations.objectives, given, audits, best)


def given_labels(run: BalanceRun) -> list[str]:
    """What was given to the search at the start, in the order of its evaluations, which come first."""
    first = [UNCHANGED] if run.settings.unchanged and run.settings.algorithm != MODEL else []
    return [*first, *(label for label, _ in run.settings.patches)]


def front_figure(searched: Sequence[Searched], story: Story, keys: Mapping[int, str] = NO_KEYS) -> Html:
    """The chart of all individuals, of one run or several; the audits of the first one may have keys by number."""
    same = [each for each in searched if each.objectives == searched[0].objectives]
    plot = front_plot(story.id("front"), same, keys)
    return story.show(plot.name, draw_plot(plot, Touch.LINKS if keys else Touch.NONE), explain_front(same))


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


# --- beside other runs ----------------------------------------------------------------------------


def _tell_beside(run: BalanceRun, story: Story, others: Sequence[BalanceRun]) -> None:
    runs = [each for each in (run, *others) if each.results.patches]
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
    _tell_agreement(runs, story)


def _tell_agreement(runs: Sequence[BalanceRun], story: Story) -> None:
    """How far the patches of several runs agree."""
    names = [each.name for each in runs]
    patches = {
        each.name if names.count(each.name) == 1 else str(each.folder): read_changes(best)
        for each in runs
        if (best := each.results.recommended)
    }
    if len(patches) < 2:
        return
    pairs = table("", AGREEMENT_HEADS, map(agreement_row, compare_patches(patches)), texts=2)
    cards = [[card, *changes] for card, changes in list_cards(patches)]
    by_card = table("What each run does to a card", ["card", *patches], cards, texts=1 + len(patches))
    story.tell("agreement", "How far the patches agree", paragraph(AGREEMENT_INTRO), pairs, by_card)


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
