"""Single games: between decks and players that somebody names, or as a log has them, with other cards and rules too."""

from __future__ import annotations

from typing import Protocol

from evometa.games.cards import CardSet, find_card
from evometa.games.decks.deck import Deck, load_deck
from evometa.games.players import Player, load_player_for
from evometa.games.setting import Setting
from evometa.input.errors import InputError, Where, errors_at
from evometa.metagame.model import PLAIN, Variant


def prepare_game(
    decks: tuple[str, str], players: tuple[str, str], seed: int, game: int = 0, variant: Variant = PLAIN
) -> Setting:
    """A game between decks and players given by name or file, with the cards that the players are meant for."""
    numbered_cards = variant.load_cards() if variant.cards else None  # a deck code may hold cards of the files
    deck_a, deck_b = (load_deck(deck, numbered_cards, game=variant.game) for deck in decks)
    player_a = load_player_for(players[0], deck_a, game=variant.game)
    player_b = load_player_for(players[1], deck_b, game=variant.game)
    cards, patch, rules = variant.load_game((player_a, player_b))
    for deck in (deck_a, deck_b):
        deck.validate(cards, rules, patch)
    return Setting(cards.game.compile(cards, rules), (deck_a, deck_b), (player_a, player_b), seed, game)


class Recorded(Protocol):
    """A game that was recorded, as far as it can be set up again from it."""

    @property
    def decks(self) -> tuple[Deck, Deck]:
        """Which decks met."""

    @property
    def seed(self) -> int:
        """Of the match."""

    @property
    def game(self) -> int:
        """The number of the game in the match."""

    @property
    def players(self) -> tuple[Player, Player]:
        """Who played."""


def restore_game(log: Recorded, variant: Variant = PLAIN) -> Setting:
    """The game of a log, with the cards as they are now."""
    cards, _, rules = variant.load_game(log.players)
    for deck in log.decks:
        _check_types(deck, cards)
    return Setting(cards.game.compile(cards, rules), log.decks, log.players, log.seed, log.game)


def _check_types(deck: Deck, cards: CardSet) -> None:
    """Refuse a deck with what no hand can hold; a log may have decks that are not legal otherwise."""
    for name in dict.fromkeys(deck.cards):
        with errors_at(Where(deck.place())):
            card = find_card(cards, name)
        if not card.game.is_playable(card):
            raise InputError(f"{deck.place()}: {card.name} cannot be in a deck; allowed: cards that a hand can hold")
