"""Card statistics: the paper's rates, the effect of drawing a card, and how sure they are."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.unit.metagame.card_games import World, true_effect

from evometa.games.records import Sums
from evometa.games.sizes import MAX_DECK
from evometa.matches.inference import Estimates, wilson
from evometa.metagame.cards.card_statistics import CardStatistics, Seat, card_statistics, card_statistics_against

NAMES = [f"card {k}" for k in range(MAX_DECK)]
SEEDS = range(20)  # of simulations with MAX_DECK cards each: 1,200 intervals, which tell a rate to half a point or so
COUNTS = ("drawn", "drawn_won", "drawn_played", "played", "played_won", "turn_drawn", "turn_played")


def cell(games: int, won: int, seat: int, **cards: Sequence[int]) -> NDArray[Any]:
    """The sums of games with some cards, by the names of their counts."""
    sums = np.zeros((), Sums)
    sums["games"], sums["wins"][seat], sums["wins"][1 - seat] = games, won, games - won
    for name, counts in cards.items():
        sums["cards"][seat][name][: len(counts)] = counts
    return sums


def by_turn(sums: NDArray[Any], drawn: dict[tuple[int, int], int], left: dict[tuple[int, int], int]) -> NDArray[Any]:
    """Fill in the counts by (won, turn) of the starting deck's first card."""
    for name, counts in (("drawn_at", drawn), ("missing_until", left)):
        for (won, turn), n in counts.items():
            sums["cards"][0, 0][name][won, turn - 1] = n
    return sums


def simulate(worlds: Sequence[World], games: Sequence[int], shares: Sequence[float], seed: int) -> CardStatistics:
    """Play so many games of each seat against an opponent for each world; the cards are independent."""
    rng = np.random.default_rng(seed)
    seats = [
        [world.play(n, MAX_DECK, rng).sums(seat) for world, n in zip(worlds, games, strict=True)] for seat in (0, 1)
    ]
    return card_statistics_against(np.stack(seats[0]), np.stack(seats[1]), NAMES, shares)


# --- which games count ------------------------------------------------------------------------------------------------


@pytest.fixture
def metagame() -> NDArray[Any]:
    """Three decks; the middle one has two cards. Its mirror and the games of the others hold nonsense."""
    sums = np.zeros((3, 3), Sums)
    sums["cards"]["drawn"] = sums["cards"]["drawn_won"] = sums["games"] = 999
    one = {"drawn_played": [2, 5], "turn_drawn": [8, 30], "turn_played": [9, 50], "played": [3, 10]}
    sums[1, 0] = cell(10, 6, 0, drawn=[4, 10], drawn_won=[3, 6], played_won=[1, 6], **one)
    sums[1, 2] = cell(10, 2, 0, drawn=[4, 10], drawn_won=[1, 2], played_won=[1, 2], **one)
    sums[0, 1] = cell(10, 5, 1, drawn=[6, 10], drawn_won=[5, 5], played_won=[3, 5], **one)
    sums[2, 1] = cell(10, 1, 1, drawn=[6, 10], drawn_won=[1, 1], played_won=[0, 1], **one)
    return sums


def test_the_counts_are_those_of_the_deck_in_both_seats_without_mirrors(metagame: NDArray[Any]) -> None:
    found = card_statistics(metagame, 1, ["A", "B"], [0.2, 0.6, 0.2])
    assert (found.cards, found.games) == (("A", "B"), 40)
    assert float(found.win_rate.value) == pytest.approx(14 / 40)
    assert (found.drawn.tolist(), found.drawn_won.tolist()) == ([20, 40], [10, 14])
    assert (found.played.tolist(), found.played_won.tolist()) == ([12, 40], [5, 14])


def test_with_equal_shares_the_rates_are_those_of_the_counts_with_wilson_s_intervals(metagame: NDArray[Any]) -> None:
    found = card_statistics(metagame, 1, ["A", "B"], [1 / 3] * 3)
    for estimate, won, games in ((found.wrd, 10, 20), (found.wrp, 5, 12), (found.play_rate, 8, 20)):
        assert [part[0] for part in estimate] == pytest.approx([won / games, *wilson(won, games)])
    assert found.turn_drawn.tolist() == pytest.approx([32 / 20, 120 / 40])
    assert found.turn_played.tolist() == pytest.approx([36 / 12, 200 / 40])


def test_one_seat_can_be_looked_at_alone(metagame: NDArray[Any]) -> None:
    starting, second = (card_statistics(metagame, 1, ["A"], [1 / 3] * 3, seat) for seat in (Seat.STARTING, Seat.SECOND))
    assert (starting.games, starting.drawn[0], starting.drawn_won[0]) == (20, 8, 4)
    assert (second.games, second.drawn[0], second.drawn_won[0]) == (20, 12, 6)


def test_opponents_count_by_their_shares_and_not_by_their_games(metagame: NDArray[Any]) -> None:
    few = card_statistics(metagame, 1, ["A", "B"], [0.3, 0, 0.1])
    for name in ("games", "wins"):
        metagame[name][1, 0] *= 7
    for name in COUNTS:
        metagame["cards"][name][1, 0] *= 7
    many = card_statistics(metagame, 1, ["A", "B"], [0.3, 0, 0.1])
    assert few.wrd.value[0] == pytest.approx((3 * (3 + 5) + (1 + 1)) / (3 * (4 + 6) + (4 + 6)))
    assert many.wrd.value == pytest.approx(few.wrd.value)
    assert many.turn_played == pytest.approx(few.turn_played)
    assert many.drawn[0] == few.drawn[0] + 6 * 4
    assert few.wrd.high[0] - few.wrd.low[0] > many.wrd.high[0] - many.wrd.low[0]


def test_unequal_weights_make_an_interval_wider(metagame: NDArray[Any]) -> None:
    equal, unequal = (card_statistics(metagame, 1, ["A"], [share, 0, 1 - share]) for share in (0.5, 0.9))
    size = 20 / (0.9**2 + 0.1**2) / 2  # games of equal weight, by Kish's rule
    assert (unequal.wrd.low[0], unequal.wrd.high[0]) == pytest.approx(wilson(0.74 * size, size))
    assert unequal.wrd.value[0] == pytest.approx(0.74)
    assert equal.wrd.low[0] == pytest.approx(wilson(10, 20).low)


def test_opponents_that_nobody_plays_are_left_out(metagame: NDArray[Any]) -> None:
    found = card_statistics(metagame, 1, ["A"], [1, 0, 0])
    assert (found.games, found.drawn[0], found.drawn_won[0]) == (20, 10, 8)


def test_a_seat_that_was_not_played_yet_is_left_out(metagame: NDArray[Any]) -> None:
    metagame[2, 1] = np.zeros((), Sums)
    found = card_statistics(metagame, 1, ["A"], [1 / 3] * 3)
    assert found.wrd.value[0] == pytest.approx((3 + 1 + 5) / (4 + 4 + 6))


@pytest.mark.parametrize("shares", [[1 / 3] * 3, [0, 1, 0]])
def test_without_games_nothing_is_known(shares: list[float]) -> None:
    found = card_statistics(np.zeros((3, 3), Sums), 1, ["A"], shares)
    for estimate in (found.wrd, found.wrp, found.play_rate):
        assert np.isnan(estimate.value[0])
        assert (estimate.low[0], estimate.high[0]) == (0, 1)
    assert np.isnan(found.draw_effect.value[0])
    assert (found.draw_effect.low[0], found.draw_effect.high[0]) == (-1, 1)
    assert np.isnan(found.turn_drawn[0])
    assert (found.games, found.drawn[0], found.compared[0]) == (0, 0, 0)


def test_columns_have_a_row_for_each_card(metagame: NDArray[Any]) -> None:
    found = card_statistics(metagame, 1, ["A", "B"], [1 / 3] * 3)
    columns = found.columns()
    assert {len(column) for column in columns.values()} == {2}
    assert columns["name"] == ["A", "B"]
    assert columns["drawn_won"] == [10, 14]
    assert columns["wrd_low"] == found.wrd.low.tolist()
    assert columns["draw_effect"] == pytest.approx([np.nan] * 2, nan_ok=True)


# --- the effect of drawing a card: small examples ---------------------------------------------------------------------


def test_games_are_compared_with_those_that_still_miss_the_card_at_the_same_turn() -> None:
    sums = cell(20, 0, 0)
    # Turn 1: 4 have the card, 3 of them win; 16 miss it, 4 + 2 + 2 of them win. Turn 2: 4 and 2, against 6 and 2.
    by_turn(sums, {(1, 1): 3, (0, 1): 1, (1, 2): 2, (0, 2): 2}, {(1, 1): 4, (0, 1): 2, (1, 2): 2, (0, 2): 4})
    found = card_statistics_against(sums[None], np.zeros(1, Sums), ["A"], [1])
    assert found.compared.tolist() == [8]
    assert found.draw_effect.value[0] == pytest.approx((4 * (3 / 4 - 8 / 16) + 4 * (2 / 4 - 2 / 6)) / 8)


def test_a_turn_with_nothing_to_compare_is_left_out() -> None:
    sums = by_turn(cell(8, 0, 0), {(1, 1): 2, (1, 2): 2}, {(0, 1): 4})
    found = card_statistics_against(sums[None], np.zeros(1, Sums), ["A"], [1])
    assert found.compared.tolist() == [2]
    assert found.draw_effect.value[0] == pytest.approx(1 - 2 / 6)


def test_opponents_are_compared_apart() -> None:
    """A good and a bad opponent, against each of which the card does nothing, and luck gave it more in good games."""
    good = by_turn(cell(50, 0, 0), {(1, 1): 32, (0, 1): 8}, {(1, 1): 8, (0, 1): 2})
    bad = by_turn(cell(50, 0, 0), {(1, 1): 2, (0, 1): 8}, {(1, 1): 8, (0, 1): 32})
    found = card_statistics_against(np.stack([good, bad]), np.zeros(2, Sums), ["A"], [0.5, 0.5])
    assert found.draw_effect.value[0] == pytest.approx(0)


def test_a_few_games_that_went_alike_are_not_certain() -> None:
    sums = by_turn(cell(6, 0, 0), {(1, 1): 3}, {(1, 4): 3})
    effect = card_statistics_against(sums[None], np.zeros(1, Sums), ["A"], [1]).draw_effect
    assert effect.value[0] == 0
    assert effect.low[0] < -0.3
    assert effect.high[0] > 0.3


# --- planted truths ---------------------------------------------------------------------------------------------------


def test_a_card_that_does_nothing_has_no_effect_although_its_win_rate_when_drawn_is_high() -> None:
    found = simulate([World()], [2_000], [1], seed=1)
    flattery = found.wrd.value - 0.5  # the deck wins half of its games, long ones more often
    assert flattery.mean() > 0.03
    assert (found.wrd.low > 0.5).mean() > 0.8
    assert abs(found.draw_effect.value.mean()) < 0.005


def test_a_strong_card_is_found_among_others() -> None:
    rng = np.random.default_rng(2)
    strong, plain = World(effect=0.12), World()
    starting, second = (plain.play(2_000, 20, rng).sums(seat) for seat in (0, 1))
    for seat, sums in enumerate((starting, second)):
        sums["cards"][seat, 7] = strong.play(2_000, 1, rng).sums(seat)["cards"][seat, 0]
    effect = card_statistics_against(starting[None], second[None], NAMES[:20], [1]).draw_effect
    assert effect.value.argmax() == 7
    assert effect.low[7] > 0
    assert effect.low[7] > np.delete(effect.value, 7).max()


def test_cards_that_something_else_drew_hardly_disturb() -> None:
    """Half of the won games draw three cards more: WRD rises for each card, the effect stays close to none."""
    found = simulate([World(extra_cards=3)], [4_000], [1], seed=3)
    assert found.wrd.value.mean() - 0.5 > 0.05
    assert abs(found.draw_effect.value.mean()) < 0.01


def covers(estimate: Estimates, truth: float) -> NDArray[np.bool_]:
    return (estimate.low <= truth) & (truth <= estimate.high)


@pytest.mark.parametrize(
    ("world", "games", "n_opponents"),
    [
        (World(), 100, 1),
        (World(), 20, 11),
        (World(by_length=0, even=0.9), 200, 2),
        (World(effect=0.15), 100, 4),
        (World(effect=-0.2), 400, 1),
    ],
)
def test_intervals_of_the_effect_cover_the_truth_at_their_nominal_rate(
    world: World, games: int, n_opponents: int
) -> None:
    truth = true_effect(world) if world.effect else 0.0
    each = [1] * n_opponents
    runs = [simulate([world] * n_opponents, [games] * n_opponents, each, seed) for seed in SEEDS]
    covered = np.concatenate([covers(found.draw_effect, truth) for found in runs])
    assert covered.mean() == pytest.approx(0.95, abs=0.015)


def test_intervals_cover_the_truth_with_unequal_shares_games_and_opponents() -> None:
    worlds = [World(even=0.35, effect=0.1), World(even=0.6), World(even=0.5, effect=0.1)]
    shares, games = [0.5, 0.2, 0.3], [300, 100, 150]
    runs = [simulate(worlds, games, shares, seed) for seed in SEEDS]
    sure = simulate(worlds, [20_000] * 3, shares, seed=99)
    effect, wrd = (float(getattr(sure, name).value.mean()) for name in ("draw_effect", "wrd"))
    for name, truth in (("draw_effect", effect), ("wrd", wrd)):
        covered = np.concatenate([covers(getattr(found, name), truth) for found in runs])
        assert covered.mean() == pytest.approx(0.955, abs=0.02), name
