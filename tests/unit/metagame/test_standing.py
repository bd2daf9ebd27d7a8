"""How a metagame stands: one word for each number, and nothing said of what is not known."""

from __future__ import annotations

import numpy as np
import pytest
from tests.unit.metagame.counts import make_evidence, play
from tests.unit.story.made_up import make_result

from evometa.metagame.measures import estimate_imbalance
from evometa.metagame.standing import FullStanding, Standing, order_from_high

RANKED = np.array([[0.5, 0.2, 0.4], [0.8, 0.5, 0.7], [0.6, 0.3, 0.5]])


def test_each_number_of_f_has_its_own_word() -> None:
    evidence = play(RANKED, 200, np.random.default_rng(1))
    standing, expected = Standing.of(evidence), estimate_imbalance(evidence)
    tree = standing.to_json()
    assert tree["f"] == expected.f > tree["f_corrected"] == expected.corrected.value > tree["f_noise_floor"]
    assert (tree["f_low"], tree["f_high"]) == (expected.corrected.low, expected.corrected.high)
    assert tree["games_played"] == 9 * 200
    assert tree["win_rate"] == evidence.win_rate.tolist()
    assert (tree["low"], tree["against_meta_high"]) == (evidence.rates.low.tolist(), evidence.strengths.high.tolist())


def test_a_standing_comes_back_from_json() -> None:
    standing = Standing.of(play(RANKED, 20, np.random.default_rng(1)))
    assert Standing.from_json(standing.to_json()).to_json() == standing.to_json()
    full = FullStanding.of_result(make_result("Weak", "Middling", "Strong"))
    assert FullStanding.from_json(full.to_json()).to_json() == full.to_json()


def test_without_games_nothing_is_known_and_f_is_not_0() -> None:
    nothing = np.zeros((3, 3), np.int64)
    standing = Standing.of(make_evidence(nothing, nothing))
    assert not standing.is_known
    assert np.isnan([standing.f, standing.f_noise_floor, standing.f_corrected.value]).all()
    assert standing.to_json()["f_corrected"] is None


def test_decks_are_ordered_from_the_strongest_and_unknown_ones_come_last() -> None:
    assert Standing.of(play(RANKED, 400, np.random.default_rng(1))).order == [1, 2, 0]
    assert order_from_high([0.5, np.nan, 0.7, 0.5]) == [2, 0, 3, 1]


def test_a_full_standing_says_the_same_of_f_and_more() -> None:
    result = make_result("Weak", "Middling", "Strong")
    full, basic = FullStanding.of_result(result), Standing.of(result.evidence)
    assert full.to_json().items() >= basic.to_json().items()
    assert set(full.ranking) == set(full.decks)
    assert float(full.nash.value.sum()) == pytest.approx(1)
    assert (full.nash.low <= full.nash.value).all()
