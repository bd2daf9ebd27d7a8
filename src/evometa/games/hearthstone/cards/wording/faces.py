"""The face of a card, from its data alone: what kind of card it is, and its numbers."""

from __future__ import annotations

from typing import Any

from evometa.input.small_html import small_table
from evometa.input.toml_text import format_value

STATS = ("attack", "health", "durability")
ON_THE_FACE = ("id", "dbf_id", "name", "cost", "class", "set", "type", "rarity", "race", "collectible", *STATS)


def describe_kind(tree: dict[str, Any]) -> str:
    """`Legendary hunter minion (beast), classic set`."""
    words = [tree.get("rarity", ""), tree["class"], tree["type"].replace("_", " ")]
    kind = " ".join(word for word in words if word and word != "invalid")
    race = f" ({tree['race']})" if "race" in tree else ""
    is_token = not tree.get("collectible", True) and tree["type"] not in ("hero", "hero_power")
    token = ", only made by other cards" if is_token else ""
    return f"{kind[:1].upper()}{kind[1:]}{race}, {tree['set']} set{token}"


def describe_stats(tree: dict[str, Any]) -> str:
    """`3 attack, 2 health`."""
    return ", ".join(f"{tree[name]} {name}" for name in STATS if name in tree)


def describe_briefly(tree: dict[str, Any]) -> str:
    """`3/2 minion`."""
    numbers = "/".join(str(tree[name]) for name in STATS if name in tree)
    return f"{numbers} {tree['type']}".strip()


def show_face(tree: dict[str, Any]) -> str:
    """The face as a notebook shows it, and what the card does as its data says it: the words need other cards."""
    cost = f" ({tree['cost']} mana)" if "cost" in tree else ""
    rows = [(name, format_value(value)) for name, value in tree.items() if name not in ON_THE_FACE]
    return small_table(tree["name"] + cost, [describe_kind(tree), describe_stats(tree)], (), rows)
