"""A metagame before and after a patch: which games are played, how they pair up, and what the differences are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.unit.metagame.planted_games import PlantedRunner, make_metagame

from evometa.games.patches.files import parse_change
from evometa.games.patches.patch import Patch
from evometa.input.errors import InputError
from evometa.matches.inference import unpaired_change
from evometa.matches.interrupts import Interrupted
from evometa.matches.runners import ThreadRunner
from evometa.metagame.changes.paired_games import KeptWinners
from evometa.metagame.changes.what_if import GrowingWhatIf, WhatIfResult, affected_pairs, what_if
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import GrowingGames, choose_pairs, play, spread_games

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
    assert result.change_against_meta.value == pytest.approx(after.strengths.value - before.strengths.value)


def test_common_seeds_narrow_the_intervals(runner: PlantedRunner) -> None:
    result = weaken_warlock(runner, games=2000)
    assert result.change.low[0, 2] < 0.1 < result.change.high[0, 2]
    before, after = result.before.evidence, result.after.evidence
    without_pairs = unpaired_change(before.rates, after.rates), unpaired_change(before.strengths, after.strengths)
    for paired, unpaired in zip((result.change, result.change_against_meta), without_pairs, strict=True):
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


# --- bans and limits ------------------------------------------------------------------------------


def test_a_deck_plays_other_cards_for_a_banned_one_and_its_match_ups_alone_change(runner: PlantedRunner) -> None:
    metagame = three_decks()
    wolf = metagame.patched_cards["Timber Wolf"].id
    result = what_if(metagame, change_of("ban Timber Wolf"), games=2, seed=1, runner=runner)
    assert {(each.deck, each.card) for each in result.replaced} == {(metagame.decks[0].name, "Timber Wolf")}
    assert result.is_affected.tolist() == [[True, True, True], [True, False, False], [True, False, False]]
    assert wolf in result.before.cards[0]
    assert wolf not in result.after.cards[0]
    assert result.before.cards[1:] == result.after.cards[1:]


def test_real_games_after_a_ban_are_those_of_the_changed_decks() -> None:
    metagame = make_metagame(HUNTER, PALADIN)
    quick = replace(metagame, rules=replace(metagame.rules, hero_health=6))
    patch = change_of("ban Timber Wolf", quick)
    result = what_if(quick, patch, games=2, seed=3, runner=ThreadRunner(1))
    after = play(quick.with_patch(patch), seed=3, games=2, pairs=[(0, 1)], runner=ThreadRunner(1))
    assert result.after.sums.tobytes() == after.sums.tobytes()
    assert result.after.cards == after.cards


def test_what_a_ban_before_the_patch_has_replaced_is_not_told_again(runner: PlantedRunner) -> None:
    metagame = three_decks().with_patch(change_of("ban Timber Wolf"))
    assert metagame.replaced
    assert what_if(metagame, change_of("Life Tap cost +1"), games=2, seed=1, runner=runner).replaced == ()


def test_a_ban_of_a_card_that_no_deck_has_changes_nothing(runner: PlantedRunner) -> None:
    result = what_if(three_decks(), change_of("ban Fireball"), games=2, seed=1, runner=runner)
    assert (result.replaced, result.is_affected.any()) == ((), False)


# --- stage by stage -------------------------------------------------------------------------------


@pytest.mark.parametrize("change", ["Life Tap cost +1", "ban Timber Wolf", "limit Timber Wolf"])
@pytest.mark.parametrize("is_known", [True, False])
def test_after_a_stage_it_is_what_so_many_games_at_once_say(change: str, is_known: bool) -> None:
    metagame, patch, stages = three_decks(), change_of(change), (20, 100, 400)
    kept, before = KeptWinners(9, stages[-1]), GrowingGames(metagame, 7, None, per_game=True)
    known = kept.winners if is_known else None
    growing = GrowingWhatIf(metagame, metagame.with_patch(patch), patch, 7, known=known)
    for games in stages:
        before.play_up_to(spread_games(games, choose_pairs(3, None)), PlantedRunner(BEFORE), kept.collect)
        left = growing.count_left(games)
        runner = PlantedRunner([BEFORE, AFTER])
        found = growing.play_up_to(games, runner, before.sums if is_known else None)
        assert sum(chunk.games for chunk in runner.chunks) == left
        expected = what_if(metagame, patch, games=games, seed=7, runner=PlantedRunner([BEFORE, AFTER]))
        assert found.joint.tolist() == expected.joint.tolist()
        assert found.is_affected.tolist() == expected.is_affected.tolist()
        for ours, theirs in ((found.before, expected.before), (found.after, expected.after)):
            assert ours.sums.tobytes() == theirs.sums.tobytes()
            assert ours.cards == theirs.cards


# --- what goes wrong ------------------------------------------------------------------------------


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
