"""The one way to read a file that people write: whatever is wrong with one is said with its name, in one message.

A file may come from anybody. It is read only if it is a plain file of a bounded size; TOML and JSON are parsed only if
they are not nested deeply, and what they hold must be fit to be shown and written again: no number that is none or has
no end, no text with signs that no file can have. What the values mean is up to the readers of `fields.py`.
Who reads for others can bar all files outside some folders.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.resources.abc import Traversable
from math import isfinite
from pathlib import Path
from stat import S_ISBLK, S_ISCHR, S_ISDIR, S_ISFIFO, S_ISREG
from typing import Any

from evometa.input.errors import InputError, Where
from evometa.input.shown_text import show_name

MOST_BYTES = 1 << 20  # of a file: ten times what all cards of the game take
MOST_JSON_BYTES = 8 << 20  # of a JSON file: twice what the longest game takes
MOST_DEPTH = 40  # of tables and lists inside each other
MOST_PARTS = 10  # of a name such as `change.Wisp.cost`; the parser takes ever longer for more
MOST_DIGITS = 40  # of a whole number
MOST_INTEGER = 10**MOST_DIGITS  # that is just too large

# A pipe must not make the opening wait for somebody who writes into it.
OPEN = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
KINDS = {S_ISDIR: "a folder", S_ISFIFO: "a pipe", S_ISCHR: "a device", S_ISBLK: "a device"}

OWN = Path(__file__).resolve().parent.parent  # the data that come with evometa
_barred: list[tuple[Path, ...]] = []  # the folders outside which nothing is read; none: everything may be read

_UNWRITABLE = re.compile("[\0\ud800-\udfff]")
_NO_TEXT = "which has a sign that no text may have; allowed: all but NUL and halves of surrogate pairs"

Way = tuple[Any, str | int]  # the way to a value: that to its parent, and its name or index there

# --- files ----------------------------------------------------------------------------------------


def read_file(file: Path | Traversable, where: Where, most_bytes: int = MOST_BYTES) -> str:
    """The text of a file, with lines that end as Python's do."""
    try:
        content = _read_path(file, where, most_bytes) if isinstance(file, Path) else file.read_bytes()
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise where.error("this is not UTF-8 text; save it as UTF-8") from None
    except OSError as error:
        raise where.error(f"cannot be read ({error.strerror or error})") from None
    except ValueError:
        raise where.error("cannot be read (no file can have this name)") from None
    if "\0" in text:
        raise where.error("this is not text: it has a NUL character")
    return text.replace("\r\n", "\n").replace("\r", "\n")


@contextmanager
def reading_only_inside(*folders: Path) -> Iterator[None]:
    """While this lasts, no thread reads a file outside these folders, whatever name or link leads to it."""
    allowed = (OWN, *(folder.resolve() for folder in folders))
    _barred.append(allowed)
    try:
        yield
    finally:
        _barred.remove(allowed)


def _read_path(path: Path, where: Where, most_bytes: int) -> bytes:
    """The bytes of a plain file, checked after it is open, so that nobody can put another in its place in between."""
    if _barred and not any(path.resolve().is_relative_to(folder) for folder in _barred[-1]):
        raise where.error("this file is not inside the folder that may be read; put a copy of it there")
    descriptor = os.open(path, OPEN)
    try:
        _check_kind(os.fstat(descriptor).st_mode, where)
        with open(descriptor, "rb", closefd=False) as file:
            content = file.read(most_bytes + 1)
    finally:
        os.close(descriptor)
    if len(content) > most_bytes:
        raise where.error(f"the file is too large; allowed: at most {most_bytes >> 20} MB")
    return content


def _check_kind(mode: int, where: Where) -> None:
    if not S_ISREG(mode):
        kind = next((word for is_kind, word in KINDS.items() if is_kind(mode)), "no file")
        raise where.error(f"this is {kind}; allowed: a plain file, so save what it gives as one first")


# --- TOML and JSON --------------------------------------------------------------------------------


def read_toml(file: Path | Traversable, where: Where) -> dict[str, Any]:
    """The content of a TOML file."""
    return parse_toml(read_file(file, where), where)


def read_json(file: Path | Traversable, where: Where) -> Any:
    """The content of a JSON file."""
    return parse_json(read_file(file, where, MOST_JSON_BYTES), where)


def parse_toml(text: str, where: Where) -> dict[str, Any]:
    """The content of a TOML text."""
    tree: dict[str, Any] = _parse(text, where, "TOML", tomllib.loads, TOML_TOKENS)
    return tree


def parse_json(text: str, where: Where) -> Any:
    """The content of a JSON text. Names that come twice in a table, and NaN and Infinity, are refused."""
    load = partial(json.loads, object_pairs_hook=_make_table, parse_constant=_refuse_constant)
    return _parse(text, where, "JSON", load, _JSON_TOKENS)


def _parse(text: str, where: Where, form: str, load: Callable[[str], Any], tokens: re.Pattern[str]) -> Any:
    if _is_deep(text, tokens):
        raise _too_deep(where)
    try:
        tree = load(text)
    except RecursionError:  # of a parser that goes deeper than what was counted
        raise _too_deep(where) from None
    except (tomllib.TOMLDecodeError, json.JSONDecodeError, _RefusedError) as error:
        raise where.error(f"this is not {form}: {error}") from None
    except ValueError:  # what is left: Python itself refuses to read a number of thousands of digits, or no date
        raise where.error(
            f"this is not {form}: a number or date in it is out of range; allowed: whole numbers of at most "
            f"{MOST_DIGITS} digits, and dates of the calendar"
        ) from None
    _check_values(tree, where)
    return tree


class _RefusedError(ValueError):
    """What Python's reader of JSON takes and JSON does not have."""


def _make_table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        twice, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        raise _RefusedError(f"the name {show_name(repr(twice))} is there twice in one table")
    return table


def _refuse_constant(word: str) -> Any:
    raise _RefusedError(f"{word} is no number")


# --- what a text holds ----------------------------------------------------------------------------

# What opens and closes, what separates the parts of a name, and the strings and comments in which all this means
# nothing. A string that does not end is none: the parser says so.
_JSON_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}]', re.DOTALL)
TOML_TOKENS = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+"{3,5}|'
    r"'''(?:[^']|'(?!''))*+'{3,5}|"
    r'"(?:[^"\\\n]|\\.)*+"|'
    r"'[^'\n]*+'|#[^\n]*+|[\[\]{}.=,\n]",
    re.DOTALL,
)


def _is_deep(text: str, tokens: re.Pattern[str]) -> bool:
    """Whether tables and lists are too deep inside each other, or a name has too many parts, before it is parsed."""
    depth, n_parts = 0, 1
    for token in tokens.findall(text):
        if token == "[" or token == "{":
            depth += 1
        elif token == "]" or token == "}":
            depth -= 1
        elif token == ".":
            n_parts += 1
        elif token == "=" or token == "," or token == "\n":
            n_parts = 1
        if depth > MOST_DEPTH or n_parts > MOST_PARTS:
            return True
    return False


def _check_values(tree: Any, where: Where) -> None:
    """Refuse numbers without end, texts that cannot be written, and what is too deep by the parts of its names."""
    level: list[tuple[Way | None, Any]] = [(None, tree)]
    for _ in range(MOST_DEPTH + 2):
        deeper: list[tuple[Way | None, Any]] = []
        for way, value in level:
            if isinstance(value, str | int | float):
                if problem := _find_problem(value):
                    raise _place(where, way).error(problem)
            elif isinstance(value, dict):
                _check_names(where, way, value)
                deeper += [((way, name), part) for name, part in value.items()]
            elif isinstance(value, list):
                deeper += [((way, i), part) for i, part in enumerate(value)]
        if not deeper:
            return
        level = deeper
    raise _too_deep(where)


def _check_names(where: Where, way: Way | None, table: dict[str, Any]) -> None:
    for name in table:
        if _UNWRITABLE.search(name):
            raise _place(where, way).error(f"found the name {show_name(ascii(name))}, {_NO_TEXT}")


def _find_problem(value: str | float) -> str | None:
    if isinstance(value, str):
        return f"found {show_name(ascii(value))}, {_NO_TEXT}" if _UNWRITABLE.search(value) else None
    if isinstance(value, int):
        if -MOST_INTEGER < value < MOST_INTEGER:
            return None
        return f"found a number of more than {MOST_DIGITS} digits; allowed: at most that many"
    return None if isfinite(value) else f"found {value}; allowed: a number that has an end"


def _place(where: Where, way: Way | None) -> Where:
    """The place of a value."""
    return where if way is None else _place(where, way[0]) / show_name(str(way[1]))


def _too_deep(where: Where) -> InputError:
    return where.error(
        f"tables and lists are too deep inside each other; allowed: at most {MOST_DEPTH} levels, and {MOST_PARTS} in "
        "one name"
    )
