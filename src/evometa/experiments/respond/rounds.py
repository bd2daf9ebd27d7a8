"""What a round of patch and answer tells: the metagame before and after, the answers, and the cards that are new."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from evometa.cards.decks.deck import Deck
from evometa.cards.decks.formats import format_toml
from evometa.cards.decks.space import count_shared_cards
from evometa.cards.lookup import reference_to
from evometa.cards.patches.files import format_patch
from evometa.cards.patches.patch import Patch
from evometa.experiments.balance.audit import Facts, to_numbers
from evometa.experiments.respond.first_decks import find_changed
from evometa.metagame.diversity import are_even, are_played, count_copies, find_distances
from evometa.metagame.equilibrium import nash
from evometa.metagame.metagames import Metagame
from evometa.players.styles import Player

EVEN = 0.5  # an answer enters the metagame if it wins more


def describe_metagame(metagame: Metagame, table: Facts) -> Facts:
    """The table of a metagame, its equilibrium, and how different its decks are."""
    shares = nash(np.array(table["win_rate"], dtype=float))
    return {
        **table,
        "nash": to_numbers(shares),
        "distances": find_distances(count_copies(metagame)).tolist(),
        "viable": _count(are_even(np.array(table["against_meta"], dtype=float))),
        "viable_in_nash": _count(are_played(shares)),
    }


def _count(are_so: ArrayLike) -> int | None:
    total = float(np.sum(are_so))
    return None if np.isnan(total) else int(total)


@dataclass(frozen=True)
class Answer:
    """The best deck of a search, and what is told about it."""

    deck: Deck
    player: Player
    facts: Facts


@dataclass(frozen=True, eq=False)
class Patched:
    """A metagame without a patch and with it."""

    old: Metagame
    new: Metagame
    patch: Patch | None  # None: the two are the same

    def describe_patch(self) -> Facts | None:
        """The patch as notes and as a file."""
        if self.patch is None:
            return None
        cards = self.old.patched_cards
        return {"notes": self.patch.notes(cards), "toml": format_patch(self.patch, cards)}

    def describe_answer(self, deck: Deck, player: Player, audit: Facts) -> Answer:
        """An answer: how good it is, and how it differs from what there was."""
        shared = [count_shared_cards(deck, known, self.new.patched_cards) for known in self.new.decks]
        nearest = int(np.argmax(shared))
        is_known = (len(deck.cards), player) in zip(shared, self.new.players, strict=True)
        facts = {
            "name": deck.name,
            "class": deck.klass,
            "style": deck.style,
            "player": player.name,
            **{name: audit[name] for name in ("win_rate", "low", "high", "opponents")},
            "enters": (audit["win_rate"] or 0.0) > EVEN and not is_known,
            "nearest": {"deck": self.new.decks[nearest].name, "shared": shared[nearest]},
            "new_cards": self._names(self._ids(deck) - self._played),
            "changed_cards": self._names(self._ids(deck) & self._changed),
            **{name: audit[name] for name in ("cards", "curve")},
            "toml": format_toml(deck, self.new.patched_cards),
        }
        return Answer(deck, player, facts)

    def find_newly_played(self, decks: Sequence[Deck]) -> list[Facts]:
        """The cards of decks that were in no deck of the metagame: changed ones first, then those of most decks."""
        cards = set().union(*(self._ids(deck) for deck in decks)) - self._played
        found: list[Facts] = [
            {
                "card": self._names([card])[0],
                "decks": [deck.name for deck in decks if card in self._ids(deck)],
                "is_changed": card in self._changed,
            }
            for card in cards
        ]
        return sorted(found, key=lambda each: (not each["is_changed"], -len(each["decks"]), each["card"]))

    @cached_property
    def _changed(self) -> set[str]:
        """The cards that the patch changes."""
        return find_changed(self.old.patched_cards, self.new.patched_cards)

    @cached_property
    def _played(self) -> set[str]:
        """The cards that the metagame's decks have."""
        return set().union(*map(self._ids, self.new.decks))

    def _ids(self, deck: Deck) -> set[str]:
        return set(deck.card_ids(self.new.patched_cards))

    def _names(self, ids: Iterable[str]) -> list[str]:
        cards = self.new.patched_cards
        return sorted(reference_to(cards, cards[card_id]) for card_id in ids)


def summarise(rounds: Sequence[Facts]) -> Facts:
    """What it comes to: the last round in a few numbers, and all games."""
    last = rounds[-1]
    best = max(last["answers"], key=lambda answer: answer["win_rate"] or 0.0)
    shares = dict(zip(last["after"]["decks"], last["after"]["nash"], strict=True))
    of_answers = [shares[answer["name"]] for answer in last["answers"] if answer["enters"]]
    return {
        "best": best["name"],
        "best_win_rate": best["win_rate"],
        "best_low": best["low"],
        "best_high": best["high"],
        "f_before": last["before"]["f"],
        "f_after": last["after"]["f"],
        "nash_of_answers": None if None in of_answers else sum(of_answers),
        "newly_played": len(last["newly_played"]),
        "games": sum(each["games"] for each in rounds),
    }
