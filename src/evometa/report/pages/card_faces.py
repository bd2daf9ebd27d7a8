"""Cards on pages: their names lead to their faces, before and after a patch."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from evometa.cards.lookup import lookup_card
from evometa.cards.model import Card, CardSet
from evometa.cards.patches.files import parse_patch
from evometa.cards.patches.patch import Patch
from evometa.cards.reading.loader import load_cards_with
from evometa.cards.wording.faces import describe_kind, describe_stats
from evometa.cards.wording.rules_text import rules_text
from evometa.experiments.runs import load_played
from evometa.input.errors import InputError
from evometa.metagame.metagames import Metagame
from evometa.report.pages.parts import Face, Html, ShownCard, Story, card_link


@dataclass(frozen=True)
class CardFaces:
    """The cards as they are played, and as a patch makes them; without cards, names are names."""

    cards: CardSet | None
    after: CardSet | None = None
    name: str = ""  # of the patch, in anchors

    def mention(self, reference: str, story: Story, name: str = "") -> str | Html:
        """A card by its name or id, under another name if that is wanted; with its face if the card is known."""
        anchor, shown = self.anchor_of(reference, story), name or reference
        return card_link(shown, anchor) if anchor else shown

    def anchor_of(self, reference: str, story: Story) -> str:
        """Where the page shows a card, before and after if the patch changes it; nothing if the card is not known."""
        card = lookup_card(self.cards, reference) if self.cards else None
        if card is None or self.cards is None:
            return ""
        changed = self.after[card.id] if self.after else card
        is_changed = changed.tree != card.tree
        anchor = re.sub(r"[^\w-]+", "-", f"card-{card.id}-{story.id(self.name)}" if is_changed else f"card-{card.id}")
        if anchor not in story.faces:
            after = face_of(changed, self.after) if self.after and is_changed else None
            story.faces[anchor] = ShownCard(face_of(card, self.cards), after)
        return anchor

    def with_patch(self, text: str, name: str) -> CardFaces:
        """The same cards with a patch, as the text of its file; the patch may be for other cards by now."""
        if self.cards is None or not text:
            return self
        try:
            patch = parse_patch(text, self.cards)
        except InputError:
            return self  # names are still names
        return CardFaces(self.cards, patch.apply(self.cards), name)

    def with_change(self, names: Iterable[str], attribute: str, amount: int) -> CardFaces:
        """The same cards, each of these changed by itself, as a scan does it."""
        if self.cards is None:
            return self
        cards = [card for name in names if (card := lookup_card(self.cards, name))]
        addresses = [address for card in cards if (address := f"{card.id}.{attribute}") in card.numbers()]
        return CardFaces(self.cards, Patch(changes=dict.fromkeys(addresses, amount)).apply(self.cards), "changed")


def read_metagame(reference: str, players: str | None = None) -> Metagame | None:
    """A metagame as it was played, if it is still there; without it, a page tells its numbers alone."""
    try:
        return load_played(reference, players)
    except InputError:
        return None


def read_faces(metagame: str, players: str | None = None) -> CardFaces:
    """The cards of a metagame, if it is still there."""
    found = read_metagame(metagame, players)
    return CardFaces(found.patched_cards if found else None)


def read_pool(files: Sequence[str]) -> CardFaces:
    """The game's own cards and those of some files, if these are still there."""
    try:
        return CardFaces(load_cards_with([Path(each) for each in files], ()))
    except InputError:
        return CardFaces(None)  # a page tells its numbers without them


def face_of(card: Card, cards: CardSet) -> Face:
    """What is on a card."""
    tree = card.tree
    cost = f"{tree['cost']} mana" if "cost" in tree else ""
    return Face(card.name, cost, describe_kind(tree), rules_text(card, cards), describe_stats(tree))
