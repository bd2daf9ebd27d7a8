"""Other cards and rules than usual: card files, overlays, a patch and rules, as whoever asks names them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evometa.cards.model import CardSet
from evometa.cards.patches.files import read_patch
from evometa.cards.patches.patch import Patch
from evometa.cards.rules import Rules, load_rules
from evometa.input.short_repr import short_repr
from evometa.metagame.model import CardSource
from evometa.players.styles import Player


@dataclass(frozen=True)
class Variant:
    """What is played with, beside the game's own cards and what players are meant for. Paths start where we are."""

    cards: tuple[Path, ...] = ()
    overlays: tuple[str, ...] = ()
    patch: Path | None = None
    rules: Path | None = None

    __repr__ = short_repr

    def __bool__(self) -> bool:
        return self != PLAIN

    def beside(self, source: CardSource) -> CardSource:
        """These cards on top of others."""
        return CardSource((*source.files, *self.cards), (*source.overlays, *self.overlays))

    def load_cards(self, players: Sequence[Player] = ()) -> CardSet:
        """The cards for these players, before the patch."""
        return self.beside(CardSource()).load(players)

    def read_patch(self, card_set: CardSet) -> Patch | None:
        """The patch to these cards, if there is one."""
        return None if self.patch is None else read_patch(self.patch, card_set)

    def load_game(self, players: Sequence[Player] = ()) -> tuple[CardSet, Patch | None, Rules]:
        """The cards for these players with the patch, the patch for its bans, and the rules."""
        card_set = self.load_cards(players)
        patch = self.read_patch(card_set)
        return patch.apply(card_set) if patch else card_set, patch, load_rules(self.rules)

    def as_options(self) -> list[str]:
        """As a command takes it."""
        one = {"--patch": self.patch, "--rules": self.rules}
        named = [*(("--cards", str(file)) for file in self.cards), *(("--overlay", each) for each in self.overlays)]
        named += [(option, str(path)) for option, path in one.items() if path is not None]
        return [word for pair in named for word in pair]


PLAIN = Variant()
