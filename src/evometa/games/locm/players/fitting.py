"""Weights of a player that are found by playing: a population of weights, of which those that win most are followed.

Each generation draws candidates around a centre, lets all of them play the same games against some opponents, and
moves the centre and the spread of each weight towards the best quarter. Who fits says with which decks; what is found
has to be shown with other ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.locm.decks import Deck
from evometa.games.locm.players.contests import contest_share
from evometa.games.locm.players.player import Player
from evometa.games.locm.players.records import FEATURES
from evometa.input.short_repr import Short

KEPT = 4  # one candidate of so many is followed
FOLLOWED = 0.7  # how far the centre goes towards them
START_SPREAD, LEAST_SPREAD = 0.5, 0.03  # of a weight: its own size, and so much of the mean size of all

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Fit(Short):
    """How to look for weights."""

    generations: int = 40
    candidates: int = 24  # of a generation
    games: int = 800  # of a candidate, against each opponent
    seed: int = 1


def fit_player(
    player: Player,
    opponents: Sequence[Player],
    table: NDArray[Any],
    decks: Sequence[Deck],
    fit: Fit,
    tell: Callable[[int, float], None] = lambda generation, share: None,
) -> Player:
    """The player with fitted weights; `tell` hears each generation's number and the share that its best win."""
    rng = np.random.default_rng(fit.seed)
    centre = np.array([player.weights.get(name, 0) for name in FEATURES], np.float64)
    size = np.abs(centre).mean()
    spread = START_SPREAD * np.maximum(np.abs(centre), size / KEPT)
    for generation in range(fit.generations):
        candidates = centre + spread * rng.standard_normal((fit.candidates, len(FEATURES)))
        candidates[0] = centre
        seed = int(rng.integers(1 << 32))
        shares = np.array([_share(player, each, opponents, table, decks, fit.games, seed) for each in candidates])
        best = candidates[np.argsort(-shares, kind="stable")[: fit.candidates // KEPT]]
        centre = (1 - FOLLOWED) * centre + FOLLOWED * best.mean(axis=0)
        wanted = np.maximum(best.std(axis=0), LEAST_SPREAD * size)
        spread = (1 - FOLLOWED) * spread + FOLLOWED * wanted
        tell(generation + 1, float(np.sort(shares)[-len(best) :].mean()))
    return with_weights(player, centre)


def with_weights(player: Player, weights: Floats) -> Player:
    """The player with other weights, in the order of FEATURES, rounded."""
    return replace(player, weights={name: round(float(w)) for name, w in zip(FEATURES, weights, strict=True)})


def _share(
    player: Player,
    weights: Floats,
    opponents: Sequence[Player],
    table: NDArray[Any],
    decks: Sequence[Deck],
    n_games: int,
    seed: int,
) -> float:
    candidate = with_weights(player, weights)
    return float(np.mean([contest_share(table, decks, candidate, each, n_games, seed) for each in opponents]))
