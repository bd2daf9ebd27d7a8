"""Cards in a story: a name that leads to the card's face, before and after a patch."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from evometa.experiments.runs import load_played
from evometa.games.cards import Card, CardSet, lookup_card
from evometa.games.patches.files import parse_patch
from evometa.games.patches.patch import Patch
from evometa.games.registry import find_game
from evometa.input.errors import InputError
from evometa.metagame.metagames import Metagame


class Face(NamedTuple):
    """What is on a card."""

    name: str
    cost: str
    kind: str
    text: str
    stats: str


class ShownCard(NamedTuple):
    """A card that a story mentions, and what a patch makes of it, if it changes it; the anchor is its own."""

    anchor: str
    before: Face
    after: Face | None


@dataclass(frozen=True)
class CardName:
    """The name of a card, and its face, if the card is known."""

    name: str
    shown: ShownCard | None = None

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class CardFaces:
    """The cards as they are played, and as a patch makes them; without cards, names are names."""

    cards: CardSet | None
    after: CardSet | None = None
    patch: str = ""  # the name of the patch, in anchors
    prefix: str = ""  # of the story that is told, if that is within another one

    @cached_property
    def _known(self) -> dict[str, ShownCard | None]:
        return {}  # a story mentions the same cards again and again

    def name(self, reference: str, shown: str = "") -> CardName:
        """A card by its name or id, under another name if that is wanted."""
        return CardName(shown or reference, self.find(reference))

    def names(self, references: Sequence[str]) -> tuple[CardName, ...]:
        """Several cards."""
        return tuple(map(self.name, references))

    def anchor(self, reference: str) -> str:
        """Where a page shows the card; nothing if it is not known."""
        found = self.find(reference)
        return found.anchor if found else ""

    def find(self, reference: str) -> ShownCard | None:
        """A card with its faces, before and after if the patch changes it."""
        if reference not in self._known:
            self._known[reference] = self._look_up(reference)
        return self._known[reference]

    def _look_up(self, reference: str) -> ShownCard | None:
        card = lookup_card(self.cards, reference) if self.cards else None
        if card is None or self.cards is None:
            return None
        changed = self.after[card.id] if self.after else card
        is_changed = changed.tree != card.tree
        of_patch = f"-{self.prefix}{self.patch}" if is_changed else ""
        anchor = re.sub(r"[^\w-]+", "-", f"card-{card.id}{of_patch}")
        after = _face_of(changed, self.after) if self.after and is_changed else None
        return ShownCard(anchor, _face_of(card, self.cards), after)

    def inside(self, prefix: str) -> CardFaces:
        """The same cards in a story within another one, whose patches may have the same names."""
        return replace(self, prefix=prefix)

    def with_patch(self, text: str, name: str) -> CardFaces:
        """The same cards with a patch, as the text of its file; the patch may be for other cards by now."""
        if self.cards is None or not text:
            return self
        try:
            patch = parse_patch(text, self.cards)
        except InputError:
            return self  # names are still names
        return replace(self, after=patch.apply(self.cards), patch=name)

    def with_change(self, names: Iterable[str], attribute: str, amount: int) -> CardFaces:
        """The same cards, each of these changed by itself, as a scan does it."""
        if self.cards is None:
            return self
        cards = [card for name in names if (card := lookup_card(self.cards, name))]
        addresses = [address for card in cards if (address := f"{card.id}.{attribute}") in card.numbers()]
        return replace(self, after=Patch(changes=dict.fromkeys(addresses, amount)).apply(self.cards), patch="changed")


def read_metagame(reference: str, players: str | None = None) -> Metagame | None:
    """A metagame as it was played, if it is still there; without it, a story tells its numbers alone."""
    try:
        return load_played(reference, players)
    except InputError:
        return None


def read_faces(metagame: str, players: str | None = None) -> CardFaces:
    """The cards of a metagame, if it is still there."""
    found = read_metagame(metagame, players)
    return CardFaces(found.patched_cards if found else None)


def read_pool(game: str, files: Sequence[str], overlays: Sequence[str]) -> CardFaces:
    """A game's own cards and those of some files, changed by overlays, if all these are still there."""
    try:
        return CardFaces(find_game(game).load_cards([Path(each) for each in files], overlays))
    except InputError:
        return CardFaces(None)  # a story tells its numbers without them


def _face_of(card: Card, cards: CardSet) -> Face:
    tree, game = card.tree, card.game
    cost = f"{tree['cost']} {game.words.cost}" if "cost" in tree else ""
    return Face(card.name, cost, game.describe_kind(tree), game.rules_text(card, cards), game.describe_stats(tree))
