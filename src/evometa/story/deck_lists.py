"""Decks that runs have found: their cards by cost, their codes and their files, as far as the cards are known."""

from __future__ import annotations

from typing import Protocol

from evometa.games.cards import Card, CardSet, find_card
from evometa.games.decks.deck import Deck
from evometa.games.decks.summary import CURVE_END
from evometa.input.errors import InputError
from evometa.story.blocks import Code, Column, DeckCode, Fold, Level, Table
from evometa.story.cards import CardFaces
from evometa.story.formats import WHOLE

NO_COSTS = "Costs are not shown: the cards of the metagame are not there any more, or have changed since the run."


class ListedDeck(Protocol):
    """A deck as results have it."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def klass(self) -> str:
        """Its class; empty in a game without classes."""

    @property
    def cards(self) -> tuple[tuple[str, int], ...]:
        """Their names with their copies, the cheap ones first."""

    @property
    def curve(self) -> tuple[int, ...]:
        """How many cards it has of each cost; not known if it is empty."""

    @property
    def toml(self) -> str:
        """The deck as a file."""


def card_table(deck: ListedDeck, faces: CardFaces) -> Table:
    """All cards of a deck by cost, then name; without costs if they are not known any more."""
    known = look_up(deck, faces.cards)
    copies = Column("copies", lambda row: row[1], WHOLE)
    if known is None:
        plain = (Column("card", lambda row: row[0]), copies)
        return Table("cards", plain, deck.cards, note=NO_COSTS, level=Level.FULL)
    columns = (
        Column("card", lambda row: faces.name(row[0].name)),
        Column("what", lambda row: row[0].game.describe_briefly(row[0].tree)),
        copies,
        Column("cost", lambda row: row[0].cost, WHOLE),
    )
    return Table("cards", columns, known, level=Level.FULL)


def look_up(deck: ListedDeck, cards: CardSet | None) -> list[tuple[Card, int]] | None:
    """The cards of a deck with their copies, by cost, then name; None if they are not what they were."""
    if cards is None:
        return None
    try:
        found = [(find_card(cards, name), n) for name, n in deck.cards]
    except InputError:
        return None  # a card is gone; the table says so where it would show the costs
    if deck.curve and count_costs(found) != deck.curve:
        return None
    return sorted(found, key=lambda entry: (entry[0].cost, entry[0].name))


def count_costs(cards: list[tuple[Card, int]]) -> tuple[int, ...]:
    """The curve of cards with their copies."""
    curve = [0] * (CURVE_END + 1)
    for card, n in cards:
        curve[min(card.cost, CURVE_END)] += n
    return tuple(curve)


def name_by_cost(deck: ListedDeck) -> tuple[tuple[str, ...], ...]:
    """The cards of each cost of the curve; a deck that was found lists the cheap ones first."""
    costs = [cost for cost, n_cards in enumerate(deck.curve) for _ in range(n_cards)]  # of each copy
    groups: list[list[str]] = [[] for _ in deck.curve]
    place = 0
    for name, n_copies in deck.cards:
        groups[costs[place]].append(f"{n_copies}x {name}" if n_copies > 1 else name)
        place += n_copies
    return tuple(map(tuple, groups))


def code_of(deck: ListedDeck, cards: CardSet | None) -> DeckCode | None:
    """The code of a deck, if its cards are still what they were."""
    if cards is None or look_up(deck, cards) is None:
        return None
    names = tuple(name for name, n in deck.cards for _ in range(n))
    return DeckCode.of(Deck(deck.name, deck.klass, "", names), cards)


def file_of(deck: ListedDeck) -> Fold:
    """The deck as a file, folded."""
    return Fold("The deck as a file", (Code(deck.toml),), is_file=True)
