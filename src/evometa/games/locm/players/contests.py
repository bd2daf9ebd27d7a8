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
    jobs = _draw_jobs(len(decks), n_games, seed)
    jobs["players"][::2], jobs["players"][1::2] = (0, 1), (1, 0)
    jobs["cell"][1::2] = 1
    wins = play(table[None], pack_decks(decks), pack_players([player, other]), jobs).sums["wins"]
    return float(wins[0, 0] + wins[1, 1]) / n_games


def rate_cards(
    table: NDArray[Any], decks: Sequence[Deck], player: Player, n_games: int, seed: int
) -> NDArray[np.float64]:
    """How often a deck wins that has drawn a card, by card number; NaN for what nobody drew.

    An even number of games: two of each seed, in which the decks change seats.
    """
    packed = pack_decks(decks)
    jobs = _draw_jobs(len(decks), n_games, seed)
    jobs["decks"][1::2] = jobs["decks"][1::2, ::-1]
    rows = play(table[None], packed, pack_players([player]), jobs, with_rows=True).rows
    assert rows is not None
    drawn, won = np.zeros(len(table)), np.zeros(len(table))
    cards, is_drawn = packed["distinct"][jobs["decks"]], rows["first_drawn"] > 0
    for seat in range(2):
        is_won = is_drawn[:, seat] & (rows["winner"] == seat)[:, None]
        drawn += np.bincount(cards[:, seat][is_drawn[:, seat]], minlength=len(table))
        won += np.bincount(cards[:, seat][is_won], minlength=len(table))
    return np.divide(won, drawn, out=np.full(len(table), np.nan), where=drawn > 0)


def _draw_jobs(n_decks: int, n_games: int, seed: int) -> NDArray[Any]:
    """Jobs of one game, two of each seed, with two random decks."""
    rng = np.random.default_rng(seed)
    jobs = np.zeros(n_games, Job)
    jobs["games"] = 1
    jobs["seed"] = np.repeat(rng.integers(MOST_SEED, size=n_games // 2, dtype=np.uint64), 2)
    first = rng.integers(n_decks, size=n_games // 2)
    pairs = np.stack([first, (first + rng.integers(1, n_decks, n_games // 2)) % n_decks], axis=1)
    jobs["decks"] = np.repeat(pairs, 2, axis=0)
    return jobs
