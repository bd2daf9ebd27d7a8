"""Chunks that take much longer than others: somebody else plays them, too, and the first answer counts."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import numpy as np
import pytest

from evometa.matches import sharing
from evometa.matches.schedule import Chunk, pack_matches
from evometa.matches.sharing import Workplace, share_chunks

CHUNKS = [Chunk(number, 0, pack_matches([]), np.zeros(0, np.intp)) for number in range(9)]
PATIENCE = 60.0  # seconds, for a machine that has much else to do


class Place(Workplace):
    """Answers at once with the number of a chunk, but for one chunk, which waits; another one may play it, too."""

    def __init__(self, stuck: int, has_other: bool = True) -> None:
        self.stuck, self.has_other = stuck, has_other
        self.asked: list[int] = []  # chunks for which another one was asked
        self.is_asked, self.future = threading.Event(), Future[Any]()

    def count_slots(self) -> int:
        return 2

    def submit(self, chunk: Chunk) -> Future[Any]:
        return self.future if chunk.number == self.stuck else answered(chunk)

    def play_beside(self, chunk: Chunk) -> Future[Any] | None:
        self.asked.append(chunk.number)
        self.is_asked.set()
        return answered(chunk) if self.has_other else None


def answered(chunk: Chunk) -> Future[Any]:
    future: Future[Any] = Future()
    future.set_result(chunk.number)
    return future


@pytest.fixture(autouse=True)
def _little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CHECK_SECONDS", "LEAST_OVERDUE", "FIRST_SECONDS"):
        monkeypatch.setattr(sharing, name, 0.05)


def share(place: Place, also: Callable[[int], None] = lambda number: None) -> list[int]:
    """The numbers of the chunks in the order in which they were collected."""
    found: list[int] = []

    def collect(chunk: Chunk, outcome: int) -> None:
        assert chunk.number == outcome
        found.append(outcome)
        also(outcome)

    share_chunks(place, iter(CHUNKS), collect)
    return found


@pytest.mark.parametrize("stuck", [0, 4, 8])
def test_what_is_overdue_is_played_by_somebody_else(stuck: int) -> None:
    place = Place(stuck)
    assert sorted(share(place)) == list(range(9))
    assert place.asked == [stuck]


def test_a_late_answer_counts_no_second_time() -> None:
    place = Place(3)

    def answer_late(number: int) -> None:
        if number == 3:
            place.future.set_result(3)

    assert sorted(share(place, answer_late)) == list(range(9))


def test_without_anybody_else_the_answer_is_waited_for() -> None:
    place = Place(3, has_other=False)
    threading.Thread(target=lambda: place.is_asked.wait(PATIENCE) and place.future.set_result(3)).start()
    assert sorted(share(place)) == list(range(9))


def test_a_run_that_fails_does_not_wait_for_what_nobody_will_answer() -> None:
    place = Place(3, has_other=False)

    def fail(number: int) -> None:
        if number == 4:
            raise RuntimeError("disk full")

    with pytest.raises(RuntimeError, match="disk full"):
        share(place, fail)
