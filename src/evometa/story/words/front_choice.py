"""The few audited patches that are worth a designer's time, by the objectives of the run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import NamedTuple

import numpy as np

from evometa.balance.objectives import OBJECTIVES, label_objective
from evometa.experiments.balance.results import Audit, AuditedObjective
from evometa.matches.inference import Estimate
from evometa.search.front import is_dominated

DEFAULT_GOAL, DEFAULT_COST = "f", "m"
NOT_BETTER = "not surely better than smaller ones"


class Trade(NamedTuple):
    """What a designer trades: what is bought, which games measure, and what it costs."""

    goal: str  # an objective
    cost: str  # another one

    @classmethod
    def of(cls, objectives: Sequence[str]) -> Trade:
        """The first objective that games measure, and the first one that is known exactly; F and M if there is none."""
        exact = [name for name in objectives if name in OBJECTIVES and OBJECTIVES[name].is_exact]
        goals = [name for name in objectives if name not in exact]
        return cls(goals[0] if goals else DEFAULT_GOAL, exact[0] if exact else DEFAULT_COST)

    @property
    def labels(self) -> tuple[str, str]:
        """What the two are called."""
        return label_objective(self.goal), label_objective(self.cost)

    def goal_of(self, audit: Audit) -> Estimate:
        """What a patch reaches, as audited."""
        return value_of(audit, self.goal)

    def cost_of(self, audit: Audit) -> float:
        """What a patch costs."""
        return value_of(audit, self.cost).value


KNOWN: dict[str, Callable[[Audit], Estimate]] = {
    "f": lambda audit: audit.f,
    "m": lambda audit: Estimate.exactly(audit.magnitude),
    "m_unweighted": lambda audit: Estimate.exactly(audit.magnitude_unweighted),
    "jolt": lambda audit: Estimate.exactly(audit.jolt),
    "cards": lambda audit: Estimate.exactly(audit.cards_changed),
}


def value_of(audit: Audit, objective: str) -> Estimate:
    """An objective of an audit; some are known of every audit, whether or not the run minimised them."""
    return audit.objectives[objective].audited if objective in audit.objectives else KNOWN[objective](audit)


def audited_objective(audit: Audit, name: str) -> AuditedObjective:
    """All that is known of an objective; F is known of every audit, also if the run did not minimise it."""
    if name in audit.objectives and (name != "f" or audit.by_player):  # with several, the rest is of the first alone
        return audit.objectives[name]
    floor = audit.standing.f_noise_floor
    return AuditedObjective(audit.searched_f, audit.search_noise_floor, audit.again_f, value_of(audit, name), floor)


class Worth(NamedTuple):
    """A patch and why it is worth considering."""

    audit: Audit
    reason: str


def choose_patches(
    unchanged: Audit, patches: Sequence[Audit], trade: Trade, chosen: Audit | None = None
) -> list[Worth]:
    """At most five of the audited patches that no other one beats in both goal and cost, from the cheapest on.

    Besides the chosen one these are the cheapest one that is surely better than no change, the cheapest one that halves
    the goal, the one at the bend of the front, and the one with the lowest goal; one patch may be several of these.
    """
    front, before = _front(patches, trade), trade.goal_of(unchanged)
    better = [audit for audit in front if trade.goal_of(audit).high < before.low]
    if not better:
        return []
    goal, _ = trade.labels
    reasons = {"surely better, with the least change": better[0]}
    halved = [audit for audit in better if trade.goal_of(audit).value <= before.value / 2]
    if halved:
        reasons[f"halves {goal} with the least change"] = halved[0]
    bend = better[_find_bend(before.value, better, trade)]
    if bend is not better[-1]:
        reasons["the bend: more change buys little"] = bend
    reasons["the most even" if trade.goal == DEFAULT_GOAL else f"the lowest {goal}"] = better[-1]
    if chosen is not None:
        reasons["recommended above"] = chosen
    return [Worth(audit, _reasons_of(audit, reasons)) for audit in better if _reasons_of(audit, reasons)]


def _front(patches: Sequence[Audit], trade: Trade) -> list[Audit]:
    """What nothing beats, by rising cost and so by falling goal."""
    known = [audit for audit in patches if isfinite(trade.goal_of(audit).value)]
    if not known:
        return []
    beaten = is_dominated(np.array([[trade.goal_of(audit).value, trade.cost_of(audit)] for audit in known]))
    return sorted((a for a, is_beaten in zip(known, beaten, strict=True) if not is_beaten), key=trade.cost_of)


def _find_bend(before: float, front: Sequence[Audit], trade: Trade) -> int:
    """The patch that is farthest below the straight line from no change to the last patch of the front."""
    share_of_cost = np.array([trade.cost_of(audit) / max(trade.cost_of(front[-1]), 1) for audit in front])
    gains = np.array([before - trade.goal_of(audit).value for audit in front])
    return int(np.argmax(gains / gains[-1] - share_of_cost))


def _reasons_of(audit: Audit, reasons: dict[str, Audit]) -> str:
    return "; ".join(reason for reason, chosen in reasons.items() if chosen is audit)
