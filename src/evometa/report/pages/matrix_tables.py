"""The win rates of a metagame as tables of a page: the same cells and colours as in the pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from evometa.metagame.evidence import Estimate, Floats
from evometa.metagame.standing import order_from_high
from evometa.report.pages.parts import Html, beside, join, paragraph
from evometa.report.pages.rendering import render_part
from evometa.report.pictures.cells import LEAST_SPREAD, SURE, Cells, choose_spread
from evometa.report.words.estimates import percent, pick

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


def metagame_tables(decks: Sequence[str], sides: Sequence[tuple[str, Rates]]) -> Html:
    """The same metagame several times, each under its title; the order and the colours are those of all of them."""
    strengths = sides[0][1].against_meta  # only the first must tell these
    assert strengths is not None
    order = order_from_high(strengths.value)
    spread = choose_spread(100 * np.concatenate([_rates(side) for _, side in sides]), 50, LEAST_SPREAD)
    tables = (_metagame_table(title, decks, side, order, spread) for title, side in sides)
    return join([beside(*tables), paragraph(EXPLAINED, "faint")])


def _rates(side: Rates) -> Floats:
    return side.win_rate.value.ravel()


def _metagame_table(title: str, decks: Sequence[str], side: Rates, order: Sequence[int], spread: float) -> Html:
    names = [decks[place] for place in order]
    parts, columns = [_match_up_cells(side, order, spread)], list(names)
    if side.against_meta is not None:
        parts.append(_strength_cells(side.against_meta, order, spread))
        columns.append("the metagame")
    return render_part("matrix", title, columns, names, parts)


def _match_up_cells(side: Rates, order: Sequence[int], spread: float) -> Cells:
    match_ups = pick(percent(side.win_rate), np.ix_(order, order))
    mirrors = np.eye(len(order), dtype=bool)
    for part in match_ups:
        part[mirrors] = 50  # known without games
    return Cells(match_ups, 50, spread, mirrors, np.zeros_like(mirrors))


def _strength_cells(against_meta: Estimate, order: Sequence[int], spread: float) -> Cells:
    strengths = pick(percent(against_meta), (np.array(order)[:, None],))
    nothing = np.zeros((len(order), 1), dtype=bool)
    return Cells(strengths, 50, spread, nothing, nothing)
