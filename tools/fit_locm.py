"""Fits the weights of a player of Legends of Code and Magic, and shows what they are worth with other decks.

    python -m tools.fit_locm --player planner --generations 40 --seed 1

Starts with the weights of a preset, plays against greedy and the player as it was, and prints the weights as TOML for
`src/evometa/games/locm/data/players.toml`. Progress goes to standard error.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import numpy as np

from evometa.games.locm.cards import game_cards, pack_cards
from evometa.games.locm.decks import Deck, draw_deck
from evometa.games.locm.players.contests import contest_share
from evometa.games.locm.players.fitting import Fit, fit_player
from evometa.games.locm.players.player import LADDER, preset

FITTING, SHOWING = range(2)  # what decks are drawn for
N_DECKS = 200
N_SHOWN = 4_000  # games


def draw_decks(seed: int, purpose: int) -> list[Deck]:
    """Random decks that are chosen freely; those of one purpose are others than those of another."""
    return [draw_deck(len(game_cards()), np.random.default_rng([seed, purpose, number])) for number in range(N_DECKS)]


def main(arguments: Sequence[str]) -> int:
    """The command; returns its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--player", choices=LADDER[1:], default=LADDER[-1])
    for name, default in vars(Fit()).items():
        parser.add_argument(f"--{name}", type=int, default=default)
    options = parser.parse_args(arguments)
    fit = Fit(options.generations, options.candidates, options.games, options.seed)
    table, start, greedy = pack_cards(game_cards()), preset(options.player), preset("greedy")

    def tell(generation: int, share: float) -> None:
        print(f"generation {generation}: the best win {share:.1%}", file=sys.stderr, flush=True)

    found = fit_player(start, [greedy, start], table, draw_decks(fit.seed, FITTING), fit, tell)
    print(f"[{start.name}.weights]")
    print(*(f"{name} = {weight}" for name, weight in found.weights.items()), sep="\n")
    decks = draw_decks(fit.seed, SHOWING)
    for other in (greedy, start):
        share = contest_share(table, decks, found, other, N_SHOWN, fit.seed)
        print(f"# wins {share:.1%} of {N_SHOWN} games against {other.name} as it was, with other decks")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
