"""Counts for tests: planted truths, and games drawn from them."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evometa.metagame.evidence import Evidence

ROCK_PAPER_SCISSORS = np.array([[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]])


def make_evidence(wins: ArrayLike, losses: ArrayLike, draws: ArrayLike = 0, shares: ArrayLike = ()) -> Evidence:
    """Evidence of decks A, B, C, ... with ten turns per game; shares are uniform unless said."""
    won, lost = np.asarray(wins), np.asarray(losses)
    drawn = np.broadcast_to(draws, won.shape)
    games, n_decks = won + lost + drawn, len(won)
    given = np.asarray(shares) if np.size(shares) else np.full(n_decks, 1 / n_decks)
    return Evidence(tuple("ABCDEFGHIJKL"[:n_decks]), given, games, won, lost, drawn, 10 * games)


def play(starting: ArrayLike, games: ArrayLike, rng: np.random.Generator, shares: ArrayLike = ()) -> Evidence:
    """So many games per ordered pair, given the true win rates of the deck that starts."""
    rates = np.asarray(starting)
    played = np.broadcast_to(games, rates.shape)
    wins = rng.binomial(played, rates)
    return make_evidence(wins, played - wins, shares=shares)


def join_seats(starting: ArrayLike) -> NDArray[np.float64]:
    """The true win rates over both seats."""
    rates = np.asarray(starting, dtype=float)
    joined = (rates + 1 - rates.T) / 2
    np.fill_diagonal(joined, 0.5)
    return np.asarray(joined)
