"""Simulated win rates over observed ones: a point for each match-up, which lies on the line where both agree."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from evometa.metagame.comparison import Comparison
from evometa.report.pictures.canvas import RULE, Picture, add_panel, add_title, in_plain_style, new_picture
from evometa.report.words.estimates import describe_partial, percent, shorten_name
from evometa.report.words.numbers import number

SIZE = 4.8  # inches
ALIKE_INK, OTHER_INK = "#5a6472", "#d55e00"
ROOM = 3.0  # percentage points around the farthest interval


@in_plain_style
def draw_comparison(comparison: Comparison) -> Picture:
    """Each match-up of two decks, from the side of the deck that the observations favour."""
    picture = new_picture()
    panel = add_panel(picture, 0, SIZE, SIZE)
    for i, j in np.argwhere(comparison.known).tolist():
        if (comparison.observed.rates.value[i, j], -i) >= (0.5, -j):
            _draw_match_up(panel, comparison, i, j)
    ends = _find_ends(panel)
    panel.plot(ends, ends, color=RULE, linewidth=1, zorder=0)
    panel.set(xlim=ends, ylim=ends, xlabel="observed win rate, %", ylabel="simulated win rate, %")
    panel.grid(color=RULE, linewidth=0.4)
    n_differ = int(np.triu(comparison.differs).sum())
    add_title(
        picture,
        f"{comparison.result.metagame.name}: the simulation beside what was observed",
        f"Each match-up once, from the side that won more of the observed games, with 95% intervals. Filled squares: "
        f"{n_differ} that differ more than chance allows. Correlation {number(comparison.correlation, 2)}.",
        describe_partial(comparison.result.is_partial),
    )
    return picture


def _draw_match_up(panel: Axes, comparison: Comparison, i: int, j: int) -> None:
    observed, simulated = (percent(each.rates) for each in (comparison.observed, comparison.evidence))
    (x, *x_ends), (y, *y_ends) = ([float(part[i, j]) for part in rates] for rates in (observed, simulated))
    differs = bool(comparison.differs[i, j])
    ink = OTHER_INK if differs else ALIKE_INK
    panel.errorbar(
        x,
        y,
        xerr=[[max(x - x_ends[0], 0)], [max(x_ends[1] - x, 0)]],
        yerr=[[max(y - y_ends[0], 0)], [max(y_ends[1] - y, 0)]],
        color=ink,
        marker="s" if differs else "o",
        markerfacecolor=ink if differs else "white",
        elinewidth=0.8,
    )
    if differs:
        decks = comparison.evidence.decks
        label = f"{shorten_name(decks[i])} - {shorten_name(decks[j])}".replace("\n", " ")
        panel.annotate(label, (x, y), xytext=(6, 5), textcoords="offset points", fontsize=7.5, color=ink)


def _find_ends(panel: Axes) -> tuple[float, float]:
    """The same for both axes, so that the line of agreement is a diagonal."""
    ends = [*panel.get_xlim(), *panel.get_ylim()]
    return max(min(ends) - ROOM, 0.0), min(max(ends) + ROOM, 100.0)
