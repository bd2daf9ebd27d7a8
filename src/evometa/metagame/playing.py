"""Playing a metagame: every deck against every deck from both seats, so many games, or until the rates are precise.

What is played is decided by counts alone, and a game depends on the seed, the names of its two decks and its number:
the result is the same on any number of threads, and a deck more or less leaves the games of the others as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil
from operator import index
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.engine import RULES_VERSION
from evometa.input.errors import InputError
from evometa.matches.intervals import CONFIDENCE
from evometa.matches.runners import Games, Runner, Tally, ThreadRunner, cut_jobs
from evometa.matches.schedule import Match, ordered_pairs, pack_matches
from evometa.metagame.differences import Mask
from evometa.metagame.evidence import Counts, Evidence, Floats
from evometa.metagame.metagames import Metagame

Progress = Callable[[int, int], None]  # is told the games that are finished, and those that are planned so far

PASSES = 8  # through all match-ups, so that an interrupted run knows something about each of them
PILOT_GAMES = 100  # per match-up, before the first look at how precise the rates are
FINEST = 0.001  # precision that may be asked for
COARSEST = 0.49
MOST_GROWTH = 2.0  # of a match-up's games from one look to the next
MARGIN = 1.02  # a few games more than a guess says, which often saves another look


@dataclass(frozen=True, eq=False)
class MetagameResult:
    """The games of a metagame: what they say, and their sums by ordered pair, in which the deck of the row starts."""

    metagame: Metagame
    evidence: Evidence
    sums: NDArray[Any]  # [n, n], of `matches.records.Sums`, which know the cards of a deck by their place in `cards`
    cards: tuple[tuple[str, ...], ...]  # by deck: the ids of its distinct cards
    seed: int
    is_partial: bool = False  # it was interrupted: these are the games that were finished
    unsettled: tuple[tuple[str, str], ...] = ()  # match-ups with so many draws that they stayed less precise than asked
    cpu_seconds: float = 0.0
    rules_version: int = RULES_VERSION

    @property
    def games(self) -> int:
        """Games played, of all match-ups."""
        return int(self.evidence.games.sum())


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
    reaches at most `precision` to either side. Without a `runner` all cores play. `task_games` is the size of a task,
    which does not change the result. Ctrl-C ends with what is finished: the result is then marked as partial.
    """
    wanted = choose_pairs(len(metagame.decks), pairs)
    if (games is None) == (precision is None):
        raise InputError("found both games and a precision, or neither; give one of them")
    session = Session(metagame, seed, runner or ThreadRunner(), progress, check_task_games(task_games))
    unsettled: tuple[tuple[str, str], ...] = ()
    is_partial = False
    try:
        if games is not None:
            session.play_up_to(spread_games(check_games(games), wanted))
        elif precision is not None:
            unsettled = _play_until_precise(session, check_precision(precision), wanted)
    except KeyboardInterrupt:
        is_partial = True
    return session.result(is_partial, unsettled)


# --- what is asked for ----------------------------------------------------------------------------


def check_games(games: int) -> int:
    """The number of games per match-up, if it is one."""
    if index(games) < 2 or games % 2:
        raise InputError(
            f"found {games} games per match-up; allowed: an even number from 2 on, half of them from each seat"
        )
    return games


def check_precision(precision: float) -> float:
    """The half-width of an interval, if games can reach it."""
    if not FINEST <= precision <= COARSEST:
        raise InputError(
            f"found a precision of {precision}; allowed: {FINEST}, which takes about "
            f"{_worst_case(FINEST):,} games per match-up, to {COARSEST}"
        )
    return precision


def check_task_games(size: int | None) -> int | None:
    """The number of games in a task, if it is one."""
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
    """[n, n]: games per ordered pair, for so many per match-up: half from each seat, which in a mirror are one pair."""
    per_pair = np.where(np.eye(len(chosen), dtype=bool), games, games // 2)
    return np.asarray(np.where(chosen, per_pair, 0), dtype=np.int64)


def schedule_games(names: Sequence[str], seed: int, played: Counts, wanted: Counts) -> list[Match]:
    """The matches that lead from the games that each ordered pair has to those that it should have, pass by pass."""
    pairs = ordered_pairs(names, 0, seed)
    missing = [
        replace(match, first=int(old), games=int(new - old), cell=cell)
        for cell, (match, old, new) in enumerate(zip(pairs, played.ravel(), wanted.ravel(), strict=True))
        if new > old
    ]
    return [part for number in range(PASSES) for match in missing for part in _part_of(match, number)]


def _part_of(match: Match, number: int) -> list[Match]:
    """The games of a match in one of the passes, if there are any."""
    start, end = (match.games * k // PASSES for k in (number, number + 1))
    return [replace(match, first=match.first + start, games=end - start)] if end > start else []


# --- playing --------------------------------------------------------------------------------------


class Session:
    """The games of a metagame while they are played."""

    def __init__(
        self, metagame: Metagame, seed: int, runner: Runner, progress: Progress | None, task_games: int | None
    ) -> None:
        self.metagame, self.seed, self.runner = metagame, seed, runner
        self.progress, self.task_games = progress, task_games
        self.names = [deck.name for deck in metagame.decks]
        self.packed = Games.pack([metagame.table()], metagame.decks, metagame.players)
        self.tally = Tally(len(self.names) ** 2, progress=self.report)
        self.finished = self.planned = 0

    @property
    def sums(self) -> NDArray[Any]:
        """[n, n]: the sums of the games that are finished."""
        return self.tally.sums.reshape(len(self.names), -1)

    def play_up_to(self, wanted: Counts) -> None:
        """Play on until each ordered pair has so many games."""
        jobs = pack_matches(schedule_games(self.names, self.seed, self.sums["games"], wanted))
        self.planned += int(jobs["games"].sum())
        self.runner.run(self.packed, cut_jobs(self.packed, jobs, self.task_games), self.tally.collect)

    def report(self, games: int) -> None:
        """Pass on that some games are finished."""
        self.finished += games
        if self.progress:
            self.progress(self.finished, self.planned)

    def evidence(self) -> Evidence:
        """What the finished games say."""
        return count_evidence(self.metagame, self.sums)

    def result(self, is_partial: bool, unsettled: tuple[tuple[str, str], ...] = ()) -> MetagameResult:
        """All games of the session."""
        return MetagameResult(
            self.metagame,
            self.evidence(),
            self.sums,
            self.packed.cards,
            self.seed,
            is_partial,
            unsettled,
            self.tally.cpu_seconds,
        )


def count_evidence(metagame: Metagame, sums: NDArray[Any]) -> Evidence:
    """What the sums of each ordered pair say."""
    wins, losses, draws = np.moveaxis(sums["wins"], -1, 0)
    names = tuple(deck.name for deck in metagame.decks)
    return Evidence(names, np.array(metagame.shares), sums["games"], wins, losses, draws, sums["turns"])


# --- until it is precise --------------------------------------------------------------------------


def _play_until_precise(session: Session, precision: float, chosen: Mask) -> tuple[tuple[str, str], ...]:
    """Play on where intervals are too wide; returns the match-ups that stay so because of their draws.

    Mirrors, whose win rate needs no games, get those of the first look.
    """
    most = 2 * _worst_case(precision)
    wanted = spread_games(min(PILOT_GAMES, _worst_case(precision)), chosen)
    while True:
        session.play_up_to(wanted)
        width = _half_width(session.evidence())
        too_wide = chosen & (width > precision)
        more = np.minimum(np.ceil(wanted * np.minimum(MOST_GROWTH, MARGIN * (width / precision) ** 2)), most // 2)
        grown = np.where(too_wide, more.astype(np.int64), wanted)
        if (grown == wanted).all():
            return tuple((session.names[i], session.names[j]) for i, j in np.argwhere(np.triu(too_wide)))
        wanted = grown


def _half_width(evidence: Evidence) -> Floats:
    """[n, n]: of each win rate's interval. Exactly the same for both decks of a match-up, rounding included."""
    width = (evidence.high - evidence.low) / 2
    return np.maximum(width, width.T)


def _worst_case(precision: float) -> int:
    """Games per match-up, an even number, with which even a rate of one half is that precise, without draws."""
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    return 2 * ceil((z / precision) ** 2 / 8)
