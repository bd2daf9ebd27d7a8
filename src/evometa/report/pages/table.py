"""The report of a table: who beats whom, beside the published table if there is one."""

from __future__ import annotations

from collections.abc import Sequence

from evometa.report.pages.matrix_tables import metagame_tables
from evometa.report.pages.parts import Story, paragraph
from evometa.report.run_record import Facts, RunRecord
from evometa.report.words.run_text import f_with_interval, typical_match_up


def tell_table(record: RunRecord, story: Story, published: Facts | None = None) -> None:
    """Add the table, with the published one beside it if it has the same decks."""
    found = record.results.get("table")
    if not found:
        story.tell("metagame", "Who beats whom", paragraph("The table is not finished yet."))
        return
    sides = [("As measured", found)]
    if published and sorted(published["decks"]) == sorted(found["decks"]):
        sides.append(("As published", arrange(published, found["decks"])))
    told = f"{found['games']:,} games, mirrors included."
    if found["f"] is not None:
        told = f"F is {f_with_interval(found)}: a typical match-up is {typical_match_up(found['f'])}. {told}"
    story.tell("metagame", "Who beats whom", paragraph(told), metagame_tables(found["decks"], sides))


def arrange(published: Facts, decks: Sequence[str]) -> Facts:
    """A published table with its decks in this order; nothing is published about how sure it is."""
    places = [published["decks"].index(deck) for deck in decks]
    rates = [[published["win_rate"][row][column] for column in places] for row in places]
    unknown = [[None] * len(places)] * len(places)
    return {"win_rate": rates, "low": unknown, "high": unknown}
