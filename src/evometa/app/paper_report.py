"""What a run of the paper's programme has found, for a terminal: each published value beside ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

from evometa.app.meta_report import new_table, print_table
from evometa.app.rate_text import UNKNOWN

Results = Mapping[str, Any]

NO_PARTS = "No part of the programme is finished yet."


def show_paper(console: Console, results: Results) -> None:
    """A table for each part that is finished."""
    parts = results.get("parts", [])
    for part in parts:
        print_table(console, part["name"], part_table(part), f"run: {part['folder']}")
    if not parts:
        console.print(NO_PARTS)


def part_table(part: Results) -> Table:
    """A line for each number that there is of either side; lists and matrices are for the report."""
    table = new_table()
    table.add_column("")
    for heading in ("published", "ours"):
        table.add_column(heading, justify="right")
    published, ours = (dict(flatten(part[side])) for side in ("published", "ours"))
    for name in dict.fromkeys((*published, *ours)):
        table.add_row(name.replace("_", " "), *(describe(side.get(name)) for side in (published, ours)))
    return table


def flatten(tree: Results, parents: str = "") -> Iterator[tuple[str, Any]]:
    """Name and value of all that is no table or list; tables inside tables make longer names."""
    for name, value in tree.items():
        if isinstance(value, Mapping):
            yield from flatten(value, f"{parents}{name} ")
        elif not isinstance(value, list):
            yield f"{parents}{name}", value


def describe(value: Any) -> str:
    """A value, numbers with three decimals at most."""
    if value is None:
        return UNKNOWN
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.3f}" if isinstance(value, float) else str(value)
