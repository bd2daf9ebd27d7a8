"""Patches piece by piece: taken apart, and grown by one small change after the other.

Each part of a patch can be put back alone: every single change, and all changes of a card. The functions that change a
patch, as somebody does who tries things out, give it with one change more; what is put back to where it was leaves it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce

from evometa.games.cards import Card, CardSet
from evometa.games.patches.patch import Keywords, Patch, changed_number, check_keywords, split_address, without_keywords
from evometa.input.short_repr import Short


@dataclass(frozen=True)
class Part(Short):
    """A part of a patch."""

    card_id: str
    card: str  # its name
    own: Patch  # what it changes
    rest: Patch  # the patch without it
    is_single: bool  # one change; else all those of a card that has several


def split_patch(patch: Patch, card_set: CardSet) -> list[Part]:
    """The parts of what a patch really changes, card by card: all changes of a card, then each of them.

    A card with a single change has one part.
    """
    effective, parts = patch.effective(card_set), []
    by_card: dict[str, list[Patch]] = {}
    for card_id, own in _list_changes(effective):
        by_card.setdefault(card_id, []).append(own)
    for card in card_set:
        changes = by_card.get(card.id, [])
        whole = [replace(reduce(Patch.compose, changes), name=patch.name)] if len(changes) > 1 else []
        for own in (*whole, *changes):
            parts.append(Part(card.id, card.name, own, take_out(effective, own), own not in whole))
    return parts


def take_out(patch: Patch, part: Patch) -> Patch:
    """A patch without some of its changes."""
    return replace(
        patch,
        changes={address: change for address, change in patch.changes.items() if address not in part.changes},
        given=without_keywords(patch.given, part.given),
        taken=without_keywords(patch.taken, part.taken),
        banned=patch.banned - part.banned,
        limited=patch.limited - part.limited,
    )


def _list_changes(patch: Patch) -> Iterator[tuple[str, Patch]]:
    """Each change, with the card that it is of."""
    bare = Patch(patch.name, allow_zero=patch.allow_zero, exact=patch.exact)
    for address, change in patch.changes.items():
        yield split_address(address)[0], replace(bare, changes={address: change})
    for card_id, words in patch.given.items():
        yield from ((card_id, replace(bare, given={card_id: frozenset([word])})) for word in sorted(words))
    for card_id, words in patch.taken.items():
        yield from ((card_id, replace(bare, taken={card_id: frozenset([word])})) for word in sorted(words))
    for card_id in sorted(patch.banned):
        yield card_id, replace(bare, banned=frozenset([card_id]))
    for card_id in sorted(patch.limited):
        yield card_id, replace(bare, limited=frozenset([card_id]))


def move_number(patch: Patch, card: Card, address: str, by: int) -> Patch:
    """A number higher or lower, as far as patches can move it. The card is the one before the patch."""
    value = changed_number(card, address, patch.changes.get(address, 0) + by, patch.allow_zero)
    return replace(patch, changes={**patch.changes, address: value - card.numbers()[address]})


def toggle_keyword(patch: Patch, card: Card, word: str) -> Patch:
    """A keyword given or taken, or that undone. The card is the one before the patch."""
    check_keywords(card, [word])
    if word in card.keywords:
        return replace(patch, taken=_toggled(patch.taken, card.id, word))
    return replace(patch, given=_toggled(patch.given, card.id, word))


def toggle_ban(patch: Patch, card: Card) -> Patch:
    """A card banned, or no longer; one that is banned needs no limit."""
    return replace(patch, banned=patch.banned ^ {card.id}, limited=patch.limited - {card.id})


def toggle_limit(patch: Patch, card: Card) -> Patch:
    """A card limited to one copy, or no longer; one that is limited is not banned."""
    return replace(patch, limited=patch.limited ^ {card.id}, banned=patch.banned - {card.id})


def _toggled(keywords: Keywords, card_id: str, word: str) -> Keywords:
    return {**keywords, card_id: keywords.get(card_id, frozenset()) ^ {word}}
