"""Waivers: differences that were looked at, and in which the recording is wrong by the printed rule of a card.

A waiver is one line and names one precise difference, never a whole card or game:

waivers = [
    { game = "game_0001", action = 7, field = "p0.hero.hp", recorded = 3, own = 4, rule = "Healing cannot ..." },
]

`field`, `recorded` and `own` are as the replay prints them; action -1 is the opening. A waiver that matches nothing in
a run over its game is stale, which is an error.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from tools.replay.differences import Difference, Value

from evometa.input.errors import InputError, describe_words


@dataclass(frozen=True)
class Waiver:
    """One difference that is explained."""

    game: str
    action: int
    field: str
    recorded: Value
    own: Value
    rule: str

    def matches(self, game: str, action: int, difference: Difference) -> bool:
        """Is it about this difference? True and 1 are not the same."""
        found = (game, action, difference.field, difference.recorded, difference.own)
        named = (self.game, self.action, self.field, self.recorded, self.own)
        return found == named and [type(v) for v in found] == [type(v) for v in named]

    def __str__(self) -> str:
        return f"{self.game}, action {self.action}, {self.field}: recorded {self.recorded}, own {self.own}"


TYPES = {
    "game": (str,),
    "action": (int,),
    "field": (str,),
    "recorded": (int, str),
    "own": (int, str),
    "rule": (str,),
}


def read_waivers(path: Path) -> list[Waiver]:
    """The waivers of a file."""
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path.name}: this is not TOML: {error}") from None
    entries = tree.get("waivers")
    if list(tree) != ["waivers"] or not isinstance(entries, list):
        raise InputError(f"{path.name}: a file of waivers holds one list, 'waivers'")
    found = [_read_waiver(f"{path.name}, waiver {i}", entry) for i, entry in enumerate(entries, start=1)]
    _check_repeats(path.name, found)
    return found


def _read_waiver(where: str, entry: Any) -> Waiver:
    if not isinstance(entry, dict):
        raise InputError(f"{where}: found {entry!r}; allowed: a table with {', '.join(TYPES)}")
    for name in entry:
        if name not in TYPES:
            raise InputError(f"{where}: unknown field {name!r}; {describe_words(name, TYPES)}")
    for name, types in TYPES.items():
        if name not in entry:
            raise InputError(f"{where}: the field '{name}' is missing")
        if not isinstance(entry[name], types):
            raise InputError(f"{where}: the field '{name}' is {entry[name]!r}, which is not of the right type")
    if not entry["rule"].strip():
        raise InputError(f"{where}: the field 'rule' is empty; say which printed rule decides it")
    return Waiver(**{field.name: entry[field.name] for field in fields(Waiver)})


def _check_repeats(name: str, waivers: list[Waiver]) -> None:
    seen: set[str] = set()
    for waiver in waivers:
        if str(waiver) in seen:
            raise InputError(f"{name}: this waiver is there twice: {waiver}")
        seen.add(str(waiver))


class WaiverBook:
    """The waivers of a run, and which of them were needed."""

    def __init__(self, waivers: Iterable[Waiver]) -> None:
        self.waivers = list(waivers)
        self.used: set[Waiver] = set()

    def find(self, game: str, action: int, difference: Difference) -> Waiver | None:
        """The waiver of a difference, which counts as needed then."""
        for waiver in self.waivers:
            if waiver.matches(game, action, difference):
                self.used.add(waiver)
                return waiver
        return None

    def stale(self, games: Iterable[str]) -> list[Waiver]:
        """The waivers of the games that were replayed which nothing needed."""
        replayed = set(games)
        return [waiver for waiver in self.waivers if waiver.game in replayed and waiver not in self.used]
