"""Runs in words: what the best of one is, and what is the matter with it."""

from __future__ import annotations

from typing import Any

from evometa.balance.objectives import label_objective
from evometa.experiments.balance.results import BalanceResults
from evometa.experiments.decks.results import DecksResults
from evometa.experiments.experiment import StoredRun
from evometa.report.words.numbers import number, rate, typical_match_up
from evometa.report.words.progress import describe_best

STATES = {
    "running": "This run is going on.",
    "interrupted": "This run was interrupted. What it has finished is kept, and it can go on from there.",
    "finished": "This run is finished.",
    "failed": "This run has stopped because something went wrong. What it had finished is kept.",
    "damaged": "The file of this run is damaged.",
    "unreadable": "This run cannot be read.",
    "empty": "This folder is empty: no run has begun in it, or it was stopped before it could store anything.",
}
NOTHING_YET = "It has begun, and nothing of it is finished yet."


def tell_best(run: StoredRun[Any, Any]) -> str:
    """The best that a run has found so far, in a few words."""
    match run.results:
        case BalanceResults() as results:
            return _tell_balance(results)
        case DecksResults() as results:
            return _tell_decks(results)
    return ""


def _tell_balance(results: BalanceResults) -> str:
    best = results.recommended
    if results.baseline is None:
        return ""
    before = typical_match_up(results.baseline.f_corrected.value)
    if best is not None:
        return f"{before} to {typical_match_up(best.f.value)}, F {number(best.f.value)}, M {best.magnitude}"
    if results.chosen is not None:
        return f"no patch is better than {before}"
    if results.rounds:
        found = min(results.rounds[-1].best, key=lambda each: each.value.value)
        return f"{number(found.value.value)} by the model, size {found.size:g}"
    if not results.history:
        return f"{before} as it is"
    lowest = {label_objective(name): value for name, value in results.history[-1].min.items()}
    return f"lowest {describe_best(lowest)}"


def _tell_decks(results: DecksResults) -> str:
    best = results.best
    if best is not None:
        return f"{best.name} wins {rate(best.win_rate.value)}%"
    if results.history:
        last = results.history[-1]
        return f"best {number(last.best)}, {last.elites:,} decks on the map"
    return ""
