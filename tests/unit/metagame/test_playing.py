"""Playing a metagame: how many games, which ones, until when, and what is left of them after an interrupt."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from tests.unit.metagame.planted_games import TURNS, PlantedRunner, make_metagame

from evometa.input.errors import InputError
from evometa.matches.counting import play_games
from evometa.matches.interrupts import Interrupted
from evometa.matches.runners import Collect, Games, ThreadRunner
from evometa.matches.schedule import Chunk, ordered_pairs
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import PILOT_GAMES, MetagameResult, play

HUNTER, PALADIN, WARLOCK = "exp1_hunter_aggro", "exp1_paladin_aggro", "exp1_warlock_aggro"
RATES = np.array([[0.5, 0.9, 0.5], [0.2, 0.5, 0.99], [0.5, 0.03, 0.5]])


@pytest.fixture
def runner() -> PlantedRunner:
    return PlantedRunner(RATES)


def play_planted(runner: PlantedRunner, **wishes: Any) -> MetagameResult:
    return play(make_metagame(HUNTER, PALADIN, WARLOCK), seed=3, runner=runner, **wishes)


# --- so many games --------------------------------------------------------------------------------


def test_games_per_match_up_are_half_from_each_seat(runner: PlantedRunner) -> None:
    result = play_planted(runner, games=1000)
    games = result.evidence.games
    assert games.tolist() == [[1000, 500, 500], [500, 1000, 500], [500, 500, 1000]]
    assert result.games == 6 * 1000
    assert not result.is_partial
    assert result.evidence.win_rate_starting == pytest.approx(RATES, abs=0.08)


def test_sums_are_kept_for_each_ordered_pair(runner: PlantedRunner) -> None:
    result = play_planted(runner, games=200)
    assert result.sums.shape == (3, 3)
    assert (result.sums["cards"]["drawn"][..., 0, 0] == result.evidence.games).all()
    assert (result.evidence.turns == TURNS * result.evidence.games).all()
    assert [len(cards) for cards in result.cards] == [len(set(deck.cards)) for deck in result.metagame.decks]


def test_the_shares_are_those_of_the_metagame(runner: PlantedRunner) -> None:
    metagame = make_metagame(HUNTER, PALADIN, shares=(0.25, 0.75))
    assert play(metagame, seed=1, games=2, runner=runner).evidence.shares.tolist() == [0.25, 0.75]


@pytest.mark.parametrize("games", [0, -2, 1, 7])
def test_games_that_cannot_be_split_are_refused(games: int, runner: PlantedRunner) -> None:
    with pytest.raises(InputError, match=rf"found {games} games per match-up; allowed: an even number from 2 on"):
        play_planted(runner, games=games)
    assert not runner.chunks


@pytest.mark.parametrize("wishes", [{}, {"games": 10, "precision": 0.1}])
def test_either_games_or_a_precision(wishes: dict[str, float], runner: PlantedRunner) -> None:
    with pytest.raises(InputError, match="give one of them"):
        play_planted(runner, **wishes)


@pytest.mark.parametrize("precision", [0.0, -0.1, 0.0005, 0.5, float("nan")])
def test_a_precision_out_of_reach_is_refused(precision: float, runner: PlantedRunner) -> None:
    with pytest.raises(InputError, match=r"found a precision of .*; allowed: 0.001, which takes about 960,"):
        play_planted(runner, precision=precision)


def test_a_task_without_games_is_refused(runner: PlantedRunner) -> None:
    with pytest.raises(InputError, match="found 0 games per task"):
        play_planted(runner, games=2, task_games=0)


def test_only_some_match_ups(runner: PlantedRunner) -> None:
    result = play_planted(runner, games=20, pairs=[(2, 0), (1, 1)])
    assert result.evidence.games.tolist() == [[0, 0, 10], [0, 20, 0], [10, 0, 0]]
    with pytest.raises(ValueError, match="found the decks 0 and 3 of 3"):
        play_planted(runner, games=20, pairs=[(0, 3)])


# --- the same games -------------------------------------------------------------------------------


@pytest.mark.parametrize("task_games", [1, 7, 64, 10_000])
def test_the_size_of_tasks_does_not_matter(task_games: int, runner: PlantedRunner) -> None:
    usual = play_planted(PlantedRunner(RATES), games=100)
    other = play_planted(runner, games=100, task_games=task_games)
    assert other.sums.tobytes() == usual.sums.tobytes()
    assert max(chunk.games for chunk in runner.chunks) <= task_games


def test_more_games_are_the_same_ones_and_then_others(runner: PlantedRunner) -> None:
    play_planted(runner, games=20)
    some, first = games_of(runner), PlantedRunner(RATES)
    play_planted(first, games=60)
    assert some < games_of(first)


def test_another_deck_leaves_the_games_of_the_others_alone() -> None:
    few, many = (PlantedRunner(np.full((3, 3), 0.5)) for _ in range(2))
    two = play(make_metagame(HUNTER, WARLOCK), seed=3, games=50, runner=few)
    three = play(make_metagame(PALADIN, WARLOCK, HUNTER), seed=3, games=50, runner=many)
    turned = np.ix_([2, 1], [2, 1])
    assert two.evidence.wins.tolist() == three.evidence.wins[turned].tolist()
    assert games_of(few) < games_of(many)


def test_another_seed_gives_other_games(runner: PlantedRunner) -> None:
    one, other = (play(make_metagame(HUNTER, PALADIN), seed=seed, games=200, runner=runner) for seed in (1, 2))
    assert one.evidence.wins.tolist() != other.evidence.wins.tolist()


def games_of(runner: PlantedRunner) -> set[tuple[int, int]]:
    """Seed and number of every game."""
    jobs = [job for chunk in runner.chunks for job in chunk.jobs]
    games = [(int(job.seed), int(job.first) + i) for job in jobs for i in range(int(job.games))]
    assert len(set(games)) == len(games), "no game is played twice"
    return set(games)


def test_real_games_are_those_of_the_schedule_on_any_number_of_threads() -> None:
    metagame = quick_metagame()
    own, pair, turned, other = ordered_pairs([deck.name for deck in metagame.decks], 2, seed=5)
    pairs = [replace(own, games=4), pair, turned, replace(other, games=4)]
    expected = play_games(metagame.table(), metagame.decks, metagame.players, pairs, threads=1)
    one = play(metagame, seed=5, games=4, runner=ThreadRunner(1))
    two = play(metagame, seed=5, games=4, runner=ThreadRunner(2), task_games=1)
    assert one.sums.tobytes() == two.sums.tobytes()
    assert one.sums.tobytes() == expected.sums.tobytes()
    assert one.cards == expected.cards


def quick_metagame() -> Metagame:
    metagame = make_metagame(HUNTER, PALADIN)
    return replace(metagame, rules=replace(metagame.rules, hero_health=6))


def test_all_that_a_task_needs_can_be_sent_elsewhere() -> None:
    metagame = quick_metagame()
    sent: list[int] = []

    class Elsewhere:
        def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
            packed = pickle.loads(pickle.dumps((games, list(chunks))))
            sent.append(len(packed[1]))
            ThreadRunner(1).run(*packed, collect)

    there = play(metagame, seed=5, games=2, runner=Elsewhere())
    here = play(metagame, seed=5, games=2, runner=ThreadRunner(1))
    assert sent
    assert there.sums.tobytes() == here.sums.tobytes()


# --- until it is precise --------------------------------------------------------------------------


@pytest.mark.parametrize("precision", [0.3, 0.05, 0.02])
def test_every_interval_becomes_as_narrow_as_asked(precision: float, runner: PlantedRunner) -> None:
    result = play_planted(runner, precision=precision)
    widths = (result.evidence.rates.high - result.evidence.rates.low) / 2
    assert widths.max() <= precision
    assert not result.unsettled
    assert (result.evidence.games == result.evidence.games.T).all()


def test_games_are_spent_where_they_are_needed(runner: PlantedRunner) -> None:
    games = play_planted(runner, precision=0.02).evidence.games
    even, lopsided, mirror = games[0, 2], games[1, 2], games[0, 0]
    assert mirror == PILOT_GAMES
    assert even > 5 * lopsided
    assert 1150 < even < 1300  # per seat; 1,201 is what one half takes


def test_how_precise_it_is_does_not_depend_on_tasks(runner: PlantedRunner) -> None:
    usual = play_planted(runner, precision=0.05)
    small = play_planted(PlantedRunner(RATES), precision=0.05, task_games=13)
    assert usual.sums.tobytes() == small.sums.tobytes()


def test_rounds_at_most_double_the_games(runner: PlantedRunner) -> None:
    told: list[tuple[int, int]] = []
    play_planted(runner, precision=0.02, progress=lambda finished, planned: told.append((finished, planned)))
    plans = list(dict.fromkeys(planned for _, planned in told))
    assert len(plans) > 3
    assert all(later <= 2 * earlier for earlier, later in pairwise(plans))
    assert told[-1][0] == told[-1][1]


def test_draws_without_end_stop_at_a_limit_and_are_named() -> None:
    result = play_planted(PlantedRunner(RATES, draws=1.0), precision=0.1)
    names = [deck.name for deck in result.metagame.decks]
    assert result.unsettled == ((names[0], names[1]), (names[0], names[2]), (names[1], names[2]))
    assert result.evidence.games[0, 1] == 98  # twice what one half would take, 98 games for both seats


# --- progress and Ctrl-C --------------------------------------------------------------------------


def test_progress_tells_what_is_finished_and_planned(runner: PlantedRunner) -> None:
    told: list[tuple[int, int]] = []
    play_planted(runner, games=100, progress=lambda finished, planned: told.append((finished, planned)))
    assert told[-1] == (600, 600)
    assert [finished for finished, _ in told] == sorted({finished for finished, _ in told})


def test_an_interrupt_leaves_what_is_finished() -> None:
    with pytest.raises(Interrupted) as stop:
        play_planted(PlantedRunner(RATES, interrupt_after=5), games=1000, task_games=50)
    assert stop.value.known.is_partial
    assert stop.value.known.games == 5 * 50


def test_an_interrupt_before_the_first_game_leaves_nothing() -> None:
    with pytest.raises(Interrupted) as stop:
        play_planted(PlantedRunner(RATES, interrupt_after=0), precision=0.1)
    assert (stop.value.known.is_partial, stop.value.known.games) == (True, 0)


def stop_after(part: float, **wishes: Any) -> MetagameResult:
    """What is known when the chunks of a play, in order, are stopped after a part of them."""
    counted = PlantedRunner(RATES)
    play_planted(counted, **wishes)
    n_chunks = int(part * len(counted.chunks))
    assert 0 < n_chunks < len(counted.chunks)
    with pytest.raises(Interrupted) as stop:
        play_planted(PlantedRunner(RATES, interrupt_after=n_chunks, is_reversed=False), **wishes)
    known = stop.value.known
    assert isinstance(known, MetagameResult)
    return known


@pytest.mark.parametrize("games", [60, 200, 1000, 20_000])
@pytest.mark.parametrize("part", [0.1, 0.25, 0.6])
def test_a_play_that_is_stopped_knows_as_much_about_every_match_up(games: int, part: float) -> None:
    known = stop_after(part, games=games).evidence
    assert known.is_complete
    of_pair = known.games / np.where(np.eye(3, dtype=bool), games, games // 2)
    assert of_pair.min() >= part - 0.05
    assert of_pair.max() <= part + 0.1


def test_after_a_fiftieth_of_the_games_something_is_known_about_every_match_up() -> None:
    known = stop_after(0.02, games=2000).evidence
    assert known.is_complete
    assert known.games.min() >= 10


def test_a_play_until_it_is_precise_knows_all_match_ups_when_it_is_stopped() -> None:
    assert stop_after(0.1, precision=0.02).evidence.is_complete
