"""How the search went: its front, each point of which has its patch beside it, and its rounds or generations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evometa.balance.objectives import label_objective
from evometa.experiments.balance.results import UNCHANGED, Audit
from evometa.experiments.balance.settings import MODEL
from evometa.report.charts.frame import Touch
from evometa.report.charts.plot import draw_plot
from evometa.report.pages.balance.patch import patch_notes
from evometa.report.pages.balance.run import BalanceRun, describe_cost, title_of
from evometa.report.pages.card_faces import CardFaces
from evometa.report.pages.fronts import Searched, explain_front, explain_history, front_plot, history_plots
from evometa.report.pages.parts import Choice, Html, Story, beside, folded, join, paragraph, table, touch
from evometa.report.pages.pieces import patch_file
from evometa.report.words.front_choice import Trade
from evometa.report.words.numbers import ABSENT, number, typical_match_up, with_interval

NO_KEYS: Mapping[int, str] = {}
WORDS_OF_ALGORITHMS = {"ga": "a genetic algorithm", "nsga2": "NSGA-II"}
ROUNDS_EXPLAINED = (
    "What the model called the best patch of each size after each round, from all games until then. It learns from "
    "every game of every patch, so these values settle while it searches; the audit has the last word."
)


def tell_search(run: BalanceRun, story: Story, others: Sequence[BalanceRun], faces: CardFaces) -> None:
    """What the search did and found, beside other runs."""
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
    return join([paragraph(told), patch_notes(audit, faces, story), patch_file(audit.patch)])


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


def _describe_learning(run: BalanceRun) -> str:
    last = run.results.rounds[-1]
    return (
        f"A model that learns from every game looked at {last.evaluations:,} evaluations of patches in "
        f"{last.round + 1} rounds, {last.games:,} games in all. Those that it called the best of their size had at "
        f"least {run.settings.learning.least_games:,} games per match-up before they were audited."
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
