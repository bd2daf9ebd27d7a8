"""Several mistakes at once: who reads a file goes on after the first one, and tells all of them in the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import TracebackType
from typing import ParamSpec, TypeVar, cast

from evometa.input.errors import InputError, Where
from evometa.input.shown_text import show_name

P = ParamSpec("P")
T = TypeVar("T")

MOST_SHOWN = 30  # mistakes that one message names
MOST_LETTERS = 240  # of each of them, if there are several


class Mistakes:
    """The mistakes of a block of code. What is left of it is told when the block ends:

    with Mistakes() as attempt:
        cost = attempt(read_number, where / "cost", tree["cost"])
        attack = attempt(read_number, where / "attack", tree["attack"])
    """

    def __init__(self) -> None:
        self.found: list[InputError] = []

    def __call__(self, read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a reader returns; after a mistake that is nothing, which nobody sees: the block ends in an error."""
        try:
            return read(*args, **kwargs)
        except InputError as error:
            self.note(error)
            return cast(T, None)

    def note(self, error: InputError) -> None:
        """One more mistake, or several."""
        self.found += error.parts or [error]

    def __enter__(self) -> Mistakes:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, InputError):
            self.note(error)
        elif error is not None:
            return
        if self.found:
            raise join_mistakes(self.found) from None


def join_mistakes(mistakes: Iterable[InputError]) -> InputError:
    """Some mistakes as one error, with a line for each; one alone is itself."""
    parts = tuple(mistakes)
    if len(parts) == 1:
        return parts[0]
    lines = [show_name(str(part), MOST_LETTERS) for part in parts[:MOST_SHOWN]]
    if len(parts) > MOST_SHOWN:
        lines.append(f"and {len(parts) - MOST_SHOWN} more mistakes")
    error = InputError("\n".join(lines))
    error.parts = parts
    return error


def by_lines(mistakes: Iterable[InputError]) -> list[InputError]:
    """The mistakes of each file together, in the order of their lines; the file with the first one comes first."""
    placed = [(error.where or Where(""), error) for error in mistakes]
    files = list(dict.fromkeys(where.file for where, _ in placed))
    return [error for where, error in sorted(placed, key=lambda each: (files.index(each[0].file), each[0].line))]
