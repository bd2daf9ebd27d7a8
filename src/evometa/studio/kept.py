"""What pages come back to by a key: the last things looked at are kept, and the others forgotten."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from evometa.input.errors import InputError
from evometa.studio.queue import Job, Worked, WorkQueue

T = TypeVar("T")
W = TypeVar("W", bound="Workpiece")

_MOST_PIECES = 64  # of each kind that somebody works at


class Kept(Generic[T]):
    """Up to `most` things, by key. Any thread may ask."""

    def __init__(self, most: int, forget: Callable[[T], None] = lambda thing: None) -> None:
        self.most, self.forget = most, forget
        self._things: OrderedDict[str, T] = OrderedDict()
        self._lock = Lock()

    def get(self, key: str) -> T | None:
        """The thing of this key, if it is still there."""
        with self._lock:
            if key in self._things:
                self._things.move_to_end(key)
            return self._things.get(key)

    def get_or_make(self, key: str, make: Callable[[], T], is_good: Callable[[T], bool] = lambda thing: True) -> T:
        """The thing of this key; one that is not there, or no longer good, is made."""
        with self._lock:
            found = self._things.pop(key, None)
            self._things[key] = found if found is not None and is_good(found) else make()
            while len(self._things) > self.most:
                self.forget(self._things.popitem(last=False)[1])
            return self._things[key]


class Workpiece(Worked):
    """What somebody works at on a page, and the games that are played for it.

    It lives in the server, with a key that stands in the address of its page: who opens the address again finds it as
    it was. Pages call its methods and look at its fields; `version` tells that something has changed.
    """

    def __init__(self, queue: WorkQueue) -> None:
        super().__init__()
        self.key = secrets.token_urlsafe(9)
        self.queue = queue
        self.version = 0
        self._lock = Lock()

    @property
    def jobs(self) -> list[Job]:
        """What is done for it, or was done last."""
        return [self.job] if self.job else []

    @property
    def problem(self) -> str:
        """What went wrong, for people."""
        return next((job.error for job in self.jobs if job.error), "")

    def stop(self) -> None:
        """Play no more games."""
        for job in self.jobs:
            job.stop()


class Workshelf(Generic[W]):
    """The last workpieces of a kind."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._kept: Kept[W] = Kept(_MOST_PIECES, lambda piece: piece.stop())

    def put(self, piece: W) -> W:
        """Keep a new one."""
        return self._kept.get_or_make(piece.key, lambda: piece)

    def find(self, key: str) -> W:
        """The one of this key; an `InputError` if it is no longer there."""
        found = self._kept.get(key)
        if found is None:
            raise InputError(
                f"this {self.kind} is no longer there: the studio was started again, or {_MOST_PIECES} others came "
                "after it; begin a new one, or load one that was saved"
            )
        return found
