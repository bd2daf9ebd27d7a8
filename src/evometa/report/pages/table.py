"""The report of a table: who beats whom, beside the published table if there is one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evometa.experiments.experiment import StoredRun
from evometa.experiments.settings import file_name
from evometa.experiments.table.results import TableResults
from evometa.experiments.table.work import TableSettings
from evometa.metagame.evidence import Estimate, Floats
from evometa.report.pages.matrices import PublishedRates, Rates, metagame_matrices
from evometa.report.pages.parts import Story, headline, paragraph
from evometa.report.words.numbers import typical_match_up, with_interval

TableRun = StoredRun[TableSettings, TableResults]


def title_table(run: TableRun) -> str:
    """The heading of the page."""
    return f"Who beats whom: {file_name(run.settings.metagame)}"


def tell_table(run: TableRun, story: Story, published: tuple[Sequence[str], Floats] | None = None) -> None:
    """Add the table, with the published one (its decks and win rates) beside it if it has the same decks."""
    found = run.results.table
    if found is None:
        story.tell("metagame", "Who beats whom", paragraph("The table is not finished yet."))
        return
    sides: list[tuple[str, Rates]] = [("As measured", found)]
    if published and sorted(published[0]) == sorted(found.decks):
        sides.append(("As published", arrange(*published, found.decks)))
    told = [paragraph(f"{found.games_played:,} games, mirrors included.")]
    if found.is_known:
        f = found.f_corrected
        told.insert(0, headline(f"A typical match-up is {typical_match_up(f.value)}.", f"F {with_interval(f)}"))
    story.tell("metagame", "Who beats whom", *told, metagame_matrices(story, "matrix", found.decks, sides))


def arrange(published: Sequence[str], win_rates: Floats, decks: Sequence[str]) -> PublishedRates:
    """Published win rates [n, n] with their decks in another order."""
    places = [list(published).index(deck) for deck in decks]
    rates = win_rates[np.ix_(places, places)]
    unknown = np.full_like(rates, np.nan)
    return PublishedRates(Estimate(rates, unknown, unknown))
