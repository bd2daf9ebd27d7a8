"""Two players against each other with many decks, each pair of decks from both seats and with both players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.locm.batch import Job, pack_decks, play
from evometa.games.locm.decks import Deck
from evometa.games.locm.players.player import Player, pack_players

MOST_SEED = 1 << 63


def contest_share(
    table: NDArray[Any], decks: Sequence[Deck], player: Player, other: Player, n_games: int, seed: int
) -> float:
    """The share of games that a player wins: an even number, two of each seed, so that both have each seat and deck."""
    rng = np.random.default_rng(seed)
    jobs = np.zeros(n_games, Job)
    jobs["games"] = 1
    jobs["seed"] = np.repeat(rng.integers(MOST_SEED, size=n_games // 2, dtype=np.uint64), 2)
    pairs = [rng.choice(len(decks), 2, replace=False) for _ in range(n_games // 2)]
    jobs["decks"] = np.repeat(np.array(pairs), 2, axis=0)
    jobs["players"][::2], jobs["players"][1::2] = (0, 1), (1, 0)
    jobs["cell"][1::2] = 1
    wins = play(table[None], pack_decks(decks), pack_players([player, other]), jobs).sums["wins"]
    return float(wins[0, 0] + wins[1, 1]) / n_games
