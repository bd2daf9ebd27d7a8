"""The decks from which players start when they answer a patch: known decks, and those with a changed card added.

A search of 10,000 games begins with some 40 decks, of which a random one has a certain card with a chance of one in
eight, and few of them are good: that is little to notice what a patch has made of it. So each card that the patch may
have made better is added to each known deck, in all copies that are allowed. Such a deck is too large; the search
removes random cards of it until it is legal, others each time that it is given the deck. From there on, it learns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle, islice
from typing import TypeVar

from evometa.games.cards import Card, CardSet, reference_to
from evometa.games.decks.deck import Deck
from evometa.games.decks.space import DeckSpace
from evometa.games.patches.patch import split_address

T = TypeVar("T")


def add_better_cards(space: DeckSpace, decks: Sequence[Deck], better: set[str]) -> list[Deck]:
    """Decks with all copies of a card of the space that may be better, for each such card and deck that lacks some.

    All cards come once before one comes a second time.
    """
    cards = _find_candidates(space, better)
    pairs = [(decks[(turn + i) % len(decks)], place) for turn in range(len(decks)) for i, place in enumerate(cards)]
    added = ((deck, _add_copies(space, deck, place)) for deck, place in pairs)
    return [larger for deck, larger in added if larger != deck]


def _add_copies(space: DeckSpace, deck: Deck, place: int) -> Deck:
    card = space.cards[place]
    n_missing = int(space.high[place]) - deck.card_ids(space.card_set).count(card.id)
    return replace(deck, cards=deck.cards + (reference_to(space.card_set, card),) * n_missing)


def _find_candidates(space: DeckSpace, better: set[str]) -> list[int]:
    """The places of the cards of a space that may be better: they are themselves, or a token is that they bring."""
    tokens = {card_id for card_id in better if not space.card_set[card_id].is_collectible}
    return [
        place
        for place, card in enumerate(space.cards)
        if card.id in better or tokens & space.card_set.game.reach_of_cards([card.id], space.card_set)
    ]


def choose_first(known: Sequence[T], larger: Sequence[T], n_first: int) -> list[T]:
    """What a search starts with beside random decks: known decks, and then over and over those with cards added.

    These are half of its first decks; the rest is drawn, so that what else there is becomes known, too.
    """
    return [*known, *islice(cycle(larger), max(0, n_first - len(known)) // 2)]


# --- what a patch does to cards ---------------------------------------------------------------------


def find_changed(before: CardSet, after: CardSet) -> set[str]:
    """The ids of the cards that differ between two card sets of the same cards."""
    return {new.id for old, new in zip(before, after, strict=True) if old != new}


def find_better(before: CardSet, after: CardSet) -> set[str]:
    """The ids of the cards that may have become better: all that have changed, but those that are plainly worse."""
    return {new.id for old, new in zip(before, after, strict=True) if _may_be_better(old, new)}


def _may_be_better(old: Card, new: Card) -> bool:
    """Whether a number changed for the better, or one of which nobody can tell, or a keyword.

    What a keyword or a number inside an effect is worth, nobody can tell without playing.
    """
    after = new.numbers()
    numbers = [
        (split_address(address)[1], number, after[address] - number) for address, number in old.numbers().items()
    ]
    is_better = any(change and new.game.direction_of(path, number) * change >= 0 for path, number, change in numbers)
    return old.keywords != new.keywords or is_better
