"""Levels that were observed and changes that were simulated: planted ones are found, and intervals hold the truth."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from evometa.matches.inference import Mask
from evometa.metagame.changes.comparison import log_odds, logistic
from evometa.metagame.changes.levels import LEAST_GAMES, Levels
from evometa.metagame.changes.observed import Observed
from evometa.metagame.evidence import Evidence
from evometa.metagame.measures import estimate_imbalance, imbalance

Floats = NDArray[np.float64]

DECKS = ("Hunter", "Paladin", "Warlock", "Mage")
SEEN = np.array([[0, 0.9, 0.4, 0.0], [0, 0, -0.3, 0.6], [0, 0, 0, 0.2], [0, 0, 0, 0]])
SIMULATED = np.array([[0, 1.4, -0.5, 0.3], [0, 0, 0.1, 0.9], [0, 0, 0, -0.4], [0, 0, 0, 0]])
MOVE = np.array([[0, -0.8, -0.3, 0.1], [0, 0, 0.2, -0.5], [0, 0, 0, 0], [0, 0, 0, 0]])
MOVED = np.array([[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 0], [1, 1, 0, 0]], bool)  # the last two have no changed card


def rates_of(upper: Floats) -> Floats:
    """[n, n]: win rates from the log odds of the pairs i < j."""
    return logistic(upper - upper.T)


def draw_games(upper: Floats, games: int, random: np.random.Generator) -> Evidence:
    """Simulated games with these log odds, as many from each seat."""
    n_decks, rates = len(upper), rates_of(upper)
    counts = np.where(np.eye(n_decks, dtype=bool), 0, games // 2)
    wins = random.binomial(counts, rates)
    nothing = np.zeros_like(counts)
    return Evidence(DECKS[:n_decks], np.full(n_decks, 1 / n_decks), counts, wins, counts - wins, nothing, nothing)


def draw_observed(upper: Floats, games: int, random: np.random.Generator) -> Observed:
    """Games of people with these log odds."""
    wins = np.triu(random.binomial(games, rates_of(upper)), 1)
    wins = wins + np.tril(games - wins.T, -1)
    return Observed(DECKS[: len(upper)], np.where(np.eye(len(upper), dtype=bool), 0, games), wins)


def observe_alike(wins: int, games: int) -> Observed:
    """The same few games of people in each match-up."""
    upper, square = np.triu(np.full((4, 4), wins), 1), np.ones((4, 4), np.int64)
    lower = np.tril(np.full((4, 4), games - wins), -1)
    return Observed(DECKS, games * (square - np.eye(4, dtype=np.int64)), upper + lower)


def draw_levels(games: int, random: np.random.Generator, moved: Floats = MOVE) -> tuple[Levels, Evidence]:
    """What was observed and simulated without a patch, and the simulated games with it."""
    base = draw_games(SIMULATED, games, random)
    return Levels(draw_observed(SEEN, games, random), base), draw_games(SIMULATED + moved, games, random)


def test_the_level_is_what_was_observed_and_the_change_what_was_simulated() -> None:
    levels, after = draw_levels(1_000_000, np.random.default_rng(1))
    found = levels.weigh(after, MOVED)
    assert found.win_rate == pytest.approx(rates_of(SEEN + MOVE), abs=0.004)
    assert levels.offset.value == pytest.approx((SEEN - SIMULATED) - (SEEN - SIMULATED).T, abs=0.015)
    rates = levels.place(rates_of(SIMULATED + MOVE), MOVED)
    assert rates == pytest.approx(rates_of(SEEN + MOVE), abs=0.004)


def test_what_no_changed_card_can_reach_stays_to_the_game_where_it_was_observed() -> None:
    levels, after = draw_levels(1_000, np.random.default_rng(2))
    found = levels.weigh(after, MOVED)
    assert found.decided[2, 3] + found.decided[3, 2] == 1_000
    assert found.wins[2, 3] + found.losses[3, 2] == levels.observed.wins[2, 3]
    assert levels.stand(after, np.zeros_like(MOVED)).win_rate.value[0, 1] == pytest.approx(
        levels.observed.rates.value[0, 1], abs=0.001
    )


def test_what_nobody_has_observed_keeps_the_level_of_the_simulation() -> None:
    levels, after = draw_levels(1_000, np.random.default_rng(3))
    levels.observed.games[0, 1] = levels.observed.games[1, 0] = 0
    levels.observed.wins[0, 1] = levels.observed.wins[1, 0] = 0
    found = levels.weigh(after, MOVED)
    assert (found.wins[0, 1], found.losses[0, 1]) == (after.wins[0, 1], after.losses[0, 1])
    assert levels.offset.value[0, 1] == levels.offset.error[0, 1] == 0


@pytest.mark.parametrize("games", range(LEAST_GAMES + 3))
@pytest.mark.parametrize("moved", [np.zeros_like(MOVED), MOVED, np.ones_like(MOVED)])
def test_few_games_of_people_leave_f_known(games: int, moved: Mask) -> None:
    random = np.random.default_rng(10)
    base, after = draw_games(SIMULATED, 400, random), draw_games(SIMULATED + MOVE, 400, random)
    for won in range(games + 1):
        levels = Levels(observe_alike(won, games), base)
        found = levels.stand(after, moved)
        assert found.is_known
        if games < LEAST_GAMES:
            assert found.win_rate.value == pytest.approx(after.win_rate), "that is as if nothing was observed"


def test_only_match_ups_with_enough_games_are_counted() -> None:
    observed = observe_alike(1, LEAST_GAMES - 1)
    assert (Levels(observed).n_match_ups, Levels(observed).n_games) == (0, 0)
    observed.games[0, 1] = observed.games[1, 0] = 1_200
    observed.games[2, 3] = observed.games[3, 2] = LEAST_GAMES
    assert (Levels(observed).n_match_ups, Levels(observed).n_games) == (2, 1_200 + LEAST_GAMES)


def test_a_patch_can_be_told_of_only_after_the_metagame_as_it_is_was_played() -> None:
    levels, after = draw_levels(200, np.random.default_rng(4))
    early = Levels(levels.observed)
    assert early.weigh(after, np.zeros_like(MOVED)).wins.any()
    with pytest.raises(AssertionError):
        early.weigh(after, MOVED)


def test_few_games_of_people_make_intervals_wide_however_much_is_simulated() -> None:
    random = np.random.default_rng(5)
    base, after = draw_games(SIMULATED, 100_000, random), draw_games(SIMULATED + MOVE, 100_000, random)
    wide, narrow = (Levels(draw_observed(SEEN, games, random), base).weigh(after, MOVED) for games in (100, 10_000))
    widths = [float((each.rates.high - each.rates.low)[0, 1]) for each in (wide, narrow)]
    assert 0.15 < widths[0] < 0.22
    assert 0.015 < widths[1] < 0.025


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """600 made-up studies: 300 games of people and 400 simulated ones on each side, for each of six match-ups."""
    random = np.random.default_rng(20)
    truth = rates_of(SEEN + MOVE)
    pairs, hits, f_hits = np.triu_indices(4, 1), [], []
    for _ in range(600):
        levels = Levels(draw_observed(SEEN, 300, random), draw_games(SIMULATED, 400, random))
        found = levels.weigh(draw_games(SIMULATED + MOVE, 400, random), MOVED)
        rates, f = found.rates, estimate_imbalance(found).corrected
        hits.append(((rates.low <= truth) & (truth <= rates.high))[pairs])
        f_hits.append(f.low <= imbalance(truth) <= f.high)
    assert 0.94 <= np.mean(hits) <= 0.97
    assert np.min(np.mean(hits, axis=0)) >= 0.93
    assert np.mean(f_hits) >= 0.93


def test_without_the_games_of_the_people_intervals_would_miss() -> None:
    """What the test above would notice: levels that are taken for certain."""
    random, truth, hits = np.random.default_rng(21), rates_of(SEEN + MOVE), []
    for _ in range(200):
        levels = Levels(draw_observed(SEEN, 300, random), draw_games(SIMULATED, 400, random))
        after = draw_games(SIMULATED + MOVE, 400, random)
        shifted = [levels.place(part, MOVED) for part in (after.rates.low, after.rates.high)]
        hits.append((shifted[0][0, 1] <= truth[0, 1]) & (truth[0, 1] <= shifted[1][0, 1]))
    assert np.mean(hits) < 0.85


def test_an_even_metagame_shows_its_noise_floor_on_average() -> None:
    """A patch that makes everything even: F as measured is then what the three kinds of games leave to chance."""
    random, found = np.random.default_rng(22), []
    for _ in range(200):
        levels, after = draw_levels(400, random, moved=-SEEN)
        found.append(estimate_imbalance(levels.weigh(after, np.ones_like(MOVED))))
    assert np.mean([each.f for each in found]) == pytest.approx(np.mean([each.noise_floor for each in found]), rel=0.05)
    assert np.mean([each.corrected.low == 0 for each in found]) > 0.93


def test_luck_is_that_of_both_decks() -> None:
    levels, _ = draw_levels(400, np.random.default_rng(6))
    luck = levels.draw_luck(np.random.default_rng(7))
    assert luck == pytest.approx(-luck.T)
    off = levels.place(rates_of(SIMULATED), MOVED, luck)
    assert off + off.T == pytest.approx(np.ones_like(off))


def test_the_same_games_are_read_from_rows_again() -> None:
    observed = draw_observed(SEEN, 50, np.random.default_rng(8))
    assert len(observed.to_rows()) == 6
    assert observed.to_rows()[0] == {
        "deck": "Hunter",
        "opponent": "Paladin",
        "games": 50,
        "wins": int(observed.wins[0, 1]),
    }
    assert log_odds(np.array(0.5)) == 0
