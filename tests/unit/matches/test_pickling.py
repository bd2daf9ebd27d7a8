"""All that a runner is given or gives back can be sent to another process, errors too."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest
from tests.unit.matches.small_games import DECKS, NAMES, PLAYERS, TABLE

from evometa.games.game import GameError
from evometa.matches.counting import Batch
from evometa.matches.interrupts import Interrupted
from evometa.matches.results import TaskError
from evometa.matches.runners import Games, ThreadRunner, play_chunk
from evometa.matches.schedule import Match, pack_matches

JOBS = pack_matches([Match((0, 1), (1, 1), 2, seed=5), Match((1, 0), (1, 1), 2, seed=6)])
BATCH = Batch(Games.pack([TABLE], DECKS, PLAYERS), JOBS, columns=("wins", "turns"), task_games=2)
BAD_GAME = GameError(1, 2**63, 7, ("Mice", "Men"))
BAD_TASK = TaskError(5, 3, 100, ("Mice", "Men"), "MemoryError: no room")


def send(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


@pytest.mark.parametrize("error", [BAD_GAME, BAD_TASK], ids=lambda error: type(error).__name__)
def test_an_error_arrives_as_it_was(error: Exception) -> None:
    there = send(error)
    assert (type(there), str(there), vars(there)) == (type(error), str(error), vars(error))
    assert "Mice against Men" in str(there)


def test_an_interrupt_arrives_with_what_is_known() -> None:
    assert send(Interrupted({"games": 3})).known == {"games": 3}


def test_a_chunk_and_its_outcome_arrive_as_they_were() -> None:
    for chunk in BATCH.chunks():
        there = send(chunk)
        assert (there.number, there.row, there.games) == (chunk.number, chunk.row, chunk.games)
        assert (there.jobs.tobytes(), there.cells.tolist()) == (chunk.jobs.tobytes(), chunk.cells.tolist())
        outcome = play_chunk(send(BATCH.games), there)
        assert send(outcome).sums.tobytes() == outcome.sums.tobytes() == play_chunk(BATCH.games, chunk).sums.tobytes()


def test_a_batch_is_the_same_elsewhere() -> None:
    here, there = BATCH.play(ThreadRunner(1)), send(BATCH).play(ThreadRunner(1))
    assert there.checksum() == here.checksum()
    assert send(here).checksum() == here.checksum()


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    """A process that was started anew, and knows nothing of this one."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        yield pool


def test_a_game_that_fails_in_another_process_is_told_here(pool: ProcessPoolExecutor) -> None:
    broken = Games.pack([TABLE], DECKS, PLAYERS, check=True)
    broken.decks["cards"] = broken.decks["of"][0]  # a hero cannot be drawn
    failed = pool.submit(play_chunk, broken, next(BATCH.chunks()))
    with pytest.raises(
        GameError, match=r"game 0 of the match with seed 5: there is a card where no such card"
    ) as caught:
        failed.result()
    assert (caught.value.seed, caught.value.game, caught.value.decks) == (5, 0, tuple(NAMES))


def test_a_task_that_fails_in_another_process_is_told_here(pool: ProcessPoolExecutor) -> None:
    chunk = next(BATCH.chunks())
    chunk.jobs["table"] = 7  # which is not there; uncompiled, this is an error and not a wrong place in memory
    with pytest.raises(TaskError, match=r"2 games from .* could not be played: IndexError: index 7") as caught:
        pool.submit(play_chunk, BATCH.games, chunk).result()
    assert (caught.value.seed, caught.value.game) == (5, 0)
