"""What a run was to reach, in a designer's words, and how far it has come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from evometa.balance.objectives import CEILING, CLASSES, OBJECTIVES, USUAL_CEILING, USUAL_REACH
from evometa.experiments.balance.results import Audit
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.balance.work import BalanceRun
from evometa.input.shown_text import show_name
from evometa.story.charts.fronts import long_name
from evometa.story.words.numbers import rate, with_interval


def tell_goals(run: BalanceRun, best: Audit) -> str:
    """How far a patch takes each goal of the run, apart from F, which has words of its own."""
    names = [name for name in _list_measured(run.settings) if name != "f"]
    return " ".join(_tell_goal(run, name, best) for name in names)


def goals_data(run: BalanceRun, best: Audit) -> list[dict[str, Any]]:
    """Each goal of the run for other programs: before and after the patch; what can be reached says whether it is."""
    return [
        {
            "goal": name,
            "words": _name_goal(run.settings, name),
            "before": run.results.audits[0].value_of(name).value,
            **dict(zip(("after", "low", "high"), best.value_of(name), strict=True)),
            "is_reached": None if name not in MISSED else not MISSED[name](run, best),
        }
        for name in _list_measured(run.settings)
    ]


def _tell_goal(run: BalanceRun, name: str, best: Audit) -> str:
    before, after = run.results.audits[0], best
    if name not in MISSED:
        sides = (with_interval(each.value_of(name)) for each in (before, after))
        return f"The run minimised {long_name(name)}: it goes from {' to '.join(sides)}."
    was, is_still = (MISSED[name](run, each) for each in (before, after))
    wish = _name_goal(run.settings, name)
    if not is_still:
        return f"Reached: {wish}. Before, {len(was) or 'none'} missed it."
    return f"Not reached: {wish}. Still: {'; '.join(is_still)}. Before, {len(was) or 'none'} missed it."


def _list_measured(settings: BalanceSettings) -> list[str]:
    return [name for name in settings.objectives if name in OBJECTIVES and not OBJECTIVES[name].is_exact]


def _name_goal(settings: BalanceSettings, name: str) -> str:
    """What is wished, in words."""
    if name == CEILING:
        return f"no deck wins more than {_ceiling_of(settings):g}% against the metagame"
    if name == CLASSES:
        return f"every class has a deck within {_reach_of(settings):g} points of 50% against the metagame"
    return f"as low as possible: {OBJECTIVES[name].title}"


# --- who misses a goal ------------------------------------------------------------------------------


def _list_above(run: BalanceRun, audit: Audit) -> list[str]:
    """The decks above the ceiling, with what they win."""
    rates, ceiling = audit.standing.against_meta.value, _ceiling_of(run.settings) / 100
    return _name_rates(audit.standing.decks, rates, np.flatnonzero(rates > ceiling).tolist())


def _list_far(run: BalanceRun, audit: Audit) -> list[str]:
    """The classes none of whose decks is near enough to 50%, with what the nearest wins."""
    rates, reach = audit.standing.against_meta.value, _reach_of(run.settings) / 100
    classes = run.results.deck_classes or audit.standing.decks
    far = np.abs(rates - 0.5)
    nearest = {each: min(_places(classes, each), key=lambda place: far[place]) for each in dict.fromkeys(classes)}
    return _name_rates(classes, rates, [place for place in nearest.values() if far[place] > reach])


def _places(classes: Sequence[str], wanted: str) -> list[int]:
    return [place for place, each in enumerate(classes) if each == wanted]


def _name_rates(names: Sequence[str], rates: Any, places: Sequence[int]) -> list[str]:
    return [f"{show_name(names[place])} ({rate(float(rates[place]))}%)" for place in places]


def _ceiling_of(settings: BalanceSettings) -> float:
    return 100 * USUAL_CEILING if settings.ceiling is None else settings.ceiling


def _reach_of(settings: BalanceSettings) -> float:
    return 100 * USUAL_REACH if settings.classes_within is None else settings.classes_within


MISSED = {CEILING: _list_above, CLASSES: _list_far}  # the goals that can be reached, and who misses them
