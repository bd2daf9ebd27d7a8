"""Playing a metagame: every deck against every deck from both seats, a number of games, or until rates are precise.

What is played is decided by counts alone, and a game depends on the seed, the names of its two decks and its number:
the result is the same on any number of threads, and a deck more or less leaves the games of the others as they are.
Match-ups are played in rounds, so that after an interrupt about as much is known about each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import ceil
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.input.errors import InputError
from evometa.matches.counting import Batch, Tally
from evometa.matches.inference import Counts, Floats, Mask, margin
from evometa.matches.interrupts import keep_on_interrupt
from evometa.matches.runners import Collect, Games, Runner, ThreadRunner, Watched
from evometa.matches.schedule import deal_rounds, ordered_pairs, pack_matches
from evometa.metagame.evidence import Evidence
from evometa.metagame.limits import MOST_GAMES
from evometa.metagame.metagames import Metagame

Progress = Callable[[int, int], None]  # is told the games that are finished, and those that are planned so far
_DeckPairs = tuple[tuple[str, str], ...]  # of decks, by their names

PILOT_GAMES = 100  # per match-up, before the first look at how precise the rates are
_FINEST = 0.001  # precision that may be asked for
_COARSEST = 0.49
MOST_GROWTH = 2.0  # of the games of a match-up from one look to the next
MARGIN = 1.02  # a few games more than a guess says, which often saves another look


@dataclass(frozen=True, eq=False)
class MetagameResult:
    """The games of a metagame: what they say, and their sums by ordered pair, in which the deck of the row starts."""

    metagame: Metagame
    evidence: Evidence
    sums: NDArray[Any]  # [n, n], of `games.records.Sums`, which know the cards of a deck by their place in `cards`
    cards: tuple[tuple[str, ...], ...]  # by deck: the ids of its distinct cards
    seed: int
    is_partial: bool = False  # it was interrupted: these are the games that were finished
    unsettled: _DeckPairs = ()  # match-ups with so many draws that they stayed less precise than asked

    @property
    def rules_version(self) -> int | str:
        """That of the game."""
        return self.metagame.game.rules_version

    def __repr__(self) -> str:
        partial = ", partial" if self.is_partial else ""
        return f"MetagameResult({self.metagame.name!r}, {len(self.cards)} decks, {self.games:,} games{partial})"

    @property
    def games(self) -> int:
        """Games played, of all match-ups."""
        return int(self.evidence.games.sum())

    @property
    def stopped(self) -> int:
        """How many of them are draws because an action went on and on, as own cards can make it."""
        return int(self.sums["stopped"].sum())


def play(
    metagame: Metagame,
    *,
    seed: int,
    games: int | None = None,
    precision: float | None = None,
    pairs: Iterable[tuple[int, int]] | None = None,
    runner: Runner | None = None,
    progress: Progress | None = None,
    task_games: int | None = None,
) -> MetagameResult:
    """Play all match-ups of a metagame, mirrors too, or only some `pairs` of decks, which are given by their indices.

    Either `games` per match-up, half of them from each seat; or as many as it takes until every win rate's interval
    reaches at most `precision` to either side. By default all cores play, or else a `runner`. `task_games` is the size
    of a task, which does not change the result. Ctrl-C raises `Interrupted` with what is finished, marked as partial.
    """
    chosen = choose_pairs(len(metagame.decks), pairs)
    if (games is None) == (precision is None):
        raise InputError("found both games and a precision, or neither; give one of them")
    growing = GrowingGames(metagame, seed, check_task_games(task_games))
    watched = watch(runner or ThreadRunner(), progress, lambda: growing.planned)
    unsettled: _DeckPairs = ()
    with keep_on_interrupt(lambda: growing.result(is_partial=True)):
        if games is not None:
            growing.play_up_to(spread_games(check_games(games), chosen), watched)
        elif precision is not None:
            unsettled = _play_until_precise(growing, watched, check_precision(precision), chosen)
    return growing.result(unsettled=unsettled)


def watch(runner: Runner, progress: Progress | None, planned: Callable[[], int]) -> Runner:
    """The runner, but it also tells the games that are finished and those that are planned by then."""
    if progress is None:
        return runner
    finished = 0

    def tell(games: int) -> None:
        nonlocal finished
        finished += games
        progress(finished, planned())

    return Watched(runner, tell)


# --- what is asked for ----------------------------------------------------------------------------


def check_games(games: int) -> int:
    """The number of games per match-up; refused if both seats cannot have half of them."""
    if index(games) < 2 or games % 2:
        raise InputError(
            f"found {games} games per match-up; allowed: an even number from 2 on, half of them from each seat"
        )
    if games > MOST_GAMES:
        raise InputError(f"found {games} games per match-up; allowed: at most {MOST_GAMES:,}")
    return games


def check_precision(precision: float) -> float:
    """Half the width of an interval; refused if games cannot reach it."""
    if not _FINEST <= precision <= _COARSEST:
        raise InputError(
            f"found a precision of {precision}; allowed: {_FINEST}, which takes about "
            f"{_worst_case(_FINEST):,} games per match-up, to {_COARSEST}"
        )
    return precision


def check_task_games(size: int | None) -> int | None:
    """The number of games in a task; refused if there are none."""
    if size is not None and index(size) < 1:
        raise InputError(f"found {size} games per task; allowed: 1 or more")
    return size


def choose_pairs(n_decks: int, pairs: Iterable[tuple[int, int]] | None) -> Mask:
    """[n, n]: which ordered pairs belong to the match-ups asked for; all of them, if none are given."""
    chosen = np.full((n_decks, n_decks), pairs is None)
    for one, other in pairs or ():
        if not (0 <= one < n_decks and 0 <= other < n_decks):
            raise ValueError(f"found the decks {one} and {other} of {n_decks}; allowed: indices from 0 on")
        chosen[one, other] = chosen[other, one] = True
    return chosen


def spread_games(games: int, chosen: Mask) -> Counts:
    """[n, n]: games per ordered pair, from those per match-up: half from each seat, which in a mirror are one pair."""
    per_pair = np.where(np.eye(len(chosen), dtype=bool), games, games // 2)
    return np.asarray(np.where(chosen, per_pair, 0), dtype=np.int64)


def schedule_games(metagame: Metagame, seed: int, wanted: Counts, played: Counts) -> NDArray[Any]:
    """The jobs that lead from the games that each ordered pair has to those that it should have.

    They come in rounds, and their cells are the ordered pairs, row by row.
    """
    jobs = pack_matches(ordered_pairs([deck.name for deck in metagame.decks], 0, seed))
    jobs["first"] = played.ravel()
    jobs["games"] = wanted.ravel() - jobs["first"]
    return deal_rounds(jobs[jobs["games"] > 0])


# --- playing --------------------------------------------------------------------------------------


class GrowingGames:
    """The games of a metagame while they are played, batch by batch."""

    def __init__(self, metagame: Metagame, seed: int, task_games: int | None, per_game: bool = False) -> None:
        self.metagame, self.seed, self.task_games = metagame, seed, task_games
        self.packed = Games.pack([metagame.table()], metagame.decks, metagame.players, per_game)
        self.tally = Tally(len(metagame.decks) ** 2)
        self.planned = 0  # games of all batches until now

    @property
    def sums(self) -> NDArray[Any]:
        """[n, n]: the sums of the games that are finished."""
        return self.tally.sums.reshape(len(self.metagame.decks), -1)

    def play_up_to(self, wanted: Counts, runner: Runner, *also: Collect) -> None:
        """Play on until each ordered pair has the games that are wanted; outcomes go to `also`, too."""
        jobs = schedule_games(self.metagame, self.seed, wanted, self.sums["games"])
        batch = Batch(self.packed, jobs, task_games=self.task_games)
        self.planned += batch.n_games
        batch.play(runner, *also, tally=self.tally)

    def evidence(self) -> Evidence:
        """What the finished games say."""
        return count_evidence(self.metagame, self.sums)

    def result(self, is_partial: bool = False, unsettled: _DeckPairs = ()) -> MetagameResult:
        """All games until now."""
        return MetagameResult(
            self.metagame, self.evidence(), self.sums, self.packed.cards, self.seed, is_partial, unsettled
        )


def count_evidence(metagame: Metagame, sums: NDArray[Any], shares: Floats | None = None) -> Evidence:
    """What the sums of each ordered pair say; the shares are by default those of the metagame."""
    wins, losses, draws = np.moveaxis(sums["wins"], -1, 0)
    names = tuple(deck.name for deck in metagame.decks)
    met = np.array(metagame.shares) if shares is None else shares
    return Evidence(names, met, sums["games"], wins, losses, draws, sums["turns"])


# --- until it is precise --------------------------------------------------------------------------


def _play_until_precise(growing: GrowingGames, runner: Runner, precision: float, chosen: Mask) -> _DeckPairs:
    """Play on where intervals are too wide; returns the match-ups that stay so because of their draws.

    Mirrors, whose win rate needs no games, get those of the first look.
    """
    most = 2 * _worst_case(precision)
    wanted = spread_games(min(PILOT_GAMES, _worst_case(precision)), chosen)
    while True:
        growing.play_up_to(wanted, runner)
        rates = growing.evidence().rates
        width = (rates.high - rates.low) / 2
        width = np.maximum(width, width.T)  # exactly the same for both decks of a match-up
        too_wide = chosen & (width > precision)
        more = np.minimum(np.ceil(wanted * np.minimum(MOST_GROWTH, MARGIN * (width / precision) ** 2)), most // 2)
        grown = np.where(too_wide, more.astype(np.int64), wanted)
        if (grown == wanted).all():
            names = [deck.name for deck in growing.metagame.decks]
            return tuple((names[i], names[j]) for i, j in np.argwhere(np.triu(too_wide)))
        wanted = grown


def _worst_case(precision: float) -> int:
    """Games per match-up, an even number, with which even a rate of one half is that precise, without draws."""
    return 2 * ceil((margin(1.0) / precision) ** 2 / 8)
