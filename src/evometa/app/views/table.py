"""The table of a metagame, for a terminal; and the parts that it shares with other views."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from evometa.app.terminal.rate_text import style_of
from evometa.app.terminal.screen import Screen
from evometa.app.terminal.tables import FROM_EVEN, new_table, print_notes, print_table
from evometa.experiments.experiment import StoredRun
from evometa.experiments.table.results import TableResults
from evometa.experiments.table.work import TableSettings
from evometa.input.shown_text import show_name
from evometa.metagame.evidence import Estimate, Estimated
from evometa.metagame.standing import Standing
from evometa.report.words.deck_labels import label_decks
from evometa.report.words.letters import F_MEANS
from evometa.report.words.numbers import join_notes, number, rate, typical_match_up

MATRIX_TITLE = "Win rate of the row against the column, in %"


def show_table(console: Screen, run: StoredRun[TableSettings, TableResults]) -> None:
    """The table of a metagame, if it is finished."""
    table = run.results.table
    if table is None:
        console.print("The table is not finished yet.")
        return
    labels = label_decks(table.decks)
    show_matrix(console, MATRIX_TITLE, table, labels)
    console.print(f"{describe_labels(labels, table.decks)}.", style="dim")
    console.print(f"A typical match-up is {typical_match_up(table.f_corrected.value)}.")
    console.print(f"F is {describe_f(table.f_corrected)}. {F_MEANS}", style="dim")


# --- parts ----------------------------------------------------------------------------------------


def describe_labels(labels: Sequence[str], decks: Sequence[str]) -> str:
    """Which label is which deck."""
    return ", ".join(f"{label} is {show_name(name)}" for label, name in zip(labels, decks, strict=True))


def describe_f(f: Estimated) -> str:
    """`0.548, between 0.538 and 0.556 (95% interval)`."""
    value, low, high = f
    return f"{number(value)}, between {number(low)} and {number(high)} (95% interval)"


def show_notes(console: Screen, notes: Sequence[str]) -> None:
    """A patch in patch-note form."""
    print_notes(console, [f"{card}: {changes}" for card, changes in join_notes(notes)])


def show_matrix(console: Screen, title: str, standing: Standing, labels: Sequence[str]) -> None:
    """Who beats whom."""
    show_pairs(console, title, labels, lambda i, j: rate_text(standing.win_rate, i, j), FROM_EVEN)


def show_pairs(
    console: Screen, title: str, labels: Sequence[str], cell: Callable[[int, int], Text], coloured: str = ""
) -> None:
    """Something about each two decks; nothing is said of a deck and itself."""
    table = new_table(is_matrix=True)
    table.add_column("")
    for label in labels:
        table.add_column(label, justify="right")
    for i, label in enumerate(labels):
        table.add_row(label, *(Text("·", style="dim") if i == j else cell(i, j) for j in range(len(labels))))
    print_table(console, title, table, coloured=coloured)


def rate_text(rates: Estimate, *place: int) -> Text:
    """A win rate, coloured if it is clearly above or below 50%."""
    value, low, high = (float(part[place]) for part in rates)
    return Text(rate(value), style=style_of(low, high, 0.5))
