"""The same games before and after a patch, and what became of them.

Both sides of a game have the same seed, so that luck mostly cancels. Either both sides are played, a chunk at a time,
and memory does not depend on the number of games; or the games before were played once and their winners kept, and
every patch is compared with these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.input.short_repr import short_repr
from evometa.matches.batches import Batch, Tally
from evometa.matches.interrupts import keep_on_interrupt
from evometa.matches.runners import Games, Outcome, Runner
from evometa.matches.schedule import Chunk
from evometa.metagame.differences import Mask
from evometa.metagame.evidence import Counts
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import schedule_games

BEFORE, AFTER = 0, 1  # the card tables
OUTCOMES = 3  # won by the deck that starts, lost by it, drawn
NOT_PLAYED = -1

Winners = NDArray[np.int8]  # [n * n, games]: by ordered pair and number of the game, its outcome


class KeptWinners:
    """The winners of a batch's games, with which those after a patch can be compared."""

    def __init__(self, n_cells: int, games: int) -> None:
        self.winners: Winners = np.full((n_cells, games), NOT_PLAYED, np.int8)

    def collect(self, chunk: Chunk, outcome: Outcome) -> None:
        """Note who won each game of a chunk."""
        assert outcome.rows is not None
        self.winners[chunk.list_games()] = outcome.rows["winner"]


@dataclass(frozen=True, eq=False)
class KeptGames:
    """Games that were played once, and who won each of them."""

    __repr__ = short_repr

    sums: NDArray[Any]  # [n, n], of `matches.records.Sums`; the deck of the row starts
    cards: tuple[tuple[str, ...], ...]  # by deck: the ids of its distinct cards
    winners: Winners


def play_and_keep(metagame: Metagame, wanted: Counts, seed: int, runner: Runner) -> KeptGames:
    """Play a number of games per ordered pair [n, n], and keep who won them."""
    packed = Games.pack([metagame.table()], metagame.decks, metagame.players, per_game=True)
    kept = KeptWinners(wanted.size, int(wanted.max()))
    batch = Batch(packed, schedule_games(metagame, seed, wanted), wanted.size)
    sums = batch.play(runner, kept.collect).sums.reshape(wanted.shape)
    return KeptGames(sums, packed.cards, kept.winners)


@dataclass(frozen=True, eq=False)
class PairedResult:
    """Games before and after. Sums are [n, n], of `matches.records.Sums`; the deck of the row starts."""

    __repr__ = short_repr

    before: NDArray[Any]  # only if these were played
    after: NDArray[Any]
    joint: Counts  # [n, n, 3, 3]: what became of the games, as `metagame.differences` says
    cards: tuple[tuple[str, ...], ...]  # by deck: the ids of its distinct cards


@dataclass(frozen=True, eq=False)
class PairedGames:
    """Games of the ordered pairs of a metagame before and after a patch."""

    __repr__ = short_repr

    before: Metagame
    after: Metagame
    wanted: Counts  # [n, n]: games per ordered pair
    is_affected: Mask  # [n, n]: where games can change; elsewhere they are played once, as they would be the same
    seed: int
    known: Winners | None = None  # who won the games before; default: these are played, too

    @property
    def n_games(self) -> int:
        """Games to be played, of both sides."""
        again = int(self.wanted[self.is_affected].sum())
        return again if self.known is not None else int(self.wanted.sum()) + again

    def play(self, runner: Runner, task_games: int | None = None) -> PairedResult:
        """Play all games. Ctrl-C raises `Interrupted` with the pairs that are finished."""
        tables = [self.before.table(), self.after.table()]
        games = Games.pack(tables, self.before.decks, self.before.players, per_game=True)
        tally, changes = Tally(2 * self.wanted.size), _Changes(self)
        with keep_on_interrupt(lambda: self._result(tally.sums, changes.joint, games.cards)):
            self._plan(games, task_games).play(runner, changes.collect, tally=tally)
        return self._result(tally.sums, changes.joint, games.cards)

    def _plan(self, games: Games, task_games: int | None) -> Batch:
        """What has to be played. The cells of the games after come behind those of the games before."""
        if self.known is None:
            jobs = schedule_games(self.before, self.seed, self.wanted)
            return _BothSides(games, jobs, task_games=task_games, is_affected=self.is_affected.ravel())
        jobs = schedule_games(self.before, self.seed, np.where(self.is_affected, self.wanted, 0))
        jobs["table"] = AFTER
        jobs["cell"] += self.wanted.size
        return Batch(games, jobs, task_games=task_games)

    def _result(self, sums: NDArray[Any], joint: Counts, cards: tuple[tuple[str, ...], ...]) -> PairedResult:
        """Where nothing can change, the games before are also those after."""
        before, after = sums.reshape(2, *self.wanted.shape)
        same = ~self.is_affected
        after[same] = before[same]
        became = joint.reshape(*self.wanted.shape, OUTCOMES, OUTCOMES).copy()
        became[same] += before["wins"][same][:, :, None] * np.eye(OUTCOMES, dtype=np.int64)
        return PairedResult(before, after, became, cards)


@dataclass(frozen=True, eq=False)
class _BothSides(Batch):
    """A batch whose chunks also have the games after, so that an interrupt leaves both sides or none."""

    is_affected: Mask = field(kw_only=True)  # [cells]

    def chunks(self) -> Iterator[Chunk]:
        return (add_after(chunk, self.is_affected) for chunk in super().chunks())


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


class _Changes:
    """What became of the games, by ordered pair."""

    def __init__(self, games: PairedGames) -> None:
        self.is_affected, self.known = games.is_affected.ravel(), games.known
        self.joint: Counts = np.zeros((games.wanted.size, OUTCOMES, OUTCOMES), np.int64)

    def collect(self, chunk: Chunk, outcome: Outcome) -> None:
        """Compare the games of a chunk after the patch with the same ones before."""
        assert outcome.rows is not None
        winners = outcome.rows["winner"]
        cells, numbers = chunk.list_games()
        is_after = cells >= len(self.joint)
        pairs = cells[is_after] - len(self.joint)
        if self.known is None:
            was = winners[~is_after][self.is_affected[cells[~is_after]]]
        else:
            was = self.known[pairs, numbers[is_after]]
        self.joint += count_changes(pairs, was, winners[is_after], len(self.joint))


def count_changes(pairs: Counts, was: NDArray[Any], becomes: NDArray[Any], n_cells: int) -> Counts:
    """[cells, 3, 3]: games by ordered pair and by their outcome before and after."""
    numbers = (pairs * OUTCOMES + was) * OUTCOMES + becomes
    return np.bincount(numbers, minlength=OUTCOMES**2 * n_cells).reshape(-1, OUTCOMES, OUTCOMES)
