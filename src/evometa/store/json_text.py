"""JSON in one canonical form, so that equal values are equal texts, byte by byte."""

from __future__ import annotations

import json
import re

NEGATIVE_ZERO = re.compile(r"-0\.0\b")


def to_json(value: object) -> str:
    """The text of a value: keys sorted, no spaces. NaN and infinity, which JSON does not have, are a `ValueError`."""
    text = _write(value)
    return _write(_with_plain_zeros(value)) if NEGATIVE_ZERO.search(text) else text


def _write(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _with_plain_zeros(value: object) -> object:
    """The same value, in which negative zeros are zeros: they are equal, and so must their texts be."""
    if isinstance(value, float):
        return value + 0.0
    if isinstance(value, dict):
        return {name: _with_plain_zeros(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_with_plain_zeros(part) for part in value]
    return value
