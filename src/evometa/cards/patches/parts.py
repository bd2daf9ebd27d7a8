"""The parts of a patch, each of which can be put back alone: every single change, and all changes of a card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from evometa.cards.model import CardSet
from evometa.cards.patches.patch import Keywords, Patch, split_address
from evometa.input.short_repr import short_repr


@dataclass(frozen=True)
class Part:
    """A part of a patch."""

    card_id: str
    card: str  # its name
    own: Patch  # what it changes
    rest: Patch  # the patch without it
    is_single: bool  # one change; else all those of a card that has several

    __repr__ = short_repr


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
        whole = [_unite(changes)] if len(changes) > 1 else []
        for own in (*whole, *changes):
            parts.append(Part(card.id, card.name, own, take_out(effective, own), own not in whole))
    return parts


def take_out(patch: Patch, part: Patch) -> Patch:
    """A patch without some of its changes."""
    return replace(
        patch,
        changes={address: change for address, change in patch.changes.items() if address not in part.changes},
        given=_without(patch.given, part.given),
        taken=_without(patch.taken, part.taken),
        banned=patch.banned - part.banned,
        limited=patch.limited - part.limited,
    )


def _list_changes(patch: Patch) -> Iterator[tuple[str, Patch]]:
    """Each change, with the card that it is of."""
    bare = Patch(patch.name, allow_zero=patch.allow_zero, exact=patch.exact)
    for address, change in patch.changes.items():
        yield split_address(address)[0], replace(bare, changes={address: change})
    for card_id, word in _list_keywords(patch.given):
        yield card_id, replace(bare, given={card_id: frozenset([word])})
    for card_id, word in _list_keywords(patch.taken):
        yield card_id, replace(bare, taken={card_id: frozenset([word])})
    for card_id in sorted(patch.banned):
        yield card_id, replace(bare, banned=frozenset([card_id]))
    for card_id in sorted(patch.limited):
        yield card_id, replace(bare, limited=frozenset([card_id]))


def _list_keywords(keywords: Keywords) -> list[tuple[str, str]]:
    return [(card_id, word) for card_id, words in keywords.items() for word in sorted(words)]


def _unite(changes: list[Patch]) -> Patch:
    united = changes[0]
    for change in changes[1:]:
        united = united.compose(change)
    return replace(united, name=changes[0].name)


def _without(some: Keywords, gone: Keywords) -> Keywords:
    return {card: words - gone.get(card, frozenset()) for card, words in some.items()}
