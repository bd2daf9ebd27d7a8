"""A card of one's own in a deck, in place of another: the same games with the old card and with the new one.

In both, the deck holds a card with the id of the new one. Before, that is the old card under another name; after, it is
the new card. So only this card differs, and nothing else in the games.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from evometa.cards.decks.deck import Deck
from evometa.cards.model import Card, CardSet
from evometa.cards.patches.patch import Patch
from evometa.input.errors import InputError
from evometa.input.short_repr import short_repr
from evometa.matches.runners import Runner
from evometa.metagame.evidence import Counts
from evometa.metagame.metagames import Metagame
from evometa.metagame.paired_games import PairedGames
from evometa.metagame.playing import choose_pairs, spread_games
from evometa.metagame.what_if import WhatIfResult, describe_games

STAND_IN = "{} (as it was)"  # the name of the old card in the games before
OWN_FIELDS = ("id", "dbf_id", "name")  # that identify a card


@dataclass(frozen=True, eq=False)
class CardTrial:
    """A deck of a metagame with a card (`before`) and with another in its place (`after`)."""

    before: Metagame
    after: Metagame
    deck: int
    old: Card
    new: Card
    copies: int

    __repr__ = short_repr

    @classmethod
    def of(cls, metagame: Metagame, deck: int, old: Card, new: Card, others: tuple[Card, ...] = ()) -> CardTrial:
        """All copies of a card give way to a new one; `others` are cards that the new one makes.

        Raises an `InputError` if the deck may not hold the new card, or so many copies of it.
        """
        played = metagame.decks[deck]
        ids = played.card_ids(metagame.patched_cards)
        if old.id not in ids:
            raise InputError(f"{played.name} has no {old.name}; choose a card of the deck")
        cards = tuple(new.id if found == old.id else name for name, found in zip(played.cards, ids, strict=True))
        decks = tuple(_with_cards(each, cards) if i == deck else each for i, each in enumerate(metagame.decks))
        printed = metagame.patched_cards[old.id].tree
        stand_in = {name: value for name, value in printed.items() if name not in OWN_FIELDS}
        stand_in |= {"id": new.id, "name": STAND_IN.format(old.name)}
        whole = CardSet.from_cards((*metagame.card_set, *others, new))
        after = replace(metagame, decks=decks, card_set=whole, card_source=None)
        before = replace(after, card_set=whole.replace(new.id, stand_in))
        return cls(before, after, deck, old, new, ids.count(old.id))

    def play(self, games: int, seed: int, runner: Runner, task_games: int | None = None) -> WhatIfResult:
        """Play so many games of each match-up of the deck, with the old card and with the new one."""
        wanted = self._spread(games)
        paired = PairedGames(self.before, self.after, wanted, wanted > 0, seed)
        return describe_games(Patch(), paired, paired.play(runner, task_games))

    def _spread(self, games: int) -> Counts:
        """Games per ordered pair: those of the deck, but no mirror."""
        wanted = spread_games(games, choose_pairs(len(self.before.decks), None))
        places = np.arange(len(wanted))
        is_own = (places[:, None] == self.deck) ^ (places[None, :] == self.deck)
        return np.where(is_own, wanted, 0)


def _with_cards(deck: Deck, cards: tuple[str, ...]) -> Deck:
    return replace(deck, cards=cards)
