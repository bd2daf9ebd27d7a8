"""How the chunks of a batch are shared out, in order and with all that `Runner` promises, wherever they are played."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Condition, Thread
from typing import Any

from evometa.matches.schedule import Chunk

WAKE_SECONDS = 0.2  # after which a waiting main thread looks for Ctrl-C, on systems where that does not wake it up
GRACE_SECONDS = 0.5  # that a chunk has after Ctrl-C: with own cards it could take very long
CHECK_SECONDS = 1.0  # from one look at the place, and at what is overdue, to the next
_AHEAD = 2  # chunks handed out for each slot of a place, so that the next one is there when one is finished
_OVERDUE = 3.0  # times as long as the slowest chunk of late, after which one is given to somebody else, too
LEAST_OVERDUE = 5.0  # seconds, in which no chunk is overdue
FIRST_SECONDS = 20.0  # that a chunk may take before any other has shown how long they take


class Workplace:
    """Where chunks are played. Its methods are called by one thread, never two at a time."""

    def count_slots(self) -> int:
        """How many chunks it can play at the same time, which may change."""
        raise NotImplementedError

    def submit(self, chunk: Chunk) -> Future[Any]:
        """Have a chunk played: of the future comes an `Outcome`."""
        raise NotImplementedError

    def play_again(self, chunk: Chunk, future: Future[Any]) -> Future[Any] | None:
        """Look at a future that is done: None if what came of it counts, and otherwise another one for the chunk."""
        return None

    def play_beside(self, chunk: Chunk) -> Future[Any] | None:
        """Have a chunk that is overdue played by somebody else, too; None if there is nobody else."""
        return None

    def check(self) -> None:
        """Look after the place; raise an error if nothing can be expected from it any more."""

    def halt(self) -> None:
        """Have what is played end before its time, if that is possible; of such a chunk comes a `CancelledError`."""


def share_chunks(place: Workplace, chunks: Iterable[Chunk], collect: Callable[[Chunk, Any], None]) -> None:
    """Have all chunks played at a place, as `Runner` says.

    An error of the place itself, unlike one of a chunk, ends the run at once.
    """
    work = _Work(place, iter(chunks), collect)
    # In a thread: Ctrl-C interrupts the main thread only, and so never a `collect` half-way.
    thread = Thread(target=work.play_chunks, name="evometa chunks", daemon=True)
    try:
        thread.start()
        while thread.is_alive():
            thread.join(WAKE_SECONDS)
    finally:
        work.stop()
    if work.failures:
        raise work.failures[min(work.failures)]


@dataclass
class _Held:
    """A chunk that has been handed out, perhaps to several: the first answer counts."""

    chunk: Chunk
    futures: list[Future[Any]] = field(default_factory=list)
    since: float = 0.0  # when it was handed out last


@dataclass
class _Work:
    """A run: what is handed out, and what has failed."""

    place: Workplace
    chunks: Iterator[Chunk]
    collect: Callable[[Chunk, Any], None]
    lock: Condition = field(default_factory=Condition)
    at_hand: dict[int, _Held] = field(default_factory=dict)  # by the number of the chunk
    done: SimpleQueue[tuple[int, Future[Any]]] = field(default_factory=SimpleQueue)  # by the number of the chunk, too
    slowest: float = 0.0  # seconds that a chunk has taken, and less the longer ago that was
    next_check: float = field(default_factory=time.monotonic)
    is_stopped: bool = False
    failures: dict[int, BaseException] = field(default_factory=dict)  # by the number of the chunk; -1 for the place

    def play_chunks(self) -> None:
        """What the thread does: hand out chunks and take in outcomes, until there is nothing to wait for."""
        try:
            while self._hand_out():
                self._take_in()
        except BaseException as error:  # an interrupt too; `share_chunks` raises it again
            self.leave(error)

    def _hand_out(self) -> bool:
        """Keep the place busy; returns whether there is a chunk to wait for."""
        with self.lock:
            while not self.is_stopped and len(self.at_hand) < _AHEAD * max(1, self.place.count_slots()):
                chunk = next(self.chunks, None)
                if chunk is None:
                    break
                self._watch(_Held(chunk), self.place.submit(chunk))
            return bool(self.at_hand)

    def _take_in(self) -> None:
        """Wait for a chunk to be done, and collect what came out of it."""
        if time.monotonic() >= self.next_check:
            self._check()
        try:
            number, future = self.done.get(timeout=CHECK_SECONDS)
        except Empty:
            return
        with self.lock:
            held = self.at_hand.get(number)
            if held is None:  # somebody else was faster
                return
            # What came out of a chunk is of no use if it was called back, or if one before it has failed.
            is_ended = future.cancelled() or isinstance(future.exception(), CancelledError)
            is_dropped = (self.is_stopped and is_ended) or any(failed < number for failed in self.failures)
            if not is_dropped:
                if (again := self.place.play_again(held.chunk, future)) is not None:
                    self._watch(held, again)
                    return
                self.slowest = max(0.9 * self.slowest, time.monotonic() - held.since)
                self._collect(held.chunk, future)
            self._let_go(number)

    def _check(self) -> None:
        """Look after the place, and give what is overdue to somebody else."""
        self.place.check()
        with self.lock:
            now = self.next_check = time.monotonic()
            self.next_check += CHECK_SECONDS
            patience = max(LEAST_OVERDUE, _OVERDUE * (self.slowest or FIRST_SECONDS))
            for number, held in list(self.at_hand.items()):
                if now - held.since < patience:
                    continue
                if (beside := self.place.play_beside(held.chunk)) is not None:
                    self._watch(held, beside)
                elif self.is_stopped:  # nobody would ever end it
                    self._let_go(number)

    def stop(self) -> None:
        """Hand out no more, call back what nobody plays yet, and wait a little until the chunks at hand are done.

        It does not wait for the thread: an interrupted `Thread.join` may take a thread that still runs for dead.
        """
        with self.lock:
            if not self.is_stopped:
                self.is_stopped = True
                self._call_back(sorted(self.at_hand)[self.place.count_slots() :])
            until = time.monotonic() + GRACE_SECONDS
            while self.at_hand:
                self.lock.wait(WAKE_SECONDS)
                if time.monotonic() > until:
                    self.place.halt()

    def leave(self, error: BaseException) -> None:
        """End the run at once, because of an error of the place."""
        with self.lock:
            self.failures[-1] = error
            self.is_stopped = True
            self._call_back(list(self.at_hand))
            self.at_hand.clear()
            self.lock.notify_all()

    def _watch(self, held: _Held, future: Future[Any]) -> None:
        held.futures.append(future)
        held.since = time.monotonic()
        self.at_hand[held.chunk.number] = held
        future.add_done_callback(lambda _: self.done.put((held.chunk.number, future)))

    def _let_go(self, number: int) -> None:
        """Wait for a chunk no longer."""
        del self.at_hand[number]
        self.lock.notify_all()

    def _collect(self, chunk: Chunk, future: Future[Any]) -> None:
        """Hand over the outcome of a chunk. If that fails, so does the run, but chunks before it go on to their end."""
        try:
            self.collect(chunk, future.result())
        except BaseException as error:
            self.failures[chunk.number] = error
            self.is_stopped = True
            self._call_back([number for number in self.at_hand if number > chunk.number])

    def _call_back(self, numbers: list[int]) -> None:
        """Cancel chunks, the last ones first, so that no later one begins because an earlier one is cancelled."""
        for number in sorted(numbers, reverse=True):
            for future in self.at_hand[number].futures:
                future.cancel()
