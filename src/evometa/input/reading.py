"""Reading files that people write: what is wrong with one is said with its name."""

from __future__ import annotations

import json
import tomllib
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from evometa.input.errors import Where


def read_file(file: Path | Traversable, where: Where) -> str:
    """The text of a file."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise where.error("this is not UTF-8 text") from None
    except OSError as error:
        raise where.error(f"cannot be read ({error.strerror})") from None


def read_toml(file: Path | Traversable, where: Where) -> dict[str, Any]:
    """The content of a TOML file."""
    return parse_toml(read_file(file, where), where)


def parse_toml(text: str, where: Where) -> dict[str, Any]:
    """The content of a TOML text."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise where.error(f"this is not TOML: {error}") from None


DEEPEST_JSON = 100  # levels of tables and lists
LONGEST_NUMBER = 400  # characters: more than any number that evometa writes


def parse_json(text: str, where: Where) -> Any:
    """The value of a JSON text, with limits that no honest text comes near."""
    try:
        value = json.loads(text, parse_int=_parse_whole, parse_constant=_refuse_constant)
    except RecursionError:
        raise where.error(f"this JSON is nested more than {DEEPEST_JSON} levels deep") from None
    except ValueError as error:
        raise where.error(f"this is not JSON: {error}") from None
    if text.count("[") + text.count("{") > DEEPEST_JSON and _depth_of(value) > DEEPEST_JSON:
        raise where.error(f"this JSON is nested more than {DEEPEST_JSON} levels deep")
    return value


def _parse_whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError(f"found a number of {len(digits)} digits")
    return int(digits)


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no number")


def _depth_of(value: Any) -> int:
    """How many tables and lists stand inside each other."""
    depth, level = 0, [value]
    while level := [part for part in level if isinstance(part, dict | list)]:
        depth += 1
        level = [inner for part in level for inner in (part.values() if isinstance(part, dict) else part)]
    return depth
