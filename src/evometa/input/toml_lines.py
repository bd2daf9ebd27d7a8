"""On which line of a TOML text each of its values stands, which Python's own reader does not tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from evometa.input.errors import Where
from evometa.input.reading import parse_toml

# A string, a comment, what opens, closes and separates, or a run of anything else.
TOKENS = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+"{3,5}|'
    r"'''(?:[^']|'(?!''))*+'{3,5}|"
    r'"(?:[^"\\\n]|\\.)*+"|'
    r"'[^'\n]*+'|#[^\n]*+|[\[\]{}.=,\n]|[^\s\[\]{}.=,#\"']+",
    re.DOTALL,
)
CLOSING = (",", "]", "}", "\n")


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
    for found in TOKENS.finditer(text):
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
                table = self.read_header()
            else:
                self.read_pair(table)

    def read_header(self) -> str:
        """The path of the table that `[name]` or `[[name]]` opens."""
        line = self.tokens[self.at][1]
        is_array = self.tokens[self.at + 1][0] == "["
        self.at += 2 if is_array else 1
        *parents, last = self.read_key("]")
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

    def read_key(self, end: str) -> list[str]:
        """The parts of a name, up to what ends it."""
        parts = []
        while self.token != end:
            if self.token != ".":
                parts.append(_unquote(self.token))
            self.at += 1
        return parts

    def read_pair(self, table: str) -> None:
        """A name and its value."""
        line = self.tokens[self.at][1]
        path = table
        for part in self.read_key("="):
            path = _join(path, part)
            self.lines.setdefault(path, line)
        self.at += 1
        self.read_value(path)

    def read_value(self, path: str) -> None:
        """Go behind a value, and note where its parts are."""
        self.lines.setdefault(path, self.tokens[self.at][1])
        if self.token == "{":
            self.at += 1
            while self.token != "}":
                if self.token in CLOSING:
                    self.at += 1
                else:
                    self.read_pair(path)
            self.at += 1
        elif self.token == "[":
            self.read_array(path)
        else:
            while self.token not in CLOSING:
                self.at += 1

    def read_array(self, path: str) -> None:
        n = 0
        self.at += 1
        while self.token != "]":
            if self.token in CLOSING:
                self.at += 1
            else:
                self.read_value(f"{path}.{n}")
                n += 1
        self.at += 1


def _join(path: str, part: str) -> str:
    return f"{path}.{part}" if path else part


def _unquote(token: str) -> str:
    if token[0] not in "\"'":
        return token
    return str(parse_toml(f"{token} = 0", Where("")).popitem()[0]) if "\\" in token else token[1:-1]
