"""How the chunks of a batch are shared out, in order and with all that `Runner` promises, wherever they are played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Condition, Thread
from typing import TYPE_CHECKING, Any

from evometa.matches.schedule import Chunk

if TYPE_CHECKING:
    from evometa.matches.runners import Collect

WAKE_SECONDS = 0.2  # after which a waiting main thread looks for Ctrl-C, on systems where that does not wake it up
CHECK_SECONDS = 1.0  # without any finished chunk, after which a place is asked whether all is well with it
AHEAD = 2  # chunks handed out for each slot of a place, so that the next one is there when one is finished


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

    def check(self) -> None:
        """Raise an error if nothing can be expected from this place any more."""


def share_chunks(place: Workplace, chunks: Iterable[Chunk], collect: Collect) -> None:
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
class _Work:
    """A run: what is handed out, and what has failed."""

    place: Workplace
    chunks: Iterator[Chunk]
    collect: Collect
    lock: Condition = field(default_factory=Condition)
    at_hand: dict[int, tuple[Chunk, Future[Any]]] = field(default_factory=dict)  # by the number of the chunk
    done: SimpleQueue[int] = field(default_factory=SimpleQueue)  # the numbers of chunks whose future is done
    is_stopped: bool = False
    failures: dict[int, BaseException] = field(default_factory=dict)  # by the number of the chunk; -1 for the place

    def play_chunks(self) -> None:
        """What the thread does: hand out chunks and take in outcomes, until there is nothing to wait for."""
        try:
            while self.hand_out():
                self.take_in()
        except BaseException as error:  # an interrupt too; `share_chunks` raises it again
            self.leave(error)

    def hand_out(self) -> bool:
        """Keep the place busy; returns whether there is a chunk to wait for."""
        with self.lock:
            while not self.is_stopped and len(self.at_hand) < AHEAD * max(1, self.place.count_slots()):
                chunk = next(self.chunks, None)
                if chunk is None:
                    break
                self._watch(chunk, self.place.submit(chunk))
            return bool(self.at_hand)

    def take_in(self) -> None:
        """Wait for a chunk to be done, and collect what came out of it."""
        try:
            number = self.done.get(timeout=CHECK_SECONDS)
        except Empty:
            self.place.check()
            return
        with self.lock:
            chunk, future = self.at_hand[number]
            if not self._is_dropped(number, future):
                if (again := self.place.play_again(chunk, future)) is not None:
                    self._watch(chunk, again)
                    return
                self._collect(chunk, future)
            del self.at_hand[number]
            self.lock.notify_all()

    def stop(self) -> None:
        """Hand out no more, call back what nobody plays yet, and wait until the chunks at hand are done.

        It does not wait for the thread: an interrupted `Thread.join` may take a thread that still runs for dead.
        """
        with self.lock:
            if not self.is_stopped:
                self.is_stopped = True
                self._call_back(sorted(self.at_hand)[self.place.count_slots() :])
            while self.at_hand:
                self.lock.wait(WAKE_SECONDS)

    def leave(self, error: BaseException) -> None:
        """End the run at once, because of an error of the place."""
        with self.lock:
            self.failures[-1] = error
            self.is_stopped = True
            self._call_back(list(self.at_hand))
            self.at_hand.clear()
            self.lock.notify_all()

    def _watch(self, chunk: Chunk, future: Future[Any]) -> None:
        self.at_hand[chunk.number] = chunk, future
        future.add_done_callback(lambda _: self.done.put(chunk.number))

    def _is_dropped(self, number: int, future: Future[Any]) -> bool:
        """Whether what came out of a chunk is of no use: it was called back, or one before it has failed."""
        return (self.is_stopped and future.cancelled()) or any(failed < number for failed in self.failures)

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
            self.at_hand[number][1].cancel()
