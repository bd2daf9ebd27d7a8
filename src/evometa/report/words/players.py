"""Who played, in words."""

from __future__ import annotations

from collections.abc import Sequence

from evometa.input.shown_text import show_name
from evometa.report.words.numbers import listed


def tell_players(names: Sequence[str]) -> list[str]:
    """A sentence that says who played; none if that is not known."""
    return [f"Played by {listed([show_name(name) for name in names])}."] if names else []
