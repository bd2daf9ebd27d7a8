"""Weights that are fitted to positions: planted ones are found, and what says nothing is left out."""

from __future__ import annotations

import numpy as np
import pytest

from evometa.metagame.skill import weight_fits
from evometa.metagame.skill.weight_fits import LITTLE, RIDGES, Positions, Regression, fit_weights

FEATURES = ("my_minions", "enemy_minions", "my_hero_health", "my_secrets", "my_danger")
TRUTH = np.array([0.4, -0.3, 0.05, 0.0, 0.0])  # the last two say nothing, and the last is always the same


def plant(n: int = 20_000, seed: int = 1) -> Positions:
    rng = np.random.default_rng(seed)
    values = np.column_stack(
        [rng.integers(0, 5, n), rng.integers(0, 5, n), rng.integers(1, 31, n), rng.integers(0, 2, n), np.ones(n)]
    ).astype(np.int32)
    odds = values @ TRUTH - 1.0
    return Positions(FEATURES, values, rng.random(n) < 1 / (1 + np.exp(-odds)), np.zeros(n, np.int8), n)


def test_planted_weights_are_found_and_the_intercept_is_none() -> None:
    fit = fit_weights(plant())[0]
    assert fit.ridge == RIDGES[0]
    for name, truth in zip(FEATURES[:3], TRUTH, strict=False):
        assert fit.weights[name] == pytest.approx(1000 * truth, abs=40)
    assert "my_danger" not in fit.weights
    assert fit.loss < 0.66  # that of a coin is 0.69


def test_what_starting_is_worth_is_not_taken_for_what_those_have_who_started() -> None:
    rng = np.random.default_rng(2)
    n = 40_000
    seats = rng.integers(0, 2, n).astype(np.int8)
    crystals = rng.integers(0, 2, n) + (seats == 0)
    odds = 0.1 * crystals + 0.8 * (seats == 0) - 0.5
    won = rng.random(n) < 1 / (1 + np.exp(-odds))
    fit = fit_weights(Positions(("my_crystals",), crystals[:, None].astype(np.int32), won, seats, n))[0]
    assert fit.weights["my_crystals"] == pytest.approx(100, abs=50)


def test_there_is_a_fit_with_all_features_and_one_without_those_that_say_little() -> None:
    fits = fit_weights(plant())
    assert [(fit.ridge, fit.n_features) for fit in fits] == [(ridge, n) for ridge in RIDGES for n in (4, 3)]
    assert all(("my_secrets" in fit.weights) == (fit.n_features == 4) for fit in fits)
    strong, weak = fits[0], fits[2]
    assert abs(weak.weights["my_minions"]) < abs(strong.weights["my_minions"])  # a stronger ridge keeps them smaller


def test_what_a_feature_says_is_what_leaving_it_out_would_cost() -> None:
    whole = Regression.of(plant())
    without = whole.choose(np.array([True, True, False, True]))
    cost = without.fit(RIDGES[0]).loss - whole.fit(RIDGES[0]).loss
    assert cost > LITTLE
    assert "my_hero_health" in whole.without_little(RIDGES[0]).features


def test_the_fit_does_not_depend_on_how_many_positions_are_looked_at_together(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [fit.weights for fit in fit_weights(plant())]
    monkeypatch.setattr(weight_fits, "BLOCK", 999)
    assert [fit.weights for fit in fit_weights(plant())] == expected


def test_games_that_a_feature_decides_alone_give_finite_weights() -> None:
    values = np.array([[k, k] for k in (-3, -2, -1, 1, 2, 3)], np.int32)  # and both say the same
    fits = fit_weights(Positions(FEATURES[:2], values, values[:, 0] > 0, np.zeros(6, np.int8), 3))
    assert fits
    assert all(0 < weight < 100_000 for fit in fits for weight in fit.weights.values())


def test_without_positions_there_is_no_fit() -> None:
    nobody = Positions(FEATURES, np.zeros((0, 5), np.int32), np.zeros(0, bool), np.zeros(0, np.int8), 0)
    assert fit_weights(nobody) == []
    alike, seats = np.ones((4, 5), np.int32), np.array([0, 1, 0, 1], np.int8)
    assert fit_weights(Positions(FEATURES, alike, np.array([True, False] * 2), seats, 2)) == []
