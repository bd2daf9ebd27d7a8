"""The report of the paper's programme: each published number beside ours, then the report of each part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from evometa.experiments.balance.work import BALANCE
from evometa.experiments.experiment import StoredRun
from evometa.experiments.nerfs.work import NERFS
from evometa.experiments.paper.results import BalancePart, PaperResults, Part, ScanPart, TablePart, Twins
from evometa.experiments.paper.work import PaperSettings
from evometa.experiments.runs import has_run
from evometa.experiments.table.work import TABLE
from evometa.report.pages.balance import tell_balance
from evometa.report.pages.balance.run import BalanceRun
from evometa.report.pages.balance.search import front_figure, searched_of
from evometa.report.pages.nerfs import tell_nerfs
from evometa.report.pages.parts import Html, Story, join, paragraph, table
from evometa.report.pages.table import tell_table
from evometa.report.words.numbers import ABSENT, rate, rate_interval
from evometa.report.words.paper_values import compare, explain_part, title_of_part

PaperRun = StoredRun[PaperSettings, PaperResults]

VERDICTS = {True: "yes", False: "no", None: "not sure"}


def title_paper(run: PaperRun) -> str:
    """The heading of the page."""
    return "The paper's experiments"


def tell_paper(run: PaperRun, story: Story) -> None:
    """Add an overview, and a section for each part with its own report inside."""
    parts = run.results.parts
    if not parts:
        story.tell("overview", "The paper and evometa", paragraph("No part of the programme is finished yet."))
        return
    searches = _read_searches(run)
    front = _shared_front(list(searches.values()), story)
    story.tell("overview", "The paper and evometa", _overview(parts), front)
    for part in parts:
        inner = story.inside(f"{part.name}-")
        _tell_inside(part, run.folder / part.folder, searches, inner)
        values = table("", ["what", "published", "ours"], compare(part))
        words = paragraph(explain_part(part), "faint")
        story.tell(f"part-{part.name}", title_of_part(part), values, words, parts=inner.sections)


def _read_searches(run: PaperRun) -> dict[str, BalanceRun]:
    """The runs of experiments 1 and 2 that are there."""
    folders = {part.name: run.folder / part.folder for part in run.results.parts if isinstance(part, BalancePart)}
    return {name: BALANCE.read(folder) for name, folder in folders.items() if has_run(folder)}


def _overview(parts: Sequence[Part]) -> Html:
    rows = [(title_of_part(part), *row) for part in parts for row in compare(part) if row[1] != ABSENT]
    said = "Each published number beside ours; what else we have found is told part by part."
    return join([paragraph(said), table("", ["part", "what", "published", "ours"], rows, texts=2)])


def _shared_front(runs: Sequence[BalanceRun], story: Story) -> Html:
    """All individuals of all runs that searched for two objectives."""
    searched = [found for run in runs if (found := searched_of(run))]
    return front_figure(searched, story) if len(searched) > 1 else Html("")


def _tell_inside(part: Part, folder: Path, searches: Mapping[str, BalanceRun], story: Story) -> None:
    """The report of a part, if its run is there."""
    if not has_run(folder):
        return
    match part:
        case TablePart():
            tell_table(TABLE.read(folder), story, (part.published.decks, part.published.win_rate))
            _tell_twins(part.ours.twins, story)
        case BalancePart():
            tell_balance(searches[part.name], story)
        case ScanPart():
            tell_nerfs(NERFS.read(folder), story)


def _tell_twins(twins: Sequence[Twins], story: Story) -> None:
    """Whether the decks for control players beat their twins for aggro players, as all published ones do."""
    if not twins:
        return
    rows = [
        [
            each.control,
            each.aggro,
            rate(each.published),
            rate(each.win_rate.value),
            rate_interval(each.win_rate),
            VERDICTS[each.is_above],
        ]
        for each in twins
    ]
    heads = ["control", "aggro", "published, %", "ours, %", "95% interval", "control is above"]
    told = "How often each control deck beats its aggro twin. In the published table it always does."
    story.tell("twins", "Control and aggro twins", paragraph(told), table("", heads, rows, texts=2))
