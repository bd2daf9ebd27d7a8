"""How good a patch is, in numbers that are better the lower they are.

An objective looks at a candidate: the win rates [n, n] that its games showed, over both seats, the shares [n] of the
decks, and the patch, reduced to what it really changes (as `BalanceSpace.to_patch` gives it). What is measured from
games is never 0, even if all is even: its noise floor is what it would show on average then, by chance alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from evometa.cards.errors import InputError, describe_words
from evometa.cards.patches import Patch, split_address, weight_of
from evometa.metagame.equilibrium import nash
from evometa.metagame.evidence import Floats
from evometa.metagame.measures import (
    deviations_against_meta,
    deviations_against_meta_noise_floor,
    imbalance,
    imbalance_noise_floor,
)

FLOOR_SAMPLES = 200  # of chance, where the noise floor is simulated


# --- measures of win rates ------------------------------------------------------------------------


def imbalance_of_meta(win_rates: ArrayLike, shares: ArrayLike) -> float:
    """How far the decks that people play are from even against all that they meet: 0 if all are even, 1 at most.

    It is twice the mean of |W_i - 0.5| by share. Rock-paper-scissors is as good as even match-ups here.
    """
    weights = np.asarray(shares, dtype=float)
    return float(2 * weights @ deviations_against_meta(win_rates, weights))


def imbalance_of_meta_noise_floor(games: ArrayLike, shares: ArrayLike) -> float:
    """What `imbalance_of_meta` is on average if every match-up is even; `games` [n, n] are those of each match-up."""
    weights = np.asarray(shares, dtype=float)
    return float(2 * weights @ deviations_against_meta_noise_floor(games, weights))


def nash_unevenness(win_rates: ArrayLike) -> float:
    """How unevenly people who choose well would choose: 0 if all decks alike, 1 if all of them the same deck.

    It is 1 less the entropy of the shares in the equilibrium, as a part of the highest that there can be.
    """
    shares = nash(win_rates)
    if len(shares) < 2:
        return 0.0
    played = shares[~(shares <= 0)]  # what is unknown stays
    return float(1 + np.sum(played * np.log(played)) / np.log(len(shares)))


def nash_unevenness_noise_floor(games: ArrayLike, seed: int, samples: int = FLOOR_SAMPLES) -> float:
    """What `nash_unevenness` is on average if every match-up is even: simulated, as no formula is known."""
    numbers = np.asarray(games, dtype=np.int64)
    wins = np.random.default_rng(seed).binomial(numbers, 0.5, (samples, *numbers.shape))
    rates = np.triu(wins / np.where(numbers > 0, numbers, 1), 1)
    rates = rates + np.tril(1 - np.swapaxes(rates, 1, 2), -1) + np.eye(len(numbers)) / 2
    return float(np.mean([nash_unevenness(one) for one in rates]))


# --- measures of patches --------------------------------------------------------------------------


def magnitude(patch: Patch, weighted: bool = True) -> int:
    """M: the points of all changed numbers, mana counting double if weighted, and one for each keyword."""
    points = sum(abs(change) * (weight_of(a) if weighted else 1) for a, change in patch.changes.items())
    return points + sum(len(words) for words in (*patch.given.values(), *patch.taken.values()))


def count_cards(patch: Patch) -> int:
    """How many cards a patch touches."""
    numbers = {split_address(address)[0] for address in patch.changes}
    return len(numbers | patch.given.keys() | patch.taken.keys() | patch.banned | patch.limited)


# --- by name --------------------------------------------------------------------------------------


class Candidate(NamedTuple):
    """A patch and what its games showed."""

    win_rates: Floats  # [n, n]
    shares: Floats  # [n]
    patch: Patch


NoiseFloor = Callable[[Floats, Floats, int], float]  # of the games [n, n] of each match-up, shares and a seed


@dataclass(frozen=True)
class Objective:
    """A number to make as low as possible."""

    name: str
    title: str
    measure: Callable[[Candidate], float]
    noise_floor: NoiseFloor | None = None  # None: it is known exactly, without games


OBJECTIVES = {
    objective.name: objective
    for objective in (
        Objective(
            "f",
            "F, how far the match-ups are from even",
            lambda candidate: imbalance(candidate.win_rates),
            lambda games, shares, seed: imbalance_noise_floor(games),
        ),
        Objective(
            "f_meta",
            "how far the decks are from even against the metagame",
            lambda candidate: imbalance_of_meta(candidate.win_rates, candidate.shares),
            lambda games, shares, seed: imbalance_of_meta_noise_floor(games, shares),
        ),
        Objective(
            "nash_evenness",
            "how unevenly decks are played in the equilibrium",
            lambda candidate: nash_unevenness(candidate.win_rates),
            lambda games, shares, seed: nash_unevenness_noise_floor(games, seed),
        ),
        Objective("m", "M, the magnitude of the patch, mana counting double", lambda c: float(magnitude(c.patch))),
        Objective("m_unweighted", "the magnitude of the patch", lambda c: float(magnitude(c.patch, weighted=False))),
        Objective("cards", "the number of cards changed", lambda c: float(count_cards(c.patch))),
    )
}


def choose_objectives(names: Iterable[str]) -> tuple[Objective, ...]:
    """The objectives of these names, in order; an `InputError` if there are none or one is unknown or twice there."""
    chosen: dict[str, Objective] = {}
    for name in names:
        if name not in OBJECTIVES:
            raise InputError(f"unknown objective {name!r}; {describe_words(name, OBJECTIVES)}")
        if name in chosen:
            raise InputError(f"the objective {name!r} is there twice; give it once")
        chosen[name] = OBJECTIVES[name]
    if not chosen:
        raise InputError(f"there is no objective; give one or more of: {', '.join(OBJECTIVES)}")
    return tuple(chosen.values())
