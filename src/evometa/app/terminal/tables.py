"""Tables on a terminal, all in one style."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

BLOCK = 12  # decks beside each other in a matrix, so that it fits a terminal


def new_table() -> Table:
    """An empty table."""
    return Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)


def fact_table(facts: Mapping[str, str]) -> Table:
    """What it comes to: a line for each fact, with its name."""
    table = new_table()
    table.show_header = False
    table.add_column(style="bold")
    table.add_column()
    for name, words in facts.items():
        table.add_row(name, Text(words))
    return table


def print_table(console: Console, title: str, table: Table, note: str = "") -> None:
    """A table under its title; the note below says how to read it."""
    console.print(f"\n[bold]{title}[/bold]")
    console.print(table)
    if note:
        console.print(note, style="dim")


def split_matrix(order: Sequence[int]) -> Iterator[Sequence[int]]:
    """The columns of a matrix in blocks that fit a terminal."""
    return (order[start : start + BLOCK] for start in range(0, len(order), BLOCK))
