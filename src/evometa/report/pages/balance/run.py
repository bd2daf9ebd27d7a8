"""What the sections of a balance run share: the run, and what its audited patches are called and cost."""

from __future__ import annotations

from math import isfinite

from evometa.experiments.balance.results import Audit, BalanceResults
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.experiment import StoredRun
from evometa.metagame.standing import Standing
from evometa.report.words.numbers import count, number

BalanceRun = StoredRun[BalanceSettings, BalanceResults]


def known_baseline(run: BalanceRun) -> Standing | None:
    """The metagame as it was, if its F is known by now."""
    baseline = run.results.baseline
    return baseline if baseline is not None and baseline.is_known else None


def title_of(audit: Audit) -> str:
    """What an audited genome is called."""
    return audit.label or f"evaluation {audit.number}"


def describe_cost(audit: Audit) -> str:
    """How much a patch changes."""
    return (
        f"{count(audit.cards_changed, 'card')}, M {number(audit.magnitude, 0)} "
        f"({number(audit.magnitude_unweighted, 0)} unweighted){describe_jolt(audit, ', ')}"
    )


def describe_jolt(audit: Audit, before: str) -> str:
    """The jolt of a patch after something else; old runs have not stored it."""
    return f"{before}jolt {number(audit.jolt, 0)}" if isfinite(audit.jolt) else ""
