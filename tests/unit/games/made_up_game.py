"""A game that is nothing but a name: what every game must say for itself is left out."""

from __future__ import annotations

from typing import Any

from evometa.games.game import Game


class MadeUpGame(Game):
    """It has no cards, and nobody plays it."""

    name, title = "made-up", "Made Up"
    rules_version: Any = 1
    load_cards = load_rules = compile = pack_players = play = players = property(lambda self: None)  # type: ignore[assignment]
