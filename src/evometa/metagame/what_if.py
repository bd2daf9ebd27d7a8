"""What a patch would do to a metagame: the same games before and after it.

Both sides of a game have the same seed, so that luck mostly cancels. A match-up in which no changed card can turn up is
not played again: its games would be the same ones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.cards.decks.reach import reach_of_deck
from evometa.cards.patches.patch import Patch
from evometa.matches.runners import Games, Outcome, Runner, Tally, ThreadRunner, cut_jobs
from evometa.matches.schedule import Chunk, pack_matches
from evometa.metagame.differences import (
    Mask,
    paired_change,
    paired_change_against_meta,
    rate_against_meta,
    rate_of,
    unpaired_change,
)
from evometa.metagame.evidence import Counts, Estimate
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import (
    MetagameResult,
    Progress,
    check_games,
    check_task_games,
    choose_pairs,
    count_evidence,
    schedule_games,
    spread_games,
)

BEFORE, AFTER = 0, 1  # the card tables


@dataclass(frozen=True, eq=False)
class WhatIfResult:
    """A metagame before and after a patch. Arrays are [n, n] or [n], with n decks."""

    patch: Patch
    before: MetagameResult
    after: MetagameResult
    is_affected: Mask  # [n, n]: whether a changed card can turn up; the other match-ups were not played again
    joint: Counts  # [n, n, 3, 3]: what became of the games, as `metagame.differences` says

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
        return unpaired_change(rate_of(self.before.evidence), rate_of(self.after.evidence))

    @property
    def change_against_meta_unpaired(self) -> Estimate:
        """[n]: the same against the metagame."""
        return unpaired_change(rate_against_meta(self.before.evidence), rate_against_meta(self.after.evidence))


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
    """Play a metagame before and after a patch, so many games for each match-up and side.

    Raises `InputError` if the patch makes a deck illegal. Ctrl-C ends with what is finished, marked as partial.
    """
    check_games(games)
    after = metagame.with_patch(patch)
    comparison = _Comparison(metagame, after, affected_pairs(metagame, after), progress)
    is_partial = False
    try:
        comparison.play(games, seed, runner or ThreadRunner(), check_task_games(task_games))
    except KeyboardInterrupt:
        is_partial = True
    return comparison.result(patch, seed, is_partial)


def affected_pairs(before: Metagame, after: Metagame) -> Mask:
    """[n, n]: for each pair of decks, whether a card that differs between two card sets can turn up in their games."""
    pairs = zip(before.patched_cards, after.patched_cards, strict=True)
    changed = {old.id for old, new in pairs if old != new}
    reaches = [reach_of_deck(deck, before.patched_cards, before.rules) for deck in before.decks]
    touched = np.array([bool(reach & changed) for reach in reaches])
    return np.asarray(touched[:, None] | touched[None, :])


class _Comparison:
    """The games of both sides while they are played. Memory does not grow with their number."""

    def __init__(self, before: Metagame, after: Metagame, is_affected: Mask, progress: Progress | None) -> None:
        n_decks = len(before.decks)
        self.metagames, self.is_affected, self.progress = (before, after), is_affected, progress
        tables = [before.table(), after.table()]
        self.packed = Games.pack(tables, before.decks, before.players, per_game=True)
        self.tally = Tally(2 * n_decks**2, progress=self.report)
        self.joint = np.zeros((n_decks**2, 3, 3), np.int64)
        self.finished = self.planned = 0

    def play(self, games: int, seed: int, runner: Runner, task_games: int | None) -> None:
        """Play so many games for each match-up, the affected ones on both sides."""
        names = [deck.name for deck in self.metagames[BEFORE].decks]
        wanted = spread_games(games, choose_pairs(len(names), None))
        np.fill_diagonal(wanted, 0)  # a mirror's win rate is a half, whatever the cards
        jobs = pack_matches(schedule_games(names, seed, np.zeros_like(wanted), wanted))
        self.planned = int(wanted.sum() + wanted[self.is_affected].sum())
        chunks = (add_after(chunk, self.is_affected.ravel()) for chunk in cut_jobs(self.packed, jobs, task_games))
        runner.run(self.packed, chunks, self.collect)

    def collect(self, chunk: Chunk, outcome: Outcome) -> None:
        """Add up the sums of both sides, and compare the games that both have."""
        assert outcome.rows is not None
        self.joint += count_outcomes(chunk, outcome.rows["winner"], self.is_affected.ravel())
        self.tally.collect(chunk, outcome)

    def report(self, games: int) -> None:
        """Pass on that some games are finished."""
        self.finished += games
        if self.progress:
            self.progress(self.finished, self.planned)

    def result(self, patch: Patch, seed: int, is_partial: bool) -> WhatIfResult:
        """All games of both sides. Where nothing can change, those before are also those after."""
        shape = self.is_affected.shape
        before, after = self.tally.sums.reshape(2, *shape)
        after[~self.is_affected] = before[~self.is_affected]
        results = [
            MetagameResult(metagame, count_evidence(metagame, sums), sums, self.packed.cards, seed, is_partial)
            for metagame, sums in zip(self.metagames, (before, after), strict=True)
        ]
        return WhatIfResult(patch, results[BEFORE], results[AFTER], self.is_affected, self.joint.reshape(*shape, 3, 3))


def add_after(chunk: Chunk, is_affected: Mask) -> Chunk:
    """A chunk with the same games of the affected cells once more, after the patch, behind those before it."""
    cells = chunk.cells[is_affected[chunk.cells]]
    again = chunk.jobs[is_affected[chunk.cells[chunk.jobs["cell"]]]].copy()
    again["table"] = AFTER
    again["cell"] = len(chunk.cells) + np.searchsorted(cells, chunk.cells[again["cell"]])
    return replace(
        chunk,
        jobs=np.concatenate([chunk.jobs, again]),
        cells=np.concatenate([chunk.cells, cells + len(is_affected)]),
    )


def count_outcomes(chunk: Chunk, winners: NDArray[Any], is_affected: Mask) -> Counts:
    """[n * n, 3, 3]: by ordered pair, the games of a chunk of both sides by their outcome before and after."""
    before = chunk.jobs[chunk.jobs["table"] == BEFORE]
    cells = np.repeat(chunk.cells[before["cell"]], before["games"])
    twice = is_affected[cells]
    was = winners[: len(cells)]
    becomes = was.copy()
    becomes[twice] = winners[len(cells) :]
    numbers = (cells * 3 + was) * 3 + becomes
    return np.bincount(numbers, minlength=9 * len(is_affected)).reshape(-1, 3, 3)
