"""A player as a TOML file, which `read_player` makes the same player of."""

from __future__ import annotations

from dataclasses import fields

from evometa.cards.patches.files import quote_text
from evometa.players.styles import Player

NOT_WRITTEN = ("name", "source")  # a player is called what its file is called
ALWAYS_WRITTEN = ("kind", "width", "depth", "knowledge", "mulligan", "mulligan_cost")
TABLES = ("origin", "weights")


def format_player(player: Player) -> str:
    """All fields that are not as usual, and all that tell how it searches."""
    values = {each.name: getattr(player, each.name) for each in fields(player) if each.name not in NOT_WRITTEN}
    usual = {each.name: each.default for each in fields(player)}
    lines = [
        f"{name} = {_format_value(value)}"
        for name, value in values.items()
        if name in ALWAYS_WRITTEN or (name not in TABLES and value != usual[name])
    ]
    for name in (table for table in TABLES if values[table]):
        lines += ["", f"[{name}]", *(f"{key} = {_format_value(value)}" for key, value in values[name].items())]
    return "\n".join(lines) + "\n"


def _format_value(value: object) -> str:
    if isinstance(value, str):
        return quote_text(value)
    return f"[{', '.join(map(_format_value, value))}]" if isinstance(value, tuple) else str(value)
