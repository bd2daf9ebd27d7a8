"""The paper's six Exp1 decks, and games between them."""

from __future__ import annotations

from functools import lru_cache

from evometa.games.decks.deck import Deck, load_deck
from evometa.games.hearthstone.cards import compile_table, load_cards
from evometa.games.players import load_player_for, overlays_of
from evometa.games.tables import CardTable
from evometa.matches.counting import play_games
from evometa.matches.results import BatchResult
from evometa.matches.schedule import ordered_pairs

DECKS: list[Deck] = [
    load_deck(f"exp1_{klass}_{style}") for klass in ("hunter", "paladin", "warlock") for style in ("aggro", "control")
]
NAMES = [deck.name for deck in DECKS]


@lru_cache(maxsize=2)
def card_table(*overlays: str) -> CardTable:
    """The cards with some overlays."""
    return compile_table(load_cards(overlays=overlays))


def play_exp1(preset: str, games: int, seed: int, threads: int | None = None) -> BatchResult:
    """All 36 ordered pairs, each deck with the preset's player of its style; the row deck starts."""
    players = [load_player_for(preset, deck) for deck in DECKS]
    table = card_table(*overlays_of(players))
    return play_games(table, DECKS, players, ordered_pairs(NAMES, games, seed), threads)
