"""Decks as text: TOML, a plain list of cards, or a deck code of the game. `deck.py` reads all three."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from evometa.games.cards import CardSet, reference_to
from evometa.games.decks.deck import Deck, parse_deck, parse_list
from evometa.input.errors import InputError, describe_words
from evometa.input.toml_text import quote_text


def format_deck(deck: Deck, form: str, card_set: CardSet) -> str:
    """The deck as text in one of `FORMATS`, with a line break at its end."""
    if form not in FORMATS:
        raise InputError(f"unknown form of a deck {form!r}; {describe_words(form, FORMATS)}")
    return FORMATS[form](deck, card_set)


def name_cards(deck: Deck, card_set: CardSet) -> Deck:
    """The same deck with the cards' own names, and the copies of a card beside each other."""
    copies = Counter(deck.card_ids(card_set))
    cards = (name for card_id, n in copies.items() for name in [reference_to(card_set, card_set[card_id])] * n)
    return replace(deck, cards=tuple(cards))


def format_toml(deck: Deck, card_set: CardSet) -> str:
    """The deck as a TOML file."""
    named = name_cards(deck, card_set)
    fields = [f"{name} = {quote_text(text)}" for name, text in _fields(named)]
    cards = [f"  {quote_text(f'{n}x {card}')}," for card, n in named.counts().items()]
    text = "\n".join([*fields, "cards = [", *cards, "]", ""])
    return _checked(text, named, partial(parse_deck, game=card_set.game))


def _format_list(deck: Deck, card_set: CardSet) -> str:
    """The deck as a plain list."""
    named = name_cards(deck, card_set)
    fields = [f"{name}: {text}" for name, text in _fields(named)]
    cards = [f"{n}x {card}" for card, n in named.counts().items()]
    text = "\n".join([*fields, "", *cards, ""])
    return _checked(text, named, partial(parse_list, game=card_set.game))


def format_code(deck: Deck, card_set: CardSet) -> str:
    """The deck as a deck code, which leaves out the name and the style."""
    return card_set.game.write_code(deck.klass, Counter(deck.card_ids(card_set)), card_set) + "\n"


FORMATS: dict[str, Callable[[Deck, CardSet], str]] = {"toml": format_toml, "list": _format_list, "code": format_code}


def _fields(deck: Deck) -> Iterator[tuple[str, str]]:
    yield "name", deck.name
    if deck.klass:
        yield "class", deck.klass
    if deck.style:
        yield "style", deck.style


def _checked(text: str, deck: Deck, parse: Callable[[str], Deck]) -> str:
    """The text, if it can be read back: a name may hold signs that mean something else in a file."""
    if parse(text) != deck:
        raise InputError(f"{deck.place()}: its name or that of a card cannot be written in this form; choose another")
    return text
