"""What a single game is made of."""

from __future__ import annotations

from dataclasses import dataclass

from evometa.games.decks.deck import Deck
from evometa.games.players import Player
from evometa.games.tables import CardTable
from evometa.input.short_repr import Short


@dataclass(frozen=True)
class Setting(Short):
    """Cards, two decks, two players, a seed, and the number of the game under that seed."""

    table: CardTable
    decks: tuple[Deck, Deck]
    players: tuple[Player, Player]
    seed: int
    game: int = 0

    @property
    def labels(self) -> tuple[str, str]:
        """How to call the players: by class, or else by deck, told apart by A and B where these are the same."""
        first, second = (deck.klass.title() or deck.name for deck in self.decks)
        return (first, second) if first != second else (f"{first} A", f"{second} B")
