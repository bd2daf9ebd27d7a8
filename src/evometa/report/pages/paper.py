"""The report of the paper's programme: each published number beside ours, then the report of each part."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evometa.experiments.runs import has_run
from evometa.report.pages.balance import front_figure, searched_of, tell_balance
from evometa.report.pages.nerfs import tell_nerfs
from evometa.report.pages.parts import Html, Story, join, paragraph, table
from evometa.report.pages.table import tell_table
from evometa.report.run_record import Facts, RunRecord, read_run
from evometa.report.words.paper_values import compare, title_of_part
from evometa.report.words.run_text import ABSENT, interval, rate

VERDICTS = {True: "yes", False: "no", None: "not sure"}


def tell_paper(record: RunRecord, story: Story) -> None:
    """Add an overview, and a section for each part with its own report inside."""
    parts = record.results.get("parts", [])
    if not parts:
        story.tell("overview", "The paper and evometa", paragraph("No part of the programme is finished yet."))
        return
    runs = {part["name"]: read_run(folder) for part in parts if has_run(folder := record.folder / part["folder"])}
    front = _shared_front(list(runs.values()), story)
    story.tell("overview", "The paper and evometa", _overview(parts), front)
    for part in parts:
        _tell_part(part, runs.get(part["name"]), story)


def _overview(parts: Sequence[Facts]) -> Html:
    rows = [[title_of_part(part), *row] for part in parts for row in compare(part) if row[1] != ABSENT]
    said = "Each published number beside ours; what else we have found is told part by part."
    return join([paragraph(said), table("", ["part", "what", "published", "ours"], rows, texts=2)])


def _shared_front(runs: Sequence[RunRecord], story: Story) -> Html:
    """All individuals of all runs that searched for two objectives."""
    searched = [found for run in runs if run.kind == "balance" and (found := searched_of(run))]
    return front_figure(searched, story) if len(searched) > 1 else Html("")


def _tell_part(part: Facts, run: RunRecord | None, story: Story) -> None:
    anchor = re.sub(r"[^a-z0-9]+", "-", part["name"].lower()).strip("-")
    inner = Story(prefix=f"{anchor}-")
    if run is not None:
        _tell_inside(part, run, inner)
    story.pictures |= inner.pictures
    values = table("", ["what", "published", "ours"], compare(part))
    story.tell(f"part-{anchor}", title_of_part(part), values, parts=inner.sections)


def _tell_inside(part: Facts, run: RunRecord, story: Story) -> None:
    if run.kind == "balance":
        tell_balance(run, story)
    elif run.kind == "nerfs":
        tell_nerfs(run, story)
    elif run.kind == "table":
        tell_table(run, story, part["published"])
        _tell_twins(part["ours"].get("twins", []), story)


def _tell_twins(twins: Sequence[Facts], story: Story) -> None:
    """Whether the decks for control players beat their twins for aggro players, as all published ones do."""
    if not twins:
        return
    rows = [
        [
            twin["control"],
            twin["aggro"],
            rate(twin["published"]),
            rate(twin["win_rate"]),
            _ends(twin),
            VERDICTS[twin["is_above"]],
        ]
        for twin in twins
    ]
    heads = ["control", "aggro", "published, %", "ours, %", "95% interval", "control is above"]
    told = "How often each control deck beats its aggro twin. In the published table it always does."
    story.tell("twins", "Control and aggro twins", paragraph(told), table("", heads, rows, texts=2))


def _ends(twin: Facts) -> str:
    return interval(100 * twin["low"], 100 * twin["high"], 1)
