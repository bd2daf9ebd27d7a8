"""Runs in words: what the best of one is, and what is the matter with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from evometa.balance.objectives import TARGET, label_objective
from evometa.balance.space_files import FREE
from evometa.experiments.balance.results import AuditedObjective, BalanceResults
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.decks.results import DecksResults
from evometa.experiments.experiment import StoredRun
from evometa.experiments.nerfs.results import NerfsResults
from evometa.experiments.respond.results import RespondResults
from evometa.experiments.table.results import TableResults
from evometa.experiments.tiers.results import TiersResults
from evometa.experiments.tune.results import TuneResults
from evometa.metagame.standing import Standing
from evometa.report.words.numbers import listed, number, points, rate, typical_match_up
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


def tell_question(settings: BalanceSettings) -> str:
    """What a balance run is asked: the metagame and its players, what may change, and what is to be low."""
    players = f" played by {settings.players}" if settings.players else ""
    space = settings.space.get("base", FREE)
    low = listed([label_objective(name) for name in settings.objectives])
    return (
        f"{Path(settings.metagame).name}{players}; what may change: {space}; as low as possible: {low}; "
        f"search: {settings.algorithm}; seed {settings.seed}."
    )


def tell_best(run: StoredRun[Any, Any]) -> str:
    """The best that a run has found so far, in a few words."""
    match run.results:
        case BalanceResults() as results:
            return _tell_balance(results)
        case DecksResults() as results:
            return _tell_decks(results)
        case NerfsResults() as results:
            return _tell_nerfs(results)
        case RespondResults(rounds=[*_, last]):
            before, after = (typical_match_up(each.f_corrected.value) for each in (last.before, last.after))
            return f"{before} to {after} with the answers"
        case TableResults(table=Standing() as table):
            return f"{typical_match_up(table.f_corrected.value)} as it is"
        case TiersResults(cards=[best, *_]):
            return f"{best.name} is worth most"
        case TuneResults(opponents=[first, *_]):
            return f"wins {rate(first.win_rate.value)}% against {first.name}"
    return ""


def _tell_balance(results: BalanceResults) -> str:
    best = results.recommended
    if results.baseline is None:
        return ""
    before = typical_match_up(results.f_before.value)
    if best is not None:
        aimed = best.objectives.get(TARGET)
        reached = _tell_aim(aimed) if aimed else f"F {number(best.f.value)}"
        return f"{before} to {typical_match_up(best.f.value)}, {reached}, M {best.magnitude}"
    if results.chosen is not None:
        return f"no patch is better than {before}"
    if results.rounds:
        found = min(results.rounds[-1].best, key=lambda each: each.value.value)
        return f"{number(found.value.value)} by the model, size {found.size:g}"
    if not results.history:
        return f"{before} as it is"
    lowest = {label_objective(name): value for name, value in results.history[-1].min.items()}
    return f"lowest {describe_best(lowest)}"


def _tell_aim(aimed: AuditedObjective) -> str:
    return f"{label_objective(TARGET)} {number(aimed.audited.value)}"


def _tell_decks(results: DecksResults) -> str:
    best = results.best
    if best is not None:
        return f"{best.name} wins {rate(best.win_rate.value)}%"
    if results.history:
        last = results.history[-1]
        return f"best {number(last.best)}, {last.elites:,} decks on the map"
    return ""


def _tell_nerfs(results: NerfsResults) -> str:
    """The card whose change does most, whichever way."""
    known = [card for card in results.cards if card.change.is_known]
    most = max(known, key=lambda card: abs(card.change.value), default=None)
    return "" if most is None else f"{most.name} matters most ({points(most.change.value)} points)"
