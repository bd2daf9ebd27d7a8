"""What a measurement of all cards finds: the worth of each of them, of neutral ones in each class, and of classes."""

from __future__ import annotations

from dataclasses import field, replace
from math import nan
from typing import Self

from evometa.input.stored import Record, ends
from evometa.matches.inference import UNKNOWN, Estimate
from evometa.store.results import Results

WORTH = ends("low", "high")


class CardWorth(Record):
    """What a copy of a card is worth in a random deck instead of a copy of the average card, in log odds to win."""

    id: str
    name: str
    klass: str  # or `neutral`, and then it is the mean of all classes
    worth: Estimate = field(metadata=WORTH)
    cost: int
    type: str
    rarity: str
    copies: float  # in an average deck of a class that can have it
    is_own: bool = False  # whether it came with the card files


class WorthInClass(Record):
    """What a copy of a neutral card is worth in decks of one class."""

    id: str
    name: str
    klass: str
    worth: Estimate = field(metadata=WORTH)


class ClassWorth(Record):
    """How much stronger a random deck of a class is than the average of all classes, in log odds to win."""

    klass: str
    worth: Estimate = field(metadata=WORTH)


class TiersResults(Results):
    """What every card is worth."""

    player: str | None = None
    games_played: int = 0
    decks_played: int = 0
    draws: int = 0
    cards: tuple[CardWorth, ...] = ()  # the best first
    by_class: tuple[WorthInClass, ...] = ()  # of neutral cards, in the same order, class by class
    classes: tuple[ClassWorth, ...] = ()  # the best first
    seat: Estimate = UNKNOWN  # what starting is worth, in log odds to win

    @property
    def games_beside(self) -> int:
        """All games, as there are no evaluations."""
        return self.games_played

    @property
    def half_width(self) -> float:
        """How far the intervals of the cards reach to either side, on average; NaN before there are any."""
        widths = [(card.worth.high - card.worth.low) / 2 for card in self.cards]
        return sum(widths) / len(widths) if widths else nan

    def in_class(self, klass: str) -> Self:
        """The same for decks of one class: the cards that these can have, neutral ones by their worth there."""
        there = {each.id: each.worth for each in self.by_class if each.klass == klass}
        cards = [
            replace(card, worth=there.get(card.id, card.worth))
            for card in self.cards
            if card.id in there or card.klass == klass
        ]
        return replace(
            self,
            cards=tuple(sorted(cards, key=lambda card: -card.worth.value)),
            by_class=tuple(each for each in self.by_class if each.klass == klass),
            classes=tuple(each for each in self.classes if each.klass == klass),
        )
