"""The patches of a balance run as points that can be looked at, chosen and put on the bench, while the run goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from evometa.balance.objectives import label_objective
from evometa.balance.space import BalanceSpace
from evometa.balance.space_files import make_space
from evometa.experiments.balance.players import load_players
from evometa.experiments.balance.results import Audit
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.balance.work import BalanceRun
from evometa.games.patches.files import parse_patch
from evometa.games.patches.patch import Patch
from evometa.matches.inference import Estimate
from evometa.story.charts.data import Dots, Layer, Plot, Point
from evometa.story.charts.fronts import describe_audit, front_of, front_plot, history_plots, searched_of
from evometa.story.words.numbers import number, with_interval

_MOST_POINTS = 60  # of the front as searched that can be touched


@dataclass(frozen=True, eq=False)
class FrontPoint:
    """A patch of a run: what it is called, what is known of it, and what it does."""

    key: str
    title: str
    patch: Patch
    notes: tuple[str, ...]
    values: tuple[float, ...]  # by objective
    is_audited: bool

    @property
    def label(self) -> str:
        """What appears on hover."""
        return "\n".join([self.title, *self.notes])


def load_space(settings: BalanceSettings) -> BalanceSpace:
    """What a run may change. It takes a moment."""
    return make_space(load_players(settings.metagame, settings.players)[0].metagame, settings.space)


def audit_key(audit: Audit) -> str:
    """The key of the point of an audited patch."""
    return f"audit-{audit.number}"


def list_points(run: BalanceRun, space: BalanceSpace) -> list[FrontPoint]:
    """The patches that matter by now: those audited, and the front as searched; the smallest first."""
    points = [*_audited_points(run, space), *_searched_points(run, space)]
    return sorted(points, key=lambda point: (not point.is_audited, point.values[::-1]))


def _audited_points(run: BalanceRun, space: BalanceSpace) -> Iterator[FrontPoint]:
    for audit in run.results.patches:
        patch = parse_patch(audit.patch, space.card_set, audit.label)
        values = tuple(audit.objectives[name].audited.value for name in run.settings.objectives)
        title = f"{describe_audit(audit, run.settings.objectives)}, audited"
        yield FrontPoint(audit_key(audit), title, patch, audit.notes, values, True)


def _searched_points(run: BalanceRun, space: BalanceSpace) -> Iterator[FrontPoint]:
    """The front of two objectives; of one, its best."""
    evaluations, names = run.evaluations, run.settings.objectives
    audited = {audit.number for audit in run.results.audits}
    for place in _front_places(run):
        number_of = int(evaluations.numbers[place])
        patch = space.to_patch(evaluations.genomes[place])
        if number_of in audited or not patch:
            continue
        values = tuple(float(value) for value in evaluations.objectives[place])
        told = ", ".join(
            f"{label_objective(name)} {show_value(value)}" for name, value in zip(names, values, strict=True)
        )
        notes = tuple(patch.notes(space.card_set))
        title = f"evaluation {number_of}: {told}, as searched"
        yield FrontPoint(f"evaluation-{number_of}", title, patch, notes, values, False)


def show_value(value: float) -> str:
    """The value of an objective; a whole number without decimals."""
    return number(value, 0) if value == int(value) else number(value)


def _front_places(run: BalanceRun) -> list[int]:
    objectives = run.evaluations.objectives
    if not len(objectives):
        return []
    if objectives.shape[1] == 1:
        return [int(objectives[:, 0].argmin())]
    places = np.flatnonzero(front_of(objectives[:, :2]))
    order = places[np.argsort(objectives[places, 0], kind="stable")]
    return [int(place) for place in order[:_MOST_POINTS]]


def draw_front(run: BalanceRun, points: list[FrontPoint]) -> Plot | None:
    """The front, all points that can be touched with their notes; None if the run has not two objectives."""
    searched = searched_of(run)
    if searched is None:
        return None
    labels = {point.key: point.label for point in points}
    keys = {audit.number: audit_key(audit) for audit in run.results.patches}
    plot = front_plot("live-front", [searched], keys)
    found = tuple(_place(point) for point in points if not point.is_audited)
    own = [Dots("patches of the front", found, "mark", "circle", is_filled=False)] if found else []
    return replace(plot, layers=(*(_with_labels(layer, labels) for layer in plot.layers), *own, *_modelled(run)))


def _modelled(run: BalanceRun) -> list[Dots]:
    """The best of each size after the last round of a search that learns, by its model."""
    if not run.results.rounds:
        return []
    y, x = (label_objective(each.name) for each in (run.settings.choose_goals()[0], run.settings.choose_size()))
    points = tuple(
        Point(
            f"the best up to {x} {best.budget}, by the model: {y} {with_interval(best.value)}, {x} {best.size:g}",
            Estimate.exactly(best.size),
            best.value,
        )
        for best in run.results.rounds[-1].best
    )
    return [Dots("best of each size, by the model", points, "accent", "square")]


def _place(point: FrontPoint) -> Point:
    y, x = (Estimate.exactly(value) for value in point.values)
    return Point(point.label, x, y, point.key)


def _with_labels(layer: Layer, labels: dict[str, str]) -> Layer:
    if not isinstance(layer, Dots):
        return layer
    points = tuple(replace(point, label=labels.get(point.key, point.label)) for point in layer.points)
    return replace(layer, points=points)


def draw_history(run: BalanceRun) -> list[Plot]:
    """How the search went, if it has begun."""
    results = run.results
    if not results.history:
        return []
    unchanged = results.audits[0] if results.audits else None
    return history_plots("live-history", results.history, unchanged, None, run.settings.objectives)
