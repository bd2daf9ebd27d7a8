"""How much win rates changed: the value, its interval, and what common seeds save."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from evometa.matches.inference import Estimates, paired_change, paired_change_against_meta, unpaired_change

EVERYWHERE = np.full((2, 2), True)
SHARES = np.array([0.5, 0.5])


def make_joint(starting: list[list[int]], following: list[list[int]]) -> NDArray[np.int64]:
    """Two decks: games by outcome before (rows) and after (columns); the first deck starts, and then the second."""
    joint = np.zeros((2, 2, 3, 3), np.int64)
    joint[0, 1], joint[1, 0] = starting, following
    return joint


def test_the_value_is_the_difference_of_the_rates_draws_ignored() -> None:
    # The first deck wins 4 of 8 decided games before and 6 of 9 after; as second, 5 of 10 and then 8 of 10.
    joint = make_joint([[4, 0, 0], [1, 2, 1], [1, 1, 0]], [[2, 3, 0], [0, 5, 0], [0, 0, 0]])
    change = paired_change(joint, EVERYWHERE)
    assert change.value[0, 1] == pytest.approx(((6 / 9 - 4 / 8) + (8 / 10 - 5 / 10)) / 2)
    assert change.value[1, 0] == -change.value[0, 1]
    assert change.value.diagonal().tolist() == [0, 0]
    assert change.low[0, 1] == pytest.approx(-change.high[1, 0])


def test_without_draws_the_interval_is_that_of_matched_pairs() -> None:
    joint = make_joint([[60, 4, 0], [16, 20, 0], [0, 0, 0]], [[20, 16, 0], [4, 60, 0], [0, 0, 0]])
    change = paired_change(joint, EVERYWHERE)
    worse, better, games = 4.5, 16.5, 102  # half a game more of each kind
    of_seat = (worse + better - (better - worse) ** 2 / games) / games**2
    assert change.value[0, 1] == pytest.approx(0.12)
    margin = 1.959964 * np.sqrt(2 * of_seat / 4)
    assert change.low[0, 1] == pytest.approx((better - worse) / games - margin)
    assert change.high[0, 1] == pytest.approx((better - worse) / games + margin)


def test_games_that_all_end_alike_still_leave_some_doubt() -> None:
    joint = make_joint([[50, 0, 0], [0, 50, 0], [0, 0, 0]], [[50, 0, 0], [0, 50, 0], [0, 0, 0]])
    change = paired_change(joint, EVERYWHERE)
    assert change.value[0, 1] == 0
    assert -0.02 < change.low[0, 1] < 0 < change.high[0, 1] < 0.02


def test_where_nothing_can_change_it_is_certain() -> None:
    joint = make_joint([[5, 0, 0], [0, 5, 0], [0, 0, 0]], [[5, 0, 0], [0, 5, 0], [0, 0, 0]])
    for estimate in (paired_change(joint, ~EVERYWHERE), paired_change_against_meta(joint, ~EVERYWHERE, SHARES)):
        assert not np.any(estimate)


def test_nothing_is_known_without_games() -> None:
    joint = np.zeros((2, 2, 3, 3), np.int64)
    for estimate in (paired_change(joint, EVERYWHERE), paired_change_against_meta(joint, EVERYWHERE, SHARES)):
        assert np.isnan(estimate.value.ravel()[1])
        assert (estimate.low.ravel()[1], estimate.high.ravel()[1]) == (-1, 1)


def test_against_the_metagame_changes_count_by_their_shares() -> None:
    joint = np.zeros((3, 3, 3, 3), np.int64)
    joint[..., 0, 0] = joint[..., 1, 1] = 50
    joint[0, 1] = [[50, 0, 0], [20, 30, 0], [0, 0, 0]]  # ten points in the mean of both seats
    shares = np.array([0.2, 0.5, 0.3])
    affected = np.full((3, 3), True)
    change = paired_change_against_meta(joint, affected, shares)
    assert change.value == pytest.approx([0.5 * 0.1, -0.2 * 0.1, 0])
    narrow = paired_change_against_meta(
        joint, affected & (np.eye(3) < 1) & (joint[..., 1, 0] + joint[..., 1, 0].T > 0), shares
    )
    assert narrow.value == pytest.approx(change.value)
    assert narrow.high[0] - narrow.low[0] < change.high[0] - change.low[0]


def test_an_unmet_deck_without_games_does_not_matter() -> None:
    joint = make_joint([[0] * 3] * 3, [[0] * 3] * 3)
    change = paired_change_against_meta(joint, EVERYWHERE, np.array([1.0, 0.0]))
    assert (change.value[0], change.low[0]) == (0, 0)
    assert np.isnan(change.value[1])


def test_unpaired_is_put_together_from_both_intervals() -> None:
    before = Estimates(np.array(0.5), np.array(0.4), np.array(0.6))
    after = Estimates(np.array(0.7), np.array(0.64), np.array(0.75))
    change = unpaired_change(before, after)
    assert change.value == pytest.approx(0.2)
    assert change.low == pytest.approx(0.2 - np.hypot(0.06, 0.1))
    assert change.high == pytest.approx(0.2 + np.hypot(0.05, 0.1))


@pytest.mark.parametrize("per_seat", [10, 50, 500])
@pytest.mark.parametrize(
    ("worse", "better", "drawn"), [(0.05, 0.05, 0), (0.02, 0.2, 0), (0.25, 0.25, 0), (0.1, 0.15, 0.1)]
)
def test_intervals_cover_the_truth(per_seat: int, worse: float, better: float, drawn: float) -> None:
    cells = np.zeros((3, 3))
    cells[0] = 0.5 - worse, worse, 0
    cells[1] = better, 0.5 - better - drawn, drawn
    truth = cells[:, 0].sum() / (1 - drawn) - 0.5
    samples = 2000
    rng = np.random.default_rng(1)
    drawn_games = rng.multinomial(per_seat, cells.ravel(), size=(samples, 2)).reshape(samples, 2, 3, 3)
    covered = 0
    for starting, following in drawn_games:
        turned = following[[1, 0, 2]][:, [1, 0, 2]]  # seen by the other deck, which starts
        change = paired_change(make_joint(starting, turned), EVERYWHERE)
        covered += bool(change.low[0, 1] <= truth <= change.high[0, 1])
    assert covered / samples >= 0.94
    assert covered / samples <= (0.975 if per_seat >= 50 else 1)
