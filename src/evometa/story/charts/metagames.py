"""Charts of a metagame: how strong each deck and each player is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from evometa.matches.inference import Estimate, Estimates
from evometa.metagame.skill.ratings import MEAN
from evometa.story.charts.data import DotPlot, DotRow
from evometa.story.words.numbers import number, percent

STRENGTH_UNIT = "win rate against the metagame, %"


def strength_plot(
    name: str,
    title: str,
    decks: Sequence[str],
    found: Estimates,
    before: Estimates | None = None,
    *,
    order: Sequence[int],
    names: tuple[str, str] = ("before", "after"),
) -> DotPlot:
    """The win rates of decks against the metagame, from 0 to 1; a deck that was not there before has one dot."""
    n_before = 0 if before is None else len(before.value)
    rows = tuple(
        DotRow(
            decks[place],
            percent(found).at(place),
            percent(before).at(place) if before is not None and place < n_before else None,
        )
        for place in order
    )
    return DotPlot(name, title, STRENGTH_UNIT, rows, 50.0, names=names)


def ladder_plot(name: str, title: str, rated: Iterable[tuple[str, Estimate, float]]) -> DotPlot:
    """Players with their ratings, and how many positions they look at in a game."""
    rows = tuple(DotRow(player, elo, remark=f"{number(nodes, 0)} nodes a game") for player, elo, nodes in rated)
    return DotPlot(name, title, "Elo", rows, MEAN, decimals=0)
