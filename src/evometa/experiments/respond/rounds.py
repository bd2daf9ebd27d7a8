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
from evometa.experiments.decks.results import DeckAudit, PilotedDeck
from evometa.experiments.respond.first_decks import find_changed
from evometa.experiments.respond.results import Answer, Nearest, NewCard, RespondFinal, Round, RoundPatch, RoundStanding
from evometa.metagame.diversity import are_even, are_played, count_copies, find_distances
from evometa.metagame.equilibrium import nash
from evometa.metagame.metagames import Metagame
from evometa.metagame.observed import Observed
from evometa.metagame.standing import Standing
from evometa.players.styles import Player

EVEN = 0.5  # an answer enters the metagame if it wins more


def describe_metagame(metagame: Metagame, table: Standing) -> RoundStanding:
    """The table of a metagame, its equilibrium, and how different its decks are."""
    shares = nash(table.win_rate.value)
    return RoundStanding(
        **{name: getattr(table, name) for name in Standing.__dataclass_fields__},
        nash=shares,
        distances=find_distances(count_copies(metagame)),
        viable=_count(are_even(table.against_meta.value)),
        viable_in_nash=_count(are_played(shares)),
    )


def _count(are_so: ArrayLike) -> int | None:
    total = float(np.sum(are_so))
    return None if np.isnan(total) else int(total)


@dataclass(frozen=True)
class FoundDeck:
    """The best deck of a search, who plays it, and what is told about it."""

    deck: Deck
    player: Player
    answer: Answer


@dataclass(frozen=True, eq=False)
class Patched:
    """A metagame without a patch and with it."""

    old: Metagame
    new: Metagame
    patch: Patch | None  # None: the two are the same

    def describe_patch(self) -> RoundPatch | None:
        """The patch as notes and as a file."""
        if self.patch is None:
            return None
        cards = self.old.patched_cards
        return RoundPatch(tuple(self.patch.notes(cards)), format_patch(self.patch, cards))

    def describe_answer(
        self, deck: Deck, player: Player, audit: DeckAudit, folder: str, pilots: tuple[PilotedDeck, ...] = ()
    ) -> Answer:
        """An answer: how good it is, and how it differs from what there was. The folder is that of its search."""
        shared = [count_shared_cards(deck, known, self.new.patched_cards) for known in self.new.decks]
        nearest = int(np.argmax(shared))
        is_known = (len(deck.cards), player) in zip(shared, self.new.players, strict=True)
        return Answer(
            name=deck.name,
            klass=deck.klass,
            style=deck.style,
            player=player.name,
            win_rate=audit.win_rate,
            opponents=audit.opponents,
            enters=audit.win_rate.value > EVEN and not is_known,
            nearest=Nearest(self.new.decks[nearest].name, shared[nearest]),
            new_cards=self._names(self._ids(deck) - self._played),
            changed_cards=self._names(self._ids(deck) & self._changed),
            cards=audit.cards,
            curve=audit.curve,
            toml=format_toml(deck, self.new.patched_cards),
            folder=folder,
            pilots=pilots,
        )

    def find_newly_played(self, decks: Sequence[Deck]) -> tuple[NewCard, ...]:
        """The cards of decks that were in no deck of the metagame: changed ones first, then those of most decks."""
        cards = set().union(*(self._ids(deck) for deck in decks)) - self._played
        found = [
            NewCard(
                card=self._names([card])[0],
                decks=tuple(deck.name for deck in decks if card in self._ids(deck)),
                is_changed=card in self._changed,
            )
            for card in cards
        ]
        return tuple(sorted(found, key=lambda each: (not each.is_changed, -len(each.decks), each.card)))

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

    def _names(self, ids: Iterable[str]) -> tuple[str, ...]:
        cards = self.new.patched_cards
        return tuple(sorted(reference_to(cards, cards[card_id]) for card_id in ids))


def summarise(
    run: str, rounds: Sequence[Round], games_beside: int = 0, observed: Observed | None = None
) -> RespondFinal:
    """What a run of that name comes to: the last round in a few numbers, and all games, those beside the rounds too."""
    last = rounds[-1]
    best, shares = last.ranked[0], dict(zip(last.after.decks, last.after.nash.tolist(), strict=True))
    return RespondFinal(
        run=run,
        best=best.name,
        best_win_rate=best.win_rate,
        f_before=last.before.f_corrected.value,
        f_after=last.after.f_corrected.value,
        nash_of_answers=sum(shares[answer.name] for answer in last.answers if answer.enters),
        newly_played=len(last.newly_played),
        games=sum(each.games for each in rounds) + games_beside,
        observed=observed,
    )
