"""What a balance run has found, for a terminal: the metagame before and after, the patch, and the audit.

It reads the results that a run has stored (`experiments.balance`), so a run that has ended long ago shows the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import nan
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text

from evometa.app.laboratory.meta_view import new_table, print_table, split_matrix
from evometa.app.terminal.deck_labels import label_decks
from evometa.app.terminal.rate_text import UNKNOWN, percent, points, style_of

Results = Mapping[str, Any]

MATRIX_TITLE = "Win rate of the row against the column, in %"
MATRIX_NOTE = "In colour: surely above or below 50%."
AUDIT_NOTE = (
    "Searched: what the search saw, which flatters what it chose. Again: from fresh games, by which these were chosen. "
    "Audited: from many more fresh games, without chance, with its 95% interval. Below the noise floor: less than the "
    "search's number of games would show if all match-ups were even."
)
NOISE = "below the noise floor"


def show_balance(console: Console, results: Results) -> None:
    """All that a run has found out so far."""
    chosen = chosen_audit(results)
    if "baseline" not in results:
        console.print("The run has not measured anything yet.")
    elif chosen is None:
        console.print(f"Before any change F is {describe_f(results['baseline'])}; nothing was audited yet.")
    else:
        _show_finished(console, results, chosen)


def _show_finished(console: Console, results: Results, chosen: Results) -> None:
    baseline = results["baseline"]
    labels = label_decks(baseline["decks"])
    print_table(console, "Win rate against the metagame, in %", deck_table(baseline, chosen, labels))
    show_matrix(console, f"{MATRIX_TITLE}: before", baseline, labels)
    show_matrix(console, f"{MATRIX_TITLE}: after", chosen, labels)
    console.print(MATRIX_NOTE, style="dim")
    show_notes(console, chosen)
    if len(results["audits"]) > 1:
        print_table(console, "What was audited", audit_table(results["audits"], chosen), AUDIT_NOTE)
    print_table(console, "Audit", summary_table(results, chosen))


def chosen_audit(results: Results) -> Results | None:
    """The audit of the patch that the run ended with, if it has come that far."""
    audits = results.get("audits", [])
    return next((audit for audit in audits if audit["number"] == results.get("chosen")), None)


def show_table(console: Console, results: Results) -> None:
    """The table of a metagame, if it is finished."""
    if (table := results.get("table")) is None:
        console.print("The table is not finished yet.")
        return
    labels = label_decks(table["decks"])
    show_matrix(console, MATRIX_TITLE, table, labels)
    legend = ", ".join(f"{label} is {name}" for label, name in zip(labels, table["decks"], strict=True))
    console.print(f"{legend}. {MATRIX_NOTE}", style="dim", markup=False)
    console.print(f"F is {describe_f(table)}.")


# --- parts ----------------------------------------------------------------------------------------


def show_notes(console: Console, audit: Results) -> None:
    """The patch in patch-note form."""
    console.print("\n[bold]Patch notes[/bold]")
    lines = [f"  {line}" for line in join_notes(audit["notes"])]
    console.print("\n".join(lines) or "  nothing changes", markup=False)


def join_notes(notes: Sequence[str]) -> list[str]:
    """A line for each card, with all its changes."""
    changes: dict[str, list[str]] = {}
    for note in notes:
        card, _, change = note.rpartition(": ")
        changes.setdefault(card, []).append(change)
    return [f"{card}: {', '.join(each)}" for card, each in changes.items()]


def show_matrix(console: Console, title: str, side: Results, labels: Sequence[str]) -> None:
    """Who beats whom, in as many tables as it takes."""
    for columns in split_matrix(range(len(labels))):
        print_table(console, title, matrix_table(side, labels, columns))


def deck_table(before: Results, after: Results, labels: Sequence[str]) -> Table:
    """How strong each deck was and is."""
    table = new_table()
    table.add_column("")
    table.add_column("deck", overflow="ellipsis", no_wrap=True)
    for heading in ("before", "after", "change"):
        table.add_column(heading, justify="right")
    order = np.argsort([-known(rate) for rate in before["against_meta"]], kind="stable")
    for i in order.tolist():
        old, new = (known(side["against_meta"][i]) for side in (before, after))
        table.add_row(labels[i], Text(before["decks"][i]), percent(old), percent(new), points(new - old))
    return table


def matrix_table(side: Results, labels: Sequence[str], columns: Sequence[int]) -> Table:
    """Win rates of all decks against some."""
    table = new_table()
    table.add_column("")
    for j in columns:
        table.add_column(labels[j], justify="right")
    for i, label in enumerate(labels):
        table.add_row(label, *(_rate(side, i, j) for j in columns))
    return table


def _rate(side: Results, i: int, j: int) -> Text:
    if i == j:
        return Text("·", style="dim")
    value, low, high = (known(side[name][i][j]) for name in ("win_rate", "low", "high"))
    return Text(percent(value), style=style_of(low, high, 0.5))


def audit_table(audits: Sequence[Results], chosen: Results) -> Table:
    """A line for each patch that was played again, those that change least first."""
    table = new_table()
    table.add_column("patch")
    for heading in ("M", "cards", "F searched", "again", "audited", "95% interval"):
        table.add_column(heading, justify="right")
    table.add_column("")
    for audit in sorted(audits, key=lambda audit: (audit["magnitude"], known(audit["f"]))):
        table.add_row(
            Text(str(audit["label"])),
            str(audit["magnitude"]),
            str(audit["cards_changed"]),
            decimal(audit["searched_f"]),
            decimal(audit.get("again_f")),
            decimal(audit["f"]),
            f"{decimal(audit['f_low'])} to {decimal(audit['f_high'])}",
            NOISE if audit["is_noise"] else "",
            style="bold" if audit is chosen else "",
        )
    return table


def summary_table(results: Results, chosen: Results) -> Table:
    """What it comes to."""
    final, table = results["final"], new_table()
    table.show_header = False
    table.add_column(style="bold")
    table.add_column()
    table.add_row("F before", describe_f(results["baseline"]))
    table.add_row("F after", describe_f(chosen))
    table.add_row("as searched", decimal(final["searched_f"]) + (f", {NOISE}" if chosen["is_noise"] else ""))
    weighted, unweighted = final["magnitude"], final["magnitude_unweighted"]
    table.add_row("magnitude", f"{weighted} with mana counted double, {unweighted} without")
    table.add_row("cards", f"{final['cards_changed']} changed")
    table.add_row("games", f"{final['games']:,}")
    return table


def describe_f(side: Results) -> str:
    """`0.548, between 0.538 and 0.556 (95% interval)`."""
    return f"{decimal(side['f'])}, between {decimal(side['f_low'])} and {decimal(side['f_high'])} (95% interval)"


def known(value: float | None) -> float:
    """A number of JSON, which says null for one that is not known."""
    return nan if value is None else value


def decimal(value: float | None) -> str:
    """`0.548`."""
    return UNKNOWN if value is None else f"{value:.3f}"
