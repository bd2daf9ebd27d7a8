"""A balance run beside others: the best of each size, and how far their patches agree."""

from __future__ import annotations

from collections.abc import Sequence

from evometa.report.pages.balance.run import BalanceRun
from evometa.report.pages.parts import Story, paragraph, table
from evometa.report.words.agreement import (
    AGREEMENT_HEADS,
    AGREEMENT_INTRO,
    agreement_row,
    compare_patches,
    list_cards,
    read_changes,
)
from evometa.report.words.numbers import count, number, with_interval


def tell_beside(run: BalanceRun, story: Story, others: Sequence[BalanceRun]) -> None:
    """What other runs found, if there are any."""
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
