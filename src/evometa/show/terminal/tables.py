"""Tables on a terminal, all in one style."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rich import box
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Column, Table
from rich.text import Text

from evometa.input.shown_text import show_name
from evometa.show.terminal.screen import Screen, print_heading

_LEAST_FOLDED = 20  # letters of a column in which long words may break
_MOST_NOTE = 400  # letters of a patch note


class FittingTable(Table):
    """A table that never cuts a word, however narrow the terminal is.

    Columns that there is no room for are left out, and named; those of a matrix stand below, beside the first column
    again. Numbers stand on the right and stay in one line. `expendable` names the columns that go first, in their
    order; after them go those farthest to the right. The first column stays.
    """

    expendable: Sequence[str] = ()
    is_matrix: bool = False

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The columns that fit, and then the others or their names."""
        everything = self.columns
        chosen = self._choose_columns(console, options)
        left_out = [column for column in everything if column not in chosen]
        try:
            self.columns = [replace(column, _index=place) for place, column in enumerate(chosen)]
            yield from super().__rich_console__(console, options)
            if left_out and self.is_matrix:
                self.columns = [everything[0], *left_out]
                yield Text()
                yield from self.__rich_console__(console, options)
        finally:
            self.columns = everything
        if left_out and not self.is_matrix:
            names = ", ".join(str(column.header) for column in left_out)
            yield Text(f"(no room here for: {names}; a wider terminal shows them)", style="dim")

    def _choose_columns(self, console: Console, options: ConsoleOptions) -> list[Column]:
        """The columns that there is room for."""
        columns = list(self.columns)
        least = {id(column): self._measure(console, options, column).minimum for column in columns}
        while len(columns) > 1 and sum(least[id(each)] for each in columns) + self._extra_width > options.max_width:
            names = {str(column.header): column for column in columns[1:]}
            columns.remove(next((names[name] for name in self.expendable if name in names), columns[-1]))
        return columns

    def _calculate_column_widths(self, console: Console, options: ConsoleOptions) -> list[int]:
        """Rich's own would make columns narrower than their words. What room is left goes to those that want more."""
        widths = [self._measure(console, options, column) for column in self.columns]
        wanted = [width.maximum - width.minimum for width in widths]
        room = min(max(options.max_width - sum(width.minimum for width in widths), 0), sum(wanted))
        return [width.minimum + room * more // max(sum(wanted), 1) for width, more in zip(widths, wanted, strict=True)]

    def _measure(self, console: Console, options: ConsoleOptions, column: Column) -> Measurement:
        """How narrow and how wide a column can be; one of numbers has one width, and in one that folds words break."""
        width = self._measure_column(console, options, column)
        if column.overflow == "fold":
            return Measurement(min(width.minimum, _LEAST_FOLDED), width.maximum)
        is_fixed = column.no_wrap or column.justify == "right"
        return Measurement(width.maximum, width.maximum) if is_fixed else width


def new_table(title: str | None = None, expendable: Sequence[str] = (), *, is_matrix: bool = False) -> FittingTable:
    """An empty table."""
    table = FittingTable(
        title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False
    )
    table.expendable, table.is_matrix = expendable, is_matrix
    return table


def fact_table(facts: Mapping[str, str]) -> Table:
    """What it comes to: a line for each fact, with its name."""
    table = new_table()
    table.show_header = False
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for name, words in facts.items():
        table.add_row(name, words)
    return table


def print_table(console: Screen, title: str, table: Table, note: str = "", coloured: str = "") -> None:
    """A table under its title; the note below says how to read it, and what is coloured, where there is colour."""
    print_heading(console, title)
    console.print(table)
    # one interval at a time is in colour, so a few of many are by chance
    colour = f"In colour: clearly {coloured}." if coloured and console.color_system else ""
    if words := " ".join(filter(None, (note, colour))):
        console.print(words, style="dim")


def print_notes(console: Screen, notes: Sequence[str]) -> None:
    """Patch notes, a line each."""
    print_heading(console, "Patch notes")
    console.print("\n".join(f"  {show_name(note, _MOST_NOTE)}" for note in notes) or "  nothing changes")
