"""A card, a deck and a patch as a notebook shows them.

They are shown by themselves, without a card set. So a card shows its data instead of its rules text, which needs the
cards that it mentions, and a patch shows its changes instead of the numbers that come of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from evometa.cards.decks.deck import Deck
from evometa.cards.model import Card
from evometa.cards.patches.patch import Patch, split_address
from evometa.cards.reading.card_files import format_value
from evometa.cards.reading.loader import game_cards
from evometa.cards.wording.faces import STATS, describe_kind, describe_stats
from evometa.input.small_html import small_table

ON_THE_FACE = ("id", "dbf_id", "name", "cost", "class", "set", "type", "rarity", "race", "collectible", *STATS)


def card_html(card: Card) -> str:
    """The face of a card, and what it does as its data says it."""
    tree = card.tree
    cost = f" ({tree['cost']} mana)" if "cost" in tree else ""
    rows = [(name, format_value(value)) for name, value in tree.items() if name not in ON_THE_FACE]
    return small_table(card.name + cost, [describe_kind(tree), describe_stats(tree)], (), rows)


def deck_html(deck: Deck) -> str:
    """The cards of a deck, in the order of its list."""
    about = ", ".join(part for part in (deck.klass, deck.style, f"{len(deck.cards)} cards") if part)
    return small_table(deck.name, [about], ("copies", "card"), [(n, card) for card, n in deck.counts().items()])


def patch_html(patch: Patch) -> str:
    """The changes of a patch, a row each."""
    return small_table(patch.name or "Patch", (), ("card", "change"), list(_list_changes(patch)))


def _list_changes(patch: Patch) -> Iterator[tuple[str, str]]:
    """The card of each change, by name if it is one of the game's own, and what happens to it."""
    names = {card.id: card.name for card in game_cards()}
    changes = [(*split_address(address), delta) for address, delta in patch.changes.items()]
    told = [(card, f"{path.replace('.', ' ').replace('_', ' ')} {delta:+d}") for card, path, delta in changes]
    told += [(card, f"gains {', '.join(sorted(words))}") for card, words in patch.given.items()]
    told += [(card, f"loses {', '.join(sorted(words))}") for card, words in patch.taken.items()]
    told += [(card, "banned") for card in sorted(patch.banned)]
    told += [(card, "limited to one copy") for card in sorted(patch.limited - patch.banned)]
    return ((names.get(card, card), change) for card, change in told)
