"""Tables on a terminal, all in one style."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from evometa.app.terminal.screen import Screen, print_heading
from evometa.input.shown_text import show_name

MOST_NOTE = 400  # letters of a patch note
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
        table.add_row(name, words)
    return table


def print_table(console: Screen, title: str, table: Table, note: str = "") -> None:
    """A table under its title; the note below says how to read it."""
    print_heading(console, title)
    console.print(table)
    if note:
        console.print(note, style="dim")


def print_notes(console: Screen, notes: Sequence[str]) -> None:
    """Patch notes, a line each."""
    print_heading(console, "Patch notes")
    console.print("\n".join(f"  {show_name(note, MOST_NOTE)}" for note in notes) or "  nothing changes")


def print_partial(console: Screen) -> None:
    """Say that these are not all games that were asked for."""
    console.print(Text.assemble(("partial", "bold red"), ": it was interrupted, and only finished games count"))


def split_matrix(order: Sequence[int]) -> Iterator[Sequence[int]]:
    """The columns of a matrix in blocks that fit a terminal."""
    return (order[start : start + BLOCK] for start in range(0, len(order), BLOCK))
