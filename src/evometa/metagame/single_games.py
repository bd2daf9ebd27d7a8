"""Single games: between decks and players that somebody names, or as a log has them, with other cards and rules too."""

from __future__ import annotations

from evometa.games.hearthstone.cards.compiling.compiler import compile_table
from evometa.games.hearthstone.cards.decks.deck import Deck, load_deck
from evometa.games.hearthstone.cards.language.codes import MINION, SPELL, WEAPON
from evometa.games.hearthstone.cards.model import CardSet, find_card
from evometa.games.hearthstone.players.player import load_player_for
from evometa.input.errors import InputError, Where, errors_at
from evometa.matches.game_log import GameLog
from evometa.matches.playthrough import Setting
from evometa.metagame.model import PLAIN, Variant


def prepare_game(
    decks: tuple[str, str], players: tuple[str, str], seed: int, game: int = 0, variant: Variant = PLAIN
) -> Setting:
    """A game between decks and players given by name or file, with the cards that the players are meant for."""
    numbered_cards = variant.load_cards() if variant.cards else None  # a deck code may hold cards of the files
    deck_a, deck_b = (load_deck(deck, numbered_cards) for deck in decks)
    player_a, player_b = load_player_for(players[0], deck_a), load_player_for(players[1], deck_b)
    cards, patch, rules = variant.load_game((player_a, player_b))
    for deck in (deck_a, deck_b):
        deck.validate(cards, rules, patch)
    return Setting(compile_table(cards, rules), (deck_a, deck_b), (player_a, player_b), seed, game)


def restore_game(log: GameLog, variant: Variant = PLAIN) -> Setting:
    """The game of a log, with the cards as they are now."""
    cards, _, rules = variant.load_game(log.players)
    for deck in log.decks:
        _check_types(deck, cards)
    return Setting(compile_table(cards, rules), log.decks, log.players, log.seed, log.game)


def _check_types(deck: Deck, cards: CardSet) -> None:
    """Refuse a deck with what no hand can hold; a log may have decks that are not legal otherwise."""
    for name in dict.fromkeys(deck.cards):
        with errors_at(Where(deck.place())):
            card = find_card(cards, name)
        if card.definition.type not in (MINION, SPELL, WEAPON):
            raise InputError(f"{deck.place()}: {card.name} cannot be in a deck; allowed: minions, spells and weapons")
