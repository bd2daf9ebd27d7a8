"""Cards on pages: their names lead to their faces, before and after a patch."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from evometa.cards.lookup import lookup_card
from evometa.cards.model import Card, CardSet
from evometa.cards.patches.files import parse_patch
from evometa.cards.patches.patch import Patch
from evometa.cards.wording.faces import describe_kind, describe_stats
from evometa.cards.wording.rules_text import rules_text
from evometa.experiments.runs import load_played
from evometa.input.errors import InputError
from evometa.report.pages.parts import Face, Html, ShownCard, Story, card_link


@dataclass(frozen=True)
class CardFaces:
    """The cards as they are played, and as a patch makes them; without cards, names are names."""

    cards: CardSet | None
    after: CardSet | None = None
    name: str = ""  # of the patch, in anchors

    def mention(self, name: str, story: Story) -> str | Html:
        """The name of a card, with its face if the card is known."""
        anchor = self.anchor_of(name, story)
        return card_link(name, anchor) if anchor else name

    def anchor_of(self, name: str, story: Story) -> str:
        """Where the page shows a card, before and after if the patch changes it; nothing if the card is not known."""
        card = lookup_card(self.cards, name) if self.cards else None
        if card is None or self.cards is None:
            return ""
        anchor, shown = f"card-{card.id}", ShownCard(face_of(card, self.cards))
        changed = self.after[card.id] if self.after else card
        if self.after is not None and changed.tree != card.tree:
            anchor, shown = f"{anchor}-{story.id(self.name)}", replace(shown, after=face_of(changed, self.after))
        return story.keep_face(re.sub(r"[^\w-]+", "-", anchor), shown)

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


def read_faces(metagame: str, players: str | None = None) -> CardFaces:
    """The cards of a metagame, if it is still there."""
    try:
        return CardFaces(load_played(metagame, players).patched_cards)
    except InputError:
        return CardFaces(None)  # a page tells its numbers without them


def face_of(card: Card, cards: CardSet) -> Face:
    """What is on a card."""
    tree = card.tree
    cost = f"{tree['cost']} mana" if "cost" in tree else ""
    return Face(card.name, cost, describe_kind(tree), rules_text(card, cards), describe_stats(tree))
