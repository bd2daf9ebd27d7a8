"""What a run of the paper's programme has found, for a terminal: each published value beside ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from evometa.app.laboratory.meta_view import new_table, print_table
from evometa.app.terminal.rate_text import UNKNOWN, between, percent, style_of
from evometa.report.words.paper_values import compare, title_of_part

Results = Mapping[str, Any]

TWINS = "In the published table, control is always above its aggro twin."
NO_PARTS = "No part of the programme is finished yet."


def show_paper(console: Console, results: Results) -> None:
    """A table for each part that is finished."""
    parts = results.get("parts", [])
    for part in parts:
        print_table(console, title_of_part(dict(part)), part_table(part), f"run: {part['folder']}")
        if twins := part["ours"].get("twins"):
            print_table(console, "Control decks against their aggro twins, win rate in %", twin_table(twins), TWINS)
    if not parts:
        console.print(NO_PARTS)


def part_table(part: Results) -> Table:
    """A line for each number that there is of either side; lists and matrices are for the report."""
    table = new_table()
    table.add_column("")
    for heading in ("published", "ours"):
        table.add_column(heading, justify="right")
    for row in compare(dict(part)):
        table.add_row(*row)
    return table


def twin_table(twins: Sequence[Results]) -> Table:
    """A line for each control deck: how often it beats its aggro twin."""
    table = new_table()
    for heading, justify in (("", "left"), ("published", "right"), ("ours", "right"), ("interval", "right")):
        table.add_column(heading, justify=justify)  # type: ignore[arg-type]
    for twin in twins:
        low, high = twin["low"], twin["high"]
        published = UNKNOWN if twin["published"] is None else percent(twin["published"], 0)
        ours = Text(percent(twin["win_rate"]), style_of(low, high, 0.5))
        table.add_row(twin["control"], published, ours, between(low, high))
    return table
