"""Measures of balance on metagames whose balance is known."""

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.unit.metagame.counts import ROCK_PAPER_SCISSORS, join_seats, make_evidence, play

from evometa.metagame.measures import (
    deviations,
    deviations_against_meta,
    deviations_against_meta_noise_floor,
    deviations_noise_floor,
    estimate_imbalance,
    estimate_ranking,
    find_cycles,
    imbalance,
    imbalance_noise_floor,
    intransitivity,
    rate_decks,
    split_imbalance,
)

Floats = NDArray[np.float64]

EVEN = np.full((3, 3), 0.5)
PAPER_SMALL = np.array([[0.5, 0.0666, 0.0384], [0.9334, 0.5, 0.7381], [0.9616, 0.2619, 0.5]])


def ranked(ratings: list[float]) -> Floats:
    """Win rates that follow from the decks' ratings alone."""
    points = np.array(ratings)
    return np.asarray(1 / (1 + np.exp(points - points[:, None])))


def simulate(games: int, n_decks: int, samples: int = 4_000) -> Floats:
    """[samples, n, n]: win rates measured where every match-up is even."""
    upper = np.triu(np.random.default_rng(5).binomial(games, 0.5, (samples, n_decks, n_decks)) / games - 0.5, 1)
    return np.asarray(0.5 + upper - np.swapaxes(upper, 1, 2))


# --- F, and its parts ---


def test_f_of_a_ranking_is_strength_and_that_of_rock_paper_scissors_is_cycles() -> None:
    games, cycle = 100_000, 0.5 + 0.3 * (ROCK_PAPER_SCISSORS - 0.5)
    by_rank, by_cycle = (
        split_imbalance(play(rates, games, np.random.default_rng(1))) for rates in (ranked([0.8, 0.0, -0.5]), cycle)
    )
    assert by_rank.strength.value == pytest.approx(imbalance(ranked([0.8, 0.0, -0.5])), abs=0.005)
    assert by_rank.cycles.low == 0
    assert by_rank.cycles.high < 0.01
    assert by_cycle.cycles.value == pytest.approx(0.3, abs=0.005)
    assert by_cycle.strength.low == 0
    assert by_cycle.strength.high < 0.01


def test_making_decks_equally_strong_leaves_the_cycles_of_a_mixed_metagame() -> None:
    odds = np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]]) * 0.6
    ratings = np.array([0.4, 0.1, -0.5])
    mixed = 1 / (1 + np.exp(-(odds + ratings[:, None] - ratings)))
    found = split_imbalance(play(mixed, 100_000, np.random.default_rng(2)))
    assert found.cycles.value == pytest.approx(imbalance(1 / (1 + np.exp(-odds))), abs=0.005)
    assert found.strength.value == pytest.approx(imbalance(ranked(ratings.tolist())), abs=0.005)


@pytest.mark.parametrize("size", [0.0, 0.4])
def test_intervals_of_the_parts_cover_the_truth(size: float) -> None:
    rng, hits = np.random.default_rng(3), np.zeros(2)
    for _ in range(100):
        ratings, upper = size * rng.standard_normal(5), np.triu(size * rng.standard_normal((5, 5)), 1)
        odds = upper - upper.T
        odds = odds - odds.mean(axis=1)[:, None] + odds.mean(axis=1)
        truth = [imbalance(1 / (1 + np.exp(-part))) for part in (ratings[:, None] - ratings, odds)]
        win_rates = 1 / (1 + np.exp(-(odds + ratings[:, None] - ratings)))
        found = split_imbalance(play(win_rates, 300, rng))
        hits += [each.low <= true + 1e-9 and true <= each.high for each, true in zip(found, truth, strict=True)]
    assert (hits >= 88).all()


def test_parts_of_one_deck_or_of_unplayed_match_ups_say_what_is_known() -> None:
    nothing = np.zeros((3, 3), np.int64)
    assert split_imbalance(make_evidence([[0]], [[0]])).cycles == (0, 0, 0)
    unknown = split_imbalance(make_evidence(nothing, nothing)).strength
    assert (unknown.low, unknown.high, unknown.is_known) == (0, 1, False)


def test_f_of_the_papers_small_metagame() -> None:
    assert imbalance(PAPER_SMALL) == pytest.approx(0.781, abs=0.0005)


def test_f_goes_from_0_to_1_for_any_number_of_decks() -> None:
    assert imbalance(EVEN) == 0
    assert imbalance(ROCK_PAPER_SCISSORS) == pytest.approx(1)
    assert imbalance(ranked([200, 100, 0, -100, -200])) == pytest.approx(1)
    assert imbalance([[0.5]]) == 0


@pytest.mark.parametrize(("games", "floor"), [(100, 0.092), (300, 0.053), (10_000, 0.009)])
def test_the_noise_floor_of_three_decks(games: int, floor: float) -> None:
    assert imbalance_noise_floor(np.full((3, 3), games)) == pytest.approx(floor, abs=0.0005)


@pytest.mark.parametrize(("games", "n_decks"), [(100, 2), (60, 3), (200, 6)])
def test_the_noise_floor_is_what_f_is_on_average_when_all_is_even(games: int, n_decks: int) -> None:
    measured = np.mean([imbalance(rates) for rates in simulate(games, n_decks)])
    assert imbalance_noise_floor(np.full((n_decks, n_decks), games)) == pytest.approx(measured, rel=0.03)


def test_the_noise_floor_of_unequal_numbers_of_games() -> None:
    games = np.array([[0, 40, 400], [40, 0, 100], [400, 100, 0]])
    rng = np.random.default_rng(8)
    measured = np.mean([estimate_imbalance(play(EVEN, games // 2, rng)).f for _ in range(1_000)])
    assert imbalance_noise_floor(games) == pytest.approx(measured, rel=0.04)
    assert np.isnan(imbalance_noise_floor(np.zeros((3, 3))))


@pytest.mark.parametrize("truth", [EVEN, PAPER_SMALL])
def test_f_squared_without_noise_is_right_on_average(truth: Floats) -> None:
    rng = np.random.default_rng(9)
    played = [estimate_imbalance(play(truth, 25, rng)) for _ in range(1_000)]
    expected = imbalance(join_seats(truth)) ** 2
    assert np.mean([one.squared for one in played]) == pytest.approx(expected, abs=0.002)
    assert np.mean([one.f**2 for one in played]) > expected + 0.003
    assert all(one.corrected.value <= one.f for one in played)


@pytest.mark.parametrize("truth", [PAPER_SMALL, ranked([0.5, 0.2, 0, 0, -0.1, -0.6]), ROCK_PAPER_SCISSORS * 0.4 + 0.3])
@pytest.mark.parametrize("games", [50, 500])
def test_the_interval_holds_the_true_f(truth: Floats, games: int) -> None:
    rng, expected = np.random.default_rng(games), imbalance(join_seats(truth))
    played = [estimate_imbalance(play(truth, games, rng)) for _ in range(1_000)]
    intervals = [one.corrected for one in played]
    assert np.mean([one.low <= expected <= one.high for one in intervals]) == pytest.approx(0.95, abs=0.02)


def test_the_interval_of_a_balanced_metagame_starts_at_0_and_never_claims_certainty() -> None:
    rng = np.random.default_rng(4)
    played = [estimate_imbalance(play(EVEN, 50, rng)) for _ in range(1_000)]
    assert np.mean([one.corrected.low == 0 for one in played]) == pytest.approx(0.975, abs=0.015)
    assert min(one.corrected.high for one in played) > 0.09


def test_f_of_unfinished_games_is_unknown() -> None:
    estimate = estimate_imbalance(make_evidence(np.zeros((3, 3), int), np.zeros((3, 3), int)))
    assert np.isnan([estimate.f, estimate.noise_floor, estimate.squared, estimate.corrected.value]).all()
    assert (estimate.corrected.low, estimate.corrected.high) == (0, 1)


# --- deviation ---


def test_deviation_of_each_deck() -> None:
    assert deviations(PAPER_SMALL) == pytest.approx(
        [(0.4334 + 0.4616) / 2, (0.4334 + 0.2381) / 2, (0.4616 + 0.2381) / 2]
    )


def test_against_the_meta_good_and_bad_match_ups_cancel_out() -> None:
    assert deviations(ROCK_PAPER_SCISSORS) == pytest.approx([0.5, 0.5, 0.5])
    assert deviations_against_meta(ROCK_PAPER_SCISSORS, np.full(3, 1 / 3)) == pytest.approx([0, 0, 0])
    assert deviations_against_meta(ROCK_PAPER_SCISSORS, np.array([0.2, 0.2, 0.6])) == pytest.approx([0.2, 0.2, 0])
    assert deviations_against_meta(PAPER_SMALL, np.full(3, 1 / 3))[0] == pytest.approx((0.4334 + 0.4616) / 3)


def test_noise_floors_of_deviations() -> None:
    games, rates = np.full((4, 4), 100), simulate(100, 4)
    measured = np.mean([deviations(one) for one in rates], axis=0)
    assert deviations_noise_floor(games) == pytest.approx(measured, rel=0.04)
    measured = np.mean([deviations_against_meta(one, np.full(4, 1 / 4)) for one in rates], axis=0)
    assert deviations_against_meta_noise_floor(games, np.full(4, 1 / 4)) == pytest.approx(measured, rel=0.06)


# --- rankings and cycles ---


def test_a_ranking_has_no_intransitivity_and_gives_its_ratings_back() -> None:
    ratings = [0.7, 0.1, -0.2, -0.6]
    assert intransitivity(ranked(ratings)) == pytest.approx(0)
    assert rate_decks(ranked(ratings)) == pytest.approx(ratings)


def test_rock_paper_scissors_is_nothing_but_intransitive() -> None:
    assert intransitivity(ROCK_PAPER_SCISSORS) == pytest.approx(1)
    assert intransitivity(ROCK_PAPER_SCISSORS * 0.2 + 0.4) == pytest.approx(1)
    assert rate_decks(ROCK_PAPER_SCISSORS) == pytest.approx([0, 0, 0])


def test_a_ranking_with_a_twist_is_in_between() -> None:
    twisted = ranked([1, 0, -1])
    twisted[0, 2], twisted[2, 0] = twisted[2, 0], twisted[0, 2]
    assert 0.1 < intransitivity(twisted) < 0.95


def test_an_even_metagame_has_no_intransitivity() -> None:
    assert intransitivity(EVEN) == 0
    assert intransitivity([[0.5]]) == 0


def test_the_best_ranking_and_its_noise_floor() -> None:
    truth, rng = ranked([-1, 0.6, 0, 1]), np.random.default_rng(6)
    found = [estimate_ranking(play(truth, 100, rng)) for _ in range(300)]
    assert found[0].order == (3, 1, 2, 0)
    measured = np.mean([one.intransitivity for one in found])
    assert np.mean([one.noise_floor for one in found]) == pytest.approx(measured, rel=0.15)


def test_the_noise_floor_of_an_even_metagame_is_what_chance_gives() -> None:
    rng = np.random.default_rng(6)
    found = [estimate_ranking(play(EVEN, 100, rng)) for _ in range(1_000)]
    assert np.mean([one.intransitivity for one in found]) == pytest.approx(1 / 3, abs=0.03)
    assert max(one.noise_floor for one in found) == pytest.approx(1 / 3)


def test_each_cycle_is_found_once() -> None:
    wins, ranks = (np.rint(1_000 * rates).astype(int) for rates in (ROCK_PAPER_SCISSORS, ranked([1, 0, -1, -2])))
    assert find_cycles(make_evidence(wins, 1_000 - wins)) == [(0, 2, 1)]
    assert find_cycles(make_evidence(1_000 - wins, wins)) == [(0, 1, 2)]
    assert find_cycles(make_evidence(ranks, 1_000 - ranks)) == []


def test_a_cycle_is_sure_only_after_enough_games() -> None:
    wins = np.array([[5, 4, 6], [6, 5, 4], [4, 6, 5]])
    assert find_cycles(make_evidence(wins, 10 - wins)) == []
    assert find_cycles(make_evidence(10 * wins, 100 - 10 * wins)) == [(0, 2, 1)]


def test_an_even_metagame_hardly_ever_has_a_sure_cycle() -> None:
    rng = np.random.default_rng(3)
    assert sum(len(find_cycles(play(EVEN, 50, rng))) for _ in range(1_000)) <= 1


def test_renaming_decks_changes_no_measure() -> None:
    given = play(ranked([0.6, 0.1, 0, -0.8]), 60, np.random.default_rng(1))
    order = [2, 0, 3, 1]
    moved = np.ix_(order, order)
    renamed = make_evidence(given.wins[moved], given.losses[moved])
    f, again = estimate_imbalance(given), estimate_imbalance(renamed)
    assert (*again[:-1], *again.corrected) == pytest.approx((*f[:-1], *f.corrected))
    assert deviations(renamed.win_rate) == pytest.approx(deviations(given.win_rate)[order])
    before, after = estimate_ranking(given), estimate_ranking(renamed)
    assert tuple(order[deck] for deck in after.order) == before.order
    assert after.ratings == pytest.approx(before.ratings[order])
    assert (after.intransitivity, after.noise_floor) == pytest.approx((before.intransitivity, before.noise_floor))
