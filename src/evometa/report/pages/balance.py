"""The report of a balance run: the metagame before and after, the patch and what it costs, then the search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evometa.experiments.balance.audit import UNCHANGED
from evometa.report.pages.matrix_tables import metagame_tables
from evometa.report.pages.parts import Html, Story, folded, join, paragraph, table, tiles
from evometa.report.run_record import Facts, RunRecord, audits_of, baseline_of, find_best, patches_of
from evometa.report.words.front_choice import Worth, choose_patches
from evometa.report.words.run_text import (
    ABSENT,
    ARROW,
    count,
    f_with_interval,
    interval,
    notes_table,
    number,
    patch_file,
    typical_match_up,
)

if TYPE_CHECKING:
    from evometa.report.pictures.run_figures import Searched

NOISE = "below the noise floor"
WORDS_OF_ALGORITHMS = {"ga": "a genetic algorithm", "nsga2": "NSGA-II"}
CHOICE_HEADS = (
    *("patch", "why", "F as audited", "95% interval", "typical match-up"),
    *("M", "cards", "lowers F by", "per 10 M"),
)
AUDIT_EXPLAINED = (
    "A search picks what looks best, and so picks luck, too: the F that it saw is too low. So many of its best were "
    "measured again on fresh seeds, and those that did well then were audited, with far more fresh games. What was "
    "audited is the estimate to trust; it has no such luck in it."
)
NOISE_EXPLAINED = (
    "The noise floor is the F that a perfectly even metagame would show on average, by chance alone. A searched F "
    "below it claims more than so few games can tell."
)


def tell_balance(record: RunRecord, story: Story, beside: Sequence[RunRecord] = ()) -> None:
    """Add all sections of a balance run; other runs stand beside it in the picture of its front and in a table."""
    best = find_best(record)
    _tell_summary(record, story, best)
    _tell_metagame(record, story, best)
    _tell_patch(story, best)
    _tell_choice(record, story, best)
    _tell_search(record, story, best, beside)
    _tell_audit(record, story)
    _tell_beside(record, story, beside)


# --- what a designer wants ------------------------------------------------------------------------


def _tell_summary(record: RunRecord, story: Story, best: Facts | None) -> None:
    baseline = baseline_of(record)
    if not baseline:
        story.tell("summary", "In short", paragraph("The run has not measured anything yet."))
    elif not best:
        story.tell("summary", "In short", _summary_without_patch(record, baseline))
    else:
        story.tell("summary", "In short", paragraph(summarise(baseline, best)), _summary_tiles(record, baseline, best))


def _summary_without_patch(record: RunRecord, baseline: Facts) -> Html:
    found = "No patch has been audited yet."
    if record.is_finished:
        found = "The run has found no patch whose F is lower on fresh games: it recommends no change."
    return paragraph(
        f"Before any change F is {f_with_interval(baseline)}: a typical match-up is {typical_match_up(baseline['f'])}. "
        + found
    )


def summarise(baseline: Facts, best: Facts) -> str:
    """What the patch does, in a few sentences."""
    change = "falls" if best["f"] < baseline["f"] else "does not fall: it goes"
    is_sure = best["f_high"] < baseline["f_low"]
    doubt = "" if is_sure else " The intervals overlap: this may be chance."
    return (
        f"With the patch below F {change} from {number(baseline['f'])} to {number(best['f'])}, measured on fresh "
        f"games: a typical match-up goes from {typical_match_up(baseline['f'])} to {typical_match_up(best['f'])}. "
        f"It touches {count(best['cards_changed'], 'card')}.{doubt}"
    )


def _summary_tiles(record: RunRecord, baseline: Facts, best: Facts) -> Html:
    games = record.results.get("final", {}).get("games", record.games)
    return tiles(
        [
            ("F before", number(baseline["f"]), f"95% interval {interval(baseline['f_low'], baseline['f_high'])}"),
            ("F after, as audited", number(best["f"]), f"95% interval {interval(best['f_low'], best['f_high'])}"),
            (
                "M, the size of the patch",
                number(best["magnitude"], 0),
                f"mana counts double; {number(best['magnitude_unweighted'], 0)} unweighted",
            ),
            ("Cards changed", number(best["cards_changed"], 0), ""),
            ("Games played", f"{games:,}", ""),
        ]
    )


def _tell_metagame(record: RunRecord, story: Story, best: Facts | None) -> None:
    baseline = baseline_of(record)
    if not baseline:
        return
    sides = [(f"Before: F {number(baseline['f'])}", baseline)]
    if best:
        sides.append((f"After: F {number(best['f'])}", best))
    title = "The metagame before and after" if best else "The metagame as it is"
    story.tell("metagame", title, metagame_tables(baseline["decks"], sides))


def _tell_patch(story: Story, best: Facts | None) -> None:
    if best:
        intro = f"What the run recommends: {describe_cost(best)}. Each changed card, old {ARROW} new:"
        story.tell("patch", "The patch", paragraph(intro), notes_table(best["notes"]), patch_file(best))


def describe_cost(audit: Facts) -> str:
    """How much a patch changes."""
    return (
        f"{count(audit['cards_changed'], 'card')}, M {number(audit['magnitude'], 0)} "
        f"({number(audit['magnitude_unweighted'], 0)} unweighted)"
    )


# --- the few patches worth considering ------------------------------------------------------------


def _tell_choice(record: RunRecord, story: Story, best: Facts | None) -> None:
    baseline, patches = baseline_of(record), patches_of(record)
    if baseline is None:
        return
    worth = choose_patches(baseline, patches, best)
    if len(worth) < 2:
        return
    marked = [place for place, each in enumerate(worth) if each.audit is best]
    choice = table("", CHOICE_HEADS, [_choice_row(each, baseline) for each in worth], 2, marked)
    intro = (
        "Less change or more balance: these are the audited patches to choose from, from the smallest to the largest. "
        "What a patch buys is how much it lowers F."
    )
    story.tell("choice", "Patches worth considering", paragraph(intro), choice, _notes_of(worth))


def _choice_row(worth: Worth, baseline: Facts) -> list[str]:
    audit = worth.audit
    bought = baseline["f"] - audit["f"]
    share = f"{number(bought)} ({number(100 * bought / baseline['f'], 0)}%)" if baseline["f"] else number(bought)
    return [
        title_of(audit),
        worth.reason,
        number(audit["f"]),
        interval(audit["f_low"], audit["f_high"]),
        typical_match_up(audit["f"]),
        number(audit["magnitude"], 0),
        number(audit["cards_changed"], 0),
        share,
        number(10 * bought / audit["magnitude"]) if audit["magnitude"] else "",
    ]


def _notes_of(worth: Sequence[Worth]) -> Html:
    return join(
        folded(f"{title_of(audit)}: {describe_cost(audit)}", join([notes_table(audit["notes"]), patch_file(audit)]))
        for audit in (each.audit for each in worth)
    )


def title_of(audit: Facts) -> str:
    """What an audited genome is called."""
    return str(audit["label"]) or f"evaluation {audit['number']}"


# --- the search -----------------------------------------------------------------------------------


def _tell_search(record: RunRecord, story: Story, best: Facts | None, beside: Sequence[RunRecord]) -> None:
    history = record.results.get("history", [])
    if not history:
        return
    figures = [_history_figure(record, story, best)]
    searched = [each for each in map(searched_of, [record, *beside]) if each]
    if searched and searched[0].name == record.name:
        figures.insert(0, front_figure(searched, story))
    story.tell("search", "The search", paragraph(_describe_search(record)), *figures)


def _describe_search(record: RunRecord) -> str:
    settings = record.settings
    algorithm = WORDS_OF_ALGORITHMS.get(settings.get("algorithm", ""), "a search")
    last = record.results["history"][-1]["generation"]
    guide = settings.get("guide")
    guided = f", guided by each card's {guide.upper()}," if guide else ""
    return (
        f"{algorithm[0].upper()}{algorithm[1:]}{guided} made {len(record.evaluations):,} evaluations in {last} "
        f"generations after the initial one, each from {settings.get('games', 0):,} games per match-up."
        f"{_describe_again(record)}"
    )


def _describe_again(record: RunRecord) -> str:
    again = record.results.get("again", [])
    if not again:
        return ""
    return f" Then {len(again):,} of the best were measured again, from {record.settings['again_games']:,} each."


def _history_figure(record: RunRecord, story: Story, best: Facts | None) -> Html:
    from evometa.report.pictures.run_figures import draw_history, short_name

    history, baseline = record.results["history"], baseline_of(record)
    objectives = [name for name in record.settings.get("objectives", []) if name in history[0]["min"]]
    objectives = objectives or sorted(history[0]["min"])
    picture = draw_history(history, baseline, best, objectives, f"How the search went: {record.metagame}")
    told = [
        f"{short_name(name)}: average {number(history[0]['mean'][name])} and minimum {number(history[0]['min'][name])} "
        f"at first, average {number(history[-1]['mean'][name])} and minimum {number(history[-1]['min'][name])} at last"
        for name in objectives
    ]
    before = f" Before any change F is {number(baseline['f'])}." if baseline else ""
    return story.show("history", picture, f"Line plot by generation. {'; '.join(told)}.{before}")


def searched_of(record: RunRecord) -> Searched | None:
    """What a search for two objectives has evaluated, for the picture of its front."""
    from evometa.report.pictures.run_figures import Searched

    objectives, evaluations = record.settings.get("objectives", []), record.evaluations
    if len(objectives) != 2 or not len(evaluations):
        return None
    given = {label: place for place, label in enumerate(given_labels(record)) if place < len(evaluations)}
    return Searched(record.name, tuple(objectives), evaluations.objectives, given, audits_of(record))


def given_labels(record: RunRecord) -> list[str]:
    """What was given to the search at the start, in the order of its evaluations, which come first."""
    first = [UNCHANGED] if record.settings.get("unchanged") else []
    return [*first, *(label for label, _ in record.settings.get("patches", []))]


def front_figure(searched: Sequence[Searched], story: Story) -> Html:
    """The picture of all individuals, of one run or several."""
    from evometa.report.pictures.run_figures import draw_front, front_of, short_name

    same = [each for each in searched if each.objectives == searched[0].objectives]
    y, x = (short_name(name) for name in same[0].objectives)
    fronts = [each.values[front_of(each.values)] for each in same]
    lowest = "; ".join(
        f"{each.name}: from {y} {number(front[:, 0].min())} at {x} {number(front[front[:, 0].argmin(), 1], 0)} to "
        f"{y} {number(front[:, 0].max())} at {x} {number(front[:, 1].min(), 0)}"
        for each, front in zip(same, fronts, strict=True)
    )
    alternative = f"Scatter plot of {y} against {x} of all individuals. The Pareto front reaches, in {lowest}."
    return story.show("front", draw_front(same, f"{y} against {x}: the Pareto front"), alternative)


# --- the audit ------------------------------------------------------------------------------------


def _tell_audit(record: RunRecord, story: Story) -> None:
    audits = sorted(audits_of(record), key=lambda audit: (audit["magnitude"], audit["f"]))
    if not audits:
        return
    heads = ["what", "evaluation", "M", "cards", "F as searched", "again", "as audited", "95% interval", "remark"]
    best = find_best(record)
    marked = [place for place, audit in enumerate(audits) if audit is best]
    games = record.settings.get("audit_games")
    caption = f"{games:,} games per match-up; the patch above is shaded" if games else ""
    rows = table(caption, heads, [_audit_row(audit) for audit in audits], 1, marked)
    story.tell("audit", "The audit", paragraph(AUDIT_EXPLAINED), rows, paragraph(NOISE_EXPLAINED, "faint"))


def _audit_row(audit: Facts) -> list[str]:
    return [
        title_of(audit),
        number(audit["number"], 0),
        number(audit["magnitude"], 0),
        number(audit["cards_changed"], 0),
        number(audit["searched_f"]),
        ABSENT if audit.get("again_f") is None else number(audit["again_f"]),
        number(audit["f"]),
        interval(audit["f_low"], audit["f_high"]),
        f"searched F is {NOISE}" if audit["is_noise"] else "",
    ]


# --- beside other runs ----------------------------------------------------------------------------


def _tell_beside(record: RunRecord, story: Story, beside: Sequence[RunRecord]) -> None:
    runs = [each for each in (record, *beside) if patches_of(each)]
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


def _search_games(record: RunRecord) -> int:
    return record.games + int(record.results.get("guide", {}).get("games", 0))


def show_guide(record: RunRecord) -> str:
    """What guided a search."""
    guide, top = record.settings.get("guide"), record.settings.get("guide_top")
    return (f"{guide.upper()}, {count(top, 'card')}" if top else guide.upper()) if guide else "none"


def _sizes(runs: Sequence[RunRecord]) -> list[float]:
    """Quarters of the size of the largest patch that all runs have reached."""
    largest = min(max(float(audit["magnitude"]) for audit in patches_of(each)) for each in runs)
    return [largest * part / 4 for part in (1, 2, 3, 4)]


def _best_up_to(record: RunRecord, size: float) -> str:
    small = [audit for audit in patches_of(record) if audit["magnitude"] <= size]
    return f_with_interval(min(small, key=lambda audit: float(audit["f"]))) if small else "none"
