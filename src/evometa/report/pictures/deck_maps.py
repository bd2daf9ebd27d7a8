"""The map of a deck search as a picture: a cell for each kind of deck, coloured by how good its best deck is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from evometa.experiments.decks.results import DeckMap
from evometa.metagame.evidence import Floats
from evometa.report.pages.deck_maps import best_elites, coarsen, quantities_of
from evometa.report.pictures.canvas import Picture, add_panel, add_title, in_plain_style, new_picture
from evometa.report.pictures.cells import FAINT, INK
from evometa.report.words.deck_quantities import Quantity

CELL = 0.5  # inches
MOST_TEXTS = 12  # cells along a side that have room for a number
COLORS = "YlGnBu"  # from low to high, darker and darker: also told apart without colour
DARK = 0.6  # of the way up, from where on letters are white


@in_plain_style
def draw_deck_map(name: str, deck_map: DeckMap) -> Picture:
    """The best deck of each cell along the first two measures, as fresh games show it."""
    shown = coarsen(deck_map)
    objective, measures = quantities_of(shown)
    picture, values = new_picture(), _values(shown, objective)
    rows, columns = values.shape
    panel = add_panel(picture, 0, columns * CELL, rows * CELL)
    image = panel.imshow(values, origin="lower", aspect="auto", cmap=COLORS)
    for side, quantity, edges in zip("xy", measures, shown.boundaries, strict=False):
        _label_axis(panel, side, quantity, edges)
    if max(values.shape) <= MOST_TEXTS:
        _write_values(panel, values, objective)
    bar = picture.colorbar(image, cax=add_panel(picture, columns * CELL + 0.2, 0.16, max(rows, 3) * CELL))
    bar.set_label(objective.label, color=FAINT)
    bar.outline.set_visible(False)
    add_title(
        picture,
        f"The best deck of every kind: {name}",
        f"Colour and number: {objective.label}, of the best deck of the cell, measured again with fresh games. "
        "Empty cells: no deck of that kind was found.",
    )
    return picture


def _values(deck_map: DeckMap, objective: Quantity) -> Floats:
    """[rows, columns]: the best value of each cell; NaN where there is no deck."""
    columns, rows = (*deck_map.size, 1)[:2]
    values = np.full((rows, columns), np.nan)
    for (column, row), elite in best_elites(deck_map).items():
        values[row, column] = objective.scale(elite.again)
    return values


def _label_axis(panel: Axes, side: str, quantity: Quantity, edges: Sequence[float] | Floats) -> None:
    """The boundaries of the cells, and what they are of."""
    axis = panel.xaxis if side == "x" else panel.yaxis
    step = -(-len(edges) // MOST_TEXTS)
    places = range(0, len(edges), step)
    axis.set_ticks([place - 0.5 for place in places], [quantity.show(edges[place]) for place in places])
    axis.set_label_text(quantity.label, color=FAINT)


def _write_values(panel: Axes, values: Floats, objective: Quantity) -> None:
    low, high = np.nanmin(values), np.nanmax(values)
    for row, column in np.argwhere(np.isfinite(values)).tolist():
        value = values[row, column]
        ink = "white" if high > low and (value - low) / (high - low) > DARK else INK
        panel.text(column, row, f"{value:.{objective.decimals}f}", ha="center", va="center", fontsize=7.5, color=ink)
