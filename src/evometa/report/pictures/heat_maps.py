"""Pictures of match-ups: a cell for each pair of decks, coloured and with its number and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.patches import Rectangle

from evometa.metagame.evidence import Evidence
from evometa.metagame.playing import MetagameResult
from evometa.metagame.standing import order_of_strength
from evometa.metagame.what_if import WhatIfResult
from evometa.report.pictures.canvas import Picture, add_panel, add_title, in_plain_style, new_picture
from evometa.report.pictures.cells import COLORS, FAINT, SURE, Cells, change_cells, matrix_cells, seat_cells
from evometa.report.words.estimates import (
    describe_games,
    describe_partial,
    describe_patch,
    describe_unknown,
    shorten_name,
)
from evometa.report.words.numbers import number

CELL_WIDTH, CELL_HEIGHT = 0.62, 0.5  # inches
GAP = 0.25  # cells between the match-ups and what is beside them


@in_plain_style
def draw_matrix(result: MetagameResult) -> Picture:
    """Who beats whom: the win rates of all match-ups, and against the metagame, the strongest deck first."""
    evidence, order = result.evidence, order_of_strength(result.evidence)
    match_ups, strengths = matrix_cells(evidence, order)
    names = names_of(evidence, order)
    picture = new_picture()
    panel = draw_cells(picture, match_ups, names, names)
    panel.set_ylabel("win rate of …", color=FAINT)
    panel.set_xlabel("… against", color=FAINT)
    draw_cells(picture, strengths, [], ["the metagame"], left=len(order) + GAP, weight="bold")
    add_scale(picture, match_ups, left=len(order) + 1 + 2 * GAP, label="win rate, %")
    add_title(
        picture,
        f"Who beats whom: {result.metagame.name}",
        describe_partial(result.is_partial),
        f"Win rates in % over both seats, ± their 95% intervals; {describe_games(evidence)}, draws left out; the "
        f"strongest deck first. {SURE.format(middle=50)}",
        describe_unknown([match_ups.estimate.value, strengths.estimate.value]),
    )
    return picture


@in_plain_style
def draw_seats(result: MetagameResult) -> Picture:
    """What it is worth to start: each match-up once, mirrors too."""
    evidence, order = result.evidence, order_of_strength(result.evidence)
    cells, names = seat_cells(evidence, order), names_of(evidence, order)
    picture = new_picture()
    draw_cells(picture, cells, names, names)
    add_scale(picture, cells, left=len(order) + GAP, label="percentage points")
    add_title(
        picture,
        f"What starting is worth: {result.metagame.name}",
        describe_partial(result.is_partial),
        "How much higher a deck's win rate is when it starts than when it does not, in percentage points, ± the 95% "
        f"interval; the same for both decks of a match-up; {describe_games(evidence)}. {SURE.format(middle=0)}",
        describe_unknown([cells.estimate.value[~cells.hidden]]),
    )
    return picture


@in_plain_style
def draw_changes(result: WhatIfResult) -> Picture:
    """What a patch changes in each match-up, in the order of strength before it."""
    evidence, order = result.before.evidence, order_of_strength(result.before.evidence)
    cells, names = change_cells(result, order), names_of(evidence, order)
    picture = new_picture()
    panel = draw_cells(picture, cells, names, names)
    panel.set_ylabel("change for …", color=FAINT)
    panel.set_xlabel("… against", color=FAINT)
    add_scale(picture, cells, left=len(order) + GAP, label="percentage points")
    add_title(
        picture,
        f"What changes in each match-up: {result.before.metagame.name}",
        describe_partial(result.is_partial),
        describe_patch(result.notes),
        "Win rate after minus before, in percentage points, ± the 95% interval; "
        f"{describe_games(evidence)} on each side; the strongest deck before first. Without ±: cannot change. "
        f"{SURE.format(middle=0)}",
        describe_unknown([cells.estimate.value]),
    )
    return picture


# --- their parts ----------------------------------------------------------------------------------


def names_of(evidence: Evidence, order: Sequence[int]) -> list[str]:
    """The names of the decks in this order, as short as they have to be."""
    return [shorten_name(evidence.decks[place]) for place in order]


def draw_cells(
    picture: Picture,
    cells: Cells,
    row_names: Sequence[str],
    column_names: Sequence[str],
    left: float = 0.0,
    weight: str = "normal",
) -> Axes:
    """A panel of cells, at a distance from the left in cells, with names below and, if there are any, beside it."""
    rows, columns = cells.estimate.value.shape
    panel = add_panel(picture, left * CELL_WIDTH, columns * CELL_WIDTH, rows * CELL_HEIGHT)
    panel.set(xlim=(0, columns), ylim=(rows, 0))
    panel.set_yticks(np.arange(len(row_names)) + 0.5, row_names)
    panel.set_xticks(np.arange(columns) + 0.5, column_names, rotation=40, ha="right", rotation_mode="anchor")
    for row, column in np.argwhere(~cells.hidden).tolist():
        _draw_cell(panel, cells, row, column, weight)
    return panel


def _draw_cell(panel: Axes, cells: Cells, row: int, column: int, weight: str) -> None:
    place, ink, margin = (column, row), cells.ink(row, column), cells.margin_text(row, column)
    panel.add_patch(Rectangle(place, 1, 1, facecolor=cells.fill(row, column), edgecolor="white", linewidth=1.5))
    if cells.unknown[row, column]:
        panel.add_patch(Rectangle(place, 1, 1, fill=False, hatch="////", linewidth=0))
    _write(panel, column + 0.5, row + (0.4 if margin else 0.5), cells.text(row, column), 10.5, ink, weight)
    _write(panel, column + 0.5, row + 0.78, margin, 7, ink)
    _write(panel, column + 0.88, row + 0.2, cells.mark(row, column), 6, ink)


def _write(panel: Axes, x: float, y: float, text: str, size: float, ink: str, weight: str = "normal") -> None:
    if text:
        panel.text(x, y, text, fontsize=size, color=ink, fontweight=weight, ha="center", va="center")


def add_scale(picture: Picture, cells: Cells, left: float, label: str) -> None:
    """What the colours mean, at a distance from the left in cells."""
    rows = len(cells.estimate.value)
    panel = add_panel(picture, left * CELL_WIDTH, 0.16, max(rows, 3) * CELL_HEIGHT)
    colors = ScalarMappable(
        Normalize(cells.middle - cells.spread, cells.middle + cells.spread),
        LinearSegmentedColormap.from_list("orange to blue", COLORS),
    )
    bar = picture.colorbar(colors, cax=panel)
    ticks = [cells.middle + cells.spread * part for part in (-1, -0.5, 0, 0.5, 1)]
    bar.set_ticks(ticks, labels=[number(tick, 0, signed=cells.middle == 0) for tick in ticks])
    bar.set_label(label, color=FAINT)
    bar.outline.set_visible(False)
    panel.tick_params(length=0)
