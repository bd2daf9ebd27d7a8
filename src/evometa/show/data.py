"""The voice for other programs: numbers as JSON and CSV. Arrays are welcome; what is not known is null, or blank."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from evometa.input.csv_text import format_csv
from evometa.input.shown_text import hide_in_json

DIGITS = 6  # of numbers in files


def as_json(data: Mapping[str, Any]) -> str:
    """JSON, a line for each row of a matrix; numbers that are not known are null."""
    return _format_value(plain(data), 0)


def _format_value(value: Any, depth: int) -> str:
    """Tables, and lists of tables or lists, take a line for each part; any other list takes one line."""
    if isinstance(value, dict) and value:
        lines = [f"{json.dumps(name)}: {_format_value(part, depth + 1)}" for name, part in value.items()]
        return _format_lines("{", lines, "}", depth)
    if isinstance(value, list) and any(isinstance(part, dict | list) for part in value):
        return _format_lines("[", [_format_value(part, depth + 1) for part in value], "]", depth)
    return hide_in_json(json.dumps(value, ensure_ascii=False, allow_nan=False))


def _format_lines(start: str, lines: Sequence[str], end: str, depth: int) -> str:
    indent = "  " * (depth + 1)
    return start + "\n" + ",\n".join(indent + line for line in lines) + "\n" + "  " * depth + end


def plain(value: Any) -> Any:
    """Arrays as lists, numbers rounded, and None for those that are not known."""
    if isinstance(value, Mapping):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, np.ndarray | np.generic):
        return plain(value.tolist())
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, float):
        return round(value, DIGITS) + 0.0 if math.isfinite(value) else None
    return value


def as_csv(columns: Mapping[str, Sequence[Any]]) -> str:
    """CSV with a header; what is not known is blank."""
    return format_csv(list(columns), zip(*plain(columns).values(), strict=True))
