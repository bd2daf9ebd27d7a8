"""Plays Legends of Code and Magic at random, with cards as they are printed and changed, and looks at every state.

    python -m tools.fuzz_locm --actions 1000000 --seed 1 --json

After each action the invariants of `evometa.games.locm.invariants` are checked. A game in which one is broken can be
played again by its seed and number. Exit code 0: nothing was broken.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.locm import invariants
from evometa.games.locm.cards import Card, change_cards, game_cards, pack_cards
from evometa.games.locm.decks import draw_deck
from evometa.games.locm.invariants import play_checked
from evometa.games.locm.records import new_games

VARIANTS, DECKS = 16, 64  # of a batch; the first variant is the printed cards
BATCH_GAMES = 2_000
MOST_CHANGE = 12  # of a number, in either direction
PROBLEMS = {
    value: name.lower().replace("_", " ") for name, value in vars(invariants).items() if name.startswith("BAD_")
}


def change_at_random(rng: np.random.Generator) -> tuple[Card, ...]:
    """The game's cards with each number changed, as far as it can be."""
    addresses = [address for card in game_cards() for address in card.numbers()]
    changes = rng.integers(-MOST_CHANGE, MOST_CHANGE + 1, len(addresses))
    return change_cards(game_cards(), dict(zip(addresses, changes.tolist(), strict=True)))


def make_batch(seed: int, number: int) -> tuple[NDArray[Any], NDArray[np.int16]]:
    """The card tables and decks of a batch."""
    rng = np.random.default_rng([seed, number])
    variants = [game_cards(), *(change_at_random(rng) for _ in range(VARIANTS - 1))]
    decks = [draw_deck(len(game_cards()), rng) for _ in range(DECKS)]
    return np.stack([pack_cards(cards) for cards in variants]), np.array(decks, np.int16)


def fuzz(n_actions: int, seed: int, batch_games: int = BATCH_GAMES) -> dict[str, Any]:
    """Play until there were so many actions; returns the counts, and the first broken game of each batch."""
    report: dict[str, Any] = {"seed": seed, "games": 0, "actions": 0, "broken": 0, "found": []}
    state, number = new_games(1), 0
    while report["actions"] < n_actions:
        tables, decks = make_batch(seed, number)
        done, game, problem = play_checked(tables, decks, state, number * batch_games, batch_games, np.uint64(seed))
        report["actions"] += done
        report["games"] += batch_games
        if game >= 0:
            report["broken"] += 1
            report["found"].append({"game": game, "problem": PROBLEMS[problem], "turn": int(state[0].turn)})
        number += 1
    return report


def main(arguments: Sequence[str]) -> int:
    """The command; returns its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--actions", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print the counts as JSON")
    options = parser.parse_args(arguments)
    report = fuzz(options.actions, options.seed)
    if options.json:
        print(json.dumps(report, indent=2))
    else:
        print(f"{report['games']} games, {report['actions']} actions, {report['broken']} broken")
        print(*report["found"], sep="\n")
    return 1 if report["broken"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
