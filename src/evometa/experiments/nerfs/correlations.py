"""How well one number of the cards tells another: correlations with intervals, and the line through the points."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from math import atanh, nan, sqrt, tanh
from statistics import NormalDist
from typing import Any

import numpy as np
from scipy import stats

from evometa.experiments.nerfs.results import Band, Correlation, Correlations, Line
from evometa.matches.intervals import CONFIDENCE
from evometa.metagame.evidence import Floats

LEAST_POINTS = 4  # with fewer, an interval holds everything
BAND_POINTS = 41  # at which the band around the line is told


NOT_KNOWN = Correlation(nan, -1.0, 1.0, nan)


def correlate(pairs: Sequence[tuple[float, float]]) -> Correlations:
    """Pearson's and Spearman's correlation of two numbers, and the regression line of the second with its band.

    Pairs of which one is not known (NaN) are left out.
    """
    points = np.array(pairs, dtype=float).reshape(-1, 2)
    xs, ys = points[np.isfinite(points).all(axis=1)].T
    if len(xs) < LEAST_POINTS or not np.ptp(xs) or not np.ptp(ys):
        return Correlations(NOT_KNOWN, NOT_KNOWN, None, len(xs))
    return Correlations(
        pearson=_describe(stats.pearsonr(xs, ys), len(xs), 1.0),
        spearman=_describe(_spearman(xs, ys), len(xs), None),
        line=fit_line(xs, ys),
        cards=len(xs),
    )


def fit_line(xs: Floats, ys: Floats) -> Line:
    """The least-squares line, with the band that holds the true line at each point with the usual confidence."""
    fit = stats.linregress(xs, ys)
    left = ys - (fit.intercept + fit.slope * xs)
    freedom = len(xs) - 2
    spread = sqrt(float(left @ left) / freedom)
    at = np.linspace(xs.min(), xs.max(), BAND_POINTS)
    error = spread * np.sqrt(1 / len(xs) + (at - xs.mean()) ** 2 / np.sum((xs - xs.mean()) ** 2))
    margin = float(stats.t.ppf((1 + CONFIDENCE) / 2, freedom)) * error
    line = fit.intercept + fit.slope * at
    return Line(float(fit.slope), float(fit.intercept), Band(at, line - margin, line + margin))


def _spearman(xs: Floats, ys: Floats) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return stats.spearmanr(xs, ys)


def _describe(found: Any, n: int, variance: float | None) -> Correlation:
    """A correlation with Fisher's interval; for ranks (no variance given) with Bonett and Wright's."""
    value = float(found.statistic)
    factor = 1 + value**2 / 2 if variance is None else variance
    margin = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * sqrt(factor / (n - 3))
    if abs(value) >= 1:
        low = high = value
    else:
        low, high = (tanh(atanh(value) + sign * margin) for sign in (-1, 1))
    return Correlation(value, low, high, float(found.pvalue))
