"""Trees of tables, lists and values: from a file, back into a file, and changed in ways that nobody foresees."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from tools.fuzz_input.odd_values import MANY, NAMES, NUMBERS, SHAPES, TEXTS, Raw

Place = tuple[Any, Any]  # a table or list, and the key or index inside it


def format_toml(tree: dict[str, Any]) -> str:
    """A tree as TOML, a line for each of its fields."""
    return "".join(f"{json.dumps(name)} = {_format(value, ' = ')}\n" for name, value in tree.items())


def format_json(tree: Any) -> str:
    """A tree as JSON."""
    return _format(tree, ": ")


def _format(value: Any, sign: str) -> str:
    """A value on one line; the sign stands between name and value of a table."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, dict):
        return (
            "{" + ", ".join(f"{json.dumps(str(name))}{sign}{_format(each, sign)}" for name, each in value.items()) + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(_format(each, sign) for each in value) + "]"
    return json.dumps(value, default=str)


def change_tree(tree: Any, source: random.Random) -> Any:
    """The tree with a random change, made in place where that is possible."""
    places = list(_places(tree))
    if not places or source.random() < 0.01:
        return draw_value(source)
    source.choice(CHANGES)(source.choice(places), places, source)
    return tree


def _places(tree: Any) -> Iterator[Place]:
    """All places of a tree."""
    if isinstance(tree, dict | list):
        for key, value in list(tree.items() if isinstance(tree, dict) else enumerate(tree)):
            yield tree, key
            yield from _places(value)


def draw_value(source: random.Random) -> Any:
    """Any value at all."""
    return _fresh(source.choice(source.choice((NUMBERS, TEXTS, NAMES, SHAPES))))


def _fresh(value: Any) -> Any:
    """A copy of a value, so that a later change of it stays where it is."""
    if isinstance(value, dict):
        return {name: _fresh(each) for name, each in value.items()}
    return [_fresh(each) for each in value] if isinstance(value, list) else value


# --- changes --------------------------------------------------------------------------------------


def _replace(place: Place, places: list[Place], source: random.Random) -> None:
    owner, key = place
    owner[key] = draw_value(source)


def _replace_alike(place: Place, places: list[Place], source: random.Random) -> None:
    """Another value of the same type, which gets farther."""
    owner, key = place
    value = owner[key]
    if isinstance(value, bool):
        owner[key] = not value
    elif isinstance(value, int | float):
        owner[key] = source.choice((source.choice(NUMBERS), value + source.choice((-1, 1, 0.5)), -value))
    elif isinstance(value, str):
        odd = source.choice(TEXTS)
        owner[key] = source.choice((odd, source.choice(NAMES), value + odd, odd + value, value[: len(value) // 2]))
    else:
        owner[key] = source.choice(([], {}, [_fresh(value)], {"x": _fresh(value)}))


def _delete(place: Place, places: list[Place], source: random.Random) -> None:
    owner, key = place
    del owner[key]


def _wrap(place: Place, places: list[Place], source: random.Random) -> None:
    owner, key = place
    owner[key] = source.choice(([owner[key]], {"card": owner[key]}, str(owner[key])))


def _multiply(place: Place, places: list[Place], source: random.Random) -> None:
    owner, key = place
    n = source.choice((2, 2, 3, 8, 40, MANY))
    if isinstance(owner, list):
        owner[key:key] = [_fresh(owner[key])] * min(n, MANY)
    else:
        owner.update({f"{key}{number}": _fresh(owner[key]) for number in range(n)})


def _rename(place: Place, places: list[Place], source: random.Random) -> None:
    owner, key = place
    if isinstance(owner, dict):
        owner[source.choice((*TEXTS, *NAMES, key.upper() if isinstance(key, str) else "x"))] = owner.pop(key)
    else:
        source.shuffle(owner)


def _swap(place: Place, places: list[Place], source: random.Random) -> None:
    """Put here what stands elsewhere."""
    (owner, key), (other, its_key) = place, source.choice(places)
    owner[key] = _fresh(other[its_key])


Change = Callable[[Place, list[Place], random.Random], None]
CHANGES: tuple[Change, ...] = (
    *(_replace, _replace, _replace, _replace_alike, _replace_alike, _replace_alike),
    *(_delete, _wrap, _multiply, _rename, _swap),
)
