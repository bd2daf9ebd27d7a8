"""Correlations: values as scipy's, intervals that cover the truth, and what little can be said of few points."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from evometa.experiments.nerfs.correlations import correlate


def rows_of(xs: Any, ys: Any) -> list[dict[str, float | None]]:
    return [{"x": x, "y": y} for x, y in zip(xs, ys, strict=True)]


def draw(truth: float, n: int, seed: int) -> list[dict[str, float | None]]:
    points = np.random.default_rng(seed).multivariate_normal([0, 0], [[1, truth], [truth, 1]], n)
    return rows_of(*points.T.tolist())


def test_a_line_is_found() -> None:
    found = correlate(rows_of([1, 2, 3, 4], [5, 3, 1, -1]), "x", "y")
    assert found["pearson"]["value"] == pytest.approx(-1)
    assert found["spearman"]["value"] == pytest.approx(-1)
    assert (found["line"]["slope"], found["line"]["intercept"]) == pytest.approx((-2, 7))


@pytest.mark.parametrize("truth", [0.0, -0.6])
def test_intervals_cover_the_truth(truth: float) -> None:
    found = [correlate(draw(truth, 25, seed), "x", "y") for seed in range(100)]
    in_ranks = 6 / np.pi * np.arcsin(truth / 2)
    for name, expected in (("pearson", truth), ("spearman", in_ranks)):
        covered = sum(each[name]["low"] <= expected <= each[name]["high"] for each in found)
        assert 88 <= covered <= 100
    significant = sum(each["pearson"]["p"] < 0.05 for each in found)
    assert significant > 80 if truth else significant < 15


def test_the_band_holds_the_true_line() -> None:
    held = 0
    for seed in range(100):
        band = correlate(draw(-0.6, 25, seed), "x", "y")["line"]["band"]
        middle = len(band["x"]) // 2
        held += band["low"][middle] <= -0.6 * band["x"][middle] <= band["high"][middle]
    assert held >= 88


def test_unknown_numbers_are_left_out() -> None:
    rows = [*draw(0.5, 10, 1), {"x": None, "y": 1.0}, {"x": 1.0, "y": None}]
    assert correlate(rows, "x", "y") == correlate(draw(0.5, 10, 1), "x", "y")


@pytest.mark.parametrize("rows", [[], rows_of([1, 2, 3], [1, 2, 4]), rows_of([1, 1, 1, 1], [1, 2, 3, 4])])
def test_of_few_or_equal_points_nothing_is_said(rows: Any) -> None:
    found = correlate(rows, "x", "y")
    assert found["pearson"] == {"value": None, "low": -1.0, "high": 1.0, "p": None}
    assert found["line"] is None
