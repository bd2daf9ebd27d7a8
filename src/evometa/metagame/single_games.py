"""Single games: between decks and players that somebody names, or as a log has them, with other cards and rules too."""

from __future__ import annotations

from dataclasses import replace

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


def restore_game(
    decks: tuple[Deck, Deck], players: tuple[Player, Player], seed: int, game: int, variant: Variant = PLAIN
) -> Setting:
    """The game that a log has, with the cards as they are now."""
    variant = variant if variant.chosen else replace(variant, chosen=players[0].game)
    cards, _, rules = variant.load_game(players)
    for deck in decks:
        _check_types(deck, cards)
    return Setting(cards.game.compile(cards, rules), decks, players, seed, game)


def _check_types(deck: Deck, cards: CardSet) -> None:
    """Refuse a deck with what no hand can hold; a log may have decks that are not legal otherwise."""
    for name in dict.fromkeys(deck.cards):
        with errors_at(Where(deck.place())):
            card = find_card(cards, name)
        if not card.game.is_playable(card):
            raise InputError(f"{deck.place()}: {card.name} cannot be in a deck; allowed: cards that a hand can hold")
