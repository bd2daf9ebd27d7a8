"""Correlations: values as scipy's, intervals that cover the truth, and what little can be said of few points."""

from __future__ import annotations

from math import nan
from typing import Any

import numpy as np
import pytest

from evometa.experiments.nerfs.work import correlate


def draw(truth: float, n: int, seed: int) -> list[tuple[float, float]]:
    points = np.random.default_rng(seed).multivariate_normal([0, 0], [[1, truth], [truth, 1]], n)
    return [(x, y) for x, y in points.tolist()]


def test_a_line_is_found() -> None:
    found = correlate([(1, 5), (2, 3), (3, 1), (4, -1)])
    assert found.pearson.value == pytest.approx(-1)
    assert found.spearman.value == pytest.approx(-1)
    assert found.line is not None
    assert (found.line.slope, found.line.intercept) == pytest.approx((-2, 7))
    assert found.cards == 4


@pytest.mark.parametrize("truth", [0.0, -0.6])
def test_intervals_cover_the_truth(truth: float) -> None:
    found = [correlate(draw(truth, 25, seed)) for seed in range(100)]
    in_ranks = 6 / np.pi * np.arcsin(truth / 2)
    for each, expected in (
        ([each.pearson for each in found], truth),
        ([each.spearman for each in found], in_ranks),
    ):
        covered = sum(one.low <= expected <= one.high for one in each)
        assert 88 <= covered <= 100
    significant = sum(each.pearson.p < 0.05 for each in found)
    assert significant > 80 if truth else significant < 15


def test_the_band_holds_the_true_line() -> None:
    held = 0
    for seed in range(100):
        line = correlate(draw(-0.6, 25, seed)).line
        assert line is not None
        band, middle = line.band, len(line.band.x) // 2
        held += bool(band.low[middle] <= -0.6 * band.x[middle] <= band.high[middle])
    assert held >= 88


def test_unknown_numbers_are_left_out() -> None:
    pairs = [*draw(0.5, 10, 1), (nan, 1.0), (1.0, nan)]
    assert correlate(pairs).to_json() == correlate(draw(0.5, 10, 1)).to_json()


@pytest.mark.parametrize("pairs", [[], [(1, 1), (2, 2), (3, 4)], [(1, 1), (1, 2), (1, 3), (1, 4)]])
def test_of_few_or_equal_points_nothing_is_said(pairs: Any) -> None:
    found = correlate(pairs)
    assert not found.pearson.is_known
    assert found.pearson.to_json() == {"value": None, "low": -1.0, "high": 1.0, "p": None}
    assert found.line is None
