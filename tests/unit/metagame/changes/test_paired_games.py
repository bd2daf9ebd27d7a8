"""The same games before and after a patch: played together, or compared with winners that were kept."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.unit.metagame.planted_games import PlantedRunner, make_metagame

from evometa.games.patches.files import parse_change
from evometa.input.errors import InputError
from evometa.matches.interrupts import Interrupted
from evometa.matches.runners import Collect, Games, ThreadRunner
from evometa.matches.schedule import Chunk
from evometa.metagame.changes.paired_games import NOT_PLAYED, PairedGames, PairedResult
from evometa.metagame.decks.deck_games import DeckGames

METAGAME = make_metagame("exp1_hunter_aggro", "exp1_paladin_aggro", "exp1_warlock_aggro", shares=(0.5, 0.25, 0.25))
PATCH = parse_change("Steady Shot cost -1", METAGAME.patched_cards)
BEFORE = np.array([[0.5, 0.6, 0.5], [0.5, 0.5, 0.4], [0.5, 0.7, 0.5]])
AFTER = BEFORE + np.array([[0, 0.1, 0.1], [-0.1, 0, 0], [-0.1, 0, 0]])
OF_HUNTER = np.array([[False, True, True], [True, False, False], [True, False, False]])


def planted(draws: float = 0.1) -> PlantedRunner:
    return PlantedRunner([BEFORE, AFTER], draws=draws)


def wanted(games: int = 100) -> NDArray[np.int64]:
    return np.full((3, 3), games) - np.diag([games] * 3)


def paired() -> PairedGames:
    return PairedGames(METAGAME, METAGAME.with_patch(PATCH), OF_HUNTER, seed=3)


# --- both sides together ----------------------------------------------------------------------------


def test_each_side_has_its_games_and_what_cannot_change_is_played_once() -> None:
    runner = planted()
    result = paired().play_up_to(wanted(), runner)
    assert sum(chunk.games for chunk in runner.chunks) == paired().count_left(wanted()) == 600 + 400
    assert result.before["games"].tolist() == result.after["games"].tolist() == wanted().tolist()
    assert result.joint.sum(axis=-1).tolist() == result.before["wins"].tolist()
    assert result.joint.sum(axis=-2).tolist() == result.after["wins"].tolist()
    unchanged = result.joint[~OF_HUNTER]
    assert (unchanged == np.eye(3, dtype=int) * unchanged).all()
    assert result.joint[OF_HUNTER][:, 0, 1].sum() > 0


class OneByOne(PlantedRunner):
    """Forgets every chunk when it is done."""

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        for chunk in chunks:
            collect(chunk, self.make_outcome(games, chunk))


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    most = []
    for games in (2_000, 40_000):
        tracemalloc.start()
        played = paired().play_up_to(wanted(games), OneByOne([BEFORE, AFTER]), task_games=1_000)
        assert played.joint.sum() == 6 * games
        most.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert most[1] < 1.2 * most[0]


def test_an_interrupt_leaves_pairs() -> None:
    with pytest.raises(Interrupted) as stop:
        paired().play_up_to(wanted(), PlantedRunner([BEFORE, AFTER], interrupt_after=3), task_games=50)
    known = stop.value.known
    assert isinstance(known, PairedResult)
    assert known.joint.sum() == known.before["games"].sum() == known.after["games"].sum() == 150


# --- with winners that were kept --------------------------------------------------------------------


def deck_games(games: int = 200) -> DeckGames:
    return DeckGames(METAGAME, place=0, games=games, seed=3)


def test_winners_are_kept_by_pair_and_number() -> None:
    first = deck_games().play(planted())
    assert first.winners.shape == (9, 100)
    assert ((first.winners != NOT_PLAYED).all(axis=1) == OF_HUNTER.ravel()).all()
    assert (first.winners[~OF_HUNTER.ravel()] == NOT_PLAYED).all()
    counts = [np.bincount(row, minlength=3).tolist() for row in first.winners[OF_HUNTER.ravel()]]
    assert counts == first.sums["wins"][OF_HUNTER].tolist()


def test_kept_winners_tell_the_same_as_playing_both_sides() -> None:
    games, runner = deck_games(), planted()
    winners = games.play(planted()).winners
    alone = games.play_after(PATCH, winners, runner)
    together = paired().play_up_to(wanted(), planted())
    assert sum(chunk.games for chunk in runner.chunks) == alone.n_games == 4 * 100
    assert alone.joint[OF_HUNTER].tolist() == together.joint[OF_HUNTER].tolist()
    assert alone.sums[OF_HUNTER].tobytes() == together.after[OF_HUNTER].tobytes()


def test_the_change_is_the_difference_of_the_win_rates() -> None:
    first = deck_games(2000).play(planted())
    after = deck_games(2000).play_after(PATCH, first.winners, planted())
    assert after.change.value == pytest.approx(after.win_rate.value - first.win_rate.value)
    assert after.change.low < 0.1 < after.change.high
    assert after.change.high - after.change.low < (after.win_rate.high - after.win_rate.low) / 1.2


def test_real_games_that_no_card_changes_end_alike() -> None:
    quick = replace(METAGAME, rules=replace(METAGAME.rules, hero_health=6))
    games = DeckGames(quick, place=0, games=4, seed=3)
    first = games.play(ThreadRunner(2))
    patch = parse_change("Fireball cost +1", quick.patched_cards)
    after = games.play_after(patch, first.winners, ThreadRunner(1))
    assert after.sums.tobytes() == first.sums.tobytes()
    assert (after.change.value, after.joint.sum()) == (0, 2 * 4)


def test_a_deck_without_opponents_is_refused() -> None:
    alone = replace(METAGAME, shares=(1.0, 0.0, 0.0))
    with pytest.raises(InputError, match="has no opponent for Exp1 Hunter"):
        DeckGames(alone, place=0, games=2, seed=1)
