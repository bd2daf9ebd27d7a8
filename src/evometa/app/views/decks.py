"""What a deck search has found, for a terminal: the best deck, the audit of the best few, and the map they are from.

It reads the results that a run has stored (`experiments.decks`), so a run that has ended long ago shows the same.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from evometa.app.laboratory.meta_view import new_table, print_table, split_matrix
from evometa.app.terminal.deck_labels import label_decks
from evometa.app.terminal.rate_text import between, percent, style_of
from evometa.app.views.balance import decimal, known
from evometa.cards.patches.files import quote_text
from evometa.experiments.decks.work import DECKS_FOLDER

Results = Mapping[str, Any]

CHOSEN, KNOWN = "best found", "known before"
AUDIT_NOTE = (
    "Searched: what the search saw. Again: from fresh games. These decks were chosen by both, which flatters them. "
    "Audited: from many more games, the same for all decks, which also tell the win rate, in %."
)
MATRIX_NOTE = "In colour: surely above or below 50%."


def show_decks(console: Console, results: Results) -> None:
    """All that a search has found out so far."""
    if "final" not in results:
        console.print(describe_progress(results))
        return
    best = best_audit(results)
    rate, low, high = (known(best[name]) for name in ("win_rate", "low", "high"))
    console.print(Text(results["final"]["name"], style="bold"), end="")
    console.print(f"  wins {percent(rate)}% against the metagame (95% interval {between(low, high)}%)")
    print_table(console, "The best deck that was found", card_table(best))
    objective = results["map"]["objective"]["title"]
    print_table(console, f"The audit: {objective}", audit_table(results["audits"], best), AUDIT_NOTE)
    show_match_ups(console, [best, *(audit for audit in results["audits"] if audit["is_known"])])
    print_table(console, "The search", summary_table(results))


def describe_progress(results: Results) -> str:
    """How far a search is that has not ended."""
    if not results.get("history"):
        return "The run has not tried any deck yet."
    last = results["history"][-1]
    return (
        f"{last['evaluations']:,} decks were tried, and {last['elites']} of them are on the map; no audit is finished."
    )


def describe_deck_file(path: Path) -> str:
    """Where the decks are, and what to do with the best one: lines to copy."""
    return (
        f"Deck: {path} (all that were audited: {path.parent / DECKS_FOLDER})\n"
        f"  evometa deck {shlex.quote(str(path))} --to code\n"
        "To add it to a metagame file:\n"
        "  [[deck]]\n"
        f"  deck = {quote_text(str(path.resolve()))}"
    )


def best_audit(results: Results) -> Results:
    """The audit of the deck that the run ended with."""
    number = results["final"]["number"]
    return next(audit for audit in results["audits"] if audit["number"] == number)


# --- parts ----------------------------------------------------------------------------------------


def card_table(audit: Results) -> Table:
    """The cards of a deck by cost, with its mana curve."""
    table = new_table()
    table.add_column("cost", justify="right")
    table.add_column("")
    table.add_column("n", justify="right")
    table.add_column("cards")
    last = len(audit["curve"]) - 1
    for cost, (n_cards, names) in enumerate(zip(audit["curve"], name_by_cost(audit), strict=True)):
        table.add_row(f"{cost}+" if cost == last else str(cost), "█" * n_cards, str(n_cards), Text(", ".join(names)))
    return table


def name_by_cost(audit: Results) -> list[list[str]]:
    """The cards of each cost of the curve; a deck that was found lists the cheap ones first."""
    costs = [cost for cost, n_cards in enumerate(audit["curve"]) for _ in range(n_cards)]  # of each copy
    groups: list[list[str]] = [[] for _ in audit["curve"]]
    place = 0
    for name, n_copies in audit["cards"]:
        groups[costs[place]].append(f"{n_copies}x {name}" if n_copies > 1 else name)
        place += n_copies
    return groups


def audit_table(audits: Sequence[Results], best: Results) -> Table:
    """A line for each deck that was audited, the strongest first."""
    table = new_table()
    table.add_column("deck", overflow="ellipsis", no_wrap=True)
    for heading in ("searched", "again", "audited", "win rate", "95% interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for audit in sorted(audits, key=lambda audit: -(audit["win_rate"] or 0.0)):
        rate, low, high = (known(audit[name]) for name in ("win_rate", "low", "high"))
        table.add_row(
            Text(audit["name"]),
            *(decimal(audit[name]) for name in ("searched", "again", "objective")),
            Text(percent(rate), style=style_of(low, high, 0.5)),
            between(low, high),
            KNOWN if audit["is_known"] else CHOSEN if audit is best else "",
            style="bold" if audit is best else "",
        )
    return table


def show_match_ups(console: Console, audits: Sequence[Results]) -> None:
    """How often decks beat each opponent, in as many tables as it takes."""
    opponents = [each["deck"] for each in audits[0]["opponents"]]
    labels = label_decks(opponents)
    for columns in split_matrix(range(len(opponents))):
        print_table(console, "Win rate against each deck, in %", match_up_table(audits, labels, columns))
    legend = ", ".join(f"{label} is {name}" for label, name in zip(labels, opponents, strict=True))
    console.print(f"{legend}. {MATRIX_NOTE}", style="dim", markup=False)


def match_up_table(audits: Sequence[Results], labels: Sequence[str], columns: Sequence[int]) -> Table:
    """Win rates of decks against some opponents."""
    table = new_table()
    table.add_column("deck", overflow="ellipsis", no_wrap=True)
    for j in columns:
        table.add_column(labels[j], justify="right", no_wrap=True)
    for audit in audits:
        table.add_row(Text(audit["name"]), *(_rate(audit["opponents"][j]) for j in columns))
    return table


def _rate(opponent: Results) -> Text:
    value, low, high = (known(opponent[name]) for name in ("win_rate", "low", "high"))
    return Text(percent(value), style=style_of(low, high, 0.5))


def summary_table(results: Results) -> Table:
    """What was done, and how large the map is."""
    final, table = results["final"], new_table()
    table.show_header = False
    table.add_column(style="bold")
    table.add_column()
    table.add_row("map", describe_map(results["map"]))
    table.add_row("decks", f"{final['evaluations']:,} tried, {final['elites']:,} on the map, as the best of their kind")
    table.add_row("games", f"{final['games']:,}")
    return table


def describe_map(found: Results) -> str:
    """`8 x 8 cells: number of minions, number of spells`."""
    sizes = " x ".join(str(len(boundaries) - 1) for boundaries in found["boundaries"])
    return f"{sizes} cells: {', '.join(measure['title'] for measure in found['measures'])}"
