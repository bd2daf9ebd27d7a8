"""What each change of a patch buys, for a terminal."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from evometa.app.terminal.rate_text import style_of
from evometa.app.terminal.screen import Screen, name_text
from evometa.app.terminal.tables import new_table, print_table
from evometa.balance.contributions import Contribution, Explanation
from evometa.balance.objectives import label_objective
from evometa.report.words.contributions import explain_reading, list_rows, summarise_explanation
from evometa.report.words.deck_labels import label_decks
from evometa.report.words.players import add_player


def show_contributions(console: Screen, found: Explanation, letters: bool = True, player: str = "") -> None:
    """What each part buys, and how to read it; with what the letters mean and who played, if that was not said."""
    if not found.parts:
        return
    if told := summarise_explanation(found):
        console.print(f"\n{told}")
    title = add_player(f"What each change buys, in {label_objective(found.objective)}", player)
    print_table(console, title, contribution_table(found), explain_reading(found, letters))


def contribution_table(found: Explanation) -> Table:
    """A line for each part; the changes of a card that has several stand below all of it."""
    table = new_table(expendable=("match-ups, points",))
    table.add_column("card", overflow="ellipsis", no_wrap=True, max_width=24)
    table.add_column("change", overflow="fold", max_width=24)
    for heading in ("M", "buys", "95% interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("match-ups, points", no_wrap=True)
    table.add_column("remark", no_wrap=True)
    for part, row in zip(found.parts, list_rows(found, label_decks(found.standing.decks)), strict=True):
        bought = Text(row.buys, style=style_of(part.buys.low, part.buys.high, 0.0))
        card = name_text(row.card) if is_first(found, part) else ""
        table.add_row(card, row.change, row.magnitude, bought, row.interval, "\n".join(row.match_ups), row.verdict)
    return table


def is_first(found: Explanation, part: Contribution) -> bool:
    """Whether a part is the first of its card."""
    return next(each for each in found.parts if each.card == part.card) is part
