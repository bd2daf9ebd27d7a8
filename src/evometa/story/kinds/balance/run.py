"""What the sections of a balance run share: the run, and what its audited patches are called and cost."""

from __future__ import annotations

from evometa.balance.objectives import OBJECTIVES, label_objective
from evometa.experiments.balance.results import Audit
from evometa.experiments.balance.work import BalanceRun
from evometa.metagame.standing import Standing
from evometa.story.blocks import Block, PatchNotes, Words
from evometa.story.cards import CardFaces
from evometa.story.words.numbers import count, number, rate, typical_match_up, with_interval


def known_baseline(run: BalanceRun) -> Standing | None:
    """The metagame as it was, if its F is known by now."""
    baseline = run.results.baseline
    return baseline if baseline is not None and baseline.is_known else None


def search_games(run: BalanceRun) -> int:
    """The games of the search: audits, and what follows them, are not among them."""
    return run.search_games + run.results.search_games_beside


def title_of(audit: Audit) -> str:
    """What an audited patch is called."""
    return audit.label or f"evaluation {audit.number}"


def share_out(audit: Audit, goal: str) -> str:
    """What a patch leaves, as a designer would say it: a typical match-up, or what the decks win."""
    return typical_match_up(audit.f.value) if is_about_match_ups(goal) else win_rates_of(audit.standing)


def is_about_match_ups(goal: str) -> bool:
    """Whether an objective looks at single match-ups, and not at what a deck wins against all that it meets."""
    return goal not in OBJECTIVES or not OBJECTIVES[goal].is_of_strength


def win_rates_of(standing: Standing) -> str:
    """From where to where the win rates of the decks against the metagame go, in percent: `47.6 to 52.0`."""
    rates = standing.against_meta.value
    return f"{rate(float(rates.min()))} to {rate(float(rates.max()))}"


def describe_cost(audit: Audit) -> str:
    """How much a patch changes."""
    return (
        f"{count(audit.cards_changed, 'card')}, M {number(audit.magnitude, 0)} "
        f"({number(audit.magnitude_unweighted, 0)} unweighted), jolt {number(audit.jolt, 0)}"
    )


def patch_notes(audit: Audit, faces: CardFaces) -> PatchNotes:
    """The changes of a patch, with the faces of its cards before and after."""
    return PatchNotes(audit.notes, faces.with_patch(audit.patch, str(audit.number)).name, audit.patch)


def describe_audit(audit: Audit, faces: CardFaces, goal: str) -> tuple[Block, ...]:
    """What a point of the front stands for."""
    f = f"A typical match-up is {typical_match_up(audit.f.value)}: F {with_interval(audit.f)}."
    if not is_about_match_ups(goal):
        reached = f"{label_objective(goal)} {with_interval(audit.value_of(goal))}"
        f = f"The decks win {win_rates_of(audit.standing)}% against the metagame: {reached}."
    told = Words(f"{f} {describe_cost(audit)}.")
    return (told,) if audit.is_unchanged else (told, patch_notes(audit, faces))
