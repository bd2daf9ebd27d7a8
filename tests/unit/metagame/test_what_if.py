"""A metagame before and after a patch: which games are played, how they pair up, and what the differences are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.unit.metagame.planted_games import PlantedRunner, make_metagame

from evometa.cards.patches.files import parse_change
from evometa.cards.patches.patch import Patch
from evometa.input.errors import InputError
from evometa.matches.interrupts import Interrupted
from evometa.matches.runners import ThreadRunner
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import play
from evometa.metagame.what_if import WhatIfResult, affected_pairs, what_if

HUNTER, PALADIN, WARLOCK = "exp1_hunter_aggro", "exp1_paladin_aggro", "exp1_warlock_aggro"
BEFORE = np.array([[0.5, 0.6, 0.5], [0.5, 0.5, 0.4], [0.5, 0.7, 0.5]])
AFTER = BEFORE + np.array([[0, 0, 0.1], [0, 0, 0.1], [-0.1, -0.1, 0]])


@pytest.fixture
def runner() -> PlantedRunner:
    return PlantedRunner([BEFORE, AFTER])


def three_decks() -> Metagame:
    return make_metagame(HUNTER, PALADIN, WARLOCK)


def change_of(line: str, metagame: Metagame | None = None) -> Patch:
    return parse_change(line, (metagame or three_decks()).patched_cards)


def weaken_warlock(runner: PlantedRunner, games: int = 400, **wishes: Any) -> WhatIfResult:
    """Life Tap is the power of one of the three heroes."""
    return what_if(three_decks(), change_of("Life Tap cost +1"), games=games, seed=7, runner=runner, **wishes)


# --- which match-ups ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "touched"),
    [
        ("Life Tap cost +1", [False, False, True]),
        ("Silver Hand Recruit attack +1", [False, True, False]),
        ("The Coin cost +1", [True, True, True]),
        ("Fireball cost +1", [False, False, False]),
        ("ban Fireball", [False, False, False]),
    ],
)
def test_a_match_up_is_affected_if_a_changed_card_can_turn_up(line: str, touched: list[bool]) -> None:
    metagame = three_decks()
    affected = affected_pairs(metagame, metagame.with_patch(change_of(line)))
    assert affected.tolist() == [[one or other for other in touched] for one in touched]


def test_match_ups_that_are_not_affected_are_not_played_again(runner: PlantedRunner) -> None:
    result = weaken_warlock(runner)
    again = [job for chunk in runner.chunks for job in chunk.jobs if job.table == 1]
    assert {tuple(sorted(job.decks.tolist())) for job in again} == {(0, 2), (1, 2)}
    assert sum(int(job.games) for job in again) == 2 * 400
    assert result.games == 3 * 400 + 2 * 400
    assert result.before.evidence.games.tolist() == result.after.evidence.games.tolist()
    assert result.before.sums[0, 1].tobytes() == result.after.sums[0, 1].tobytes()


def test_real_games_that_cannot_change_would_be_the_same() -> None:
    metagame = make_metagame(HUNTER, PALADIN)
    quick = replace(metagame, rules=replace(metagame.rules, hero_health=6))
    patch = change_of("Life Tap cost +1", quick)
    before, after = (play(m, seed=3, games=2, runner=ThreadRunner(1)) for m in (quick, quick.with_patch(patch)))
    assert before.sums.tobytes() == after.sums.tobytes()
    assert not affected_pairs(quick, quick.with_patch(patch)).any()


def test_real_games_pair_up_before_and_after() -> None:
    metagame = make_metagame(HUNTER, PALADIN)
    quick = replace(metagame, rules=replace(metagame.rules, hero_health=6))
    patch = change_of("Steady Shot cost -1", quick)
    result = what_if(quick, patch, games=2, seed=3, runner=ThreadRunner(2), task_games=1)
    sides = (quick, quick.with_patch(patch))
    before, after = (play(m, seed=3, games=2, pairs=[(0, 1)], runner=ThreadRunner(1)) for m in sides)
    assert result.before.sums.tobytes() == before.sums.tobytes()
    assert result.after.sums.tobytes() == after.sums.tobytes()
    assert before.sums.tobytes() != after.sums.tobytes()


# --- the games of both sides ------------------------------------------------------------------------


def test_both_sides_have_the_games_that_play_would_have(runner: PlantedRunner) -> None:
    result = weaken_warlock(runner)
    pairs = [(0, 1), (0, 2), (1, 2)]
    before = play(three_decks(), seed=7, games=400, pairs=pairs, runner=PlantedRunner(BEFORE))
    after = play(three_decks(), seed=7, games=400, pairs=pairs, runner=PlantedRunner(AFTER))
    assert result.before.sums.tobytes() == before.sums.tobytes()
    assert result.after.evidence.wins.tolist() == after.evidence.wins.tolist()


@pytest.mark.parametrize("task_games", [1, 9, 10_000])
def test_the_size_of_tasks_does_not_matter(task_games: int, runner: PlantedRunner) -> None:
    usual = weaken_warlock(runner, games=40)
    other = weaken_warlock(PlantedRunner([BEFORE, AFTER]), games=40, task_games=task_games)
    assert other.joint.tolist() == usual.joint.tolist()
    assert other.after.sums.tobytes() == usual.after.sums.tobytes()


def test_what_became_of_the_games_adds_up(runner: PlantedRunner) -> None:
    runner.draws = 0.1
    result = weaken_warlock(runner)
    for side, axis in ((result.before, -1), (result.after, -2)):
        outcomes = result.joint.sum(axis=axis)
        evidence = side.evidence
        assert outcomes.tolist() == np.stack([evidence.wins, evidence.losses, evidence.draws], axis=-1).tolist()
    changed = result.joint.sum(axis=(-2, -1)) - np.trace(result.joint, axis1=-2, axis2=-1)
    assert (changed > 0).tolist() == (BEFORE != AFTER).tolist()


# --- the differences ------------------------------------------------------------------------------


def test_changes_are_the_differences_of_the_matrices(runner: PlantedRunner) -> None:
    runner.draws = 0.1
    result = weaken_warlock(runner)
    before, after = result.before.evidence, result.after.evidence
    assert result.change.value == pytest.approx(after.win_rate - before.win_rate)
    assert result.change_against_meta.value == pytest.approx(after.against_meta - before.against_meta)
    assert result.change_unpaired.value == pytest.approx(result.change.value)
    assert result.change_against_meta_unpaired.value == pytest.approx(result.change_against_meta.value)


def test_common_seeds_narrow_the_intervals(runner: PlantedRunner) -> None:
    result = weaken_warlock(runner, games=2000)
    assert result.change.low[0, 2] < 0.1 < result.change.high[0, 2]
    pairs = [(result.change, result.change_unpaired), (result.change_against_meta, result.change_against_meta_unpaired)]
    for paired, unpaired in pairs:
        assert paired.high.ravel()[2] - paired.low.ravel()[2] < (unpaired.high - unpaired.low).ravel()[2] / 2


def test_what_cannot_change_changes_by_exactly_nothing(runner: PlantedRunner) -> None:
    change = weaken_warlock(runner).change
    assert (change.value[0, 1], change.low[0, 1], change.high[0, 1]) == (0, 0, 0)


def test_the_notes_say_what_the_patch_does(runner: PlantedRunner) -> None:
    assert weaken_warlock(runner, games=2).notes == ["Life Tap: cost 2 -> 3"]


def test_a_patch_comes_on_top_of_that_of_the_metagame(runner: PlantedRunner) -> None:
    patched = three_decks().with_patch(change_of("Life Tap cost +1"))
    result = what_if(patched, change_of("Life Tap cost +1", patched), games=2, seed=1, runner=runner)
    assert result.notes == ["Life Tap: cost 3 -> 4"]
    assert result.after.metagame.patched_cards["Life Tap"].definition.cost == 4


# --- what goes wrong ------------------------------------------------------------------------------


def test_a_ban_of_a_card_that_a_deck_has_is_refused(runner: PlantedRunner) -> None:
    card = three_decks().decks[0].cards[0]
    with pytest.raises(InputError, match=f"{card} is banned"):
        what_if(three_decks(), change_of(f"ban {card}"), games=2, seed=1, runner=runner)
    assert not runner.chunks


@pytest.mark.parametrize("games", [0, -2, 3])
def test_games_that_cannot_be_split_are_refused(games: int, runner: PlantedRunner) -> None:
    with pytest.raises(InputError, match=f"found {games} games per match-up"):
        weaken_warlock(runner, games=games)


def test_progress_counts_both_sides(runner: PlantedRunner) -> None:
    told: list[tuple[int, int]] = []
    patch = change_of("Life Tap cost +1")
    what_if(three_decks(), patch, games=40, seed=7, runner=runner, progress=lambda *games: told.append(games))
    assert told[-1] == (5 * 40, 5 * 40)


def test_an_interrupt_leaves_pairs_of_games() -> None:
    with pytest.raises(Interrupted) as stop:
        weaken_warlock(PlantedRunner([BEFORE, AFTER], interrupt_after=4), task_games=50)
    result = stop.value.known
    assert result.is_partial
    assert result.before.is_partial
    assert result.after.is_partial
    assert result.before.games == 4 * 50
    assert result.before.evidence.games.tolist() == result.after.evidence.games.tolist()
    assert result.joint.sum() == result.before.games
