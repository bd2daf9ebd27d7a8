"""What other pilots make of a recommendation, for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.table import Table
from rich.text import Text

from evometa.app.terminal.screen import Screen, name_text
from evometa.app.terminal.tables import new_table, print_table
from evometa.experiments.decks.results import PilotedDeck
from evometa.experiments.nerfs.results import PilotedCard
from evometa.experiments.pilots import Piloted
from evometa.metagame.evidence import Estimated
from evometa.report.words.numbers import ABSENT, number, rate
from evometa.report.words.pilots import DECK_PILOTS_EXPLAINED, HOLDS, explain_pilots

STYLES = {True: "", False: "bold red", None: "dim"}


def show_doubt(console: Screen, doubt: str) -> None:
    """What must be said first, if anything must."""
    if doubt:
        console.print(Text(doubt, style="bold red"))


def show_patch_pilots(console: Screen, pilots: Sequence[Piloted]) -> None:
    """F before a patch and after, by who played."""
    if pilots:
        table = pilot_table(pilots, {}, ("F before", "F after"), lambda value, signed: number(value, 3, signed))
        print_table(console, "The patch in other hands", table, explain_pilots(pilots))


def show_deck_pilots(console: Screen, title: str, pilots: Sequence[PilotedDeck], found: Sequence[str] = ()) -> None:
    """A found deck beside the strongest known one, by who played; `found` are the names of several."""
    if pilots:
        known = {"known deck": [each.known or ABSENT for each in pilots]}
        names = {"found deck": list(found), **known} if found else known
        table = pilot_table(pilots, names, ("known, %", "found, %"), lambda value, signed: rate(value, 1, signed))
        print_table(console, title, table, DECK_PILOTS_EXPLAINED)


def show_card_pilots(console: Screen, pilots: Sequence[PilotedCard]) -> None:
    """The win rate of a deck before the change of a card and after, by who played."""
    if pilots:
        cards = {"card": [each.card for each in pilots]}
        table = pilot_table(pilots, cards, ("before, %", "after, %"), lambda value, signed: rate(value, 1, signed))
        print_table(console, "The first cards in other hands", table, explain_pilots(pilots))


def pilot_table(
    pilots: Sequence[Piloted],
    names: dict[str, list[str]],
    heads: tuple[str, str],
    show: Callable[[float, bool], str],
) -> Table:
    """A line for each pilot: whether it holds, further names, two numbers, and their difference."""
    table = new_table()
    for heading in ("pilot", "holds", *names):
        table.add_column(heading, overflow="ellipsis", no_wrap=True, max_width=28)
    for heading in (*heads, "change", "95% interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    for place, each in enumerate(pilots):
        table.add_row(
            name_text(each.pilot),
            Text(HOLDS[each.holds], style=STYLES[each.holds]),
            *(name_text(column[place]) for column in names.values()),
            show(each.before.value, False),
            show(each.after.value, False),
            show(each.change.value, True),
            _ends(each.change, show),
        )
    return table


def _ends(found: Estimated, show: Callable[[float, bool], str]) -> str:
    return f"{show(found.low, True)} to {show(found.high, True)}"
