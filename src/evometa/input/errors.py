"""The one exception that a user's mistake raises, and how its message is put together.

Who reads a file goes on after the first mistake, and tells all of them in the end.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import ParamSpec, TypeVar, cast

from evometa.input.shown_text import join_names, show_line, show_name

P = ParamSpec("P")
T = TypeVar("T")

_LONGEST_WORD = 100  # that can be a misspelt one; what is longer takes long to compare, and was never meant as a word
MOST_SHOWN = 30  # mistakes that one message names
MOST_LETTERS = 240  # of each of them, if there are several


class InputError(Exception):
    """A mistake in a file or a request. Its text is one message: what is wrong, where, and what would be right."""

    where: Where | None = None  # the place, if it is known
    problem: str = ""  # the message without the place
    parts: tuple[InputError, ...] = ()  # of several mistakes: each of them


class Notice(UserWarning):
    """What a user should know of, though the work goes on. Commands print it as one line."""


class PhraseError(Exception):
    """A phrase that the language does not have. Whoever knows where the phrase stands turns it into an `InputError`."""


def nearest_word(found: object, allowed: Iterable[str]) -> str | None:
    """The allowed word that looks most like the one found, if any comes close."""
    if len(str(found)) > _LONGEST_WORD:
        return None
    by_lower = {word.lower(): word for word in allowed if len(word) <= _LONGEST_WORD}
    matches = difflib.get_close_matches(str(found).lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[matches[0]] if matches else None


def hint_at(found: object, allowed: Iterable[str]) -> str:
    """The question whether somebody meant the nearest word, with a space behind it; empty if no word comes close."""
    nearest = nearest_word(found, allowed)
    return f"did you mean '{show_name(nearest)}'? " if nearest else ""


def describe_words(found: object, allowed: Iterable[str], listed: Iterable[str] | None = None) -> str:
    """What is allowed instead of a word, the nearest one first. A shorter list may stand for all that is allowed."""
    words = list(allowed)
    return f"{hint_at(found, words)}allowed: {join_names(words if listed is None else listed)}"


@dataclass(frozen=True, slots=True)
class Where:
    """A place in the input: file, card, and the path of a field inside the card; the line, where it is known."""

    file: str
    card: str = ""
    path: str = ""
    line: int = 0

    def __truediv__(self, part: str | int) -> Where:
        """The place of a field (by name) or a list element (by index) inside this one."""
        return Where(self.file, self.card, f"{self.path}.{part}" if self.path else str(part), self.line)

    def __str__(self) -> str:
        parts = [self.file]
        if self.line:
            parts.append(f"line {self.line}")
        if self.card:
            parts.append(f"card {self.card}")
        if self.path:
            parts.append(f"field '{self.path}'")
        return ", ".join(show_line(part) for part in parts if part)

    def error(self, problem: str) -> InputError:
        """An error about this place; a place without a name needs no words."""
        error = InputError(f"{self}: {problem}" if str(self) else problem)
        error.where, error.problem = self, problem
        return error

    def unknown(self, what: str, found: object, allowed: Iterable[str]) -> InputError:
        """An error about a word that is not one of those allowed here."""
        return self.error(f"unknown {what} {show_name(repr(found))}; {describe_words(found, allowed)}")


@contextmanager
def errors_at(where: Where) -> Iterator[None]:
    """Say where in a file an error is that does not know the place."""
    try:
        yield
    except (InputError, PhraseError) as error:
        raise where.error(str(error)) from None


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
