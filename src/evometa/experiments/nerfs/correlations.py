"""How well one number of the cards tells another: correlations with intervals, and the line through the points."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from math import atanh, sqrt, tanh
from statistics import NormalDist
from typing import Any

import numpy as np
from scipy import stats

from evometa.experiments.balance.audit import Facts, to_number
from evometa.matches.intervals import CONFIDENCE
from evometa.metagame.evidence import Floats

LEAST_POINTS = 4  # with fewer, an interval holds everything
BAND_POINTS = 41  # at which the band around the line is told


def correlate(rows: Sequence[Facts], x: str, y: str) -> Facts:
    """Pearson's and Spearman's correlation of two numbers of some rows, and the regression line with its band.

    Rows in which one of the two is not known are left out.
    """
    points = [(row[x], row[y]) for row in rows if row[x] is not None and row[y] is not None]
    xs, ys = np.array(points, dtype=float).reshape(-1, 2).T
    if len(xs) < LEAST_POINTS or not np.ptp(xs) or not np.ptp(ys):
        nothing = {"value": None, "low": -1.0, "high": 1.0, "p": None}
        return {"pearson": nothing, "spearman": nothing, "line": None, "cards": len(xs)}
    return {
        "pearson": _describe(stats.pearsonr(xs, ys), len(xs), 1.0),
        "spearman": _describe(_spearman(xs, ys), len(xs), None),
        "line": fit_line(xs, ys),
        "cards": len(xs),
    }


def fit_line(xs: Floats, ys: Floats) -> Facts:
    """The least-squares line, with the band that holds the true line at each point with the usual confidence."""
    fit = stats.linregress(xs, ys)
    left = ys - (fit.intercept + fit.slope * xs)
    freedom = len(xs) - 2
    spread = sqrt(float(left @ left) / freedom)
    at = np.linspace(xs.min(), xs.max(), BAND_POINTS)
    error = spread * np.sqrt(1 / len(xs) + (at - xs.mean()) ** 2 / np.sum((xs - xs.mean()) ** 2))
    margin = float(stats.t.ppf((1 + CONFIDENCE) / 2, freedom)) * error
    line = fit.intercept + fit.slope * at
    return {
        "slope": float(fit.slope),
        "intercept": float(fit.intercept),
        "band": {"x": at.tolist(), "low": (line - margin).tolist(), "high": (line + margin).tolist()},
    }


def _spearman(xs: Floats, ys: Floats) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return stats.spearmanr(xs, ys)


def _describe(found: Any, n: int, variance: float | None) -> Facts:
    """A correlation with Fisher's interval; for ranks (no variance given) with Bonett and Wright's."""
    value = float(found.statistic)
    factor = 1 + value**2 / 2 if variance is None else variance
    margin = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * sqrt(factor / (n - 3))
    if abs(value) >= 1:
        low = high = value
    else:
        low, high = (tanh(atanh(value) + sign * margin) for sign in (-1, 1))
    return {"value": value, "low": low, "high": high, "p": to_number(float(found.pvalue))}
