"""Charts of a deck search: match-ups beside known decks, how the search went, and how its map grew."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

import numpy as np

from evometa.experiments.decks.results import DeckAudit
from evometa.experiments.decks.work import DecksRun
from evometa.metagame.evidence import Estimate, Estimated
from evometa.report.charts.heat_map import HeatMap
from evometa.report.charts.plot import Axis, Dots, Layer, Level, Line, Plot, Point
from evometa.report.pages.parts import Html, folded, table
from evometa.report.pictures.cells import LEAST_SPREAD, Cells, choose_spread
from evometa.report.words.deck_quantities import Quantity, objective_of
from evometa.report.words.estimates import percent


def match_up_map(name: str, title: str, audits: Sequence[DeckAudit]) -> HeatMap:
    """The win rates of decks against each opponent and against the metagame."""
    rates = _in_percent([[each.win_rate for each in audit.opponents] for audit in audits])
    totals = _in_percent([[audit.win_rate] for audit in audits])
    spread = choose_spread(np.concatenate([rates.value, totals.value], axis=1), 50, LEAST_SPREAD)
    match_ups, strengths = (_cells(each, spread) for each in (rates, totals))
    decks, opponents = tuple(audit.name for audit in audits), tuple(each.deck for each in audits[0].opponents)
    return HeatMap(name, title, "win rate of the row's deck, %", decks, opponents, match_ups, strengths)


def _in_percent(rows: Sequence[Sequence[Estimated]]) -> Estimate:
    """[rows, columns]: rates in percent."""
    return percent(Estimate(*np.moveaxis(np.array(rows), -1, 0)))


def _cells(estimate: Estimate, spread: float) -> Cells:
    nothing = np.zeros(estimate.value.shape, dtype=bool)
    return Cells(estimate, 50, spread, nothing, nothing)


def search_plots(name: str, run: DecksRun, best: DeckAudit | None) -> list[Plot]:
    """The best and the average elite, and how the map has grown."""
    history, objective = run.results.history, objective_of(run.settings)
    at = np.array([batch.evaluations for batch in history], dtype=float)
    values: list[Layer] = [
        Line("best elite", at, objective.scale([batch.best for batch in history])),
        Line("average elite", at, objective.scale([batch.mean for batch in history]), "before"),
        *_references(run, best, objective),
    ]
    cells = np.array([batch.size ** len(run.settings.measures) for batch in history], dtype=float)
    elites = np.array([batch.elites for batch in history], dtype=float)
    growth = (Line("all cells", at, cells, "before", "6 4"), Line("with an elite", at, elites))
    x = Axis("evaluated decks", 0)
    return [
        Plot(name, f"How the search went: {run.settings.deck_name}", x, Axis(objective.label), tuple(values)),
        Plot(f"{name}-cells", "How the map grew", x, Axis("cells of the map", 0), growth),
    ]


def _references(run: DecksRun, best: DeckAudit | None, objective: Quantity) -> list[Layer]:
    """What was audited: the strongest known deck as a level, the best deck as a point at the end."""
    known, last = run.results.strongest_known, run.results.history[-1].evaluations
    layers: list[Layer] = []
    if known and isfinite(known.objective):
        layers.append(Level("strongest known deck, audited", float(objective.scale(known.objective))))
    if best and isfinite(best.objective):
        level = Estimated.exactly(float(objective.scale(best.objective)))
        point = Point(f"best deck, audited: {objective.show(best.objective)}", Estimated.exactly(last), level)
        layers.append(Dots("best deck, audited", (point,), "accent", "diamond"))
    return layers


def history_table(run: DecksRun) -> Html:
    """The same numbers, for those who cannot see the charts or want the digits."""
    objective = objective_of(run.settings)
    rows = [
        [f"{batch.evaluations:,}", objective.show(batch.best), objective.show(batch.mean), str(batch.elites)]
        for batch in run.results.history
    ]
    heads = ["evaluated decks", "best elite", "average elite", "elites"]
    return folded("Every batch as a table", table(objective.label, heads, rows, texts=0), is_file=True)
