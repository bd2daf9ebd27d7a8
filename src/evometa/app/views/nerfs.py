"""What a scan of a deck's cards has found, for a terminal: how much the deck relies on each card, and what tells it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from evometa.app.laboratory.meta_view import new_table, print_table
from evometa.app.terminal.rate_text import between, half_width, percent, points, style_of
from evometa.app.views.balance import decimal, known

Results = Mapping[str, Any]

STATISTICS = {"wrp": "WRP", "wrd": "WRD"}
COEFFICIENTS = {"pearson": "Pearson", "spearman": "Spearman"}
CARD_NOTE = (
    "All in %. WRD and WRP: the deck's win rate when the card was drawn, and when it was played. WRN: its win rate "
    "with the changed card; the games have the same seeds as those without, which makes the change more exact."
)
CORRELATION_NOTE = "Below 0: the higher the statistic of a card, the lower the deck's win rate after the change."


def show_nerfs(console: Console, results: Results) -> None:
    """All that a scan has found out so far."""
    cards, baseline = results.get("cards", []), results.get("baseline")
    console.print(f"[bold]{results.get('deck', 'The deck')}[/bold]", end="")
    if baseline is None:
        console.print(": the run has not measured anything yet.")
        return
    rate, low, high = (known(baseline[name]) for name in ("win_rate", "low", "high"))
    console.print(f"  wins {percent(rate)}% against the metagame (95% interval {between(low, high)}%)")
    if cards:
        print_table(console, "Cards, by what the change does to the deck", card_table(cards), CARD_NOTE)
    if results.get("correlations"):
        table = correlation_table(results["correlations"])
        print_table(console, "What the statistics of a card tell about WRN", table, CORRELATION_NOTE)


def card_table(cards: Sequence[Results]) -> Table:
    """A line for each card, those first that the deck misses most."""
    table = new_table()
    table.add_column("card", overflow="ellipsis", no_wrap=True, max_width=26)
    for heading in ("WRD", "WRP", "WRN", "change", "95% interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    for card in sorted(cards, key=lambda card: (card["change"] is None, known(card["change"]))):
        low, high = known(card["change_low"]), known(card["change_high"])
        table.add_row(
            Text(card["name"]),
            *(_rate(card, name) for name in ("wrd", "wrp", "wrn")),
            Text(points(known(card["change"])), style=style_of(low, high, 0.0)),
            f"{points(low)} to {points(high)}",
        )
    return table


def _rate(card: Results, name: str) -> Text:
    value, low, high = (known(card[key]) for key in (name, f"{name}_low", f"{name}_high"))
    if card[name] is None:
        return Text(percent(value), style="dim")
    return Text.assemble(percent(value), (f" {half_width(low, high)}", "dim"))


def correlation_table(correlations: Results) -> Table:
    """Both coefficients of both statistics."""
    table = new_table()
    table.add_column("statistic")
    table.add_column("coefficient")
    for heading in ("value", "95% interval", "p"):
        table.add_column(heading, justify="right")
    for name, title in STATISTICS.items():
        for kind, words in COEFFICIENTS.items():
            found = correlations[name][kind]
            interval = f"{decimal(found['low'])} to {decimal(found['high'])}"
            p = "" if found["p"] is None else f"{found['p']:.2g}"
            table.add_row(title, words, decimal(found["value"]), interval, p)
    return table
