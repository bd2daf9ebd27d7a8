"""Diversity on metagames whose answer can be counted by hand: viable decks, distances, and cards that see play."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.unit.metagame.counts import ROCK_PAPER_SCISSORS, make_evidence
from tests.unit.metagame.planted_games import make_metagame

from evometa.games.decks.space import count_shared_cards
from evometa.games.patches.patch import Patch
from evometa.matches.inference import Estimates
from evometa.metagame.diversity import (
    Diversity,
    Viable,
    are_even,
    are_played,
    count_copies,
    count_effective,
    estimate_diversity,
    estimate_worth,
    expect_of_pairs,
    find_distances,
    find_overlaps,
    judge_shares,
    judge_win_rates,
    measure_pool_use,
    number_classes,
)
from evometa.metagame.equilibrium import nash
from evometa.metagame.evidence import Evidence
from evometa.metagame.model import Metagame

Floats = NDArray[np.float64]

HUNTER, PALADIN, WARLOCK = "exp1_hunter_aggro", "exp1_paladin_aggro", "exp1_warlock_aggro"
META = make_metagame(HUNTER, PALADIN, WARLOCK)
COPIES = count_copies(META)
DOMINATED = np.array([[0.5, 0.5, 0.9], [0.5, 0.5, 0.9], [0.1, 0.1, 0.5]])  # two twins above a third deck


def exact(values: Floats) -> Estimates:
    """Numbers without doubt; of what is unknown, all is possible."""
    return Estimates(values, np.nan_to_num(values, nan=0), np.nan_to_num(values, nan=1))


def estimate(*numbers: tuple[float, float, float]) -> Estimates:
    """Of each deck: value, lower and upper end."""
    return Estimates(*np.array(numbers).T)


def counts_of(win_rates: Floats, games: int, shares: tuple[float, ...] = ()) -> Evidence:
    """So many games for each ordered pair, with exactly these win rates."""
    wins = np.round(win_rates * games).astype(int)
    return make_evidence(wins, games - wins, shares=shares)


def diversity_of(win_rates: Floats, games: int = 10_000, metagame: Metagame = META) -> Diversity:
    evidence = counts_of(win_rates, games, metagame.shares)
    return estimate_diversity(metagame, evidence, exact(nash(evidence.win_rate)), seed=1)


def numbers(viable: Viable) -> list[int | None]:
    return [viable.decks, viable.low, viable.high]


# --- what is worth playing ------------------------------------------------------------------------


def test_what_is_rare_hardly_counts() -> None:
    assert count_effective([0.25] * 4) == pytest.approx(4)
    assert count_effective([1.0, 0.0]) == 1
    assert 1 < count_effective([0.98, 0.01, 0.01]) < 1.2
    assert np.isnan(count_effective([np.nan, 1.0]))


def test_decks_and_classes_worth_playing_follow_from_the_equilibrium() -> None:
    cycle = diversity_of(0.5 + 0.6 * (ROCK_PAPER_SCISSORS - 0.5)).worth
    assert cycle.decks.value == cycle.classes.value == pytest.approx(3)
    assert 2.8 < cycle.decks.low <= 3 <= cycle.decks.high < 3.2
    assert number_classes(META.decks) == (0, 1, 2)
    alike = estimate_worth(counts_of(0.5 + 0.6 * (ROCK_PAPER_SCISSORS - 0.5), 10_000), (0, 0, 0), seed=1)
    assert (alike.decks.value, *alike.classes) == pytest.approx((3, 1, 1, 1))
    strongest = np.array([[0.5, 0.9, 0.9], [0.1, 0.5, 0.5], [0.1, 0.5, 0.5]])
    assert tuple(diversity_of(strongest).worth.decks) == pytest.approx((1, 1, 1))


# --- viable decks ---------------------------------------------------------------------------------


def test_a_deck_is_even_up_to_the_edge_on_either_side() -> None:
    assert are_even([0.449, 0.45, 0.5, 0.55, 0.551]).tolist() == [0, 1, 1, 1, 0]


def test_a_deck_is_played_from_the_least_share_on() -> None:
    assert are_played([0.0, 0.0099, 0.01, 0.98]).tolist() == [0, 0, 1, 1]


def test_rounding_does_not_push_a_deck_over_the_edge() -> None:
    assert 0.35 + 0.1 < 0.45
    assert are_even([0.35 + 0.1]).tolist() == [1]
    assert 0.06 - 0.05 < 0.01
    assert are_played([0.06 - 0.05]).tolist() == [1]


def test_what_is_unknown_is_neither() -> None:
    assert np.isnan(are_even([np.nan])).all()
    assert np.isnan(are_played([np.nan])).all()


@pytest.mark.parametrize(
    ("rate", "low", "high", "verdict"),
    [
        (0.5, 0.46, 0.54, [1, 1, 1]),  # surely
        (0.5, 0.44, 0.56, [1, 0, 1]),  # it may be too weak or too strong
        (0.54, 0.5, 0.58, [1, 0, 1]),
        (0.56, 0.52, 0.6, [0, 0, 1]),
        (0.6, 0.56, 0.64, [0, 0, 0]),  # surely too strong
        (0.4, 0.36, 0.44, [0, 0, 0]),  # surely too weak
    ],
)
def test_the_interval_of_a_win_rate_says_how_sure_it_is(
    rate: float, low: float, high: float, verdict: list[int]
) -> None:
    viable = judge_win_rates(estimate((rate, low, high)))
    assert numbers(viable) == verdict
    assert (viable.is_viable, viable.is_sure) == ((verdict[0] == 1,), (verdict[1] == verdict[2],))


def test_the_interval_of_a_share_says_how_sure_it_is() -> None:
    viable = judge_shares(estimate((0.9, 0.2, 1.0), (0.1, 0.0, 0.5), (0.0, 0.0, 0.3), (0.0, 0.0, 0.0)))
    assert (viable.is_viable, viable.is_sure) == ((True, True, False, False), (True, False, False, True))
    assert numbers(viable) == [2, 1, 3]


def test_a_share_outside_its_own_interval_is_not_called_sure() -> None:
    # The equilibrium of the measured rates can be one that almost none of the likely matrices has.
    assert numbers(judge_shares(estimate((0.2, 0.0, 0.0)))) == [1, 0, 1]
    assert numbers(judge_shares(estimate((0.0, 0.1, 0.4)))) == [0, 0, 1]


def test_without_games_nothing_is_known_and_all_is_possible() -> None:
    viable = diversity_of(ROCK_PAPER_SCISSORS, games=0).viable
    assert numbers(viable) == [None, 0, 3]
    assert (viable.is_viable, viable.is_sure) == ((None,) * 3, (False,) * 3)


@settings(deadline=None)
@given(st.lists(st.tuples(*[st.floats(0, 1)] * 3), min_size=1, max_size=6))
def test_numbers_are_in_range_and_in_order(parts: list[tuple[float, float, float]]) -> None:
    low, value, high = np.sort(np.array(parts), axis=1).T
    found = judge_win_rates(Estimates(value, low, high))
    assert found.decks is not None
    assert 0 <= found.low <= found.decks <= found.high <= len(parts)


# --- distances ------------------------------------------------------------------------------------


def test_copies_are_those_of_the_decks() -> None:
    assert COPIES.sum(axis=1).tolist() == [30, 30, 30]
    wolf = META.card_set.index_of("Timber Wolf") - 1
    assert COPIES[:, wolf].tolist() == [deck.cards.count("Timber Wolf") for deck in META.decks]
    assert COPIES[0, wolf] > 0


def test_distances_are_cards_to_replace() -> None:
    distances = find_distances(COPIES)
    assert distances.tolist() == distances.T.tolist()
    for i, one in enumerate(META.decks):
        for j, other in enumerate(META.decks):
            assert distances[i, j] == 30 - count_shared_cards(one, other, META.card_set)
    assert (distances.diagonal() == 0).all()


def test_distances_by_hand() -> None:
    copies = np.array([[2, 2, 0, 0], [2, 1, 1, 0], [0, 0, 2, 2]])
    assert find_distances(copies).tolist() == [[0, 1, 4], [1, 0, 3], [4, 3, 0]]
    assert find_overlaps(copies).tolist() == [[1, 0.75, 0], [0.75, 1, 0.25], [0, 0.25, 1]]


def test_the_expected_distance_counts_mirrors_and_shares() -> None:
    distances = [[0, 10, 30], [10, 0, 20], [30, 20, 0]]
    assert expect_of_pairs(distances, [1 / 3] * 3) == pytest.approx(2 * 60 / 9)
    assert expect_of_pairs(distances, [0.5, 0, 0.5]) == pytest.approx(15)
    assert expect_of_pairs(distances, [0, 1, 0]) == 0
    assert np.isnan(expect_of_pairs(distances, [np.nan] * 3))


@settings(deadline=None)
@given(st.lists(st.floats(0.01, 1), min_size=2, max_size=8))
def test_no_shares_make_the_expected_distance_higher_than_even_ones_of_strangers(weights: list[float]) -> None:
    n_decks, shares = len(weights), np.array(weights) / sum(weights)
    strangers = 30 * (1 - np.eye(n_decks))
    highest = 30 * (1 - 1 / n_decks)
    assert 0 < expect_of_pairs(strangers, shares) <= highest + 1e-9
    assert expect_of_pairs(strangers, np.full(n_decks, 1 / n_decks)) == pytest.approx(highest)


# --- cards that see play --------------------------------------------------------------------------


def of_classes(*classes: str) -> int:
    """How many collectible cards there are."""
    return sum(card.is_collectible and card.tree["class"] in classes for card in META.card_set)


def test_cards_of_a_single_deck() -> None:
    hunter = make_metagame(HUNTER)
    use = measure_pool_use(hunter, count_copies(hunter))
    assert (use.played, use.pool) == (len(set(hunter.decks[0].cards)), 396)
    assert use.playable == of_classes("hunter", "neutral")
    assert use.part_of_playable == use.played / use.playable
    assert use.part_of_pool == use.played / 396 < use.part_of_playable < 1


def test_a_card_of_two_decks_counts_once_and_only_decks_played_count() -> None:
    cards = [set(deck.card_ids(META.card_set)) for deck in META.decks]
    assert cards[0] & cards[2]
    assert measure_pool_use(META, COPIES[[0, 2]]).played == len(cards[0] | cards[2])
    assert measure_pool_use(META, COPIES[[1]]).played == len(cards[1])
    assert measure_pool_use(META, COPIES[[]]).played == 0


def test_the_classes_are_those_of_the_metagame_whoever_is_played() -> None:
    classes = ("hunter", "paladin", "warlock", "neutral")
    assert measure_pool_use(META, COPIES[[1]]).playable == of_classes(*classes)


def test_banned_cards_are_not_in_the_pool() -> None:
    krush = META.card_set["King Krush"]
    without = META.with_patch(Patch(banned=frozenset([krush.id])))
    before, after = (measure_pool_use(each, count_copies(each)) for each in (META, without))
    assert (after.playable, after.pool) == (before.playable - 1, before.pool - 1)


# --- all of it ------------------------------------------------------------------------------------


def test_rock_paper_scissors_keeps_every_deck() -> None:
    found = diversity_of(ROCK_PAPER_SCISSORS)
    assert numbers(found.viable) == numbers(found.viable_in_nash) == [3, 3, 3]
    assert found.distance_in_nash == pytest.approx(found.distance)
    assert found.distance == pytest.approx(found.distances.sum() / 9)
    assert found.cards_in_nash == found.cards == measure_pool_use(META, COPIES)


def test_twins_are_played_and_what_they_dominate_is_not() -> None:
    # The twins win 63% and the third deck 23% against all three; in the equilibrium the twins share all games.
    found = diversity_of(DOMINATED)
    assert numbers(found.viable) == [0, 0, 0]
    assert found.viable_in_nash.is_viable == (True, True, False)
    assert found.distance_in_nash == pytest.approx(found.distances[0, 1] / 2)
    assert found.cards_in_nash == measure_pool_use(META, COPIES[:2])
    assert found.cards.played > found.cards_in_nash.played


def test_twins_with_the_same_cards_are_no_diversity() -> None:
    hunter = make_metagame(HUNTER)
    twin = replace(hunter.decks[0], name="Another hunter")
    twins = replace(hunter, decks=(hunter.decks[0], twin), players=hunter.players * 2, shares=(0.5, 0.5))
    found = diversity_of(np.full((2, 2), 0.5), metagame=twins)
    assert numbers(found.viable) == numbers(found.viable_in_nash) == [2, 2, 2]
    assert (found.distances.tolist(), found.distance, found.distance_in_nash) == ([[0, 0], [0, 0]], 0, 0)


def test_a_deck_without_a_share_brings_no_cards_and_no_distance() -> None:
    found = diversity_of(ROCK_PAPER_SCISSORS, metagame=replace(META, shares=(0.5, 0.5, 0.0)))
    assert found.cards == measure_pool_use(META, COPIES[:2])
    assert found.distance == pytest.approx(found.distances[0, 1] / 2)
    assert found.cards_in_nash == measure_pool_use(META, COPIES)


def test_more_games_make_sure() -> None:
    few, many = (diversity_of(np.full((3, 3), 0.5), games) for games in (10, 10_000))
    assert (numbers(few.viable), numbers(many.viable)) == ([3, 0, 3], [3, 3, 3])


def test_an_unknown_equilibrium_has_no_distance_and_no_cards() -> None:
    found = diversity_of(ROCK_PAPER_SCISSORS, games=0)
    assert np.isnan(found.distance_in_nash)
    assert found.cards_in_nash is None
    assert found.distance > 0
