"""A tuned player in words."""

from __future__ import annotations

from collections.abc import Mapping

from evometa.experiments.tune.results import INCUMBENT
from evometa.experiments.tune.work import TuneRun
from evometa.input.shown_text import show_name
from evometa.players.records import BOTH_FEATURES, SIDE_FEATURES, SIDES
from evometa.report.words.numbers import MINUS, count, listed, rate, rate_interval


def describe_tuning(run: TuneRun) -> str:
    """What was done, and how good the player has become."""
    results, settings = run.results, run.settings
    done = f"{count(len(results.rounds), 'round')} of {settings.rounds}, {results.games_played:,} games"
    if not results.ladder:
        return f"{done}; how strong the player is comes at the end."
    told = [
        f"{rate(each.win_rate.value)}% ({rate_interval(each.win_rate)}) against {show_name(each.name)}"
        for each in results.opponents
    ]
    kept = all(each.chosen.name == INCUMBENT for each in results.rounds)
    unchanged = " No candidate was better than the player that it began with." if kept else ""
    return f"{done}. With new decks the player wins {listed(told)}.{unchanged}" if told else f"{done}.{unchanged}"


def weight_rows(weights: Mapping[str, int]) -> list[tuple[str, str, str]]:
    """For each feature that has a weight: its name, and the weights of both sides."""
    rows = []
    for name in SIDE_FEATURES:
        mine, theirs = (_show(weights.get(f"{side}_{name}", 0)) for side in SIDES)
        rows += [(name, mine, theirs)] if mine or theirs else []
    return rows + [(name, _show(weights[name]), "") for name in BOTH_FEATURES if weights.get(name)]


def _show(weight: int) -> str:
    return f"{weight:,}".replace("-", MINUS) if weight else ""
