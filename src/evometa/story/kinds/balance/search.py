"""How the search went: its front, each point of which has its patch beside it, and its rounds or generations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evometa.balance.objectives import label_objective
from evometa.experiments.balance.results import Generation, LearningRound
from evometa.experiments.balance.work import BalanceRun
from evometa.search.algorithms import ALGORITHMS
from evometa.story.blocks import (
    Beside,
    Block,
    Choice,
    Choices,
    Column,
    Figure,
    Fold,
    Level,
    Table,
    Teller,
    Words,
    alike,
)
from evometa.story.cards import CardFaces
from evometa.story.charts.fronts import Searched, explain_front, explain_history, front_plot, history_plots, searched_of
from evometa.story.formats import COUNT, NUMBER, RIGHT
from evometa.story.kinds.balance.run import describe_audit, title_of
from evometa.story.words.front_choice import Trade
from evometa.story.words.numbers import ABSENT, number

ROUNDS_EXPLAINED = (
    "What the model called the best patch of each size after each round, from all games until then. It learns from "
    "every game of every patch, so these values settle while it searches; the audit has the last word."
)


def tell_search(run: BalanceRun, teller: Teller, others: Sequence[BalanceRun], faces: CardFaces) -> None:
    """What the search did and found, beside other runs."""
    if not run.results.history and not run.results.rounds:
        return
    blocks: list[Block] = [*_tell_history(run, teller)] if run.results.history else [_rounds_table(run)]
    searched = [each for each in map(searched_of, [run, *others]) if each]
    if searched and searched[0].name == run.name:
        blocks.insert(0, _touched_front(run, searched, teller, faces))
    teller.tell("search", "The search", Words(_describe_search(run)), *blocks, level=Level.FULL)


def _touched_front(run: BalanceRun, searched: Sequence[Searched], teller: Teller, faces: CardFaces) -> Choices:
    """The front, and beside it the patch of the point that is chosen."""
    audits, best = run.results.known_audits, run.results.recommended
    keys = {audit.number: teller.id(f"audit-{audit.number}") for audit in audits}
    choices = tuple(
        Choice(keys[audit.number], title_of(audit), describe_audit(audit, faces, run.settings.goal))
        for audit in sorted(audits, key=lambda audit: audit.magnitude)
    )
    same = [each for each in searched if each.objectives == searched[0].objectives]
    figure = Figure(front_plot(teller.id("front"), same, keys), explain_front(same))
    return Choices(figure, choices, keys.get(best.number, "") if best else "")


def _rounds_table(run: BalanceRun) -> Table:
    """The best patch of each size, round by round."""
    goal, size = Trade.of(run.settings.objectives).labels
    rounds = run.results.rounds
    most_cards = max(each.most_cards for each in rounds[-1].best)
    by_size = {one.round: {each.budget: each for each in one.best if each.most_cards == most_cards} for one in rounds}
    budgets = sorted(by_size[rounds[-1].round])

    def lowest(one: LearningRound, place: int) -> str:
        best = by_size[one.round].get(budgets[place])
        return number(best.value.value) if best else ABSENT

    columns = (
        Column("round", lambda one: str(one.round + 1)),
        Column("patches", lambda one: one.evaluations, COUNT),
        Column("games", lambda one: one.games, COUNT),
        *alike([f"{goal} up to {size} {budget}" for budget in budgets], lowest, RIGHT),
    )
    return Table("rounds", columns, rounds, note=ROUNDS_EXPLAINED, level=Level.FULL)


def _describe_search(run: BalanceRun) -> str:
    if run.results.rounds:
        return _describe_learning(run)
    settings, last = run.settings, run.results.history[-1]
    algorithm = ALGORITHMS[settings.algorithm].about if settings.algorithm in ALGORITHMS else "a search"
    guided = f", guided by each card's {settings.guide.upper()}," if settings.guide else ""
    again = len(run.results.again)
    told = f" Then {again:,} of the best were measured again, from {settings.again_games:,} each." if again else ""
    return (
        f"{algorithm[0].upper()}{algorithm[1:]}{guided} made {len(run.evaluations):,} evaluations in "
        f"{last.generation} generations after the initial one, each from {settings.games:,} games per match-up.{told}"
    )


def _describe_learning(run: BalanceRun) -> str:
    last = run.results.rounds[-1]
    fewest = min((each.games for each in last.best), default=0)
    return (
        f"A model that learns from every game looked at {last.evaluations:,} evaluations of patches in "
        f"{last.round + 1} rounds, {last.games:,} games in all. Those that it called the best of their size had at "
        f"least {fewest:,} games per match-up before they were audited."
    )


def _tell_history(run: BalanceRun, teller: Teller) -> Iterator[Block]:
    """How the objectives went, generation by generation."""
    history, objectives = run.results.history, run.settings.objectives
    unchanged = run.results.audits[0] if run.results.audits else None
    best = run.results.recommended
    plots = history_plots(teller.id("history"), history, unchanged, best, objectives)
    yield Beside.of(plots)
    yield Words(explain_history(unchanged, best, objectives), is_faint=True)
    yield Fold("Every generation as a table", (_history_table(run),), is_file=True)


def _history_table(run: BalanceRun) -> Table:
    """The same numbers, for those who cannot see the charts or want the digits."""
    words = {"min": "minimum", "mean": "average", "max": "maximum"}
    parts = [(name, part) for name in run.settings.objectives for part in words]
    heads = [f"{label_objective(name)}, {words[part]}" for name, part in parts]

    def value_of(generation: Generation, place: int) -> float:
        name, part = parts[place]
        return float(getattr(generation, part)[name])

    columns = (Column("generation", lambda row: row.generation, COUNT), *alike(heads, value_of, NUMBER))
    return Table("generations", columns, run.results.history, level=Level.FULL)
