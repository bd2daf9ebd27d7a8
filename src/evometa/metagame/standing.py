"""How a metagame stands: who beats whom, how balanced that is, its ranking, its equilibrium and its diversity.

F has one word for each of its numbers everywhere: `f` is F as measured, to which chance has added; `f_noise_floor` is
what chance alone would show; `f_corrected` is F without the share of chance, with the interval of the true F.
`f_strength` and `f_cycles` are its parts, also without that share: that of the strengths of decks, and what is left.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from evometa.input.stored import Stored, ends
from evometa.matches.inference import UNKNOWN, Estimate, Estimates
from evometa.matches.schedule import seed_for
from evometa.metagame.diversity import Diversity, estimate_diversity
from evometa.metagame.equilibrium import nash, nash_interval
from evometa.metagame.evidence import Evidence, Floats
from evometa.metagame.measures import (
    deviations,
    deviations_noise_floor,
    estimate_imbalance,
    estimate_ranking,
    find_cycles,
    split_imbalance,
)
from evometa.metagame.playing import MetagameResult


@dataclass(frozen=True, eq=False)
class Standing(Stored):
    """What some games between n decks say: win rates over both seats, and F. Arrays are [n, n] or [n]."""

    decks: tuple[str, ...]
    games_played: int
    win_rate: Estimates = field(metadata=ends("low", "high"))  # [n, n]: of the deck of the row
    against_meta: Estimates  # [n]
    f: float
    f_noise_floor: float
    f_corrected: Estimate = field(metadata=ends("f_low", "f_high"))
    f_strength: Estimate = field(default=UNKNOWN, kw_only=True)
    f_cycles: Estimate = field(default=UNKNOWN, kw_only=True)

    @classmethod
    def of(cls, evidence: Evidence) -> Standing:
        """What counted games say."""
        found, games = estimate_imbalance(evidence), int(evidence.games.sum())
        basic = (evidence.decks, games, evidence.rates, evidence.strengths)
        strength, cycles = split_imbalance(evidence)
        return Standing(*basic, found.f, found.noise_floor, found.corrected, f_strength=strength, f_cycles=cycles)

    @property
    def is_known(self) -> bool:
        """Whether F is known, which it is if every match-up has decided games."""
        return self.f_corrected.is_known

    @property
    def is_cyclic(self) -> bool:
        """Whether more than half of F is surely cycles, which making all decks equally strong would leave."""
        return self.f_cycles.low > self.f_corrected.value / 2

    @property
    def order(self) -> list[int]:
        """The decks by their win rate against the metagame, the strongest first."""
        return order_from_high(self.against_meta.value)


@dataclass(frozen=True, eq=False)
class FullStanding(Standing):
    """All that the games of a metagame say: its ranking, its equilibrium and its diversity, too."""

    deviation: Floats  # [n]: how far each deck's match-ups are from even
    deviation_noise_floor: Floats  # [n]: how far they would be by chance
    nash: Estimates  # [n]: the shares in the equilibrium; anything is possible while a match-up has no games
    ranking: tuple[str, ...]  # the decks in the order of their ratings
    ratings: Floats  # [n]
    intransitivity: float
    intransitivity_noise_floor: float
    cycles: tuple[tuple[str, str, str], ...]  # decks that surely beat each other in a circle
    diversity: Diversity

    @classmethod
    def of_result(cls, result: MetagameResult) -> FullStanding:
        """How a metagame stands that was played."""
        evidence = result.evidence
        ranking, shares = estimate_ranking(evidence), estimate_nash(evidence, result.seed)
        basic = Standing.of(evidence)
        return FullStanding(
            **{name: getattr(basic, name) for name in Standing.__dataclass_fields__},
            deviation=deviations(evidence.win_rate),
            deviation_noise_floor=deviations_noise_floor(evidence.effective_games),
            nash=shares,
            ranking=tuple(evidence.decks[deck] for deck in ranking.order),
            ratings=ranking.ratings,
            intransitivity=ranking.intransitivity,
            intransitivity_noise_floor=ranking.noise_floor,
            cycles=tuple(tuple(evidence.decks[deck] for deck in cycle) for cycle in find_cycles(evidence)),  # type: ignore[misc]
            diversity=estimate_diversity(result.metagame, evidence, shares, seed_for(result.seed, "nash")),
        )


def estimate_nash(evidence: Evidence, seed: int) -> Estimates:
    """[n]: the shares in the equilibrium with their intervals; the seed is that of the games."""
    shares = nash(evidence.win_rate)
    if not evidence.is_complete:
        return Estimates(shares, np.zeros_like(shares), np.ones_like(shares))
    return Estimates(shares, *nash_interval(evidence, seed=seed_for(seed, "nash")))


def order_from_high(values: ArrayLike) -> list[int]:
    """The places of the values from the highest to the lowest, equal ones as they stand, then those that are NaN."""
    return [int(place) for place in np.argsort(-np.asarray(values, dtype=float), kind="stable")]
