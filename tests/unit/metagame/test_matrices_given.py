"""What the measures of a metagame are given: matrices that are none are refused with one message."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from evometa.balance.objectives import Chance
from evometa.input.errors import InputError
from evometa.metagame.equilibrium import nash
from evometa.metagame.measures import (
    deviations,
    deviations_against_meta,
    deviations_against_meta_noise_floor,
    deviations_noise_floor,
    imbalance,
    imbalance_noise_floor,
    intransitivity,
    rate_decks,
)

EVEN = np.full(2, 0.5)
OF_RATES = (imbalance, deviations, partial(deviations_against_meta, shares=EVEN), rate_decks, intransitivity, nash)
OF_GAMES = (imbalance_noise_floor, deviations_noise_floor, partial(deviations_against_meta_noise_floor, shares=EVEN))
SHAPES = {"nothing": [], "no decks": np.zeros((0, 0)), "a list": [0.5, 0.5], "not square": np.full((2, 3), 0.5)}


@pytest.mark.parametrize("measure", OF_RATES + OF_GAMES)
@pytest.mark.parametrize("name", SHAPES)
def test_a_matrix_has_a_row_and_a_column_for_each_deck(measure: Callable[[Any], Any], name: str) -> None:
    with pytest.raises(InputError, match=r": found the shape \(.*; allowed: a row and a column for each of 1"):
        measure(SHAPES[name])


@pytest.mark.parametrize("measure", OF_RATES)
@pytest.mark.parametrize("rate", [-0.1, 1.5, 55, np.inf])
def test_win_rates_are_from_0_to_1(measure: Callable[[Any], Any], rate: float) -> None:
    with pytest.raises(InputError, match=rf"win rates: found {rate:g}; allowed: 0 to 1"):
        measure([[0.5, rate], [0.5, 0.5]])


@pytest.mark.parametrize("measure", OF_GAMES)
def test_games_are_not_below_0(measure: Callable[[Any], Any]) -> None:
    with pytest.raises(InputError, match="games: found -1; allowed: 0 or more"):
        measure([[2, -1], [2, 2]])


def test_shares_are_one_for_each_deck() -> None:
    with pytest.raises(InputError, match=r"shares: found the shape \(3,\); allowed: one share for each of 2 decks"):
        deviations_against_meta([[0.5, 0.5], [0.5, 0.5]], np.full(3, 1 / 3))


def test_chance_says_nothing_of_no_games() -> None:
    shares = np.full(2, 0.5)
    for games in (np.zeros((2, 2)), np.array([[9, 0], [9, 9]])):
        with pytest.raises(InputError, match="games: found a match-up with 0 games; allowed: 1 or more"):
            Chance(games, shares, np.eye(2), seed=1)
    Chance(np.array([[0, 9], [9, 0]]), shares, np.eye(2), seed=1)  # mirrors are not played
