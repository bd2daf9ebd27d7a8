"""Ends of turns as `evometa tune` learns from them, noted in games of players against themselves.

As a program it writes those of one player, so that they can be noted in a process with other settings.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace

from tests.parity.processes import finish, start_python

from evometa.games.players import load_player
from evometa.matches.runners import ThreadRunner
from evometa.metagame.skill.ladder_setup import draw_metagame
from evometa.metagame.skill.weight_fits import sample_positions

DECKS, GAMES, SEED = 2, 4, 20190705  # decks of two classes, and a game from each seat
SEARCH = {"width": 1, "depth": 3}  # quick enough uncompiled

Sampled = tuple[list[str], list[list[int]], list[bool]]  # features, their values in each position, and who won


def note_samples(name: str) -> Sampled:
    """What is noted when a player plays itself with random decks."""
    player = replace(load_player(name), **SEARCH) if name != "random" else load_player(name)
    metagame = draw_metagame(DECKS, SEED, [player])
    found = sample_positions(player, metagame, GAMES, SEED, ThreadRunner(1))
    return list(found.features), found.values.tolist(), found.won.tolist()


def note_samples_uncompiled(name: str) -> Sampled:
    """The same in a process where nothing is compiled."""
    process = start_python(["-m", "tests.parity.turn_samples", name], {"NUMBA_DISABLE_JIT": "1"})
    features, values, won = json.loads(finish(process))
    return features, values, won


if __name__ == "__main__":
    print(json.dumps(note_samples(sys.argv[1])))
