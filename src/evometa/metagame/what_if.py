"""What a patch would do to a metagame: the same games before and after it.

A match-up in which no changed card can turn up is not played again: its games would be the same ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from evometa.cards.decks.reach import reach_of_deck
from evometa.cards.patches.patch import Patch
from evometa.matches.interrupts import Interrupted
from evometa.matches.runners import Runner, ThreadRunner
from evometa.metagame.differences import (
    Mask,
    paired_change,
    paired_change_against_meta,
    unpaired_change,
)
from evometa.metagame.evidence import Counts, Estimate
from evometa.metagame.metagames import Metagame
from evometa.metagame.paired_games import PairedGames, PairedResult
from evometa.metagame.playing import (
    MetagameResult,
    Progress,
    check_games,
    check_task_games,
    choose_pairs,
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
    joint: Counts  # [n, n, 3, 3]: what became of the games, as `metagame.differences` says

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

    @cached_property
    def change(self) -> Estimate:
        """[n, n]: how much higher each win rate is after than before. Exactly 0 where nothing can change."""
        return paired_change(self.joint, self.is_affected)

    @cached_property
    def change_against_meta(self) -> Estimate:
        """[n]: how much higher each deck's win rate against the metagame is."""
        return paired_change_against_meta(self.joint, self.is_affected, self.before.evidence.shares)

    @property
    def change_unpaired(self) -> Estimate:
        """[n, n]: the same with the intervals of games that have nothing in common: what the common seeds saved."""
        return unpaired_change(self.before.evidence.rates, self.after.evidence.rates)

    @property
    def change_against_meta_unpaired(self) -> Estimate:
        """[n]: the same against the metagame."""
        return unpaired_change(self.before.evidence.strengths, self.after.evidence.strengths)


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

    Raises `InputError` if the patch makes a deck illegal. Ctrl-C raises `Interrupted` with what is finished, marked as
    partial.
    """
    after = metagame.with_patch(patch)
    paired = _pair_games(metagame, after, check_games(games), seed)
    watched = watch(runner or ThreadRunner(), progress, lambda: paired.n_games)
    try:
        return describe_games(patch, paired, paired.play(watched, check_task_games(task_games)))
    except Interrupted as stop:
        raise Interrupted(describe_games(patch, paired, stop.known, is_partial=True)) from stop


def _pair_games(before: Metagame, after: Metagame, games: int, seed: int) -> PairedGames:
    """All match-ups but mirrors, whose win rate is a half, whatever the cards."""
    wanted = spread_games(games, choose_pairs(len(before.decks), None))
    np.fill_diagonal(wanted, 0)
    return PairedGames(before, after, wanted, affected_pairs(before, after), seed)


def describe_games(patch: Patch, paired: PairedGames, played: PairedResult, is_partial: bool = False) -> WhatIfResult:
    """What paired games say about a patch."""
    sides = (paired.before, played.before), (paired.after, played.after)
    before, after = (
        MetagameResult(metagame, count_evidence(metagame, sums), sums, played.cards, paired.seed, is_partial)
        for metagame, sums in sides
    )
    return WhatIfResult(patch, before, after, paired.is_affected, played.joint)


def affected_pairs(before: Metagame, after: Metagame) -> Mask:
    """[n, n]: for each pair of decks, whether a card that differs between two card sets can turn up in their games."""
    pairs = zip(before.patched_cards, after.patched_cards, strict=True)
    changed = {old.id for old, new in pairs if old != new}
    reaches = [reach_of_deck(deck, before.patched_cards, before.rules) for deck in before.decks]
    touched = np.array([bool(reach & changed) for reach in reaches])
    return np.asarray(touched[:, None] | touched[None, :])
