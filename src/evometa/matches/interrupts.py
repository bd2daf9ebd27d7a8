"""What is left when Ctrl-C ends a batch before its time: an exception that carries what is known by then.

Whoever adds up games says what is known; only the edge (a command, a notebook) stops the exception and shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

T = TypeVar("T")


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, and what is known from the games that were finished: what would have been returned, but partial."""

    def __init__(self, known: Any) -> None:
        super().__init__(known)
        self.known = known

    def __str__(self) -> str:
        return "interrupted; `known` holds what came out of the games that were finished"


@contextmanager
def keep_on_interrupt(known: Callable[[], object]) -> Iterator[None]:
    """Let an interrupt of what runs meanwhile carry what is known by then."""
    try:
        yield
    except KeyboardInterrupt as stop:
        raise Interrupted(known()) from stop


def until_interrupted(play: Callable[[], T]) -> T:
    """What a function returns, or what is known when it is interrupted: of the same type, and marked as partial."""
    try:
        return play()
    except Interrupted as stop:
        found: T = stop.known
        return found
