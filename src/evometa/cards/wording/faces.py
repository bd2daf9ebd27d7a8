"""The face of a card in words: what kind of card it is, and its numbers."""

from __future__ import annotations

from typing import Any

STATS = ("attack", "health", "durability")


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
