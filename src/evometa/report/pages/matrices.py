"""The win rates of a metagame on a page: as heat maps, and as tables for those who want every digit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from evometa.metagame.evidence import Estimate, Estimated, Floats
from evometa.metagame.standing import order_from_high
from evometa.report.charts.heat_map import HeatMap, draw_heat_map, metagame_map
from evometa.report.pages.parts import Html, Story, beside, folded, join, paragraph, table
from evometa.report.pictures.cells import LEAST_SPREAD, SURE, Cells, choose_spread
from evometa.report.words.numbers import number, with_interval

EXPLAINED = (
    "Win rates of the row's deck against that of the column in %, ± their 95% intervals, over both seats, draws left "
    "out; the last column is against the whole metagame. "
) + SURE.format(middle=50)


class Rates(Protocol):
    """Who beats whom; a `Standing` is one."""

    @property
    def win_rate(self) -> Estimate:
        """[n, n]: of all match-ups."""

    @property
    def against_meta(self) -> Estimate | None:
        """[n]: against the metagame, if that is known."""


@dataclass(frozen=True, eq=False)
class PublishedRates:
    """Who beats whom, as somebody else has published it: nothing is known about how sure it is."""

    win_rate: Estimate
    against_meta: Estimate | None = None


def metagame_matrices(story: Story, name: str, decks: Sequence[str], sides: Sequence[tuple[str, Rates]]) -> Html:
    """The same metagame several times, each under its title; the order and the colours are those of all of them."""
    strengths = sides[0][1].against_meta  # only the first must tell these
    assert strengths is not None
    order = order_from_high(strengths.value)
    spread = choose_spread(100 * np.concatenate([_rates(side) for _, side in sides]), 50, LEAST_SPREAD)
    maps = [
        metagame_map(
            story.id(f"{name}-{place}" if place else name),
            title,
            decks,
            side.win_rate,
            side.against_meta,
            order,
            spread,
        )
        for place, (title, side) in enumerate(sides)
    ]
    return show_matrices(story, maps, EXPLAINED)


def show_matrices(story: Story, maps: Sequence[HeatMap], explained: str) -> Html:
    """Heat maps beside each other, what they mean, and the same numbers as tables."""
    shown = beside(*(story.show(each.name, draw_heat_map(each)) for each in maps))
    tables = (folded(f"{each.title}: the numbers as a table", number_table(each), is_file=True) for each in maps)
    return join([shown, paragraph(explained, "faint"), *tables])


def number_table(chart: HeatMap) -> Html:
    """The numbers of a heat map with their intervals."""
    heads = ["deck", *(column for _, columns in chart.parts for column in columns)]
    rows = [[name, *_cells_of(chart, row)] for row, name in enumerate(chart.rows)]
    return table(f"{chart.unit}, with 95% intervals", heads, rows)


def _cells_of(chart: HeatMap, row: int) -> list[str]:
    return [_cell(cells, row, column) for cells, columns in chart.parts for column in range(len(columns))]


def _cell(cells: Cells, row: int, column: int) -> str:
    found = Estimated(*(float(part[row, column]) for part in cells.estimate))
    return number(found.value, 0) if cells.fixed[row, column] else with_interval(found, 1)


def _rates(side: Rates) -> Floats:
    return side.win_rate.value.ravel()
