"""What a scan of a deck's cards has found, for a terminal: how much the deck relies on each card, and what tells it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.table import Table
from rich.text import Text

from evometa.app.terminal.rate_text import number_cell, style_of
from evometa.app.terminal.screen import Screen, name_text, print_headed
from evometa.app.terminal.tables import new_table, print_table
from evometa.app.views.pilots import show_card_pilots, show_doubt
from evometa.experiments.experiment import StoredRun
from evometa.experiments.nerfs.results import Correlations, NerfsResults, ScannedCard
from evometa.experiments.nerfs.work import NerfsSettings
from evometa.report.pages.nerfs import summarise_scan
from evometa.report.words.numbers import interval, number, points, rate, rate_interval
from evometa.report.words.pilots import doubt_cards

STATISTICS = {"wrp": "WRP", "wrd": "WRD"}
CARD_NOTE = (
    "Change: of the deck's win rate, in points; the games before and after have the same seeds, which makes it more "
    "exact than the rates, which are in %. WRN: the deck's win rate with the changed card. WRD and WRP: its win rate "
    "when the card was drawn, and when it was played. Behind ±: how far the 95% interval reaches."
)
CORRELATION_NOTE = (
    "How WRD and WRP go with WRN. Below 0: the higher the statistic of a card, the lower the deck's win rate after the "
    "change. p: how likely chance alone would show as much."
)


def show_nerfs(console: Screen, run: StoredRun[NerfsSettings, NerfsResults]) -> None:
    """All that a scan has found out so far."""
    results = run.results
    deck = results.deck or run.settings.deck
    if results.baseline is None:
        print_headed(console, deck, ": the run has not measured anything yet.")
        return
    show_doubt(console, doubt_cards(results.pilots))
    win_rate = results.baseline.win_rate
    ends = rate_interval(win_rate)
    print_headed(console, deck, f"  wins {rate(win_rate.value)}% against the metagame (95% interval {ends}%)")
    if results.cards:
        console.print(Text(f"\n{summarise_scan(run)}", style="bold"))
        print_table(console, "Cards, by what the change does to the deck", card_table(results.cards), CARD_NOTE)
    show_card_pilots(console, results.pilots)
    if results.correlations:
        table = correlation_table(results.correlations)
        print_table(console, "What the statistics of a card tell about its change", table, CORRELATION_NOTE)


def card_table(cards: Sequence[ScannedCard]) -> Table:
    """A line for each card, those first that the deck misses most."""
    table = new_table()
    table.add_column("card", overflow="ellipsis", no_wrap=True, max_width=26)
    for heading in ("change", "95% interval", "WRN", "WRD", "WRP"):
        table.add_column(heading, justify="right", no_wrap=True)
    for card in sorted(cards, key=lambda card: (not card.change.is_known, card.change.value)):
        change = card.change
        table.add_row(
            name_text(card.name),
            Text(points(change.value), style=style_of(change.low, change.high, 0.0)),
            rate_interval(change, signed=True),
            *(number_cell(each) for each in (card.wrn, card.wrd, card.wrp)),
        )
    return table


def correlation_table(correlations: Mapping[str, Correlations]) -> Table:
    """Both coefficients of both statistics."""
    table = new_table()
    table.add_column("statistic")
    table.add_column("coefficient")
    for heading in ("value", "95% interval", "p"):
        table.add_column(heading, justify="right")
    for name, title in STATISTICS.items():
        found = correlations[name]
        for words, each in (("Pearson", found.pearson), ("Spearman", found.spearman)):
            p = f"{each.p:.2g}" if each.is_known else ""
            table.add_row(title, words, number(each.value), interval(each.low, each.high), p)
    return table
