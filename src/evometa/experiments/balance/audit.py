"""What a search calls best is played again, with games that it has not seen.

A search looks at thousands of noisy numbers and keeps the lowest: these are low by luck as well, and hardly its best
patches. So many of them are measured again with fresh games, and those that do well then are audited: an audit plays a
genome on fresh seeds and with far more games, and estimates every objective of the run. One that is chosen among audits
still has a little luck, but that of the audits' games, which are many.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb, inf, isfinite, nan

import numpy as np

from evometa.balance.evaluator import Evaluator, win_rates_of
from evometa.balance.explaining import Contribution, Explanation
from evometa.balance.objectives import (
    Candidate,
    Chance,
    Objective,
    estimate_objective,
    find_noise_floor,
    jolt,
    magnitude,
)
from evometa.balance.space import BalanceSpace, Ints
from evometa.experiments.balance.results import Audit, AuditedObjective
from evometa.games.patches.files import format_patch
from evometa.games.patches.parts import split_patch
from evometa.games.patches.patch import Patch
from evometa.matches.inference import Counts, Estimate, Mask
from evometa.matches.schedule import seed_for
from evometa.metagame.changes.levels import Levels
from evometa.metagame.changes.what_if import affected_pairs
from evometa.metagame.diversity import estimate_worth
from evometa.metagame.evidence import Evidence
from evometa.metagame.measures import imbalance, imbalance_noise_floor
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import MetagameResult
from evometa.metagame.standing import Standing
from evometa.store import Evaluations

PRUNED_NUMBER = -(10**9)  # of the chosen patch without the changes that buy nothing, which no search has evaluated
NEGLIGIBLE = 0.003  # of an objective: a change that surely buys less buys nothing
LITTLE = 0.02  # what a change that seems to buy nothing may buy at most, so that few games take nothing good out
UNCHANGED_NUMBER = -1  # of the evaluation of the metagame as it is, if the search did not look at it


@dataclass(frozen=True, eq=False)
class Claim:
    """A genome, and what the search saw of it."""

    label: str
    number: int  # of the evaluation
    genome: Ints  # [n]
    searched: Mapping[str, float]  # by objective
    counts: Counts  # [decks, decks, 3], of the search's games
    again: Mapping[str, float] | None = None  # by objective, when it was measured again
    again_f: float = nan  # F when it was measured again
    floors: Mapping[str, float] | None = None  # by objective: what so many games show if all is even; None: as usual

    @property
    def searched_f(self) -> float:
        """F as the search's games showed it, whether or not it was an objective; NaN if it has not seen the genome."""
        return imbalance(win_rates_of(self.counts)) if self.counts.any() else nan

    @property
    def noise_floor(self) -> float:
        """What F would be on average with the search's games if all were even."""
        decided = self.counts[..., 0] + self.counts[..., 1]
        return imbalance_noise_floor(decided + decided.T)


@dataclass(frozen=True, eq=False)
class Auditor:
    """Plays claims again, and says what comes of it."""

    evaluator: Evaluator
    games: int  # per match-up
    seed: int
    patch_name: str

    @property
    def space(self) -> BalanceSpace:
        """What may change."""
        return self.evaluator.space

    def play_baseline(self) -> MetagameResult:
        """The metagame as it is."""
        return self.evaluator.play_again(self.space.unchanged(), self.games, seed_for(self.seed, "baseline"))

    def play(self, claim: Claim) -> MetagameResult:
        """A genome again, with games of its own."""
        return self.evaluator.play_again(claim.genome, self.games, seed_for(self.seed, "audit", claim.number))

    def audit(self, claim: Claim, played: Evidence, levels: Levels | None = None) -> Audit:
        """A claim beside what its audit shows; where levels were observed, as people would have it."""
        patch, game = self.space.to_patch(claim.genome, self.patch_name), self.space.card_set.game
        evidence = played if levels is None else levels.weigh(played, self.find_moved(claim.genome))
        simulated = Standing.of(played)
        return Audit(
            number=claim.number,
            label=claim.label,
            objectives=self._audit_objectives(claim, evidence),
            standing=simulated
            if levels is None
            else replace(Standing.of(evidence), games_played=simulated.games_played),
            searched_f=claim.searched_f,
            search_noise_floor=claim.noise_floor,
            again_f=claim.again_f,
            magnitude=magnitude(patch, game),
            magnitude_unweighted=magnitude(patch, game, weighted=False),
            cards_changed=len(patch.card_ids),
            notes=tuple(patch.notes(self.space.card_set)),
            patch=format_patch(patch, self.space.card_set),
            games=simulated.games_played,
            jolt=jolt(patch, game),
            simulated=None if levels is None else simulated,
            worth=estimate_worth(evidence, self.evaluator.classes, seed_for(self.seed, "worth", claim.number)),
        )

    def find_moved(self, genome: Ints) -> Mask:
        """[n, n]: for each pair of decks, whether a card that a genome changes can turn up in their games."""
        metagame = self.evaluator.metagame
        return affected_pairs(metagame, metagame.with_patch(self.space.to_patch(genome)))

    @cached_property
    def _search_floors(self) -> dict[str, float]:
        """What the objectives show on average with the search's games if all is even."""
        return self.evaluator.noise_floors()

    def estimate(self, objective: Objective, patch: Patch, evidence: Evidence, seed: int) -> Estimate:
        """An objective of a patch, from its games."""
        return estimate_objective(objective, evidence, *self._look_at(patch, evidence), seed)

    def _look_at(self, patch: Patch, evidence: Evidence) -> tuple[Candidate, Chance]:
        """A patch with what its games show, and what as many games show if all is even."""
        shares, overlaps, game = evidence.shares, self.evaluator.overlaps, self.space.card_set.game
        candidate = Candidate(evidence.win_rate, shares, overlaps, patch, game, self.evaluator.classes)
        seed = seed_for(self.seed, "noise floor")
        return candidate, Chance(evidence.effective_games, shares, overlaps, seed, self.evaluator.classes)

    def _audit_objectives(self, claim: Claim, evidence: Evidence) -> dict[str, AuditedObjective]:
        """All objectives of the run, by name."""
        candidate, chance = self._look_at(self.space.to_patch(claim.genome), evidence)
        seed = seed_for(self.seed, "interval", claim.number)
        return {
            each.name: AuditedObjective(
                searched=claim.searched[each.name],
                search_noise_floor=(claim.floors or self._search_floors)[each.name],
                again=nan if claim.again is None else claim.again[each.name],
                audited=estimate_objective(each, evidence, candidate, chance, seed),
                noise_floor=find_noise_floor(each, chance),
            )
            for each in self.evaluator.objectives
        }


# --- what is worth playing again, and what is worth having ----------------------------------------


def find_changes(evaluations: Evaluations, space: BalanceSpace) -> Ints:
    """The places of those that change cards, the lowest first objective first; of those alike, only the first."""
    found: dict[bytes, int] = {}
    changes = space.repair(evaluations.genomes)
    for place in np.lexsort((evaluations.numbers, evaluations.objectives[:, 0])).tolist():
        if changes[place].any():
            found.setdefault(changes[place].tobytes(), place)
    return np.array(list(found.values()), np.int64)


def choose_audit(audits: Sequence[Audit], objectives: Sequence[Objective]) -> Audit:
    """The audit that a run ends with, by its own objectives.

    One objective after the other, those measured from games before those known exactly: what the games cannot tell from
    the lowest stays. Of what is left the smallest patch is chosen, and of several the one with the lowest values.
    """
    left = list(audits)
    for objective in sorted(objectives, key=lambda each: each.is_exact):
        lowest = min(left, key=lambda audit: _value(audit, objective))
        limit = max(_value(lowest, objective), lowest.objectives[objective.name].audited.high)  # unknown: all stay
        left = [audit for audit in left if _value(audit, objective) <= limit]
    return min(left, key=lambda audit: (audit.magnitude, *(_value(audit, each) for each in objectives), audit.number))


def _value(audit: Audit, objective: Objective) -> float:
    """An objective for comparison: one that is not known is the worst."""
    value = audit.objectives[objective.name].audited.value
    return value if isfinite(value) else inf


# --- what of a patch buys nothing -----------------------------------------------------------------


def share_games(patch: Patch, metagame: Metagame, games: int, most_games: float) -> int:
    """The games per match-up with the patch and without each of its parts: as wished, or an even part of these."""
    n_played = 1 + len(split_patch(patch, metagame.patched_cards))
    share = most_games / (n_played * comb(len(metagame.decks), 2))
    return games if share >= games else max(2, 2 * int(share / 2))


def drop_idle(space: BalanceSpace, genome: Ints, found: Explanation) -> Ints:
    """A genome without what buys nothing, as far as the space allows; never without all of it."""
    left = genome.copy()
    for part in sorted(find_idle(found.changes), key=lambda part: part.buys.value):
        smaller = left.copy()
        smaller[[address in part.addresses for address in space.addresses]] = 0
        if smaller.any() and (space.repair(smaller) == smaller).all():
            left = smaller
    return left


def find_idle(changes: Sequence[Contribution]) -> list[Contribution]:
    """The changes that buy nothing: without them the objective is no higher, and surely not much higher."""
    return [part for part in changes if part.buys.high < (LITTLE if part.buys.value <= 0 else NEGLIGIBLE)]
