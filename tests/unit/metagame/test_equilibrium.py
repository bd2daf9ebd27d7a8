"""The equilibrium of choosing a deck, where it is known."""

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.unit.metagame.counts import ROCK_PAPER_SCISSORS, join_seats, make_evidence, play

from evometa.metagame.equilibrium import nash, nash_interval, spread_out

Floats = NDArray[np.float64]


def random_win_rates(rng: np.random.Generator, n_decks: int, games: int) -> Floats:
    """Win rates measured in so few games that many of them tie."""
    edges = np.triu(rng.binomial(games, 0.5, (n_decks, n_decks)) / games - 0.5, 1)
    return np.asarray(0.5 + edges - edges.T)


def test_rock_paper_scissors_is_a_third_each() -> None:
    assert nash(ROCK_PAPER_SCISSORS) == pytest.approx([1 / 3, 1 / 3, 1 / 3], abs=1e-9)


def test_shares_follow_the_stakes() -> None:
    # Each deck is as frequent as the match-up between the other two is lopsided.
    rates = 0.5 + np.array([[0, -0.1, 0.2], [0.1, 0, -0.3], [-0.2, 0.3, 0]])
    assert nash(rates) == pytest.approx([0.5, 1 / 3, 1 / 6])


def test_a_dominated_deck_is_not_played() -> None:
    rates = np.full((4, 4), 0.3)
    rates[:3, :3], rates[:3, 3], rates[3, 3] = ROCK_PAPER_SCISSORS, 0.7, 0.5
    assert nash(rates) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])


def test_in_a_ranking_only_the_best_deck_is_played() -> None:
    assert nash([[0.5, 0.6, 0.8], [0.4, 0.5, 0.7], [0.2, 0.3, 0.5]]) == pytest.approx([1, 0, 0])


def test_identical_decks_share_equally() -> None:
    copies = [0, 0, 1, 2, 2, 2]
    assert nash(ROCK_PAPER_SCISSORS[np.ix_(copies, copies)]) == pytest.approx(np.array([3, 3, 6, 2, 2, 2]) / 18)
    assert nash([[0.5, 0.5], [0.5, 0.5]]) == pytest.approx([0.5, 0.5])
    assert nash([[0.5, 0.5, 0.6], [0.5, 0.5, 0.7], [0.4, 0.3, 0.5]]) == pytest.approx([0.5, 0.5, 0])


def test_of_many_equilibria_it_is_the_most_even() -> None:
    # B ties with A but loses to C, which loses to A: all mixtures of A and B with few enough B are equilibria.
    rates = np.array([[0.5, 0.5, 0.6], [0.5, 0.5, 0.2], [0.4, 0.8, 0.5]])
    assert nash(rates) == pytest.approx([0.75, 0.25, 0])


def test_the_only_deck_is_played() -> None:
    assert nash([[0.5]]) == pytest.approx([1])


def test_without_all_win_rates_the_equilibrium_is_unknown() -> None:
    assert np.isnan(nash([[0.5, np.nan], [np.nan, 0.5]])).all()


@pytest.mark.parametrize("games", [2, 4, 20, 1_000])
@pytest.mark.parametrize("n_decks", [2, 5, 12])
def test_nobody_gains_by_choosing_otherwise(games: int, n_decks: int) -> None:
    rng = np.random.default_rng(games + n_decks)
    for _ in range(5):
        rates = random_win_rates(rng, n_decks, games)
        shares = nash(rates)
        assert shares.sum() == pytest.approx(1)
        assert shares.min() >= 0
        assert np.max(rates @ shares) < 0.5 + 1e-6


def test_no_other_equilibrium_is_more_even() -> None:
    rng, copies = np.random.default_rng(11), np.ix_([0, 1, 2, 0, 1, 2], [0, 1, 2, 0, 1, 2])
    rates = (0.3 + 0.4 * ROCK_PAPER_SCISSORS)[copies]
    shares = nash(rates)
    for split in rng.random((20, 3)):
        other = np.concatenate([split, 1 - split]) / 3  # any split between a deck and its copy is an equilibrium
        assert np.max(rates @ other) < 0.5 + 1e-9
        assert entropy(other) < entropy(shares)


def entropy(shares: Floats) -> float:
    """Of a distribution, in nats."""
    positive = shares[shares > 0]
    return float(-np.sum(positive * np.log(positive)))


def test_renaming_decks_moves_the_shares_along() -> None:
    rng = np.random.default_rng(2)
    for games in (4, 1_000):
        rates, order = random_win_rates(rng, 7, games), rng.permutation(7)
        assert nash(rates[np.ix_(order, order)]) == pytest.approx(nash(rates)[order], abs=1e-6)


# --- intervals ---


def test_the_interval_holds_the_true_shares() -> None:
    starting = 0.5 + np.array([[0, 0.0, 0.35], [0.3, 0, -0.2], [-0.15, 0.35, 0]])
    truth, rng = nash(join_seats(starting)), np.random.default_rng(12)
    assert truth.min() > 0.2
    intervals = [nash_interval(play(starting, 300, rng), seed=seed) for seed in range(300)]
    held = [(low <= truth) & (truth <= high) for low, high in intervals]
    assert np.mean(held) == pytest.approx(0.95, abs=0.025)


def test_the_interval_of_a_clear_ranking_is_clear() -> None:
    wins = np.array([[50, 80, 90], [20, 50, 75], [10, 25, 50]])
    low, high = nash_interval(make_evidence(wins, 100 - wins), seed=1)
    assert low.tolist() == high.tolist() == [1, 0, 0]


def test_without_games_every_deck_may_be_all_or_nothing() -> None:
    nothing = np.zeros((3, 3), dtype=int)
    low, high = nash_interval(make_evidence(nothing, nothing), seed=1)
    assert low == pytest.approx([0, 0, 0])
    assert high == pytest.approx([1, 1, 1])


def test_the_same_seed_gives_the_same_interval() -> None:
    evidence = play(np.full((5, 5), 0.5), 40, np.random.default_rng(1))
    one, same, other = (nash_interval(evidence, samples=30, seed=seed) for seed in (1, 1, 2))
    assert (one[1] == same[1]).all()
    assert (one[1] != other[1]).any()


def test_a_deck_on_the_brink_of_the_equilibrium() -> None:
    """Its share is nearly 0, which some ways to solve for the shares do not survive."""
    upper = {
        (0, 1): -0.209416580493,
        (0, 2): -0.458224717444,
        (0, 3): -0.149918279971,
        (0, 4): 0.385224106972,
        (0, 5): -0.457990493853,
        (1, 2): 0.085221785601,
        (1, 3): -0.376012431924,
        (1, 4): 0.204262769921,
        (1, 5): 0.239991062132,
        (2, 3): 0.000797178076,
        (2, 4): -0.352685270327,
        (2, 5): 0.341084069717,
        (3, 4): 0.152247647231,
        (3, 5): -0.147344690598,
        (4, 5): 0.04035097339,
    }
    edges = np.zeros((6, 6))
    for (i, j), edge in upper.items():
        edges[i, j], edges[j, i] = edge, -edge
    shares = nash(edges + 0.5)
    assert shares.sum() == pytest.approx(1)
    assert (edges @ shares).max() < 1e-8


# --- spread out -----------------------------------------------------------------------------------


def test_decks_that_hairs_tell_apart_are_all_played() -> None:
    rates = [[0.5, 0.502, 0.503], [0.498, 0.5, 0.501], [0.497, 0.499, 0.5]]
    assert nash(rates) == pytest.approx([1, 0, 0])
    assert spread_out(rates, 0.01) == pytest.approx([1 / 3] * 3, abs=1e-6)


@pytest.mark.parametrize("slack", [0.002, 0.01, 0.03])
def test_no_deck_wins_more_than_the_slack_and_shares_are_as_even_as_that_allows(slack: float) -> None:
    rng = np.random.default_rng(4)
    for n_decks in (2, 5, 12):
        rates = random_win_rates(rng, n_decks, 40)
        shares = spread_out(rates, slack)
        assert shares.sum() == pytest.approx(1)
        assert ((rates - 0.5) @ shares).max() <= slack + 1e-4
        more = spread_out(rates, 2 * slack)
        assert _entropy(more) >= _entropy(shares) - 1e-6
        assert _entropy(shares) >= _entropy(nash(rates)) - 1e-6


def _entropy(shares: Floats) -> float:
    played = shares[shares > 0]
    return float(-(played * np.log(played)).sum())
