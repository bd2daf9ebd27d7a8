"""Patches that grow by one small change after the other, as somebody makes them who tries things out.

Each function gives the patch with one change more. What is put back to where it was leaves the patch.
"""

from __future__ import annotations

from dataclasses import replace

from evometa.cards.model import Card
from evometa.cards.patches.patch import Keywords, Patch, changed_number, check_keywords, keywords_of


def move_number(patch: Patch, card: Card, address: str, by: int) -> Patch:
    """A number higher or lower, as far as patches can move it. The card is the one before the patch."""
    printed = card.numbers()[address]
    value = changed_number(address, printed, patch.changes.get(address, 0) + by, patch.allow_zero)
    return replace(patch, changes={**patch.changes, address: value - printed})


def toggle_keyword(patch: Patch, card: Card, word: str) -> Patch:
    """A keyword given or taken, or that undone. The card is the one before the patch."""
    check_keywords(card, [word])
    if word in keywords_of(card):
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
