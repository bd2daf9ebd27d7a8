"""Reading recorded games: one gzip file of JSON lines each, a `setup`, its `action` lines, and an `end`."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evometa.input.errors import InputError

PATTERN = "game_*.jsonl.gz"
Tree = dict[str, Any]


@dataclass(frozen=True)
class Nullable:
    """A shape whose value may also be null."""

    shape: Any


@dataclass(frozen=True)
class Spare:
    """The shape of a field that may be missing."""

    shape: Any


class Card(str):
    """The shape of a card's id."""


class Picked:
    """The shape of what was picked at random: a number, a card's id, or a place with the id of the card there."""


# Shapes: a type, a table of fields, a list of one shape, or a tuple of as many as there must be.
HERO = {
    "id": Card,
    "hp": int,
    "max_hp": int,
    "armor": int,
    "atk": int,
    "flags": [str],
    "attacks": int,
    "can_attack": bool,
}
MINION = {
    "id": Card,
    "atk": int,
    "hp": int,
    "max_hp": int,
    "flags": [str],
    "spellpower": int,
    "attacks": int,
    "exhausted": bool,
    "can_attack": bool,
    "buffs": [str],
}
PLAYER = {
    "hero": HERO,
    "power": {"id": Card, "cost": int, "used": int},
    "weapon": Nullable({"id": Card, "atk": int, "dur": int}),
    "mana": {"avail": int, "max": int, "locked": int, "overload": int},
    "fatigue": int,
    "spellpower": int,
    "combo": bool,
    "deck": [Card],
    "hand": [{"id": Card, "cost": int, "atk": Spare(int), "hp": Spare(int), "dur": Spare(int)}],
    "field": [MINION],
    "secrets": [Card],
    "choice": Nullable([Card]),
    "state": str,
}
STATE = {"turn": int, "cur": int, "p": (PLAYER, PLAYER)}
ACTION = {
    "type": str,
    "hand": Spare(int),
    "card": Spare(Card),
    "target": Spare(str),
    "src": Spare(str),
    "pos": Spare(int),
    "choose_card": Spare(Card),
    "index": Spare(int),
}
RNG = {"op": str, "n": int, "picked": [Picked]}
SEAT = {"hero": Card, "deck": [Card]}
LINES = {
    "setup": {"players": (SEAT, SEAT), "state": STATE},
    "action": {"n": int, "player": int, "action": ACTION, "legal": [ACTION], "rng": [RNG], "state": STATE},
    "end": {},
}
WORDS = {dict: "a table", list: "a list", str: "a text", int: "a whole number", bool: "true or false"}


@dataclass(frozen=True)
class Step:
    """An action as it was recorded: what could be done before it, its random outcomes, and the state after it."""

    number: int
    player: int
    action: Tree
    legal: list[Tree]
    rng: list[Tree]
    state: Tree


@dataclass(frozen=True)
class Trace:
    """A recorded game."""

    name: str  # of its file, without the endings
    heroes: list[str]
    decks: list[list[str]]  # top card first
    state: Tree  # after the opening draw
    steps: list[Step]


def find_traces(folder: Path) -> list[Path]:
    """The recorded games of a folder."""
    if not folder.is_dir():
        raise InputError(f"{folder}: there is no such folder; give the folder of the recorded games")
    paths = sorted(folder.glob(PATTERN))
    if not paths:
        raise InputError(f"{folder}: there is no recorded game in it; their files are called {PATTERN}")
    return paths


def trace_name(path: Path) -> str:
    """The name of a recorded game, as waivers and reports give it."""
    return path.name.removesuffix(".gz").removesuffix(".jsonl")


def read_trace(path: Path, known: Container[str]) -> Trace:
    """A recorded game with cards of known ids; an error names the line that is not as it should be."""
    lines = list(_read_lines(path, known))
    if [line["t"] for line in lines] != ["setup", *["action"] * (len(lines) - 2), "end"]:
        raise InputError(f"{path.name}: a game is one 'setup', its 'action' lines and one 'end', in this order")
    setup, steps = lines[0], [_read_step(line) for line in lines[1:-1]]
    heroes, decks = ([seat[name] for seat in setup["players"]] for name in ("hero", "deck"))
    return Trace(trace_name(path), heroes, decks, setup["state"], steps)


def _read_step(line: Tree) -> Step:
    return Step(line["n"], line["player"], line["action"], line["legal"], line["rng"], line["state"])


def _read_lines(path: Path, known: Container[str]) -> Iterator[Tree]:
    try:
        text = gzip.decompress(path.read_bytes()).decode("utf-8")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise InputError(f"{path.name}: this is not a gzip file of UTF-8 text ({error})") from None
    for number, line in enumerate(text.splitlines(), start=1):
        where = f"{path.name}, line {number}"
        try:
            tree = json.loads(line)
        except json.JSONDecodeError as error:
            raise InputError(f"{where}: this is not JSON: {error}") from None
        if not isinstance(tree, dict) or tree.get("t") not in LINES:
            raise InputError(f"{where}: a line is a table whose 't' is one of: {', '.join(LINES)}")
        _Checker(where, known).check(LINES[tree["t"]], tree, "")
        yield tree


class _Checker:
    """Holds values against shapes."""

    def __init__(self, where: str, known: Container[str]) -> None:
        self.where = where
        self.known = known

    def check(self, shape: Any, value: Any, path: str) -> None:
        if isinstance(shape, Nullable):
            if value is not None:
                self.check(shape.shape, value, path)
        elif isinstance(shape, dict):
            self._expect(dict, value, path)
            for name, inner in shape.items():
                self._check_field(inner, value, name, f"{path}.{name}" if path else name)
        elif isinstance(shape, list | tuple):
            self._check_list(shape, value, path)
        elif shape is Picked:
            self._check_picked(value, path)
        elif shape is Card:
            self._expect(str, value, path)
            if value not in self.known:
                raise self._error(path, value, "the id of a card")
        else:
            self._expect(shape, value, path)

    def _check_field(self, shape: Any, table: Tree, name: str, path: str) -> None:
        spare = isinstance(shape, Spare)
        if name in table:
            self.check(shape.shape if spare else shape, table[name], path)
        elif not spare:
            raise InputError(f"{self.where}: the field '{path}' is missing")

    def _check_list(self, shape: Any, value: Any, path: str) -> None:
        self._expect(list, value, path)
        if isinstance(shape, tuple) and len(value) != len(shape):
            raise InputError(f"{self.where}: the field '{path}' has {len(value)} entries; allowed: {len(shape)}")
        for i, item in enumerate(value):
            self.check(shape[i if isinstance(shape, tuple) else 0], item, f"{path}.{i}")

    def _check_picked(self, value: Any, path: str) -> None:
        if isinstance(value, dict):
            self.check({"ref": str, "id": Card}, value, path)
        elif not isinstance(value, int):
            self.check(Card, value, path)

    def _expect(self, kind: type, value: Any, path: str) -> None:
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self._error(path, value, WORDS[kind])

    def _error(self, path: str, value: Any, allowed: str) -> InputError:
        return InputError(f"{self.where}: the field '{path}' is {value!r}; allowed: {allowed}")
