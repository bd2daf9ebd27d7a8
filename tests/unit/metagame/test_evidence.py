"""From counts to win rates: what they are, and that their intervals hold what they promise."""

import numpy as np
import pytest
from tests.unit.metagame.counts import join_seats, make_evidence, play

from evometa.input.errors import InputError
from evometa.matches.inference import estimate_mean, wilson
from evometa.metagame.evidence import Evidence

# Win rates of the deck that starts: one match-up is lopsided, one even, and starting helps.
STARTING = np.array([[0.60, 0.55, 0.90], [0.60, 0.50, 0.80], [0.15, 0.30, 0.70]])


@pytest.fixture
def evidence() -> Evidence:
    """Two decks. A wins 8 of 10 decided games when it starts and 6 of 20 when B does; two more are drawn."""
    return make_evidence(wins=[[7, 8], [14, 4]], losses=[[3, 2], [6, 6]], draws=[[0, 2], [0, 0]], shares=[0.25, 0.75])


def test_the_win_rate_is_the_mean_of_the_seats_without_draws(evidence: Evidence) -> None:
    assert evidence.win_rate_starting == pytest.approx(np.array([[0.7, 0.8], [0.7, 0.4]]))
    assert evidence.win_rate == pytest.approx(np.array([[0.5, 0.55], [0.45, 0.5]]))


def test_unequal_seats_do_not_shift_the_win_rate() -> None:
    rates = [
        play(STARTING, [[0, 300, 9], [20, 0, 300], [90, 5, 0]], np.random.default_rng(s)).win_rate for s in range(999)
    ]
    assert np.mean(rates, axis=0) == pytest.approx(join_seats(STARTING), abs=0.006)


def test_with_as_many_games_from_each_seat_it_is_wins_of_all_games() -> None:
    even = make_evidence(wins=[[0, 30], [12, 0]], losses=[[0, 10], [28, 0]])
    assert even.win_rate[0, 1] == pytest.approx((30 + 28) / 80)
    assert even.effective_games[0, 1] == 80


def test_a_mirror_is_even_by_definition_and_tells_about_seats_only(evidence: Evidence) -> None:
    for part in evidence.rates:
        assert part.diagonal().tolist() == [0.5, 0.5]
    assert evidence.seats.value.diagonal() == pytest.approx([0.4, -0.2])
    low, high = wilson(7, 10)
    assert evidence.seats.low[0, 0] == pytest.approx(2 * low - 1)
    assert evidence.seats.high[0, 0] == pytest.approx(2 * high - 1)


def test_the_seat_advantage_is_the_win_rate_when_starting_less_that_when_not(evidence: Evidence) -> None:
    assert evidence.seats.value[0, 1] == pytest.approx(0.8 - 0.3)
    assert evidence.seats.value[1, 0] == pytest.approx(0.7 - 0.2)


def test_against_the_meta_shares_weigh_the_match_ups_and_the_mirror_counts(evidence: Evidence) -> None:
    assert evidence.strengths.value == pytest.approx([0.25 * 0.5 + 0.75 * 0.55, 0.25 * 0.45 + 0.75 * 0.5])
    assert evidence.strengths.low[0] == pytest.approx(0.25 * 0.5 + 0.75 * evidence.rates.low[0, 1])
    assert evidence.strengths.high[0] == pytest.approx(0.25 * 0.5 + 0.75 * evidence.rates.high[0, 1])


def test_a_deck_that_meets_only_itself_is_even() -> None:
    alone = make_evidence(wins=[[7]], losses=[[3]])
    assert (alone.strengths.value[0], alone.strengths.low[0], alone.strengths.high[0]) == (0.5, 0.5, 0.5)


def test_turns_and_draws_are_means_of_the_seats(evidence: Evidence) -> None:
    assert evidence.mean_turns == pytest.approx(np.full((2, 2), 10))
    assert evidence.draw_rate == pytest.approx(np.array([[0, 1 / 12], [1 / 12, 0]]))


def test_both_decks_see_the_same_match_up(evidence: Evidence) -> None:
    assert evidence.rates.low[0, 1] == pytest.approx(1 - evidence.rates.high[1, 0])
    assert evidence.rates.low[0, 1] < evidence.win_rate[0, 1] < evidence.rates.high[0, 1]
    assert evidence.variance[0, 1] == pytest.approx((0.8 * 0.2 / 9 + 0.7 * 0.3 / 19) / 4)
    assert evidence.variance == pytest.approx(evidence.variance.T)


def test_the_mean_of_one_rate_has_wilsons_interval() -> None:
    estimate = estimate_mean(np.array([19]), np.array([20]), np.array([1.0]))
    assert (estimate.low, estimate.high) == pytest.approx(wilson(19, 20))


def test_what_was_not_played_is_unknown_and_may_be_anything() -> None:
    partial = make_evidence(wins=[[0, 8, 5], [0, 0, 5], [5, 5, 0]], losses=[[0, 2, 5], [0, 0, 5], [5, 5, 0]])
    assert not partial.is_complete
    assert np.isnan(partial.win_rate[0, 1])
    assert (partial.rates.low[0, 1], partial.rates.high[0, 1]) == (0, 1)
    assert np.isnan(partial.strengths.value).tolist() == [True, True, False]
    assert partial.strengths.high[0] == pytest.approx(1 / 6 + 2 / 3)
    assert partial.effective_games[0, 1] == 0


def test_a_deck_nobody_meets_need_not_be_played() -> None:
    partial = make_evidence([[0, 5, 0], [5, 0, 0], [0, 0, 0]], [[0, 5, 0], [5, 0, 0], [0, 0, 0]], shares=[0.5, 0.5, 0])
    assert partial.strengths.value[:2] == pytest.approx([0.5, 0.5])


def test_renaming_decks_moves_the_numbers_along() -> None:
    given = play(STARTING, 50, np.random.default_rng(1), shares=[0.2, 0.3, 0.5])
    order = [2, 0, 1]
    moved = np.ix_(order, order)
    renamed = make_evidence(given.wins[moved], given.losses[moved], shares=given.shares[order])
    for name in ("variance", "effective_games"):
        assert getattr(renamed, name) == pytest.approx(getattr(given, name)[moved])
    for name, places in (("rates", moved), ("seats", moved), ("strengths", order)):
        for one, other in zip(getattr(renamed, name), getattr(given, name), strict=True):
            assert one == pytest.approx(other[places])


# --- intervals hold the truth as often as they say ---


def exact_coverage(n_one: int, n_other: int, rate_one: float, rate_other: float) -> float:
    """How likely the interval of the mean of two seats holds the truth, over all possible outcomes."""
    ways_one, ways_other = binomial(n_one, rate_one), binomial(n_other, rate_other)
    wins = np.stack(np.meshgrid(np.arange(n_one + 1), np.arange(n_other + 1), indexing="ij"), axis=-1)
    decided = np.broadcast_to([n_one, n_other], wins.shape)
    estimate = estimate_mean(wins, decided, np.full(wins.shape, 0.5))
    truth = (rate_one + rate_other) / 2
    return float(np.sum(np.outer(ways_one, ways_other) * ((estimate.low <= truth) & (truth <= estimate.high))))


def binomial(n: int, rate: float) -> np.ndarray:
    """The probabilities of 0 to n wins."""
    steps = np.log(np.arange(n, 0, -1) / np.arange(1, n + 1)) + np.log(rate / (1 - rate))
    return np.asarray(np.exp(n * np.log(1 - rate) + np.concatenate([[0], np.cumsum(steps)])))


@pytest.mark.parametrize(("n_one", "n_other"), [(10, 10), (50, 50), (20, 80)])
@pytest.mark.parametrize(("rate_one", "rate_other"), [(0.5, 0.5), (0.8, 0.8), (0.97, 0.97), (0.6, 0.4), (0.9, 0.7)])
def test_match_ups_hold_the_truth(n_one: int, n_other: int, rate_one: float, rate_other: float) -> None:
    # Wins are whole numbers, so near 0 and 1 no interval can be exact with few games: Wilson's own holds 97.9% of
    # 20 games at a rate of 0.97. It errs on the safe side there.
    coverage = exact_coverage(n_one, n_other, rate_one, rate_other)
    assert 0.935 < coverage < (0.982 if rate_one > 0.95 else 0.965)


@pytest.mark.parametrize(("rate_one", "rate_other"), [(0.5, 0.5), (0.8, 0.8), (0.97, 0.97), (0.9, 0.7)])
def test_match_ups_of_many_games_hold_the_truth(rate_one: float, rate_other: float) -> None:
    wins = np.random.default_rng(7).binomial(500, [rate_one, rate_other], size=(10_000, 2))
    estimate = estimate_mean(wins, np.full_like(wins, 500), np.full(wins.shape, 0.5))
    truth = (rate_one + rate_other) / 2
    assert np.mean((estimate.low <= truth) & (truth <= estimate.high)) == pytest.approx(0.95, abs=0.015)


@pytest.mark.parametrize("games", [20, 200])
def test_decks_and_seats_hold_the_truth(games: int) -> None:
    rng, shares = np.random.default_rng(games), np.array([0.2, 0.3, 0.5])
    truth, advantage = join_seats(STARTING) @ shares, STARTING + STARTING.T - 1
    played = [play(STARTING, games, rng, shares) for _ in range(1_500)]
    decks = [(e.strengths.low <= truth) & (truth <= e.strengths.high) for e in played]
    seats = [(e.seats.low <= advantage) & (advantage <= e.seats.high) for e in played]
    assert np.mean(decks) == pytest.approx(0.95, abs=0.015)
    assert np.mean(seats) == pytest.approx(0.95, abs=0.015)


def test_drawn_win_rates_are_as_far_apart_as_the_intervals_say() -> None:
    given = play(STARTING, 100, np.random.default_rng(2))
    draws = given.draw_win_rates(4_000, seed=3)
    assert np.quantile(draws, 0.025, axis=0) == pytest.approx(given.rates.low, abs=0.01)
    assert np.quantile(draws, 0.975, axis=0) == pytest.approx(given.rates.high, abs=0.01)
    assert draws.mean(axis=0) == pytest.approx(given.smoothed_win_rate, abs=0.003)
    assert (given.draw_win_rates(5, seed=3) == given.draw_win_rates(5, seed=3)).all()


# --- bad input ---


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"shares": [0.5, 0.6]}, "a sum of 1.1"),
        ({"shares": [1.5, -0.5]}, "share of A: found 1.5"),
        ({"shares": [1.0]}, "found 1 for 2 decks"),
        ({"shares": [np.nan, 1.0]}, "share of A: found nan"),
        ({"wins": [[1, 2]]}, r"wins: found the shape \(1, 2\)"),
        ({"turns": [[1, 2], [3, -4]]}, "turns: found a number that is no count"),
        ({"turns": [[1, 2], [3, 0.5]]}, "turns: found a number that is no count"),
        ({"wins": [[1, 1], [2, 1]]}, "B against A: found 2 games, but wins, losses and draws sum to 3"),
    ],
)
def test_counts_that_cannot_be_are_refused(changes: dict[str, list[float]], message: str) -> None:
    one, none = [[1, 1], [1, 1]], [[0, 0], [0, 0]]
    fields = {"games": [[2, 2], [2, 2]], "wins": one, "losses": one, "draws": none, "turns": one, "shares": [0.5, 0.5]}
    with pytest.raises(InputError, match=message):
        Evidence(("A", "B"), **{**fields, **changes})  # type: ignore[arg-type]


def test_evidence_cannot_be_changed_by_mistake(evidence: Evidence) -> None:
    for array in (evidence.wins, evidence.shares, evidence.win_rate, evidence.strengths.value):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
