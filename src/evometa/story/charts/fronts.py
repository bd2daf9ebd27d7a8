"""Charts of a balance run: the front of its patches, each of which can be chosen, and how the search went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite

import numpy as np

from evometa.balance.objectives import OBJECTIVES, label_objective
from evometa.experiments.balance.results import UNCHANGED, Audit, Generation
from evometa.experiments.balance.work import BalanceRun
from evometa.matches.inference import INTERVAL, Estimate, Mask
from evometa.metagame.evidence import Floats
from evometa.search.algorithms import MODEL
from evometa.story.charts.data import Axis, Band, Cloud, Dots, Layer, Level, Line, Plot, Point
from evometa.story.words.front_choice import value_of
from evometa.story.words.numbers import count, number, typical_match_up, with_interval

_LOOKS = (("mark", "circle"), ("before", "square"), ("accent", "triangle"))  # of the audits of the first runs
_CLOUDS = ("soft", "before", "accent")


@dataclass(frozen=True, eq=False)
class Searched:
    """What a search has evaluated, for the chart of its front. Both objectives are better the lower they are."""

    name: str
    objectives: tuple[str, str]  # those of y and of x
    values: Floats  # [k, 2]
    given: dict[str, int]  # places of individuals that the search did not find itself, by what they are
    audits: Sequence[Audit]
    recommended: Audit | None = None


def searched_of(run: BalanceRun) -> Searched | None:
    """What a search for two objectives has evaluated, for the chart of its front."""
    objectives, evaluations = run.settings.objectives, run.evaluations
    if len(objectives) != 2 or not len(evaluations):
        return None
    first = [UNCHANGED] if run.settings.unchanged and run.settings.algorithm != MODEL else []
    labels = [*first, *(label for label, _ in run.settings.patches)]  # of what was given, which comes first
    given = {label: place for place, label in enumerate(labels) if place < len(evaluations)}
    audits, best = run.results.known_audits, run.results.recommended
    return Searched(run.name, (objectives[0], objectives[1]), evaluations.objectives, given, audits, best)


def long_name(objective: str) -> str:
    """An objective in a sentence."""
    return OBJECTIVES[objective].title if objective in OBJECTIVES else label_objective(objective)


def front_of(values: Floats) -> Mask:
    """Whether nothing dominates each point [k, 2]. Of equal points only the first counts.

    Points are compared along the front, not each with each: a run can have tens of thousands.
    """
    order = np.lexsort((np.arange(len(values)), values[:, 0], values[:, 1]))
    lowest = np.minimum.accumulate(values[order, 0])
    is_new = np.concatenate([[True], values[order[1:], 0] < lowest[:-1]]) if len(values) else np.zeros(0, bool)
    kept = np.zeros(len(values), dtype=bool)
    kept[order[is_new]] = True
    return kept


# --- what a search found --------------------------------------------------------------------------


def front_plot(name: str, runs: Sequence[Searched], keys: Mapping[int, str]) -> Plot:
    """All individuals with the Pareto front, those that were given, and what was audited, with intervals.

    The audits of the first run have keys by their numbers, so that they can be chosen.
    """
    y, x = (label_objective(each) for each in runs[0].objectives)
    layers: list[Layer] = []
    for place, run in enumerate(runs):
        if len(run.values):
            legend = run.name if len(runs) > 1 else "all individuals"
            layers.append(Cloud(legend, run.values[:, ::-1], _CLOUDS[place % len(_CLOUDS)]))
    layers += [*_front_line(runs), *_given(runs[0])]
    for place, run in enumerate(runs):
        shown = run if place == 0 else replace(run, recommended=None)  # the page is about the first one's patch
        layers += _audited(shown, _LOOKS[place % len(_LOOKS)], keys if place == 0 else {}, len(runs) > 1)
    title = f"{y} against {x}: the Pareto front"
    return Plot(name, title, Axis(long_name(runs[0].objectives[1]), 0), Axis(y, 0), tuple(layers), width=560.0)


def _front_line(runs: Sequence[Searched]) -> list[Line]:
    values = np.concatenate([run.values for run in runs])
    front = values[front_of(values)]
    front = front[np.argsort(front[:, 1], kind="stable")]
    return [Line("front as searched", front[:, 1], front[:, 0], look="before", is_steps=True)] if len(front) else []


def _given(run: Searched) -> list[Dots]:
    """Those that were in the first population by request."""
    points = [
        Point(f"{name}, given at the start, as searched", Estimate.exactly(x), Estimate.exactly(y), tag=name)
        for name, place in run.given.items()
        for y, x in [run.values[place].tolist()]
    ]
    return [Dots("given at the start", tuple(points), "accent", "diamond", is_filled=False)] if points else []


def _audited(run: Searched, look: tuple[str, str], keys: Mapping[int, str], is_named: bool) -> list[Dots]:
    y, x = run.objectives
    points = {
        audit.number: Point(
            describe_audit(audit, run.objectives),
            value_of(audit, x),
            value_of(audit, y),
            keys.get(audit.number, ""),
            "" if is_named else _tag(audit, run),
        )
        for audit in run.audits
    }
    chosen = points.pop(run.recommended.number, None) if run.recommended else None
    legend = f"as audited, {run.name}" if is_named else "as audited"
    dots = [Dots(legend, tuple(points.values()), *look)] if points else []
    return [*dots, Dots("recommended, as audited", (chosen,), "accent", "diamond")] if chosen else dots


def _tag(audit: Audit, run: Searched) -> str:
    """What stands beside an audited patch: how many cards it changes."""
    if audit.is_unchanged:
        return "" if UNCHANGED in run.given else UNCHANGED
    return count(audit.cards_changed, "card")


def describe_audit(audit: Audit, objectives: Sequence[str]) -> str:
    """An audited patch in a line."""
    told = [f"{label_objective(each)} {_show(value_of(audit, each))}" for each in objectives]
    name = audit.label or f"evaluation {audit.number}"
    return f"{name}: {', '.join(told)}; {count(audit.cards_changed, 'card')}, {typical_match_up(audit.f.value)}"


def _show(found: Estimate) -> str:
    return number(found.value, 0) if found.low == found.high else with_interval(found)


def explain_front(runs: Sequence[Searched]) -> str:
    """How to read the chart."""
    n_individuals = sum(len(run.values) for run in runs)
    told = ["Lower and further left is better."]
    if n_individuals:
        told.append(
            f"{n_individuals:,} evaluations{' of all runs' if len(runs) > 1 else ''}, as the search saw them; the "
            "steps are the Pareto front, which nothing beats in both."
        )
    if any(run.given for run in runs):
        told.append("Hollow diamonds were given to the search at the start.")
    if any(run.audits for run in runs):
        luck = ": luck makes the others too good" if n_individuals else ""
        told.append(f"Filled points were played again on fresh seeds, with their {INTERVAL}s{luck}.")
    return " ".join(told)


# --- how a search went ----------------------------------------------------------------------------


def history_plots(
    name: str, history: Sequence[Generation], unchanged: Audit | None, best: Audit | None, objectives: Sequence[str]
) -> list[Plot]:
    """The average, minimum and maximum of each objective per generation, with the metagame as it is and the audit."""
    return [
        Plot(
            f"{name}-{objective.replace('_', '-')}",
            f"How the search went: {label_objective(objective)}",
            Axis("generation", is_whole=True),
            Axis(label_objective(objective), 0),
            (*_generations(history, objective), *_references(history, unchanged, best, objective)),
        )
        for objective in objectives
    ]


def _generations(history: Sequence[Generation], objective: str) -> list[Layer]:
    at = np.array([each.generation for each in history], dtype=float)
    low, mean, high = (
        np.array([part[objective] for part in parts], dtype=float)
        for parts in zip(*((each.min, each.mean, each.max) for each in history), strict=True)
    )
    return [
        Band(at, low, high),
        Line("maximum", at, high, "before", "2 3"),
        Line("average", at, mean),
        Line("minimum", at, low, "before"),
    ]


def _references(
    history: Sequence[Generation], unchanged: Audit | None, best: Audit | None, objective: str
) -> list[Layer]:
    if objective in OBJECTIVES and OBJECTIVES[objective].is_exact:
        return []
    layers: list[Layer] = []
    if unchanged and (before := value_of(unchanged, objective)).is_known:
        layers.append(Level("before any change", before.value))
    if best is None:
        return layers
    floor, after = search_noise_floor(best, objective), value_of(best, objective)
    if isfinite(floor):
        layers.append(Level("noise floor", floor, "before", "1 4"))
    last = Point(f"the patch, audited: {with_interval(after)}", Estimate.exactly(history[-1].generation + 0.35), after)
    return [*layers, Dots("the patch, audited", (last,), "accent", "diamond")]


def search_noise_floor(audit: Audit, objective: str) -> float:
    """What an objective would be on average with the search's games if all were even."""
    if objective == "f":
        return audit.search_noise_floor
    return audit.objectives[objective].search_noise_floor


def explain_history(unchanged: Audit | None, best: Audit | None, objectives: Sequence[str]) -> str:
    """How to read the charts."""
    told = ["Of all individuals of a generation, as the search saw them; lower is better."]
    measured = [name for name in objectives if name not in OBJECTIVES or not OBJECTIVES[name].is_exact]
    if measured and unchanged:
        told.append(f"Dashed: before any change ({_values(unchanged, measured)}).")
    if measured and best:
        told.append(
            "Dotted: what chance alone would show at this number of games. Diamond: the patch of this report, played "
            f"again on fresh seeds, with its {INTERVAL} ({_values(best, measured)})."
        )
    return " ".join(told)


def _values(audit: Audit, objectives: Sequence[str]) -> str:
    return ", ".join(f"{label_objective(name)} {number(value_of(audit, name).value)}" for name in objectives)
