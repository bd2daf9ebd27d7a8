"""Changes to cards that a user asks for on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from evometa.cards.model import CardSet
from evometa.cards.patches.files import parse_changes, read_patch
from evometa.cards.patches.patch import Patch
from evometa.input.errors import InputError


def read_changes(changes: Sequence[str], path: Path | None, card_set: CardSet) -> Patch:
    """The patch that the options ask for; refused if it would change nothing."""
    if bool(changes) == bool(path):
        raise InputError("what should change? Give either --change (once or more) or --patch FILE")
    patch = read_patch(path, card_set) if path else parse_changes(changes, card_set)
    if not patch.notes(card_set):
        asked = ", ".join(f"'{change}'" for change in changes) or str(path)
        raise InputError(
            f"{asked}: nothing would change; the cards are like that already, or their numbers may go no further"
        )
    return patch
