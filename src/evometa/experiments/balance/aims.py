"""How far each match-up is from what the designer has drawn, before and after the patch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from evometa.balance.targets import Target
from evometa.input.stored import Stored, ends
from evometa.metagame.evidence import Estimate, Estimated
from evometa.metagame.standing import Standing


@dataclass(frozen=True, eq=False)
class Aim(Stored):
    """A match-up that the designer has drawn."""

    deck: str
    against: str
    target: float  # win rate of the deck
    weight: float
    before: float  # without a patch
    win_rate: Estimated = field(metadata=ends("low", "high"))  # with it

    @property
    def off(self) -> float:
        """How much more often the deck wins than it should."""
        return self.win_rate.value - self.target

    @property
    def is_reached(self) -> bool:
        """Whether the games leave it possible that the match-up is at its target."""
        return self.win_rate.low <= self.target <= self.win_rate.high


def do_reach(aims: Sequence[Aim]) -> bool:
    """Whether the games leave it possible that all match-ups are at their targets."""
    return all(aim.is_reached for aim in aims)


def list_aims(target: Target, before: Standing, after: Standing) -> tuple[Aim, ...]:
    """The match-ups that matter, each from the deck that should win more."""
    pairs = [(i, j) if target.win_rates[i, j] >= 0.5 else (j, i) for i, j in target.pairs]
    return tuple(
        Aim(
            target.decks[i],
            target.decks[j],
            float(target.win_rates[i, j]),
            float(target.weights[i, j]),
            float(before.win_rate.value[i, j]),
            _pick(after.win_rate, i, j),
        )
        for i, j in pairs
    )


def _pick(estimate: Estimate, i: int, j: int) -> Estimated:
    return Estimated(*(float(part[i, j]) for part in estimate))
