"""Fields of files: from a value as TOML or JSON has it to one as it is meant, or an error that says what is allowed.

A reader takes the place of a value and the value. What a file may say is a table of readers by the name of the field,
which `read_fields` goes by. The readers of a dataclass follow from its annotations: see `stored.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import inf, isfinite
from typing import Any

from evometa.input.errors import Where, describe_words
from evometa.input.short_repr import Short
from evometa.input.shown_text import show_name

Reader = Callable[[Where, object], Any]
Readers = Mapping[str, Reader]
Words = Callable[[], Iterable[str]] | tuple[str, ...]

MOST_INTEGER = (1 << 63) - 1
MOST_SEED = (1 << 64) - 1
MOST_ENTRIES = 100_000  # of a list
MOST_LETTERS = 4_096  # of a phrase or a path
_MOST_NAME_LETTERS = 200  # of a name


def read_fields(where: Where, tree: object, readers: Readers, also: Iterable[str] = ()) -> dict[str, Any]:
    """The fields of a table as they are meant; `also` are further names that are allowed, which somebody else reads."""
    table = read_table(where, tree)
    for name in table:
        if name not in readers and name not in also:
            raise where.unknown("field", name, (*readers, *also))
    return {name: readers[name](where / name, value) for name, value in table.items() if name in readers}


# --- what was found -------------------------------------------------------------------------------


def describe_value(value: object) -> str:
    """A value as a person would write it in the file."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f"'{show_name(value)}'"
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list | tuple):
        return "a list"
    return "nothing" if value is None else str(value)


def wrong_type(where: Where, value: object, expected: str) -> Exception:
    """The error for a value of a kind that does not belong here."""
    return where.error(f"found {describe_value(value)}; allowed: {expected}")


# --- readers --------------------------------------------------------------------------------------


def read_name(where: Where, value: object) -> str:
    """What something is called, which has a place in tables and titles."""
    return read_text(where, value, most=_MOST_NAME_LETTERS)


def read_text(where: Where, value: object, expected: str = "a text", most: int = MOST_LETTERS) -> str:
    """A text that is not empty: a phrase, a name or a path."""
    if not isinstance(value, str) or not value.strip():
        raise wrong_type(where, value, expected)
    if len(value) > most:
        raise where.error(f"found a text of {len(value)} letters; allowed: {expected} of at most {most}")
    return value


def read_any_text(where: Where, value: object) -> str:
    """A text, which may be empty."""
    if not isinstance(value, str):
        raise wrong_type(where, value, "a text")
    return value


def read_yes_or_no(where: Where, value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise wrong_type(where, value, "true or false")
    return value


def read_table(where: Where, value: object) -> dict[str, Any]:
    """A table of anything."""
    if not isinstance(value, Mapping):
        raise wrong_type(where, value, "a table")
    return dict(value)


def whole_number(lowest: float = -MOST_INTEGER, highest: float = MOST_INTEGER, even: str = "") -> Reader:
    """Reads a whole number in a range; `even` says why it has to be even, if it has to."""
    limits = _describe_range(lowest, highest)
    allowed = f"an even number{limits}, {even}" if even else f"a whole number{limits}"

    def read(where: Where, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise wrong_type(where, value, allowed)
        if not lowest <= value <= highest:
            raise where.error(f"the number {value} is out of range; allowed: {allowed}")
        if even and value % 2:
            raise wrong_type(where, value, allowed)
        return value

    return read


def number(lowest: float = -inf, highest: float = inf) -> Reader:
    """Reads a number in a range, whole or not."""
    allowed = f"a number{_describe_range(lowest, highest)}"

    def read(where: Where, value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise wrong_type(where, value, allowed)
        if not (isfinite(value) and lowest <= value <= highest):
            raise where.error(f"the number {value} is out of range; allowed: {allowed}")
        return value

    return read


def _describe_range(lowest: float, highest: float) -> str:
    """` from 1 to 9`, ` from 1 on`, ` up to 9`, or nothing if there are no limits."""
    if lowest <= -MOST_INTEGER:
        return "" if highest in (MOST_INTEGER, inf) else f" up to {highest}"
    return f" from {lowest} on" if highest in (MOST_INTEGER, inf) else f" from {lowest} to {highest}"


read_seed = whole_number(0, MOST_SEED)


def word(words: Iterable[str] | Words) -> Reader:
    """Reads one of some words, which may be known only later."""

    def read(where: Where, value: object) -> str:
        allowed = tuple(words() if callable(words) else words)
        if not isinstance(value, str):
            raise wrong_type(where, value, ", ".join(allowed))
        if value not in allowed:
            raise where.error(f"found {describe_value(value)}; {describe_words(value, allowed)}")
        return value

    return read


def list_of(reader: Reader, expected: str = "a list", least: int = 0, most: float = MOST_ENTRIES) -> Reader:
    """Reads a list of some length, whose elements a reader reads."""
    allowed = f"exactly {least}" if least == most else f"{least} to {most}" if least else f"at most {most}"

    def read(where: Where, value: object) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise wrong_type(where, value, expected)
        if not least <= len(value) <= most:
            raise where.error(f"found {len(value)} entries; allowed: {allowed}")
        return tuple(reader(where / i, each) for i, each in enumerate(value))

    return read


read_texts = list_of(read_text, "a list of texts")


def maybe(reader: Reader) -> Reader:
    """Reads what may also be None, which JSON writes as null and TOML leaves out."""
    return lambda where, value: None if value is None else reader(where, value)


# --- limits ---------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, eq=False)
class Limits(Short):
    """What a field may hold beside what its type says, for an `Annotated` type; of a list, each of its elements."""

    range: tuple[float, float] = (-MOST_INTEGER, MOST_INTEGER)
    even: str = ""  # why a number has to be even, if it has to
    words: Words = ()  # one of which a text has to be
    reader: Reader | None = None  # of what no type describes
