"""Decks after a ban or a limit: what may no longer be in them gives way to the cards that are most like it.

Nobody searched for these cards, so such a deck is a first guess at what people would play. `evometa respond` searches.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from evometa.games.cards import Card, CardSet, reference_to
from evometa.games.decks.deck import Deck, allowed_copies
from evometa.games.game import Rules
from evometa.games.patches.patch import BANNED, LIMITED, Patch
from evometa.input.errors import InputError
from evometa.input.stored import Stored


@dataclass(frozen=True)
class Replacement(Stored):
    """Copies of a card that gave way to another one in a deck; as a text, the sentence that tells it."""

    deck: str
    card: str  # names, or ids where a name is not enough
    copies: int
    by: str
    why: str  # what the patch does to the card

    def __str__(self) -> str:
        return f"{self.card} is {self.why}: {self.deck} plays {self.copies}x {self.by} instead"


def replace_forbidden(
    deck: Deck, card_set: CardSet, rules: Rules, patch: Patch
) -> tuple[Deck, tuple[Replacement, ...]]:
    """The deck with other cards for those that a patch bans or limits, and what gave way to what.

    A card gives way to the one of the same sets that the deck may hold and that is most like it, as the game says: by
    default nearest in cost, then of its type, then with similar numbers. A deck that may stay as it is stays. Raises
    `InputError` if there is no such card.
    """
    cards = [card_set[card_id] for card_id in deck.card_ids(card_set)]
    sets, game = {card.tree.get("set") for card in cards}, card_set.game
    pool = [card for card in card_set if _may_hold(deck, card, patch) and card.tree.get("set") in sets]
    copies = Counter(card.id for card in cards)
    names, gone = list(deck.cards), Counter[tuple[Card, Card]]()
    for place in reversed(range(len(cards))):  # the first copies stay
        old = cards[place]
        if copies[old.id] <= _most_copies(old, rules, patch):
            continue
        free = [card for card in pool if copies[card.id] < _most_copies(card, rules, patch)]
        if not free:
            raise InputError(
                f"{deck.place()}: {old.name} is {_tell_why(old, patch)}, and no card of its sets is left that the deck "
                "could hold instead; change the deck, or the patch"
            )
        new = min(free, key=lambda card: (*game.unlikeness(old.tree, card.tree), card.id))
        copies.subtract([old.id])
        copies.update([new.id])
        names[place] = reference_to(card_set, new)
        gone[old, new] += 1
    found = [
        Replacement(deck.name, reference_to(card_set, old), n, reference_to(card_set, new), _tell_why(old, patch))
        for (old, new), n in gone.items()
    ]
    return replace(deck, cards=tuple(names)), tuple(reversed(found))


def _tell_why(card: Card, patch: Patch) -> str:
    return BANNED if card.id in patch.banned else LIMITED


def _may_hold(deck: Deck, card: Card, patch: Patch) -> bool:
    is_free = card.is_collectible and card.game.is_playable(card) and card.game.may_hold(deck.klass, card)
    return is_free and card.id not in patch.banned


def _most_copies(card: Card, rules: Rules, patch: Patch) -> int:
    return 0 if card.id in patch.banned else allowed_copies(card, rules, patch)[0]
