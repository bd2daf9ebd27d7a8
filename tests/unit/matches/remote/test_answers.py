"""Answers of workers that cannot be true: each is refused with one message, and none of them is counted."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.unit.matches.small_games import DECKS, NAMES, PLAYERS, TABLE

from evometa.games.hearthstone.game import HEARTHSTONE
from evometa.games.hearthstone.players.records import FEATURES
from evometa.games.records import Result, Sums
from evometa.matches.counting import Batch
from evometa.matches.remote.answers import ClusterError
from evometa.matches.remote.executors import ExecutorRunner
from evometa.matches.remote.parcels import Parcel
from evometa.matches.remote.workers import Wanted
from evometa.matches.runners import Games, Outcome, ThreadRunner, play_chunk
from evometa.matches.schedule import Match, pack_matches

GAMES = Games.pack([TABLE], DECKS, PLAYERS, per_game=True)
JOBS = pack_matches([Match((0, 1), (1, 1), 4, seed=5), Match((1, 0), (1, 1), 2, seed=5)])
BATCH = Batch(GAMES, JOBS)
PROBES = HEARTHSTONE.make_probes(FEATURES)

Lie = Callable[[Outcome], Any]


class Worker(Executor):
    """Plays at once, and tells a lie about what came out."""

    def __init__(self, lie: Lie) -> None:
        self.lie = lie

    def submit(self, task: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(self.lie(task(*arguments)))
        except Exception as error:
            future.set_exception(error)
        return future


class Pair(ExecutorRunner):
    """Two workers, the first of which plays if it may."""

    def __init__(self, first: Lie, second: Lie, check_share: float) -> None:
        super().__init__(Worker(first), 2)
        self.check_share, self.pair = check_share, [self.open(), Worker(second)]

    def open(self, but: Any = ()) -> Any:
        return next((each for each in getattr(self, "pair", [super().open()]) if each not in but), None)


def keep(outcome: Outcome) -> Outcome:
    return outcome


def fail(outcome: Outcome) -> Any:
    raise OSError("no memory")


def changed(part: str, field: str, value: Any, at: Any = 0) -> Lie:
    """The lie that a number is another one."""

    def lie(outcome: Outcome) -> Outcome:
        array = getattr(outcome, part).copy()
        array[field][at] = value
        return outcome._replace(**{part: array})

    return lie


def card(field: str) -> Lie:
    def lie(outcome: Outcome) -> Outcome:
        sums = outcome.sums.copy()
        sums["cards"][field][0, 0, 0] = 7
        return outcome._replace(sums=sums)

    return lie


LIES: dict[str, tuple[Lie, str]] = {
    "nothing": (lambda outcome: None, "found NoneType"),
    "words": (lambda outcome: "well played", "found str"),
    "asks for ever": (lambda outcome: Wanted("x"), "found Wanted"),
    "an error of its own": (fail, "OSError: no memory"),
    "no sums": (lambda outcome: outcome._replace(sums=None), "found sums of type NoneType"),
    "a list": (lambda outcome: outcome._replace(sums=[1, 2]), "found sums of type list"),
    "too few cells": (lambda outcome: outcome._replace(sums=outcome.sums[:1]), "found 1 sums; allowed: 2"),
    "two axes": (lambda outcome: outcome._replace(sums=outcome.sums[None]), "sums with other fields or axes"),
    "other numbers": (lambda outcome: outcome._replace(sums=np.zeros(2, Result)), "sums with other fields"),
    "objects": (lambda outcome: outcome._replace(sums=np.zeros(2, object)), "sums with other fields"),
    "no rows": (lambda outcome: outcome._replace(rows=None), "found rows of type NoneType"),
    "too many rows": (lambda outcome: outcome._replace(rows=np.zeros(9, Result)), "found 9 rows; allowed: 6"),
    "samples": (lambda outcome: outcome._replace(samples=outcome.rows), "samples of type ndarray"),
    "no time": (lambda outcome: outcome._replace(cpu_seconds="long"), "found seconds of the type str"),
    "time that is no number": (lambda outcome: outcome._replace(cpu_seconds=float("nan")), "found seconds"),
    "more games": (changed("sums", "games", 5), "found 7 games"),
    "no games": (lambda outcome: outcome._replace(sums=np.zeros(2, Sums)), "found 0 games"),
    "more wins": (changed("sums", "wins", 3, (0, 0)), "wins, losses and draws that are not as many"),
    "wins below 0": (changed("sums", "wins", (-1, 5, 0)), "wins, losses and draws"),
    "turns below 0": (changed("sums", "turns", -1), "found turns below 0"),
    "cards without games": (card("drawn"), "cards that were drawn or played more often"),
    "cards that won too often": (card("played_won"), "cards that were drawn or played more often"),
    "rows of others": (changed("rows", "winner", 2, slice(None)), "single games that do not add up"),
    "an impossible winner": (changed("rows", "winner", 7), "single games that do not add up"),
    "games with an error": (changed("rows", "error", 3), "single games that do not add up"),
}


@pytest.mark.parametrize("name", LIES)
def test_what_cannot_be_true_is_refused(name: str) -> None:
    lie, words = LIES[name]
    collected: list[int] = []
    with pytest.raises(ClusterError) as caught:
        BATCH.play(ExecutorRunner(Worker(lie), 1), lambda chunk, _: collected.append(chunk.number))
    first, second = NAMES
    message = str(caught.value)
    assert message.startswith(
        f"a worker: 6 games from {first} against {second}, game 0 of the match with seed 5, could"
    )
    assert words in message
    assert "\n" not in message
    assert not collected


def test_the_truth_is_believed() -> None:
    here = BATCH.play(ThreadRunner(1)).checksum()
    assert BATCH.play(ExecutorRunner(Worker(keep), 1)).checksum() == here
    some = Batch(replace(GAMES, per_game=False, probes=PROBES), JOBS, columns=("wins", "nodes"))
    assert some.play(ExecutorRunner(Worker(keep), 1)).checksum() == some.play(ThreadRunner(1)).checksum()


def test_positions_of_nobody_are_refused() -> None:
    batch = Batch(replace(GAMES, probes=PROBES), JOBS)
    assert len(play_chunk(batch.games, next(batch.chunks())).samples)
    with pytest.raises(ClusterError, match="positions of no player, or without an outcome"):
        batch.play(ExecutorRunner(Worker(changed("samples", "player", 2)), 1))


# --- lies that could be true ----------------------------------------------------------------------

LONGER = changed("sums", "turns", 1000)


def test_a_consistent_lie_is_found_if_two_workers_are_compared() -> None:
    for pair in ((LONGER, keep), (keep, LONGER)):
        with pytest.raises(ClusterError, match=r"a worker and a worker: 6 games from .*they do not answer the same"):
            BATCH.play(Pair(*pair, check_share=1.0))


def test_answers_that_are_checked_count_once() -> None:
    batch, here = Batch(GAMES, JOBS, task_games=1), BATCH.play(ThreadRunner(1)).checksum()
    for share in (0.0, 0.5, 1.0):
        assert batch.play(Pair(keep, keep, share)).checksum() == here


def test_one_worker_cannot_be_compared() -> None:
    runner = ExecutorRunner(Worker(keep), 1)
    runner.check_share = 1.0
    with pytest.raises(ClusterError, match="--check-workers: found one worker; allowed: 2 or more"):
        BATCH.play(runner)


def test_games_are_known_by_their_parcel() -> None:
    """A worker asks for games at most once: one that has been sent them has no reason to ask again."""
    asked: list[Any] = []

    def ask(outcome: Any) -> Any:
        asked.append(outcome)
        return Wanted(Parcel.pack(GAMES).key)

    with pytest.raises(ClusterError, match="found Wanted"):
        BATCH.play(ExecutorRunner(Worker(ask), 1))
    assert len(asked) == 1
