"""What a run of the paper's programme has found, for a terminal: each published value beside ours."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from rich.table import Table
from rich.text import Text

from evometa.app.terminal.rate_text import style_of
from evometa.app.terminal.screen import Screen, name_text
from evometa.app.terminal.tables import new_table, print_table
from evometa.experiments.experiment import StoredRun
from evometa.experiments.paper.results import PaperResults, Part, TablePart, Twins
from evometa.experiments.paper.work import PaperSettings
from evometa.input.shown_text import show_line
from evometa.report.words.numbers import ABSENT, rate, rate_interval
from evometa.report.words.paper_values import compare, explain_part, title_of_part

TWINS = "In the published table, control is always above its aggro twin."
NO_PARTS = "No part of the programme is finished yet."


def show_paper(console: Screen, run: StoredRun[PaperSettings, PaperResults]) -> None:
    """A table for each part that is finished."""
    for part in run.results.parts:
        note = "\n".join(filter(None, (explain_part(part), f"run: {show_line(str(part.folder))}")))
        print_table(console, title_of_part(part), part_table(part), note)
        if isinstance(part, TablePart) and part.ours.twins:
            table = twin_table(part.ours.twins)
            print_table(console, "Control decks against their aggro twins, win rate in %", table, TWINS)
    if not run.results.parts:
        console.print(NO_PARTS)


def part_table(part: Part) -> Table:
    """A line for each number that there is of either side; lists and matrices are for the report."""
    table = new_table()
    table.add_column("")
    for heading in ("published", "ours"):
        table.add_column(heading, justify="right")
    for row in compare(part):
        table.add_row(*map(name_text, row))
    return table


def twin_table(twins: Sequence[Twins]) -> Table:
    """A line for each control deck: how often it beats its aggro twin."""
    table = new_table()
    table.add_column("")
    for heading in ("published", "ours", "interval"):
        table.add_column(heading, justify="right")
    for each in twins:
        value, low, high = each.win_rate
        published = rate(each.published, 0) if isfinite(each.published) else ABSENT
        ours = Text(rate(value), style_of(low, high, 0.5))
        table.add_row(name_text(each.control), published, ours, rate_interval(each.win_rate))
    return table
