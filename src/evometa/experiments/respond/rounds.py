"""What a round of patch and answer tells: the metagame before and after, the answers, and the cards that are new.

Where people stand is known for the match-ups that were observed; those of new decks are as simulated. And a better
pilot plays the decks that there were before the answers: what that wins needs no new deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import ArrayLike

from evometa.experiments.decks.results import DeckAudit, PilotedDeck
from evometa.experiments.pilots import change_between
from evometa.experiments.respond.first_decks import find_changed
from evometa.experiments.respond.results import Answer, BetterPiloted, Nearest, NewCard, RoundPatch, RoundStanding
from evometa.games.cards import reference_to
from evometa.games.decks.deck import Deck
from evometa.games.decks.formats import format_toml
from evometa.games.decks.space import count_shared_cards
from evometa.games.patches.files import format_patch
from evometa.games.patches.patch import Patch
from evometa.games.players import Player
from evometa.matches.inference import Mask
from evometa.matches.runners import Runner
from evometa.metagame.changes.levels import Levels, spread_seats
from evometa.metagame.changes.observed import Observed
from evometa.metagame.diversity import are_even, are_played, count_copies, find_distances
from evometa.metagame.equilibrium import nash
from evometa.metagame.evidence import Evidence
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import MetagameResult, play
from evometa.metagame.skill.pilots import hand_over
from evometa.metagame.standing import Standing

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
        cards, replaced = self.old.patched_cards, self.new.replaced[len(self.old.replaced) :]
        return RoundPatch(tuple(self.patch.notes(cards)), format_patch(self.patch, cards), replaced)

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


# --- where people stand -----------------------------------------------------------------------------


def stand_on_levels(
    observed: Observed, base: Standing, played: Standing, moved: Mask, games: int, shares: Sequence[float]
) -> Standing:
    """How a metagame stands whose first decks were observed before a patch; `base` is their table from then.

    Nobody has observed a new deck. What the simulation gets wrong about a match-up may lie with one deck, with the
    other or with the two together, and games do not tell which of it a new deck would meet. So its match-ups keep the
    level of the simulation, and no offset is made up for them.

    Tables have so many games per match-up; `moved` [known, known] says where a changed card can turn up. `shares` [n]
    are those of the decks that were played.
    """
    n_new = len(played.decks) - len(observed.decks)
    games_seen, wins_seen = (np.pad(part, (0, n_new)) for part in (observed.games, observed.wins))
    seen = Observed(played.decks, games_seen, wins_seen, np.array(shares))
    levels = Levels(seen, recount(base, games, n_new))
    return levels.stand(recount(played, games), np.pad(moved, (0, n_new), constant_values=True))


def recount(table: Standing, games: int, n_new: int = 0) -> Evidence:
    """The games of a table from its win rates, draws taken for halves; of new decks there are none.

    A table does not tell the shares of its decks, so they are all the same here.
    """
    n_decks = len(table.decks)
    pairs = np.triu_indices(n_decks, 1)
    counts = spread_seats(np.rint(table.win_rate.value[pairs] * games).astype(np.int64), np.full(len(pairs[0]), games))
    wins, losses, draws = np.moveaxis(np.pad(counts, ((0, n_new), (0, n_new), (0, 0))), -1, 0)
    decks = (*table.decks, *(f"new {number}" for number in range(n_new)))
    shares = np.full(len(decks), 1 / len(decks))
    return Evidence(decks, shares, wins + losses + draws, wins, losses, draws, np.zeros_like(wins))


# --- the same decks with a better pilot -------------------------------------------------------------


def play_better(metagame: Metagame, pilot: str, games: int, seed: int, runner: Runner) -> MetagameResult:
    """Let a pilot play every deck of a metagame against all of them as they are, a number of games per match-up.

    Its own mirror is among them: that is what an answer has to beat as well. What of an answer is a better deck, and
    what could be had by better play?
    """
    n_decks = len(metagame.decks)
    better = tuple(replace(deck, name=f"{deck.name}, {pilot}") for deck in metagame.decks)
    both = replace(
        metagame,
        decks=(*metagame.decks, *better),
        players=(*metagame.players, *hand_over(metagame, pilot).players),
        shares=(*metagame.shares, *(0.0 for _ in better)),  # nobody meets them
    )
    pairs = [(n_decks + deck, other) for deck, other in product(range(n_decks), repeat=2)]
    return play(both, seed=seed, games=games, pairs=pairs, runner=runner)


def compare_decks(table: Standing, better: MetagameResult) -> tuple[BetterPiloted, ...]:
    """The decks of a table without the better pilot and with it; the table is of simulated games, as those are."""
    found = []
    for place, name in enumerate(table.decks):
        before, after = table.against_meta.at(place), better.evidence.strengths.at(len(table.decks) + place)
        found.append(BetterPiloted(name, before, after, change_between(before, after)))
    return tuple(found)
