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

from evometa.games.decks.space import class_spaces
from evometa.games.locm.game import LOCM
from evometa.games.locm.invariants import PROBLEMS, play_checked
from evometa.games.locm.records import new_games

VARIANTS, DECKS = 16, 64  # of a batch; the first variant is the printed cards
BATCH_GAMES = 2_000
MOST_CHANGE = 12  # of a number, in either direction


def make_tables(rng: np.random.Generator) -> NDArray[Any]:
    """The tables of the game's cards, and of these with each number changed as far as it can be."""
    numbers = LOCM.own_cards.numbers()
    wanted = rng.integers(-MOST_CHANGE, MOST_CHANGE + 1, (VARIANTS, len(numbers)))
    wanted[0] = 0
    changes = [
        [
            LOCM.change_number(address.partition(".")[2], number, change, allow_zero=bool(variant % 2)) - number
            for (address, number), change in zip(numbers.items(), row, strict=True)
        ]
        for variant, row in enumerate(wanted.tolist())
    ]
    return LOCM.make_tables(LOCM.own_cards, LOCM.load_rules(), [*numbers]).make(np.array(changes))


def make_batch(seed: int, number: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """The card tables and decks of a batch."""
    rng = np.random.default_rng([seed, number])
    (space,) = class_spaces(LOCM.own_cards, LOCM.load_rules())
    return make_tables(rng), LOCM.pack_counts(space.draw(DECKS, rng), space, LOCM.compile(LOCM.own_cards))


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
