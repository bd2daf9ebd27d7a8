"""Record types of NumPy, which Python and compiled code read by the names of their fields."""

from typing import Any

import numpy as np


def record(*fields: str | tuple[Any, ...]) -> np.dtype[np.void]:
    """A packed record type; a field given by name alone is a 16-bit integer."""
    return np.dtype((np.record, [(f, "i2") if isinstance(f, str) else f for f in fields]))


def offset_of(record_type: np.dtype[np.void], field: str) -> int:
    """Where a field lies in its record, in bytes."""
    assert record_type.fields is not None
    return record_type.fields[field][1]
