"""What a search calls best is played again, with games that it has not seen.

A search looks at thousands of noisy numbers and keeps the lowest: these are low by luck as well, and hardly its best
patches. So many of them are measured again with fresh games, and those that do well then are audited: an audit plays a
genome on fresh seeds and with far more games, and estimates F without bias. One that is chosen among audits for its low
F still has a little luck, but of the audits' games, which are many.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from evometa.balance.evaluator import Evaluator, win_rates_of
from evometa.balance.objectives import count_cards, magnitude
from evometa.balance.space import BalanceSpace, Ints
from evometa.cards.patches.files import format_patch
from evometa.matches.schedule import seed_for
from evometa.metagame.evidence import Counts, Evidence
from evometa.metagame.measures import estimate_imbalance, imbalance, imbalance_noise_floor
from evometa.metagame.playing import MetagameResult
from evometa.search.problem import Evaluated

UNCHANGED = "unchanged"  # the label of the metagame as it is
UNCHANGED_NUMBER = -1  # of its evaluation, if the search did not look at it

Facts = dict[str, Any]  # as JSON says it


@dataclass(frozen=True, eq=False)
class Claim:
    """A genome, and what the search saw of it."""

    label: str
    number: int  # of the evaluation
    genome: Ints  # [n]
    searched: Mapping[str, float]  # by objective
    counts: Counts  # [decks, decks, 3], of the search's games
    again_f: float | None = None  # F when it was measured again, before it was chosen

    @property
    def searched_f(self) -> float:
        """F as the search's games showed it, whether or not it was an objective."""
        return imbalance(win_rates_of(self.counts))

    @property
    def noise_floor(self) -> float:
        """What F would be on average with the search's games if all were even."""
        decided = self.counts[..., 0] + self.counts[..., 1]
        return imbalance_noise_floor(decided + decided.T)


# --- playing --------------------------------------------------------------------------------------


def play_baseline(evaluator: Evaluator, games: int, seed: int) -> MetagameResult:
    """The metagame as it is, with so many games per match-up."""
    return play_whole(evaluator, evaluator.space.unchanged(), games, seed_for(seed, "baseline"))


def play_claim(evaluator: Evaluator, claim: Claim, games: int, seed: int) -> MetagameResult:
    """A genome again, with games of its own."""
    return play_whole(evaluator, claim.genome, games, seed_for(seed, "audit", claim.number))


def play_whole(evaluator: Evaluator, genome: Ints, games: int, seed: int) -> MetagameResult:
    """All games of a genome, or an interrupt."""
    result = evaluator.play_again(genome, games, seed)
    if result.is_partial:
        raise KeyboardInterrupt
    return result


# --- what is told ---------------------------------------------------------------------------------


def describe_baseline(result: MetagameResult) -> Facts:
    """The metagame as it is."""
    return {
        "decks": list(result.evidence.decks),
        **describe_evidence(result.evidence),
        "noise_floor": to_number(estimate_imbalance(result.evidence).noise_floor),
        "games": result.games,
    }


def describe_audit(claim: Claim, space: BalanceSpace, evidence: Evidence, name: str) -> Facts:
    """A claim beside what its audit shows."""
    patch = space.to_patch(claim.genome, name)
    return {
        "number": claim.number,
        "label": claim.label,
        "searched": dict(claim.searched),
        "searched_f": to_number(claim.searched_f),
        "again_f": claim.again_f,
        **describe_evidence(evidence),
        "noise_floor": to_number(claim.noise_floor),
        "is_noise": bool(claim.searched_f < claim.noise_floor),
        "magnitude": magnitude(patch),
        "magnitude_unweighted": magnitude(patch, weighted=False),
        "cards_changed": count_cards(patch),
        "notes": patch.notes(space.card_set),
        "patch": format_patch(patch, space.card_set),
        "games": int(evidence.games.sum()),
    }


def describe_evidence(evidence: Evidence) -> Facts:
    """F without bias, and the win rates behind it."""
    estimate = estimate_imbalance(evidence)
    return {
        "f": to_number(estimate.corrected),
        "f_low": to_number(estimate.low),
        "f_high": to_number(estimate.high),
        "win_rate": to_numbers(evidence.win_rate),
        "low": to_numbers(evidence.low),
        "high": to_numbers(evidence.high),
        "against_meta": to_numbers(evidence.against_meta),
        "against_meta_low": to_numbers(evidence.against_meta_low),
        "against_meta_high": to_numbers(evidence.against_meta_high),
    }


def to_number(value: float) -> float | None:
    """A number for JSON, which does not know NaN."""
    return float(value) if isfinite(value) else None


def to_numbers(values: ArrayLike) -> Any:
    """Nested lists of numbers for JSON."""
    array = np.asarray(values, dtype=float)
    return to_number(float(array)) if array.ndim == 0 else [to_numbers(part) for part in array]


# --- what is worth playing again, and what is worth having ----------------------------------------


def find_changes(evaluated: Evaluated, space: BalanceSpace) -> Evaluated:
    """Those that change cards, the lowest first objective first; of those that make the same cards, only the first."""
    found: dict[bytes, int] = {}
    changes = space.repair(evaluated.genomes)
    for place in np.lexsort((evaluated.numbers, evaluated.values[:, 0])).tolist():
        if changes[place].any():
            found.setdefault(changes[place].tobytes(), place)
    return evaluated.take(np.array(list(found.values()), np.int64))


def choose_audit(audits: Sequence[Facts]) -> Facts:
    """The smallest patch of those whose audited F the games cannot tell from the lowest one."""
    lowest = min(audits, key=lambda audit: _known(audit["f"]))
    near = [audit for audit in audits if _known(audit["f"]) <= _known(lowest["f_high"])]
    return min(near, key=lambda audit: (audit["magnitude"], _known(audit["f"]), audit["number"]))


def _known(value: float | None) -> float:
    return inf if value is None else value
