"""Who beats whom: the win rates of a metagame as heat maps, and as tables for those who want every digit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np

from evometa.matches.inference import INTERVAL, Estimate, Estimates
from evometa.metagame.standing import Standing
from evometa.story.blocks import Beside, Block, Column, Figure, Fold, Level, Table, Teller, Words, alike
from evometa.story.charts.heat_map import LEAST_SPREAD, SURE, Cells, HeatMap, choose_spread, metagame_map
from evometa.story.formats import RIGHT
from evometa.story.words.numbers import number, with_interval

EXPLAINED = (
    f"Win rates of the row's deck against that of the column in %, ± their {INTERVAL}s, over both seats, draws left "
    "out; the last column is against the whole metagame. "
) + SURE.format(middle=50)

Rates: TypeAlias = Standing | Estimates  # how a metagame stands, or win rates alone, as somebody has published them


def tell_matrices(
    teller: Teller, name: str, decks: Sequence[str], sides: Sequence[tuple[str, Rates]], level: Level = Level.MAIN
) -> Iterator[Block]:
    """The same metagame several times, each under its title; the order and the colours are those of all of them."""
    first, name = sides[0][1], teller.id(name)
    assert isinstance(first, Standing)  # by which decks are ordered
    parts = [
        (title, side, None) if isinstance(side, Estimates) else (title, side.win_rate, side.against_meta)
        for title, side in sides
    ]
    spread = choose_spread(100 * np.concatenate([rates.value.ravel() for _, rates, _ in parts]), 50, LEAST_SPREAD)
    maps = [
        metagame_map(f"{name}-{place}" if place else name, title, decks, rates, strengths, first.order, spread)
        for place, (title, rates, strengths) in enumerate(parts)
    ]
    yield from tell_heat_maps(maps, EXPLAINED, level)


def tell_heat_maps(maps: Sequence[HeatMap], explained: str, level: Level = Level.MAIN) -> Iterator[Block]:
    """Heat maps beside each other, how to read them, and the same numbers as tables."""
    if len(maps) == 1:
        yield Figure(maps[0], explained, level)
    else:
        yield Beside(tuple(Figure(each, level=level) for each in maps), level=level)
        yield Words(explained, is_faint=True, level=Level.FULL)
    for each in maps:
        yield Fold(f"{each.title}: the numbers as a table", (_number_table(each),), is_file=True)


def _number_table(chart: HeatMap) -> Table:
    """Every number of a heat map with its interval."""
    places = [(cells, column) for cells, names in chart.parts for column in range(len(names))]
    names = [name for _, names in chart.parts for name in names]
    rows = [[name, *(_write(*place, row) for place in places)] for row, name in enumerate(chart.rows)]
    columns = (Column("deck", lambda row: row[0]), *alike(names, lambda row, k: row[1 + k], RIGHT))
    return Table(chart.name, columns, rows, f"{chart.unit}, with {INTERVAL}s", level=Level.FULL)


def _write(cells: Cells, column: int, row: int) -> str:
    found = Estimate(*(float(part[row, column]) for part in cells.estimate))
    return number(found.value, 0) if cells.fixed[row, column] else with_interval(found, 1)


# --- how strong each deck is, for other programs ---------------------------------------------------


def standing_table(name: str, standing: Standing | None) -> Table:
    """A row for each deck, the strongest first: its win rate against the metagame."""
    order = [] if standing is None else standing.order
    rows = [(standing.decks[i], *(float(part[i]) for part in standing.against_meta)) for i in order if standing]
    names = ("deck", "win_rate", "low", "high")
    return Table(name, (), (), bulk={key: [row[k] for row in rows] for k, key in enumerate(names)}, index="deck")
