"""Things that pages come back to by a key: the last ones looked at are kept, and the others forgotten."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


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
