"""Finding a card as people name it: by id or name, in any case, and the card of a deck before its tokens."""

from __future__ import annotations

from evometa.cards.model import Card, CardSet


def find_card(card_set: CardSet, reference: str) -> Card:
    """The card that a person means; an `InputError` if there is none, or more than one."""
    return lookup_card(card_set, reference) or card_set[reference]  # this raises an error, which names the nearest card


def reference_to(card_set: CardSet, card: Card) -> str:
    """The name of the card if that is enough to find it, otherwise its id."""
    return card.name if lookup_card(card_set, card.name) is card else card.id


def lookup_card(card_set: CardSet, reference: str) -> Card | None:
    """The card that a person means, if there is exactly one."""
    index = card_set.roster.look_up(reference)
    return None if index is None else card_set.cards[index - 1]
