"""Reading files that people write: what is wrong with one is said with its name."""

from __future__ import annotations

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
