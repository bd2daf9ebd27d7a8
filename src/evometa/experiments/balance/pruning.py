"""What each change of the recommended patch buys, and the patch without those that buy nothing.

A patch is explained (`balance.explaining`) as far as its games and those of its audit tell. Changes that buy nothing
are taken out together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, inf

import numpy as np

from evometa.balance.contributions import Contribution, Explanation
from evometa.balance.explaining import Explainer
from evometa.balance.objectives import Objective
from evometa.balance.space import BalanceSpace, Ints
from evometa.cards.patches.parts import split_patch
from evometa.cards.patches.patch import Patch
from evometa.experiments.progress import Stage, Tracker
from evometa.matches.schedule import seed_for
from evometa.metagame.evidence import Counts
from evometa.metagame.levels import Levels
from evometa.metagame.metagames import Metagame

EXPLAINING = Stage("what each change buys")
NEGLIGIBLE = 0.003  # of an objective: a change that surely buys less buys nothing
LITTLE = 0.02  # what a change that seems to buy nothing may buy at most, so that few games take nothing good out


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
    levels: Levels | None = None  # where the match-ups stand, if that was observed

    def explain(self, genome: Ints, number: int, known: Counts, most_games: float = inf) -> Explanation:
        """What each change buys, with so many games in all at most.

        `known` [n, n, 3] are the games of the audit, `number` that of the explanation.
        """
        seed, patch = seed_for(self.seed, "explanation", number), self.space.to_patch(genome)
        games = self._share_games(patch, most_games)
        explainer = Explainer.of(self.metagame, self.objective, games, seed, known, self.levels)
        return explainer.explain(patch, self.tracker)

    def _share_games(self, patch: Patch, most_games: float) -> int:
        """The games per match-up with the patch and without each of its parts: as wished, or an even part of these."""
        n_played = 1 + len(split_patch(patch, self.metagame.patched_cards))
        share = most_games / (n_played * comb(len(self.metagame.decks), 2))
        return self.games if share >= self.games else max(2, 2 * int(share / 2))

    def drop(self, genome: Ints, found: Explanation) -> Ints:
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
    """The changes that buy nothing: without them the objective is no higher, and surely not much higher."""
    return [part for part in changes if part.buys.high < (LITTLE if part.buys.value <= 0 else NEGLIGIBLE)]
