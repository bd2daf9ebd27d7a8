"""Where two states, or two sets of moves, differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from tools.replay.moves import Move
from tools.replay.traces import Tree

STATE, LEGAL, RANDOM = "state", "legal action", "random outcome"
Value = int | bool | str
NOTHING = "nothing"


@dataclass(frozen=True)
class Difference:
    """One thing that differs: a field of the state by its path, a move, or a random outcome."""

    kind: str  # STATE, LEGAL or RANDOM
    field: str
    recorded: Value
    own: Value


def compare_moves(recorded: set[Move], own: set[Move]) -> list[Difference]:
    """The moves that only one side allows."""
    moves = sorted(recorded ^ own)
    return [Difference(LEGAL, str(m), _allowed(m in recorded), _allowed(m in own)) for m in moves]


def _allowed(is_legal: bool) -> str:
    return "legal" if is_legal else "not legal"


def compare_states(recorded: Tree, own: Tree) -> list[Difference]:
    """The fields that differ."""
    return [Difference(STATE, *parts) for parts in _walk(recorded, own, "")]


Parts = tuple[str, Value, Value]


def _walk(recorded: Any, own: Any, path: str) -> Iterator[Parts]:
    name = path.rsplit(".", 1)[-1]
    if recorded == own:
        return
    if name == "hand":
        yield from _compare_hands(recorded, own, path)
    elif name == "field":
        yield from _compare_boards(recorded, own, path)
    elif name == "deck":
        yield path, *_compare_decks(recorded, own)
    elif isinstance(recorded, dict) and isinstance(own, dict):
        for key in recorded:
            yield from _walk(recorded[key], own[key], f"{path}.{key}" if path else key)
    else:
        yield path, _show(recorded), _show(own)


def _compare_hands(recorded: list[Tree], own: list[Tree], path: str) -> Iterator[Parts]:
    """Cards are the same wherever they lie; those of the same name are compared with each other."""
    pairs = pair_hands(recorded, own)
    for i, k in pairs.items():
        yield from _walk(recorded[i], own[k], f"{path}.{i}")
    missing = [held for i, held in enumerate(recorded) if i not in pairs]
    extra = [held for k, held in enumerate(own) if k not in pairs.values()]
    if missing or extra:
        yield path, _list(map(_show_held, missing)), _list(map(_show_held, extra))


def pair_hands(recorded: list[Tree], own: list[Tree]) -> dict[int, int]:
    """Which card of the own hand is which of the recorded one: equal ones first, then those of the same name."""
    pairs: dict[int, int] = {}
    for strict in (True, False):
        for i, held in enumerate(recorded):
            free = [k for k in range(len(own)) if k not in pairs.values()]
            same = [k for k in free if held == own[k] or (not strict and held["card"] == own[k]["card"])]
            if i not in pairs and same:
                pairs[i] = same[0]
    return pairs


def _compare_boards(recorded: list[Tree], own: list[Tree], path: str) -> Iterator[Parts]:
    """Minions in their order; those that both have are compared with each other."""
    pairs = pair_boards(recorded, own)
    for i, k in pairs.items():
        yield from _walk(recorded[i], own[k], f"{path}.{i}")
    if [m["card"] for m in recorded] != [m["card"] for m in own]:
        yield path, _list(map(_show_minion, recorded)), _list(map(_show_minion, own))


def pair_boards(recorded: list[Tree], own: list[Tree]) -> dict[int, int]:
    """Which minion of the own board is which of the recorded one, from left to right."""
    here, there = ([m["card"] for m in board] for board in (own, recorded))
    blocks = SequenceMatcher(None, here, there, autojunk=False).get_matching_blocks()
    return {b + i: a + i for a, b, n in blocks for i in range(n)}


def _compare_decks(recorded: list[str], own: list[str]) -> tuple[Value, Value]:
    """The decks, top card first, without the cards at the bottom that are the same."""
    same = 0
    while same < min(len(recorded), len(own)) and recorded[-1 - same] == own[-1 - same]:
        same += 1
    shown = [[*deck[: len(deck) - same], f"+{same}"] for deck in (recorded, own)]
    return _list(shown[0]), _list(shown[1])


def _show(value: Any) -> Value:
    if value is None:
        return NOTHING
    if isinstance(value, dict):
        return " ".join(f"{name} {item}" for name, item in value.items())
    return _list(value) if isinstance(value, list) else value


def _show_held(held: Tree) -> str:
    return f"{held['card']} ({held['cost']})"


def _show_minion(minion: Tree) -> str:
    return f"{minion['card']} {minion['atk']}/{minion['hp']}"


def _list(items: Any) -> str:
    return ", ".join(items) or NOTHING


def read_list(text: Value) -> set[str]:
    """The words of a list that is shown as a text."""
    return set() if text == NOTHING else set(str(text).split(", "))
