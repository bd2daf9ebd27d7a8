"""JSON in one canonical form, so that equal values are equal texts, byte by byte."""

from __future__ import annotations

import json


def to_json(value: object) -> str:
    """The text of a value: keys sorted, no spaces. NaN and infinity, which JSON does not have, are a `ValueError`."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
