"""Charts of deck searches: how good decks are, their match-ups, and how the search went; answers are such decks."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

import numpy as np

from evometa.experiments.decks.results import DeckAudit
from evometa.experiments.decks.work import DecksRun
from evometa.matches.inference import Estimate, Estimates
from evometa.story.charts.data import Axis, Band, DotPlot, DotRow, Dots, Layer, Level, Line, Plot, Point
from evometa.story.charts.heat_map import LEAST_SPREAD, Cells, HeatMap, choose_spread
from evometa.story.charts.metagames import STRENGTH_UNIT
from evometa.story.deck_quantities import Quantity, objective_of
from evometa.story.words.numbers import percent


def match_up_map(name: str, title: str, audits: Sequence[DeckAudit]) -> HeatMap:
    """The win rates of decks against each opponent and against the metagame."""
    rates = _in_percent([[each.win_rate for each in audit.opponents] for audit in audits])
    totals = _in_percent([[audit.win_rate] for audit in audits])
    spread = choose_spread(np.concatenate([rates.value, totals.value], axis=1), 50, LEAST_SPREAD)
    match_ups, strengths = (_cells(each, spread) for each in (rates, totals))
    decks, opponents = tuple(audit.name for audit in audits), tuple(each.deck for each in audits[0].opponents)
    return HeatMap(name, title, "win rate of the row's deck, %", decks, opponents, match_ups, strengths)


def _in_percent(rows: Sequence[Sequence[Estimate]]) -> Estimates:
    """[rows, columns]: rates in percent."""
    return percent(Estimates(*np.moveaxis(np.array(rows), -1, 0)))


def _cells(estimate: Estimates, spread: float) -> Cells:
    nothing = np.zeros(estimate.value.shape, dtype=bool)
    return Cells(estimate, 50, spread, nothing, nothing)


def search_plots(name: str, run: DecksRun, best: DeckAudit | None) -> list[Plot]:
    """How good decks were as the search went on; of a map also how it has grown."""
    if run.results.rounds:
        return [_rounds_plot(name, run, best)]
    history, objective = run.results.history, objective_of(run)
    at = np.array([batch.evaluations for batch in history], dtype=float)
    values: list[Layer] = [
        Line("best elite", at, objective.scale([batch.best for batch in history])),
        Line("average elite", at, objective.scale([batch.mean for batch in history]), "before"),
        *_references(run, best, objective, history[-1].evaluations),
    ]
    cells = np.array([batch.size ** len(run.settings.measures) for batch in history], dtype=float)
    elites = np.array([batch.elites for batch in history], dtype=float)
    growth = (Line("all cells", at, cells, "before", "6 4"), Line("with an elite", at, elites))
    x = Axis("evaluated decks", 0)
    return [
        Plot(name, f"How the search went: {run.settings.deck_name}", x, Axis(objective.label), tuple(values)),
        Plot(f"{name}-cells", "How the map grew", x, Axis("cells of the map", 0), growth),
    ]


def _rounds_plot(name: str, run: DecksRun, best: DeckAudit | None) -> Plot:
    """What the decks of each round won, and what the model said of the best."""
    rounds, objective = run.results.rounds, objective_of(run)
    at = np.array([each.games for each in rounds], dtype=float)
    values, low, high = percent(Estimates(*np.array([each.best for each in rounds]).T))
    layers: list[Layer] = [
        Band(at, low, high),
        Line("best deck, by the model", at, values),
        Line("decks of the round", at, objective.scale([each.won for each in rounds]), "before"),
        *_references(run, best, objective, rounds[-1].games),
    ]
    title = f"How the search went: {run.settings.deck_name}"
    return Plot(name, title, Axis("games", 0), Axis(objective.label), tuple(layers))


def _references(run: DecksRun, best: DeckAudit | None, objective: Quantity, last: int) -> list[Layer]:
    """What was audited: the strongest known deck as a level, the best deck as a point at the end."""
    known = run.results.strongest_known
    layers: list[Layer] = []
    if known and isfinite(known.objective):
        layers.append(Level("strongest known deck, audited", float(objective.scale(known.objective))))
    if best and isfinite(best.objective):
        level = Estimate.exactly(float(objective.scale(best.objective)))
        point = Point(f"best deck, audited: {objective.show(best.objective)}", Estimate.exactly(last), level)
        layers.append(Dots("best deck, audited", (point,), "accent", "diamond"))
    return layers


# --- how good decks are ---------------------------------------------------------------------------


def audits_plot(audits: Sequence[DeckAudit]) -> DotPlot:
    """How often the decks of a search beat the metagame, beside those that were known."""
    order = sorted(audits, key=lambda audit: -audit.strength)
    return rates_plot(
        "audits", [(f"{audit.name}{' (known)' if audit.is_known else ''}", audit.win_rate) for audit in order]
    )


def rates_plot(name: str, found: Sequence[tuple[str, Estimate]]) -> DotPlot:
    """The win rates of decks against the metagame."""
    rows = tuple(DotRow(deck, percent(rate)) for deck, rate in found)
    return DotPlot(name, "Win rate against the metagame", STRENGTH_UNIT, rows, 50.0)
