"""The loss of a search that learns is the measure that people know, row by row."""

from __future__ import annotations

import numpy as np
import pytest

from evometa.search.learning.loss import (
    Band,
    Loss,
    Worst,
    add_losses,
    loss_against_meta,
    loss_of_bands,
    loss_of_imbalance,
    loss_to_target,
    pairs_of,
)


def test_rows_are_the_pairs_of_decks_in_order() -> None:
    assert pairs_of(3) == [(0, 1), (0, 2), (1, 2)]


def test_f_is_twice_the_root_mean_square_of_what_is_off_even() -> None:
    assert loss_of_imbalance(3)([0.9, 0.8, 0.7]) == pytest.approx(np.sqrt(4 / 3 * (0.4**2 + 0.3**2 + 0.2**2)))
    assert loss_of_imbalance(4)(np.ones(6)) == pytest.approx(1)


def test_many_win_rates_are_looked_at_at_once_as_rates_or_as_log_odds() -> None:
    loss, rates = loss_of_imbalance(3), np.random.default_rng(1).uniform(0.05, 0.95, (4, 5, 3))
    assert loss(rates).shape == (4, 5)
    assert loss.of_logits(np.log(rates / (1 - rates))) == pytest.approx(loss(rates))
    assert np.isfinite(loss.of_logits([800.0, -800.0, 0.0]))


def test_rock_paper_scissors_is_even_against_the_metagame() -> None:
    cycle, ranked = [0.8, 0.2, 0.8], [0.8, 0.8, 0.5]
    assert loss_against_meta(np.full(3, 1 / 3))(cycle) == pytest.approx(0, abs=1e-12)
    assert loss_against_meta(np.full(3, 1 / 3))(ranked) == pytest.approx(2 / 3 * (0.2 + 0.1 + 0.1))


def test_bands_say_how_far_decks_are_outside_of_them() -> None:
    thirds, ranked = np.full(3, 1 / 3), [0.8, 0.8, 0.5]  # 70, 40 and 40%
    assert loss_of_bands(thirds, [Band(0, high=0.55)])(ranked) == pytest.approx(0.15)
    assert loss_of_bands(thirds, [Band(0, low=0.55), Band(2, 0.35, 0.45)])(ranked) == 0
    both = loss_of_bands(thirds, [Band(1, 0.5, 0.5), Band(2, low=0.45)])
    assert both(ranked) == pytest.approx(0.15)
    joined = add_losses([both, loss_against_meta(thirds)])
    assert joined(ranked) == pytest.approx(0.15 + float(loss_against_meta(thirds)(ranked)))
    assert joined.for_players([1, 1])([*ranked, 0.5, 0.5, 0.5]) == pytest.approx(float(joined(ranked)) / 2)
    with pytest.raises(ValueError, match="only those of power 1"):
        add_losses([both, loss_of_imbalance(3)])


def test_cells_without_weight_do_not_matter() -> None:
    loss = loss_to_target([0.6, np.nan, 0.5], [1, 0, 3])
    assert loss([0.6, 0.99, 0.5]) == pytest.approx(0)
    assert loss([0.5, 0.1, 0.6]) == pytest.approx(0.2)
    assert loss([0.7, 0.1, 0.5]) == pytest.approx(0.1)


def test_pilots_share_a_loss_by_how_much_they_count() -> None:
    one = loss_of_imbalance(3)
    both = one.for_players([3, 1])
    assert both.n_rows == 6
    found = both([0.9, 0.9, 0.9, 0.5, 0.5, 0.5])
    assert found == pytest.approx(np.sqrt(3 / 4) * one([0.9, 0.9, 0.9]))


def test_the_worst_is_that_of_the_pilot_whom_it_serves_worst() -> None:
    one = loss_of_imbalance(3)
    worst = Worst.of_players(one, [1, 1, 1], [True, True, False])
    first, second, other = [0.6, 0.5, 0.5], [0.5, 0.3, 0.4], [0.9, 0.9, 0.9]
    assert worst([*first, *second, *other]) == pytest.approx(one(second))
    assert worst([*second, *first, *other]) == pytest.approx(one(second))
    assert worst.is_seen.tolist() == [True] * 6 + [False] * 3
    rates = np.random.default_rng(2).uniform(0.05, 0.95, (4, 5, 9))
    assert worst.of_logits(np.log(rates / (1 - rates))) == pytest.approx(worst(rates))


def test_a_pilot_who_counts_half_may_be_served_half_as_well() -> None:
    one = loss_of_imbalance(3)
    worst = Worst.of_players(one, [4, 2], [True, True])
    assert worst([0.6, 0.6, 0.6, 0.7, 0.7, 0.7]) == pytest.approx(one([0.6, 0.6, 0.6]))
    assert worst([0.6, 0.6, 0.6, 0.9, 0.9, 0.9]) == pytest.approx(one([0.9, 0.9, 0.9]) / 2)


def test_errors_of_log_odds_spread_to_the_loss() -> None:
    """Each row is off by itself, so that more of them even out."""
    rng = np.random.default_rng(5)
    for n_decks in (3, 6):
        loss, n_rows = loss_of_imbalance(n_decks), len(pairs_of(n_decks))
        logits = rng.normal(0, 0.3, n_rows)
        off = loss.of_logits(logits + rng.normal(0, 0.1, (4000, n_rows)))
        assert loss.spread(0.1) == pytest.approx(0.05 / np.sqrt(n_rows))
        assert off.std() == pytest.approx(loss.spread(0.1), rel=0.2)


@pytest.mark.parametrize("weights", [[0.0, 0.0], [-1.0, 2.0], [np.nan, 1.0]])
def test_weights_that_mean_nothing_are_refused(weights: list[float]) -> None:
    with pytest.raises(ValueError, match="weights are 0 or more"):
        Loss(np.eye(2), np.ones(2), np.array(weights))


def test_shapes_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match=r"allowed: \[K, R\]"):
        Loss(np.eye(2), np.ones(3), np.ones(2))
