"""Cards written as TOML, as the loader reads them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from evometa.cards.patches.files import quote_text
from evometa.input.shown_text import show_line

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def format_cards(trees: Iterable[Mapping[str, Any]], about: Iterable[str] = ()) -> str:
    """A card file: comments that say what it is about, and then the data of each card."""
    comments = "\n".join(map(_format_comment, about))
    blocks = [comments] if comments else []
    blocks += [f"{_format_comment(tree['name'])}\n[[card]]\n{_format_fields(tree)}" for tree in trees]
    return "\n\n".join(blocks) + "\n"


def _format_comment(text: str) -> str:
    return f"# {show_line(' '.join(text.split()))}"


def _format_fields(tree: Mapping[str, Any]) -> str:
    return "\n".join(f"{_format_key(name)} = {format_value(value)}" for name, value in tree.items())


def format_value(value: Any) -> str:
    """A value as TOML writes it on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return quote_text(value)
    if isinstance(value, list):
        return f"[{', '.join(map(format_value, value))}]"
    if isinstance(value, dict):
        fields = [f"{_format_key(name)} = {format_value(part)}" for name, part in value.items()]
        return f"{{ {', '.join(fields)} }}" if fields else "{}"
    raise TypeError(f"card data has no {type(value).__name__}: {value!r}")


def _format_key(name: str) -> str:
    return name if BARE_KEY.fullmatch(name) else quote_text(name)
