"""The story of a table: who beats whom, beside the published table if there is one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evometa.experiments.experiment import StoredRun
from evometa.experiments.settings import file_name
from evometa.experiments.table.work import TableResults, TableSettings
from evometa.matches.inference import Estimates
from evometa.metagame.evidence import Floats
from evometa.story.blocks import Block, Headline, Level, Table, Teller, Words
from evometa.story.matrices import Rates, tell_matrices
from evometa.story.reproduction import reproduce_table
from evometa.story.runs import RunStory, not_yet
from evometa.story.words.numbers import F_MEANS, typical_match_up, with_interval

TableRun = StoredRun[TableSettings, TableResults]

TITLE = "Who beats whom"


def tell_table(
    run: TableRun,
    teller: Teller,
    others: Sequence[TableRun] = (),
    published: tuple[Sequence[str], Floats] | None = None,
) -> None:
    """The table, with the published one (its decks and win rates) beside it if it has the same decks."""
    found = run.results.table
    if found is None:
        teller.tell("metagame", TITLE, Words("The table is not finished yet."))
        return
    told: list[Block] = [Words(f"{found.games_played:,} games, mirrors included.")]
    if found.is_known:
        f = found.f_corrected
        told.insert(0, Headline(f"A typical match-up is {typical_match_up(f.value)}.", f"F {with_interval(f)}"))
        told.append(Words(F_MEANS, is_faint=True, level=Level.MAIN))
    sides: list[tuple[str, Rates]] = [("As measured", found)]
    if published and sorted(published[0]) == sorted(found.decks):
        sides.append(("As published", _arrange(*published, found.decks)))
    teller.tell("metagame", TITLE, *told, *tell_matrices(teller, "matrix", found.decks, sides))


def _arrange(published: Sequence[str], win_rates: Floats, decks: Sequence[str]) -> Estimates:
    """Published win rates [n, n] with their decks in another order."""
    places = [list(published).index(deck) for deck in decks]
    rates = win_rates[np.ix_(places, places)]
    unknown = np.full_like(rates, np.nan)
    return Estimates(rates, unknown, unknown)


def _best(run: TableRun) -> str:
    found = run.results.table
    return f"{typical_match_up(found.f_corrected.value)} as it is" if found else ""


def _pairs(run: TableRun) -> Table:
    """A row for each ordered pair of decks, once the table is finished."""
    found = run.results.table
    if found is None:
        raise not_yet(run, "the table is not finished")
    decks, rates = found.decks, found.win_rate
    bulk = {
        "deck": [deck for deck in decks for _ in decks],
        "opponent": list(decks) * len(decks),
        "win_rate": rates.value.ravel(),
        "low": rates.low.ravel(),
        "high": rates.high.ravel(),
    }
    return Table("table", (), (), bulk=bulk)


STORY = RunStory(
    title=lambda run: f"{TITLE}: {file_name(run.settings.metagame)}",
    tell=tell_table,
    best=_best,
    reproduce=reproduce_table,
    tables={"table": _pairs},
    exported="table",
)
