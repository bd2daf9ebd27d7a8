"""The win rates of a metagame as tables of a page: the same cells and colours as in the pictures."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from evometa.metagame.evidence import Floats
from evometa.report.pages.parts import Html, beside, join, paragraph
from evometa.report.pictures.cells import LEAST_SPREAD, SURE, Cells, choose_spread
from evometa.report.run_record import Facts, match_ups_in, strengths_in
from evometa.report.words.estimates import percent, pick
from evometa.report.words.order import order_from_high

EXPLAINED = (
    "Win rates of the row's deck against that of the column in %, ± their 95% intervals, over both seats, draws left "
    "out; the last column is against the whole metagame. "
) + SURE.format(middle=50)


def metagame_tables(decks: Sequence[str], sides: Sequence[tuple[str, Facts]]) -> Html:
    """The same metagame several times, each under its title; the order and the colours are those of all of them."""
    order = order_from_high(strengths_in(sides[0][1]).value)  # only the first must tell these
    spread = choose_spread(100 * np.concatenate([_rates(side) for _, side in sides]), 50, LEAST_SPREAD)
    tables = (_metagame_table(title, decks, side, order, spread) for title, side in sides)
    return join([beside(*tables), paragraph(EXPLAINED, "faint")])


def _rates(side: Facts) -> Floats:
    return match_ups_in(side).value.ravel()


def _metagame_table(title: str, decks: Sequence[str], side: Facts, order: Sequence[int], spread: float) -> Html:
    names = [decks[place] for place in order]
    parts, columns = [_match_up_cells(side, order, spread)], list(names)
    if "against_meta" in side:
        parts.append(_strength_cells(side, order, spread))
        columns.append("the metagame")
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in columns)
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th>{"".join(_cells_of_row(part, row) for part in parts)}</tr>'
        for row, name in enumerate(names)
    )
    return Html(
        f'<div class="wide"><table class="cells"><caption><b>{escape(title)}</b></caption>'
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _match_up_cells(side: Facts, order: Sequence[int], spread: float) -> Cells:
    match_ups = pick(percent(match_ups_in(side)), np.ix_(order, order))
    mirrors = np.eye(len(order), dtype=bool)
    for part in match_ups:
        part[mirrors] = 50  # known without games
    return Cells(match_ups, 50, spread, mirrors, np.zeros_like(mirrors))


def _strength_cells(side: Facts, order: Sequence[int], spread: float) -> Cells:
    strengths = pick(percent(strengths_in(side)), (np.array(order)[:, None],))
    nothing = np.zeros((len(order), 1), dtype=bool)
    return Cells(strengths, 50, spread, nothing, nothing)


def _cells_of_row(cells: Cells, row: int) -> str:
    return "".join(_cell(cells, row, column) for column in range(cells.fixed.shape[1]))


def _cell(cells: Cells, row: int, column: int) -> str:
    look = f"background:{cells.fill(row, column)};color:{cells.ink(row, column)}"
    remark = f"{cells.margin_text(row, column)} {cells.mark(row, column)}".strip()
    small = f"<small>{remark}</small>" if remark else ""
    return f'<td style="{look}">{cells.text(row, column)}{small}</td>'
