"""What a patch would do to a metagame: the same games before and after it, at once or ever more of them.

A match-up in which no changed card can turn up is not played again: its games would be the same ones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.cards import Card, CardSet
from evometa.games.decks.replacing import Replacement
from evometa.games.patches.patch import Patch
from evometa.input.errors import InputError
from evometa.input.short_repr import Short
from evometa.matches.inference import Estimates, Mask, paired_change, paired_change_against_meta
from evometa.matches.interrupts import Interrupted
from evometa.matches.runners import Runner, ThreadRunner
from evometa.metagame.changes.paired_games import PairedGames, PairedResult, Winners
from evometa.metagame.evidence import Counts
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import (
    MetagameResult,
    Progress,
    check_games,
    check_task_games,
    count_evidence,
    spread_games,
    watch,
)


@dataclass(frozen=True, eq=False)
class WhatIfResult:
    """A metagame before and after a patch. Arrays are [n, n] or [n], with n decks."""

    patch: Patch
    before: MetagameResult
    after: MetagameResult
    is_affected: Mask  # [n, n]: whether a changed card can turn up; the other match-ups were not played again
    joint: Counts  # [n, n, 3, 3]: what became of the games, as `matches.inference` says

    def __repr__(self) -> str:
        return f"WhatIfResult({self.before!r}, {self.patch!r})"

    @property
    def is_partial(self) -> bool:
        """Whether it was interrupted."""
        return self.before.is_partial

    @property
    def games(self) -> int:
        """Games played, before and after together."""
        return self.before.games + int(self.after.evidence.games[self.is_affected].sum())

    @property
    def notes(self) -> list[str]:
        """The patch as patch notes, a line for each real change."""
        return self.patch.notes(self.before.metagame.patched_cards)

    @property
    def replaced(self) -> tuple[Replacement, ...]:
        """What decks play after the patch instead of what it bans or limits."""
        return self.after.metagame.replaced[len(self.before.metagame.replaced) :]

    @cached_property
    def change(self) -> Estimates:
        """[n, n]: how much higher each win rate is after than before. Exactly 0 where nothing can change."""
        return paired_change(self.joint, self.is_affected)

    @cached_property
    def change_against_meta(self) -> Estimates:
        """[n]: how much higher each deck's win rate against the metagame is."""
        return paired_change_against_meta(self.joint, self.is_affected, self.before.evidence.shares)


class GrowingWhatIf:
    """A patch whose games are played in stages, ever surer: after N games per match-up, it is what `what_if` says."""

    def __init__(
        self,
        before: Metagame,
        after: Metagame,
        patch: Patch,
        seed: int,
        *,
        only: Mask | None = None,  # [n, n]: the pairs that are played, all of which can change; default: all pairs
        known: Winners | None = None,  # who won the games before, as `KeptWinners` has it; default: these grow, too
        columns: tuple[str, ...] | None = None,  # of the sums; default: all
    ) -> None:
        self.before, self.after, self.patch = before, after, patch
        self._chosen = ~np.eye(len(before.decks), dtype=bool) if only is None else only  # a mirror's rate is a half
        is_affected = affected_pairs(before, after) if only is None else only
        self._paired = PairedGames(before, after, is_affected, seed, known, columns)

    def count_left(self, games: int) -> int:
        """Games to be played until each match-up has so many, before and after together."""
        return self._paired.count_left(spread_games(games, self._chosen))

    def play_up_to(
        self, games: int, runner: Runner, sums: NDArray[Any] | None = None, task_games: int | None = None
    ) -> WhatIfResult:
        """Play on until each match-up has so many games; returns what is known then.

        If the games before are known, `sums` [n, n] are those of as many of them. Ctrl-C raises `Interrupted` with what
        is finished, marked as partial; then nothing can be played on.
        """
        try:
            return self._describe(self._paired.play_up_to(spread_games(games, self._chosen), runner, sums, task_games))
        except Interrupted as stop:
            raise Interrupted(self._describe(stop.known, is_partial=True)) from stop

    def _describe(self, played: PairedResult, is_partial: bool = False) -> WhatIfResult:
        before, after = (
            MetagameResult(metagame, count_evidence(metagame, sums), sums, cards, self._paired.seed, is_partial)
            for metagame, sums, cards in (
                (self.before, played.before, played.cards),
                (self.after, played.after, played.cards_after),
            )
        )
        return WhatIfResult(self.patch, before, after, self._paired.is_affected, played.joint)


def what_if(
    metagame: Metagame,
    patch: Patch,
    *,
    games: int,
    seed: int,
    runner: Runner | None = None,
    progress: Progress | None = None,
    task_games: int | None = None,
) -> WhatIfResult:
    """Play a metagame before and after a patch: a number of games for each match-up and side.

    Decks play other cards for those that the patch bans or limits, as `replaced` of the result tells. Ctrl-C raises
    `Interrupted` with what is finished, marked as partial.
    """
    check_games(games)
    growing = GrowingWhatIf(metagame, metagame.with_patch(patch), patch, seed)
    planned = growing.count_left(games)
    watched = watch(runner or ThreadRunner(), progress, lambda: planned)
    return growing.play_up_to(games, watched, task_games=check_task_games(task_games))


def affected_pairs(before: Metagame, after: Metagame) -> Mask:
    """[n, n]: for each pair of decks, whether their games can change.

    They can if a card that differs between the two metagames can turn up in them, or if a deck has other cards.
    """
    pairs = zip(before.patched_cards, after.patched_cards, strict=True)
    changed = {old.id for old, new in pairs if old != new}
    reaches = [before.game.reach_of_deck(deck, before.patched_cards, before.rules) for deck in before.decks]
    is_other = [old != new for old, new in zip(before.decks, after.decks, strict=True)]
    touched = np.array([bool(reach & changed) for reach in reaches]) | np.array(is_other)
    return np.asarray(touched[:, None] | touched[None, :])


# --- a card of one's own in a deck, in place of another -------------------------------------------

_STAND_IN = "{} (as it was)"  # the name of the old card in the games before
OWN_FIELDS = ("id", "dbf_id", "name")  # that identify a card


@dataclass(frozen=True, eq=False)
class CardTrial(Short):
    """A deck of a metagame with a card (`before`) and with another in its place (`after`).

    In both, the deck holds a card with the id of the new one. Before, that is the old card under another name; after,
    it is the new card. So only this card differs, and nothing else in the games.
    """

    before: Metagame
    after: Metagame
    deck: int
    old: Card
    new: Card
    copies: int

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
        decks = tuple(replace(each, cards=cards) if i == deck else each for i, each in enumerate(metagame.decks))
        printed = metagame.patched_cards[old.id].tree
        stand_in = {name: value for name, value in printed.items() if name not in OWN_FIELDS}
        stand_in |= {"id": new.id, "name": _STAND_IN.format(old.name)}
        whole = CardSet.from_cards((*metagame.card_set, *others, new))
        after = replace(metagame, decks=decks, card_set=whole, card_source=None)
        before = replace(after, card_set=whole.replace(new.id, stand_in))
        return cls(before, after, deck, old, new, ids.count(old.id))

    def grow(self, seed: int) -> GrowingWhatIf:
        """The games of each match-up of the deck but its mirror, with the old card and with the new one."""
        is_deck = np.arange(len(self.before.decks)) == self.deck
        return GrowingWhatIf(self.before, self.after, Patch(), seed, only=is_deck[:, None] ^ is_deck[None, :])
