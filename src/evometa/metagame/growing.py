"""What a patch would do to a metagame, ever surer: the games before are known, and those after are played in stages.

The games are those of `what_if`: after a stage of N games per match-up, so is the result. A deck may differ before and
after, as after a ban; it keeps its name, and so its seeds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.cards.decks.replacing import Replacement, replace_forbidden
from evometa.cards.patches.patch import Patch
from evometa.input.short_repr import short_repr
from evometa.matches.batches import Batch, Tally
from evometa.matches.runners import Games, Outcome, Runner
from evometa.matches.schedule import Chunk
from evometa.metagame.differences import Mask
from evometa.metagame.evidence import Counts
from evometa.metagame.metagames import Metagame
from evometa.metagame.paired_games import OUTCOMES, Winners, count_changes
from evometa.metagame.playing import MetagameResult, choose_pairs, count_evidence, schedule_games, spread_games
from evometa.metagame.what_if import WhatIfResult, affected_pairs

COLUMNS = ("games", "wins", "turns")  # of the sums, as far as results need them


@dataclass(frozen=True)
class PatchedMetagame:
    """A metagame after a patch, and what its decks play instead of what the patch forbids."""

    metagame: Metagame
    replaced: tuple[tuple[Replacement, ...], ...]  # by deck

    __repr__ = short_repr


def patch_metagame(metagame: Metagame, patch: Patch) -> PatchedMetagame:
    """The metagame after a patch, with other cards in its decks for those that the patch forbids."""
    bare = metagame.with_patch(replace(patch, banned=frozenset(), limited=frozenset()))
    whole = (bare.patch or Patch()).compose(Patch(banned=patch.banned, limited=patch.limited))
    found = [replace_forbidden(deck, bare.patched_cards, bare.rules, whole) for deck in bare.decks]
    decks = tuple(deck for deck, _ in found)
    return PatchedMetagame(replace(bare, decks=decks, patch=whole), tuple(gone for _, gone in found))


class GrowingWhatIf:
    """A patch whose games are played stage by stage."""

    def __init__(self, before: Metagame, patch: Patch, seed: int) -> None:
        self.before, self.patch, self.seed = before, patch, seed
        self.patched = patch_metagame(before, patch)
        self.after = self.patched.metagame
        self.is_affected = affected_pairs(before, self.after) | _changed_decks(self.patched)
        n_cells = self.is_affected.size
        self.tally = Tally(n_cells, COLUMNS)
        self.joint: Counts = np.zeros((n_cells, OUTCOMES, OUTCOMES), np.int64)
        self.games = Games.pack([self.after.table()], self.after.decks, self.after.players, per_game=True)

    def play_up_to(
        self, games: int, known: Winners, sums: NDArray[Any], runner: Runner, task_games: int | None = None
    ) -> WhatIfResult:
        """Play on until each match-up has so many games; returns what is known then.

        Of the games before, `known` are the winners, as `KeptWinners` has them, of at least so many, and `sums` [n, n]
        the sums of so many. After an interrupt, the games are not whole, and nothing can be played on.
        """
        wanted = self._spread(games)
        played = self.tally.sums["games"].reshape(wanted.shape)
        jobs = schedule_games(self.before, self.seed, np.where(self.is_affected, wanted, played), played)
        batch = Batch(self.games, jobs, columns=COLUMNS, task_games=task_games)

        def compare(chunk: Chunk, outcome: Outcome) -> None:
            assert outcome.rows is not None
            cells, numbers = chunk.list_games()
            self.joint += count_changes(cells, known[cells, numbers], outcome.rows["winner"], len(self.joint))

        batch.play(runner, compare, tally=self.tally)
        return self._describe(sums)

    def _spread(self, games: int) -> Counts:
        """Games per ordered pair; none in mirrors, whose win rate is a half, whatever the cards."""
        wanted = spread_games(games, choose_pairs(len(self.before.decks), None))
        np.fill_diagonal(wanted, 0)
        return wanted

    def _describe(self, sums: NDArray[Any]) -> WhatIfResult:
        shape = self.is_affected.shape
        before = sums[list(COLUMNS)].copy()
        before[np.diag_indices(len(before))] = 0
        after = np.where(self.is_affected, self.tally.sums.reshape(shape), before)
        same = ~self.is_affected
        joint = self.joint.reshape(*shape, OUTCOMES, OUTCOMES).copy()
        joint[same] += before["wins"][same][:, :, None] * np.eye(OUTCOMES, dtype=np.int64)
        was, becomes = self._result(self.before, before), self._result(self.after, after)
        return WhatIfResult(self.patch, was, becomes, self.is_affected, joint)

    def _result(self, metagame: Metagame, sums: NDArray[Any]) -> MetagameResult:
        cards = tuple(tuple(sorted(set(deck.card_ids(metagame.patched_cards)))) for deck in metagame.decks)
        return MetagameResult(metagame, count_evidence(metagame, sums), sums, cards, self.seed)


def _changed_decks(patched: PatchedMetagame) -> Mask:
    """[n, n]: for each pair of decks, whether one of them is no longer what it was."""
    changed = np.array([bool(replaced) for replaced in patched.replaced])
    return np.asarray(changed[:, None] | changed[None, :])
