"""Elo ratings from counted games: how far players are apart, and how sure that is. Knows counts only.

The model is that of Bradley and Terry: of two players, the odds of the better one to win grow tenfold with every 400
points. Ratings are those that make the counted games most likely, and their mean is `MEAN`. A draw is half a win. Every
two players have half a win and half a loss before their first game, so that who has never lost has a rating, too.
"""

from __future__ import annotations

from math import log

import numpy as np

from evometa.matches.inference import PRIOR, Estimates, around
from evometa.metagame.evidence import Counts, Floats

MEAN = 1500.0
POINTS = 400 / log(10)  # of Elo, for each unit of log odds
LEAST_PARTS = 10  # from which on the spread between parts of the games, such as decks, is measured
MOST_STEPS = 200
LONGEST_STEP = 1.0  # in log odds, so that no step leaps over the goal
CLOSE_ENOUGH = 1e-10


def rate_players(outcomes: Counts, is_sample: bool = False) -> Estimates:
    """[n]: the ratings of n players with their intervals.

    `outcomes` are [parts, n, n, 3]: of games between two players how many the one of the row won, lost and drew,
    by the part (such as a deck) that they belong to. If the parts are a sample, the intervals also hold which of them
    were drawn: then they come from the spread between parts, unless games alone make them wider.
    """
    by_part = outcomes[..., 0] + outcomes[..., 2] / 2  # wins, draws as half
    n_games = outcomes.sum(axis=(0, 3)) + 2 * PRIOR * (1 - np.eye(outcomes.shape[1]))
    strengths = _fit(by_part.sum(axis=0) + PRIOR * (1 - np.eye(outcomes.shape[1])), n_games)
    chances = _win_chances(strengths)
    covariance = _invert(n_games * chances * chances.T)
    errors = np.diag(covariance)
    if is_sample and len(by_part) >= LEAST_PARTS:
        scores = np.sum(by_part - outcomes.sum(axis=3) * chances, axis=2)  # [parts, n]: wins beyond what is expected
        spread = scores.T @ scores * len(by_part) / (len(by_part) - 1)
        errors = np.maximum(errors, np.diag(covariance @ spread @ covariance))
    return around(MEAN + POINTS * strengths, np.sqrt(errors) * POINTS)


def _win_chances(strengths: Floats) -> Floats:
    """[n, n]: how often the player of the row beats that of the column."""
    return np.asarray(1 / (1 + np.exp(strengths[None, :] - strengths[:, None])))


def _fit(points: Floats, n_games: Floats) -> Floats:
    """[n]: the most likely strengths, in log odds, with a mean of 0; by Newton's method."""
    strengths = np.zeros(len(points))
    for _ in range(MOST_STEPS):
        chances = _win_chances(strengths)
        step = _invert(n_games * chances * chances.T) @ np.sum(points - n_games * chances, axis=1)
        strengths += step * min(1.0, LONGEST_STEP / max(float(np.abs(step).max()), CLOSE_ENOUGH))
        if np.abs(step).max() < CLOSE_ENOUGH:
            break
    return np.asarray(strengths - strengths.mean())


def _invert(weights: Floats) -> Floats:
    """[n, n]: the covariance of strengths about their mean, from the information that every two players give."""
    apart = weights * (1 - np.eye(len(weights)))
    mean = np.full(weights.shape, 1 / len(weights))
    return np.asarray(np.linalg.inv(np.diag(apart.sum(axis=1)) - apart + mean) - mean)
