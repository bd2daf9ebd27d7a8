"""Who played, in words."""

from __future__ import annotations

from collections.abc import Sequence

from evometa.input.shown_text import show_name
from evometa.report.words.numbers import listed


def tell_players(names: Sequence[str]) -> list[str]:
    """A sentence that says who played; none if that is not known."""
    return [f"Played by {listed([show_name(name) for name in names])}."] if names else []


def add_player(title: str, player: str) -> str:
    """A title that says whose games these are, where several play; `player` is empty where one does."""
    return f"{title}, played by {show_name(player)}" if player else title


def tell_worst(players: Sequence[str]) -> str:
    """Whose F is told, where several play; nothing where one does."""
    names = listed([show_name(name) for name in players])
    return f"Played by {names}: where nobody is named, F is the highest of theirs." if len(players) > 1 else ""
