"""What each change of the recommended patch buys, and the patch without those that buy nothing.

A patch is explained (`balance.explaining`) as far as its games tell. Changes that buy nothing are taken out together,
and what is left is explained again, because changes that do the same buy more when they are alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from evometa.balance.contributions import Contribution, Explanation
from evometa.balance.explaining import Explainer
from evometa.balance.objectives import Objective
from evometa.balance.space import BalanceSpace, Ints
from evometa.experiments.balance.results import BalanceResults
from evometa.experiments.progress import Stage, Tracker
from evometa.matches.schedule import seed_for
from evometa.metagame.metagames import Metagame
from evometa.store.results import Ledger

EXPLAINING = Stage("what each change buys: {step} of {steps}")
NEGLIGIBLE = 0.003  # of an objective: a change that surely buys less buys nothing
MOST_PRUNINGS = 3  # rounds of taking changes out


@dataclass(frozen=True, eq=False)
class Pruning:
    """Explains a patch, and takes out what buys nothing."""

    metagame: Metagame
    space: BalanceSpace
    objective: Objective
    games: int  # per match-up
    seed: int
    tracker: Tracker
    may_drop: bool  # whether changes are taken out at all

    def prune(self, ledger: Ledger[BalanceResults], genome: Ints, games_left: int) -> Ints:
        """[n]: a genome without the changes that buy nothing. Each explanation is stored when it is finished."""
        for number in range(MOST_PRUNINGS + 1):
            if number == len(ledger.results.explanations):
                self.tracker.expect(EXPLAINING, number, MOST_PRUNINGS + 1, games_left)
                found = self._explain(genome, number)
                ledger.keep(replace(ledger.results, explanations=(*ledger.results.explanations, found)))
            smaller = self._drop(genome, ledger.results.explanations[number])
            if number == MOST_PRUNINGS or (smaller == genome).all():
                break
            genome = smaller
        return genome

    def _explain(self, genome: Ints, number: int) -> Explanation:
        seed = seed_for(self.seed, "explanation", number)
        explainer = Explainer.of(self.metagame, self.objective, self.games, seed)
        return explainer.explain(self.space.to_patch(genome), self.tracker)

    def _drop(self, genome: Ints, found: Explanation) -> Ints:
        """A genome without what buys nothing, as far as the space allows; never without all of it."""
        left = genome.copy()
        for part in sorted(find_idle(found.changes), key=lambda part: part.buys.value) if self.may_drop else ():
            smaller = left.copy()
            smaller[self._genes_of(part)] = 0
            if smaller.any() and (self.space.repair(smaller) == smaller).all():
                left = smaller
        return left

    def _genes_of(self, part: Contribution) -> Ints:
        """The places of the genes that a part changes."""
        return np.array([i for i, address in enumerate(self.space.addresses) if address in part.addresses], np.int64)


def find_idle(changes: Sequence[Contribution]) -> list[Contribution]:
    """The changes that buy nothing: without them the objective is no higher, or so little higher that nobody minds."""
    return [part for part in changes if part.buys.value <= 0 or part.buys.high < NEGLIGIBLE]
