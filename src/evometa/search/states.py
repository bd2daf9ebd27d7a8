"""Saved searches as JSON: written so that equal states are equal bytes, and read with a look at what could be wrong."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from evometa.input.errors import InputError

MOST = 2**63  # of anything


def write_state(data: Mapping[str, Any]) -> bytes:
    """The text of a state. Infinity, which crowding distances may be, is written as Python does."""
    return json.dumps(data, sort_keys=True, separators=(",", ":")).encode()


def read_state(state: bytes, parts: Collection[str]) -> dict[str, Any]:
    """The content of a state, if it is one and has all its parts."""
    try:
        data = json.loads(state)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or not data.keys() & set(parts):
        raise InputError("saved search: it is damaged or not a saved search; start the search again")
    missing = [part for part in parts if part not in data]
    if missing:
        raise InputError(f"saved search: it is damaged: it lacks '{missing[0]}'; start the search again")
    return data


def read_count(data: Mapping[str, Any], part: str) -> int:
    """A number in a state that counts something; -1 before the first one."""
    found = data[part]
    if type(found) is not int or not -1 <= found < MOST:
        raise InputError(f"saved search: it is damaged: '{part}' counts nothing; start the search again")
    return found


def read_seed(data: Mapping[str, Any]) -> int:
    """The seed in a state."""
    found = data["seed"]
    if type(found) is not int or not 0 <= found < 2 * MOST:
        raise InputError("saved search: it is damaged: 'seed' is none; start the search again")
    return found


def check_algorithm(found: str, wanted: str) -> None:
    """Refuse the state of another algorithm."""
    if found != wanted:
        raise InputError(f"saved search: it belongs to the algorithm '{found}', not to '{wanted}'")
