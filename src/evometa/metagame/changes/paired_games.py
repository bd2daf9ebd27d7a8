"""The same games before and after a patch, at once or in stages, and what became of them.

Both sides of a game have the same seed, so that luck mostly cancels. Either both sides are played, a chunk at a time,
and memory does not depend on the number of games; or the games before were played once and their winners kept, and
every patch is compared with these. A deck may have other cards after the patch; it keeps its name, and so its seeds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.input.short_repr import Short
from evometa.matches.counting import Batch, Tally
from evometa.matches.inference import Counts, Mask
from evometa.matches.interrupts import keep_on_interrupt
from evometa.matches.runners import Games, Outcome, Runner, keep_columns
from evometa.matches.schedule import Chunk
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import GrowingGames, schedule_games

AFTER = 1  # the card table; 0 is that before
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
class KeptGames(Short):
    """Games that were played once, and who won each of them."""

    sums: NDArray[Any]  # [n, n], of `games.records.Sums`; the deck of the row starts
    cards: tuple[tuple[str, ...], ...]  # by deck: the ids of its distinct cards
    winners: Winners


def play_and_keep(metagame: Metagame, wanted: Counts, seed: int, runner: Runner) -> KeptGames:
    """Play a number of games per ordered pair [n, n], and keep who won them."""
    growing, kept = GrowingGames(metagame, seed, None, per_game=True), KeptWinners(wanted.size, int(wanted.max()))
    growing.play_up_to(wanted, runner, kept.collect)
    return KeptGames(growing.sums, growing.packed.cards, kept.winners)


@dataclass(frozen=True, eq=False)
class PairedResult(Short):
    """Games before and after. Sums are [n, n], of `games.records.Sums`; the deck of the row starts."""

    before: NDArray[Any]  # only if these were played, or handed in
    after: NDArray[Any]
    joint: Counts  # [n, n, 3, 3]: what became of the games, as `matches.inference` says
    cards: tuple[tuple[str, ...], ...]  # by deck: the ids of its distinct cards before
    cards_after: tuple[tuple[str, ...], ...]


class PairedGames:
    """Games of the ordered pairs of a metagame before and after a patch. Matrices are [n, n]."""

    def __init__(
        self,
        before: Metagame,
        after: Metagame,
        is_affected: Mask,  # where games can change; elsewhere they are played once, as they would be the same
        seed: int,
        known: Winners | None = None,  # who won the games before; default: these are played, too
        columns: tuple[str, ...] | None = None,  # of the sums that are kept; default: all
    ) -> None:
        self.metagame, self.is_affected, self.seed, self.known = before, is_affected, seed, known
        self._shift = 0 if before.decks == after.decks else len(before.decks)  # to a deck as it is after
        decks = (*before.decks, *after.decks[: self._shift])
        self._games = Games.pack([before.table(), after.table()], decks, before.players, per_game=True)
        self._columns, self._tally = columns, Tally(2 * is_affected.size, columns)
        self._joint: Counts = np.zeros((is_affected.size, OUTCOMES, OUTCOMES), np.int64)

    def count_left(self, wanted: Counts) -> int:
        """Games of both sides to be played until each ordered pair has those that are wanted."""
        before, after = self._count_played()
        again = int((wanted - after)[self.is_affected].sum())
        return again if self.known is not None else int((wanted - before).sum()) + again

    def play_up_to(
        self, wanted: Counts, runner: Runner, sums: NDArray[Any] | None = None, task_games: int | None = None
    ) -> PairedResult:
        """Play on until each ordered pair has the games that are wanted; returns what is known then.

        If the games before are known, `sums` are those of as many of them. Ctrl-C raises `Interrupted` with the games
        that are finished; some are missing among them, so nothing can be played on.
        """
        with keep_on_interrupt(lambda: self._result(wanted, sums)):
            self._plan(wanted, task_games).play(runner, self._compare, tally=self._tally)
        return self._result(wanted, sums)

    def _count_played(self) -> Counts:
        """[2, n, n]: games before and after."""
        return np.asarray(self._tally.sums["games"].reshape(2, *self.is_affected.shape))

    def _plan(self, wanted: Counts, task_games: int | None) -> Batch:
        """What has to be played. The cells of the games after come behind those of the games before."""
        before, after = self._count_played()
        rest = dict[str, Any](columns=self._columns, task_games=task_games)
        if self.known is None:
            jobs = schedule_games(self.metagame, self.seed, wanted, before)
            return _BothSides(self._games, jobs, is_affected=self.is_affected.ravel(), shift=self._shift, **rest)
        jobs = schedule_games(self.metagame, self.seed, np.where(self.is_affected, wanted, after), after)
        jobs["cell"] += wanted.size
        return Batch(self._games, _move_after(jobs, self._shift), **rest)

    def _compare(self, chunk: Chunk, outcome: Outcome) -> None:
        """Compare the games of a chunk after the patch with the same ones before."""
        assert outcome.rows is not None
        winners = outcome.rows["winner"]
        cells, numbers = chunk.list_games()
        is_after = cells >= len(self._joint)
        pairs = cells[is_after] - len(self._joint)
        if self.known is None:
            was = winners[~is_after][self.is_affected.ravel()[cells[~is_after]]]
        else:
            was = self.known[pairs, numbers[is_after]]
        numbers = (pairs * OUTCOMES + was) * OUTCOMES + winners[is_after]
        self._joint += np.bincount(numbers, minlength=self._joint.size).reshape(self._joint.shape)

    def _result(self, wanted: Counts, sums: NDArray[Any] | None) -> PairedResult:
        """Where nothing can change, the games before are also those after."""
        before, after = self._tally.sums.reshape(2, *wanted.shape).copy()
        if sums is not None:
            before[wanted > 0] = keep_columns(sums, self._columns)[wanted > 0]
        same = ~self.is_affected
        after[same] = before[same]
        became = self._joint.reshape(*wanted.shape, OUTCOMES, OUTCOMES).copy()
        became[same] += before["wins"][same][:, :, None] * np.eye(OUTCOMES, dtype=np.int64)
        cards, n_decks = self._games.cards, len(wanted)
        return PairedResult(before, after, became, cards[:n_decks], cards[self._shift :])


@dataclass(frozen=True, eq=False)
class _BothSides(Batch):
    """A batch whose chunks also have the games after, so that an interrupt leaves both sides or none."""

    is_affected: Mask = field(kw_only=True)  # [cells]
    shift: int = field(kw_only=True)  # to a deck as it is after

    def chunks(self) -> Iterator[Chunk]:
        return (_add_after(chunk, self.is_affected, self.shift) for chunk in super().chunks())


def _add_after(chunk: Chunk, is_affected: Mask, shift: int) -> Chunk:
    """A chunk with the same games of the affected cells once more, after the patch, behind those before it."""
    cells = chunk.cells[is_affected[chunk.cells]]
    again = _move_after(chunk.jobs[is_affected[chunk.cells[chunk.jobs["cell"]]]], shift)
    again["cell"] = len(chunk.cells) + np.searchsorted(cells, chunk.cells[again["cell"]])
    return replace(
        chunk,
        jobs=np.concatenate([chunk.jobs, again]),
        cells=np.concatenate([chunk.cells, cells + len(is_affected)]),
    )


def _move_after(jobs: NDArray[Any], shift: int) -> NDArray[Any]:
    """The same games after the patch."""
    moved = jobs.copy()
    moved["table"] = AFTER
    moved["decks"] += shift
    return moved
