"""Fits the weights of a player of Legends of Code and Magic, and shows what they are worth with other decks.

    python -m tools.fit_locm --player planner --generations 40 --seed 1

Starts with a player, plays against greedy and the player as it was, and prints the player that was found as a file.
A population of weights plays, and those that win most are followed: each generation draws candidates around a centre,
lets all of them play the same games, and moves the centre and the spread of each weight towards the best quarter.
(`evometa tune` fits weights to positions instead, which is faster.) Progress goes to standard error.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.decks.deck import Deck
from evometa.games.decks.space import class_spaces, draw_random_decks
from evometa.games.locm.game import LOCM
from evometa.games.locm.players.records import FEATURES
from evometa.games.players import Player, load_player
from evometa.input.short_repr import Short
from evometa.matches.counting import play_games
from evometa.matches.schedule import Match, seed_for

FITTING, SHOWING = "fitting", "showing"  # what decks are drawn for
N_DECKS = 200
N_SHOWN = 4_000  # games
KEPT = 4  # one candidate of so many is followed
FOLLOWED = 0.7  # how far the centre goes towards them
START_SPREAD, LEAST_SPREAD = 0.5, 0.03  # of a weight: its own size, and so much of the mean size of all


@dataclass(frozen=True)
class Fit(Short):
    """How to look for weights."""

    generations: int = 40
    candidates: int = 24  # of a generation
    games: int = 800  # of a candidate, against each opponent
    seed: int = 1


def draw_decks(seed: int, purpose: str) -> tuple[Deck, ...]:
    """Random decks that are chosen freely; those of one purpose are others than those of another."""
    spaces = class_spaces(LOCM.own_cards, LOCM.load_rules())
    return draw_random_decks(N_DECKS, seed_for(seed, "decks", purpose) % (1 << 63), spaces)


def contest_share(decks: Sequence[Deck], player: Player, other: Player, n_games: int, seed: int) -> float:
    """The share of games that a player wins: an even number, two of each seed, so that both have each seat and deck."""
    rng, matches = np.random.default_rng(seed), []
    for game in range(n_games // 2):
        first, step = int(rng.integers(len(decks))), int(rng.integers(1, len(decks)))
        pair = (first, (first + step) % len(decks))
        matches += [
            Match(pair, seats, 1, seed_for(seed, game), cell=cell) for cell, seats in enumerate(((0, 1), (1, 0)))
        ]
    wins = play_games(LOCM.compile(LOCM.own_cards), decks, [player, other], matches).sums["wins"]
    return float(wins[0, 0] + wins[1, 1]) / n_games


def fit_player(
    player: Player,
    opponents: Sequence[Player],
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

        def measure(weights: NDArray[Any], seed: int = seed) -> float:
            candidate = with_weights(player, weights)
            return float(np.mean([contest_share(decks, candidate, each, fit.games, seed) for each in opponents]))

        shares = np.array([measure(each) for each in candidates])
        best = candidates[np.argsort(-shares, kind="stable")[: fit.candidates // KEPT]]
        centre = (1 - FOLLOWED) * centre + FOLLOWED * best.mean(axis=0)
        wanted = np.maximum(best.std(axis=0), LEAST_SPREAD * size)
        spread = (1 - FOLLOWED) * spread + FOLLOWED * wanted
        tell(generation + 1, float(np.sort(shares)[-len(best) :].mean()))
    return with_weights(player, centre)


def with_weights(player: Player, weights: NDArray[Any]) -> Player:
    """The player with other weights, in the order of FEATURES, rounded."""
    named = {name: round(float(weight)) for name, weight in zip(FEATURES, weights, strict=True)}
    return LOCM.with_weights(player, named, name=player.name)


def main(arguments: Sequence[str]) -> int:
    """The command; returns its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--player", default=LOCM.ladder[-1])
    for name, default in vars(Fit()).items():
        parser.add_argument(f"--{name}", type=int, default=default)
    options = parser.parse_args(arguments)
    fit = Fit(options.generations, options.candidates, options.games, options.seed)
    start, greedy = load_player(options.player, LOCM), load_player("greedy", LOCM)

    def tell(generation: int, share: float) -> None:
        print(f"generation {generation}: the best win {share:.1%}", file=sys.stderr, flush=True)

    found = fit_player(start, [greedy, start], draw_decks(fit.seed, FITTING), fit, tell)
    print(LOCM.players.format(found))
    decks = draw_decks(fit.seed, SHOWING)
    for other in (greedy, start):
        share = contest_share(decks, found, other, N_SHOWN, fit.seed)
        print(f"# wins {share:.1%} of {N_SHOWN} games against {other.name} as it was, with other decks")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
