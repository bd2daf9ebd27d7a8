"""What a saved state is made of: arrays as text, and the content of a state after a look at all that could be wrong."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.input.errors import InputError

DAMAGED = "saved search: it is damaged"


def pack_array(array: NDArray[Any]) -> list[Any]:
    """An array in a form that JSON can hold, compressed, with every bit kept."""
    small = _narrow(array)
    plain = np.ascontiguousarray(small, small.dtype.newbyteorder("<"))
    text = base64.b85encode(zlib.compress(plain.tobytes())).decode()
    return [array.dtype.name, list(array.shape), plain.dtype.str, text]


def unpack_array(packed: Any) -> NDArray[Any]:
    """The array that `pack_array` packed."""
    try:
        kind, shape, small_kind, text = packed
        content = np.frombuffer(zlib.decompress(base64.b85decode(text)), small_kind)
        return content.reshape(shape).astype(kind)
    except (TypeError, ValueError, zlib.error) as error:
        raise InputError(f"{DAMAGED} ({error}); start the search again") from None


def _narrow(array: NDArray[Any]) -> NDArray[Any]:
    """Integers in the smallest type that holds them all, which takes a fraction of the time to compress."""
    if array.dtype.kind != "i" or not array.size:
        return array
    return array.astype(np.promote_types(np.min_scalar_type(array.min()), np.min_scalar_type(array.max())))


def read_content(state: bytes, version: int, parts: Collection[str]) -> dict[str, Any]:
    """The content of a saved state, if it is one of this version and has all its parts."""
    try:
        data = json.loads(state)
    except ValueError:
        data = None
    if not isinstance(data, dict) or "algorithm" not in data:
        raise InputError(f"{DAMAGED} or not a saved search; start the search again")
    if data.get("version") != version:
        raise InputError(
            f"saved search: it has version {data.get('version')}, but this evometa reads version {version}; "
            "go on with the evometa that saved it, or start again"
        )
    missing = [part for part in parts if part not in data]
    if missing:
        raise InputError(f"{DAMAGED}: it lacks '{missing[0]}'; start the search again")
    return data
