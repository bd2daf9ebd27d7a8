"""How much win rates changed, and how sure that is, from games that were played twice with the same seeds.

A game before and the same game after a change start from the same shuffles, so they often end alike, and only those
that do not tell of the change. `joint` has the shape [n, n, 3, 3]: by ordered pair, how many games the deck of the row,
which starts, won (0), lost (1) or drew (2) before, and what became of them after. `is_affected` [n, n] says where games
can change at all; elsewhere the change is 0, and that is certain.
"""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from evometa.matches.intervals import CONFIDENCE
from evometa.metagame.evidence import Counts, Estimate, Floats

Mask = NDArray[np.bool_]

WON, LOST = 0, 1
PRIOR = np.array([[0.5, 0.5, 0], [0.5, 0.5, 0], [0, 0, 0]])  # games of each kind that a change has before its first


def paired_change(joint: Counts, is_affected: Mask, confidence: float = CONFIDENCE) -> Estimate:
    """[n, n]: how much higher the win rate of the deck of the row is after than before, the mean of both seats.

    It is exactly the difference of the two win rates; the interval comes from the games that ended otherwise, with half
    a game of each kind added (Agresti and Min's interval, extended to draws, which belong to no rate). NaN without
    decided games, with an interval of all that is possible.
    """
    value, smoothed = (_mean_change(games, is_affected) for games in (joint, joint + PRIOR))
    return _interval(value, smoothed, _variance(joint + PRIOR, is_affected), confidence)


def paired_change_against_meta(
    joint: Counts, is_affected: Mask, shares: Floats, confidence: float = CONFIDENCE
) -> Estimate:
    """[n]: how much each deck's win rate against the metagame, where it meets decks by their shares, changed."""
    met = is_affected & (shares > 0)
    value, smoothed = (_mean_change(games, met) @ shares for games in (joint, joint + PRIOR))
    return _interval(value, smoothed, _variance(joint + PRIOR, met) @ shares**2, confidence)


def unpaired_change(before: Estimate, after: Estimate) -> Estimate:
    """What would be known without pairs: the same change, with the interval for games that have nothing in common.

    Newcombe's interval, which is put together from those of the two rates.
    """
    value = after.value - before.value
    below = np.hypot(after.value - after.low, before.high - before.value)
    above = np.hypot(after.high - after.value, before.value - before.low)
    return _bounded(value, value - below, value + above)


# --- the numbers behind it ------------------------------------------------------------------------


def _mean_change(joint: Counts | Floats, where: Mask) -> Floats:
    """[n, n]: the change of the mean of both seats."""
    change = _rate(joint.sum(axis=-2)) - _rate(joint.sum(axis=-1))
    return _only(where, (change - change.T) / 2)


def _variance(joint: Floats, where: Mask) -> Floats:
    """[n, n]: the squared standard error of the change of the mean of both seats.

    A rate is a quotient, won by decided games, and so each game moves it as far as `_influence` says.
    """
    moved = _influence(joint.sum(axis=-2))[..., None, :] - _influence(joint.sum(axis=-1))[..., :, None]
    of_seat = np.sum(joint * moved**2, axis=(-2, -1)) / joint.sum(axis=(-2, -1)) ** 2
    return _only(where, (of_seat + of_seat.T) / 4)


def _only(where: Mask, values: Floats) -> Floats:
    """The values there, and 0 elsewhere; also in mirrors, whose win rate does not change."""
    return np.where(where & ~np.eye(len(where), dtype=bool), values, 0)


def _influence(outcomes: Floats) -> Floats:
    """[..., 3]: how far one game that is won, lost or drawn is from the mean, in units of a decided game's weight."""
    rate = _rate(outcomes)
    decided = outcomes[..., [WON, LOST]].sum(axis=-1) / outcomes.sum(axis=-1)
    return np.asarray(np.stack([1 - rate, -rate, np.zeros_like(rate)], axis=-1) / decided[..., None])


def _rate(outcomes: Floats | Counts) -> Floats:
    """[...]: the share of decided games that were won; NaN if there are none."""
    decided = outcomes[..., [WON, LOST]].sum(axis=-1)
    return np.asarray(outcomes[..., WON] / np.where(decided > 0, decided, np.nan))


def _interval(value: Floats, center: Floats, variance: Floats, confidence: float) -> Estimate:
    margin = NormalDist().inv_cdf((1 + confidence) / 2) * np.sqrt(variance)
    return _bounded(value, center - margin, center + margin)


def _bounded(value: Floats, low: Floats, high: Floats) -> Estimate:
    """A change is between -1 and 1; where nothing is known, it may be anything between them."""
    known = np.isfinite(value)
    return Estimate(value, np.where(known, np.maximum(low, -1), -1), np.where(known, np.minimum(high, 1), 1))
