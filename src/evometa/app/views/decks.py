"""What a deck search has found, for a terminal: the best deck, the audit of the best few, and the map they are from.

It reads a run as it is stored, so a run that has ended long ago shows the same.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from evometa.app.terminal.rate_text import style_of
from evometa.app.terminal.screen import Screen, name_text, print_headed
from evometa.app.terminal.tables import FROM_EVEN, fact_table, new_table, print_table
from evometa.app.views.pilots import show_deck_pilots, show_doubt
from evometa.app.views.table import describe_labels
from evometa.cards.patches.files import quote_text
from evometa.experiments.decks.results import DeckAudit, DeckMap, DecksFinal, DecksResults
from evometa.experiments.decks.work import DECK_FILE, DECKS_FOLDER, DecksRun
from evometa.input.shown_text import show_name
from evometa.metagame.evidence import Estimated
from evometa.report.words.deck_labels import label_decks
from evometa.report.words.known_decks import tell_weaker
from evometa.report.words.numbers import ABSENT, number, rate, rate_interval
from evometa.report.words.pilots import doubt_deck

CHOSEN, KNOWN = "best found", "known before"
AUDIT_NOTE = (
    "Win rate, in %, and audited: from many fresh games, the same for all decks. Searched: what the search saw. Again: "
    "from other fresh games. These decks were chosen by both, which flatters them."
)


def show_decks(console: Screen, run: DecksRun) -> None:
    """All that a search has found out so far."""
    results = run.results
    if results.final is None or results.map is None or results.best is None:
        console.print(describe_progress(results))
    else:
        if weaker := tell_weaker(run.settings, results):
            console.print(Text(weaker, style="bold"))
        _show_finished(console, results, results.final, results.map, results.best)


def _show_finished(
    console: Screen, results: DecksResults, final: DecksFinal, deck_map: DeckMap, best: DeckAudit
) -> None:
    show_doubt(console, doubt_deck(results.pilots))
    wins, ends = rate(best.win_rate.value), rate_interval(best.win_rate)
    print_headed(console, final.name, f"  wins {wins}% against the metagame (95% interval {ends}%)")
    print_table(console, "The best deck that was found", card_table(best))
    print_table(console, f"The audit: {deck_map.objective.title}", audit_table(results.audits, best), AUDIT_NOTE)
    show_match_ups(console, [best, *results.known])
    show_deck_pilots(console, "The best deck in other hands", results.pilots)
    print_table(console, "The search", summary_table(final, deck_map))


def final_decks(run: DecksRun) -> dict[str, Any]:
    """The final object of a deck search, with the places of its run and its deck as they can be opened."""
    final = run.results.final
    if final is None:
        return {"run": str(run.folder)}
    return {**final.to_json(), "run": str(run.folder), "deck": str(run.folder / final.deck)}


def describe_progress(results: DecksResults) -> str:
    """How far a search is that has not ended."""
    if not results.history:
        return "The run has not tried any deck yet."
    last, n_audits = results.history[-1], len(results.audits)
    audited = f"audits finished: {n_audits}" if n_audits else "no audit is finished"
    return f"{last.evaluations:,} decks were tried, and {last.elites} of them are on the map; {audited}."


def describe_deck_files(folder: Path) -> str:
    """Where the decks are, and what to do with the best one: lines to copy."""
    path = folder / DECK_FILE
    return (
        f"Deck: {path} (all that were audited: {folder / DECKS_FOLDER})\n"
        f"  evometa deck {shlex.quote(str(path))} --to code\n"
        "To add it to a metagame file:\n"
        "  [[deck]]\n"
        f"  deck = {quote_text(str(path.resolve()))}"
    )


# --- parts ----------------------------------------------------------------------------------------


def card_table(audit: DeckAudit) -> Table:
    """The cards of a deck by cost, with its mana curve."""
    table = new_table()
    table.add_column("cost", justify="right")
    table.add_column("")
    table.add_column("n", justify="right")
    table.add_column("cards")
    last = len(audit.curve) - 1
    for cost, (n_cards, names) in enumerate(zip(audit.curve, name_by_cost(audit), strict=True)):
        table.add_row(f"{cost}+" if cost == last else str(cost), "█" * n_cards, str(n_cards), Text(", ".join(names)))
    return table


def name_by_cost(audit: DeckAudit) -> list[list[str]]:
    """The cards of each cost of the curve; a deck that was found lists the cheap ones first."""
    costs = [cost for cost, n_cards in enumerate(audit.curve) for _ in range(n_cards)]  # of each copy
    groups: list[list[str]] = [[] for _ in audit.curve]
    place = 0
    for name, n_copies in audit.cards:
        groups[costs[place]].append((f"{n_copies}x " if n_copies > 1 else "") + show_name(name))
        place += n_copies
    return groups


def audit_table(audits: Sequence[DeckAudit], best: DeckAudit) -> Table:
    """A line for each deck that was audited, the strongest first."""
    table = new_table()
    table.add_column("deck", overflow="ellipsis", no_wrap=True)
    table.add_column("remark", no_wrap=True)
    for heading in ("win rate", "95% interval", "audited", "searched", "again"):
        table.add_column(heading, justify="right", no_wrap=True)
    for audit in sorted(audits, key=lambda audit: -audit.strength):
        table.add_row(
            name_text(audit.name),
            KNOWN if audit.is_known else CHOSEN if audit is best else "",
            _rate(audit.win_rate),
            rate_interval(audit.win_rate),
            number(audit.objective),
            *(ABSENT if audit.is_known else number(value) for value in (audit.searched, audit.again)),
            style="bold" if audit is best else "",
        )
    return table


def show_match_ups(console: Screen, audits: Sequence[DeckAudit]) -> None:
    """How often decks beat each opponent."""
    opponents = [each.deck for each in audits[0].opponents]
    labels = label_decks(opponents)
    print_table(console, "Win rate against each deck, in %", match_up_table(audits, labels), coloured=FROM_EVEN)
    console.print(f"{describe_labels(labels, opponents)}.", style="dim")


def match_up_table(audits: Sequence[DeckAudit], labels: Sequence[str]) -> Table:
    """Win rates of decks against their opponents."""
    table = new_table(is_matrix=True)
    table.add_column("deck", overflow="ellipsis", no_wrap=True)
    for label in labels:
        table.add_column(label, justify="right")
    for audit in audits:
        table.add_row(name_text(audit.name), *(_rate(each.win_rate) for each in audit.opponents))
    return table


def _rate(found: Estimated) -> Text:
    return Text(rate(found.value), style=style_of(found.low, found.high, 0.5))


def summary_table(final: DecksFinal, deck_map: DeckMap) -> Table:
    """What was done, and how large the map is."""
    return fact_table(
        {
            "map": describe_map(deck_map),
            "decks": f"{final.evaluations:,} tried, {final.elites:,} on the map, as the best of their kind",
            "games": f"{final.games:,}",
        }
    )


def describe_map(deck_map: DeckMap) -> str:
    """`8 x 8 cells: number of minions, number of spells`."""
    sizes = " x ".join(map(str, deck_map.size))
    return f"{sizes} cells: {', '.join(measure.title for measure in deck_map.measures)}"
