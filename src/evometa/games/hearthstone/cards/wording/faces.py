"""What kind of card one is, from its data alone."""

from __future__ import annotations

from typing import Any


def describe_kind(tree: dict[str, Any]) -> str:
    """`Legendary hunter minion (beast), classic set`."""
    words = [tree.get("rarity", ""), tree["class"], tree["type"].replace("_", " ")]
    kind = " ".join(word for word in words if word and word != "invalid")
    race = f" ({tree['race']})" if "race" in tree else ""
    is_token = not tree.get("collectible", True) and tree["type"] not in ("hero", "hero_power")
    token = ", not for decks" if is_token else ""
    return f"{kind[:1].upper()}{kind[1:]}{race}, {tree['set']} set{token}"
