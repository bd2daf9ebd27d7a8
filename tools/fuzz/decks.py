"""Decks for fuzzing: legal ones, and ones that no rule allows, in which cards meet that never would otherwise."""

from __future__ import annotations

import random
from functools import lru_cache

from tests.science.random_decks import DECK_SIZE, all_cards, cards_for, random_deck

from evometa.games.decks.deck import Deck
from evometa.games.hearthstone.game import HEARTHSTONE
from evometa.games.sizes import MAX_DECK

NARROW = 8  # different cards in a narrow deck
OF_CHANCE = ("random", "missiles", "discard", "copy", "chance")  # words of effects that leave something to chance


@lru_cache(maxsize=1)
def deck_cards() -> tuple[str, ...]:
    """The ids of all cards that go into decks, each of them once."""
    return tuple(sorted({card for klass in HEARTHSTONE.classes for card in cards_for(klass)}))


@lru_cache(maxsize=1)
def random_cards() -> tuple[str, ...]:
    """Those of them whose effects leave something to chance."""
    return tuple(card for card in deck_cards() if any(word in repr(all_cards()[card].tree) for word in OF_CHANCE))


def draw_legal_deck(klass: str, source: random.Random) -> Deck:
    """A deck as the rules want it."""
    return random_deck(klass, source)


def draw_any_deck(klass: str, source: random.Random) -> Deck:
    """Cards of all classes, as many copies as it happens."""
    return Deck(f"any cards, {klass}", klass, "", tuple(source.choices(deck_cards(), k=DECK_SIZE)))


def draw_narrow_deck(klass: str, source: random.Random) -> Deck:
    """Many copies of a few cards of all classes."""
    cards = source.sample(deck_cards(), NARROW)
    return Deck(f"few cards, {klass}", klass, "", tuple(source.choices(cards, k=DECK_SIZE)))


def draw_chancy_deck(klass: str, source: random.Random) -> Deck:
    """Half of the cards leave something to chance."""
    half = DECK_SIZE // 2
    cards = source.choices(random_cards(), k=half) + source.choices(deck_cards(), k=DECK_SIZE - half)
    return Deck(f"chance, {klass}", klass, "", tuple(cards))


def draw_odd_deck(klass: str, source: random.Random) -> Deck:
    """As few cards, or as many, as there is room for."""
    n = source.choice((1, MAX_DECK, source.randint(1, MAX_DECK)))
    return Deck(f"{n} cards, {klass}", klass, "", tuple(source.choices(deck_cards(), k=n)))


KINDS = (draw_legal_deck, draw_legal_deck, draw_any_deck, draw_narrow_deck, draw_chancy_deck, draw_odd_deck)


def draw_deck(source: random.Random) -> Deck:
    """A deck of any kind, for any class."""
    draw = source.choice(KINDS)
    return draw(source.choice(HEARTHSTONE.classes), source)
