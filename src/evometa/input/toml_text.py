"""TOML as text: values written on one line, and on which line each stands, which Python's own reader does not tell."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from evometa.input.errors import Where
from evometa.input.reading import TOML_TOKENS, parse_toml
from evometa.input.shown_text import hide_in_toml

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def quote_text(text: str) -> str:
    """A text as TOML writes it."""
    return hide_in_toml(json.dumps(text, ensure_ascii=False))


def format_value(value: Any) -> str:
    """A text, a number, a list or a table."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        return quote_text(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(format_value, value))}]"
    if isinstance(value, Mapping):
        fields = [format_field(name, part) for name, part in value.items()]
        return f"{{ {', '.join(fields)} }}" if fields else "{}"
    raise TypeError(f"TOML has no {type(value).__name__}: {value!r}")


def format_field(name: str, value: Any) -> str:
    """`name = value`."""
    return f"{format_key(name)} = {format_value(value)}"


def format_key(name: str) -> str:
    """A name, quoted where TOML wants that."""
    return name if _BARE_KEY.fullmatch(name) else quote_text(name)


_TOKENS = re.compile(rf"{TOML_TOKENS.pattern}|[^\s\[\]{{}}.=,#\"']+", re.DOTALL)  # also runs of anything else
_CLOSING = (",", "]", "}", "\n")


def find_lines(text: str) -> dict[str, int]:
    """The line of every value of a valid TOML text, by its path: `card.0.battlecry.damage`."""
    scan = _Scan(list(_tokens(text)))
    scan.read_document()
    return scan.lines


def line_of(lines: dict[str, int], path: str) -> int:
    """The line of a value; of one that is not there, that of the table that lacks it, or 0 if there is none."""
    while path and path not in lines:
        path = path.rpartition(".")[0]
    return lines.get(path, 0)


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """Each token but comments, with its line; an end behind the last one."""
    line, seen = 1, 0
    for found in _TOKENS.finditer(text):
        line += text.count("\n", seen, found.start())
        seen = found.start()
        if not found[0].startswith("#"):
            yield found[0], line
    yield "\n", line + 1


@dataclass(slots=True)
class _Scan:
    """The way through the tokens, and what was found on it."""

    tokens: list[tuple[str, int]]
    at: int = 0
    lines: dict[str, int] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)  # how many elements an array of tables has so far

    @property
    def token(self) -> str:
        return self.tokens[self.at][0]

    def read_document(self) -> None:
        table = ""
        while self.at < len(self.tokens):
            if self.token == "\n":
                self.at += 1
            elif self.token == "[":
                table = self._read_header()
            else:
                self._read_pair(table)

    def _read_header(self) -> str:
        """The path of the table that `[name]` or `[[name]]` opens."""
        line = self.tokens[self.at][1]
        is_array = self.tokens[self.at + 1][0] == "["
        self.at += 2 if is_array else 1
        *parents, last = self._read_key("]")
        path = ""
        for part in parents:
            path = self.enter(_join(path, part))
        path = _join(path, last)
        if is_array:
            self.sizes[path] = self.sizes.get(path, 0) + 1
            self.lines.setdefault(path, line)
        path = self.enter(path)
        self.lines[path] = line
        self.at += 2 if is_array else 1
        return path

    def enter(self, path: str) -> str:
        """The last element of an array of tables, or the table itself."""
        return f"{path}.{self.sizes[path] - 1}" if path in self.sizes else path

    def _read_key(self, end: str) -> list[str]:
        """The parts of a name, up to what ends it."""
        parts = []
        while self.token != end:
            if self.token != ".":
                parts.append(_unquote(self.token))
            self.at += 1
        return parts

    def _read_pair(self, table: str) -> None:
        """A name and its value."""
        line = self.tokens[self.at][1]
        path = table
        for part in self._read_key("="):
            path = _join(path, part)
            self.lines.setdefault(path, line)
        self.at += 1
        self._read_value(path)

    def _read_value(self, path: str) -> None:
        """Go behind a value, and note where its parts are."""
        self.lines.setdefault(path, self.tokens[self.at][1])
        opening, n = self.token, 0
        if opening not in ("[", "{"):
            while self.token not in _CLOSING:
                self.at += 1
            return
        self.at += 1
        while self.token not in ("]", "}"):
            if self.token in _CLOSING:
                self.at += 1
            elif opening == "{":
                self._read_pair(path)
            else:
                self._read_value(f"{path}.{n}")
                n += 1
        self.at += 1


def _join(path: str, part: str) -> str:
    return f"{path}.{part}" if path else part


def _unquote(token: str) -> str:
    if token[0] not in "\"'":
        return token
    return str(parse_toml(f"{token} = 0", Where("")).popitem()[0]) if "\\" in token else token[1:-1]
