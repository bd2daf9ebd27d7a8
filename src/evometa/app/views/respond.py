"""What a run of patch and answer has found, for a terminal: the answers, and the metagame before and after them.

It reads the results that a run has stored (`experiments.respond`), so a run that has ended long ago shows the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from evometa.app.laboratory.meta_view import new_table, print_table, split_matrix
from evometa.app.terminal.deck_labels import label_decks
from evometa.app.terminal.rate_text import UNKNOWN, between, percent, style_of
from evometa.app.views.balance import MATRIX_NOTE, MATRIX_TITLE, decimal, describe_f, known, show_matrix, show_notes

Results = Mapping[str, Any]

NOTHING_YET = "No round of patch and answer is finished yet."
ANSWER_NOTE = (
    "Win rate: against the patched metagame, from fresh games. Answers that win more than half of them enter the "
    "metagame. Shared: cards that it has in common with the nearest deck of the metagame."
)
CARD_NOTE = "Cards of the answers that entered, which no deck of the metagame had before."
DISTANCE_TITLE = "How many cards of a deck must be replaced to get the other"


def show_response(console: Console, results: Results) -> None:
    """All rounds that are finished."""
    rounds = results.get("rounds", [])
    for each in rounds:
        if len(rounds) > 1:
            console.print(f"\n[bold]Round {each['round']}[/bold]")
        show_round(console, each)
    if "final" in results:
        print_table(console, "All in all", summary_table(results["final"]))
    if not rounds:
        console.print(NOTHING_YET)


def show_round(console: Console, found: Results) -> None:
    """A round: the patch, the answers, and what they do to the metagame."""
    if found["patch"] is None:
        console.print("\nThere is no patch: the metagame is answered as it is.")
    else:
        show_notes(console, found["patch"])
    print_table(console, "Answers", answer_table(found["answers"]), ANSWER_NOTE)
    if found["newly_played"]:
        print_table(console, "Cards that are new", card_table(found["newly_played"]), CARD_NOTE)
    after = found["after"]
    labels = label_decks(after["decks"])
    print_table(console, "The metagame, in %", deck_table(found["before"], after, labels))
    show_matrix(console, f"{MATRIX_TITLE}: with the answers", after, labels)
    console.print(MATRIX_NOTE, style="dim")
    for columns in split_matrix(range(len(labels))):
        print_table(console, DISTANCE_TITLE, distance_table(after["distances"], labels, columns))
    console.print(f"\nF before the answers: {describe_f(found['before'])}", markup=False)
    console.print(f"F with the answers:   {describe_f(after)}", markup=False)


# --- parts ------------------------------------------------------------------------------------------


def answer_table(answers: Sequence[Results]) -> Table:
    """A line for each answer, the strongest first."""
    table = new_table()
    table.add_column("deck", overflow="fold")
    for heading in ("win rate", "95% interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("enters")
    table.add_column("nearest deck", overflow="fold")
    table.add_column("shared", justify="right")
    table.add_column("changed cards in it", overflow="fold")
    for answer in sorted(answers, key=lambda answer: -(answer["win_rate"] or 0.0)):
        rate, low, high = (known(answer[name]) for name in ("win_rate", "low", "high"))
        table.add_row(
            Text(answer["name"]),
            Text(percent(rate), style=style_of(low, high, 0.5)),
            between(low, high),
            "yes" if answer["enters"] else "no",
            Text(answer["nearest"]["deck"]),
            str(answer["nearest"]["shared"]),
            Text(", ".join(answer["changed_cards"]) or UNKNOWN),
        )
    return table


def card_table(cards: Sequence[Results]) -> Table:
    """A line for each card that nobody played before."""
    table = new_table()
    table.add_column("card")
    table.add_column("changed")
    table.add_column("decks", overflow="fold")
    for card in cards:
        style = "bold" if card["is_changed"] else ""
        table.add_row(
            Text(card["card"]), "yes" if card["is_changed"] else "", Text(", ".join(card["decks"])), style=style
        )
    return table


def deck_table(before: Results, after: Results, labels: Sequence[str]) -> Table:
    """How strong each deck is before and with the answers, and its share of the equilibrium; the strongest first."""
    table = new_table()
    table.add_column("")
    table.add_column("deck", overflow="ellipsis", no_wrap=True)
    for heading in ("wins before", "wins after", "Nash before", "Nash after"):
        table.add_column(heading, justify="right", no_wrap=True)
    n_before = len(before["decks"])
    for i in sorted(range(len(labels)), key=lambda i: -(after["against_meta"][i] or 0.0)):
        rates = [side["against_meta"][i] if i < n_before or side is after else None for side in (before, after)]
        shares = [side["nash"][i] if i < n_before or side is after else None for side in (before, after)]
        table.add_row(
            labels[i],
            Text(after["decks"][i]),
            *(percent(known(rate)) for rate in rates),
            *(percent(known(share), 0) for share in shares),
        )
    return table


def distance_table(distances: Sequence[Sequence[int]], labels: Sequence[str], columns: Sequence[int]) -> Table:
    """How different all decks are from some."""
    table = new_table()
    table.add_column("")
    for j in columns:
        table.add_column(labels[j], justify="right")
    for i, label in enumerate(labels):
        table.add_row(label, *(Text("·", style="dim") if i == j else str(distances[i][j]) for j in columns))
    return table


def summary_table(final: Results) -> Table:
    """What it comes to."""
    table = new_table()
    table.show_header = False
    table.add_column(style="bold")
    table.add_column()
    rate, low, high = (known(final[name]) for name in ("best_win_rate", "best_low", "best_high"))
    table.add_row("best answer", Text(f"{final['best']}, wins {percent(rate)}% (95% interval {between(low, high)}%)"))
    table.add_row("F", f"{decimal(final['f_before'])} before the answers, {decimal(final['f_after'])} with them")
    table.add_row("equilibrium", f"{percent(known(final['nash_of_answers']), 0)}% answers")
    table.add_row("new cards", str(final["newly_played"]))
    table.add_row("games", f"{final['games']:,}")
    return table
