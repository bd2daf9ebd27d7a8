"""How far an experiment is: which stage, the best so far, games per second, and the time left."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import dropwhile, islice

from evometa.matches.runners import Collect, Games, Runner, Watched
from evometa.matches.schedule import Chunk


@dataclass(frozen=True)
class Stage:
    """A part of the work of a run, in words; `{step}` and `{steps}` say how far it is."""

    words: str
    is_best_highest: bool = False  # whether the best value so far is the highest

    def describe(self, step: int, steps: int) -> str:
        """How far the stage is: `generation 3 of 12`."""
        return self.words.format(step=f"{max(step, 0):,}", steps=f"{steps:,}")


@dataclass(frozen=True)
class Progress:
    """What a user is told while an experiment runs. Nothing of it enters a result."""

    stage: Stage
    step: int  # in a search the generation, and -1 before the first; elsewhere what is finished of `steps`
    steps: int
    games: int  # finished since the start or the resumption
    games_left: int  # about
    best: Mapping[str, float] = field(default_factory=dict)  # the best values so far, by what they are called
    games_per_second: float | None = None  # None: not known yet
    seconds_left: float | None = None
    parts: tuple[str, ...] = ()  # the part of a larger run that this is, and the part of that, and so on


OnProgress = Callable[[Progress], None]


class Whole:
    """An experiment of several parts, each a run of its own: what a part tells becomes progress of the whole.

    `planned` is about how many games each part plays, in the order of the parts; those that are finished are left out.
    """

    def __init__(self, tell: OnProgress | None, planned: Mapping[str, int]) -> None:
        self.tell, self.planned = tell, planned
        self._played: dict[str, int] = {}  # games of each part, since the start or the resumption

    def of_part(self, part: str) -> OnProgress | None:
        """What a part tells its progress to: it is told with the name of the part, and its games are some of all."""
        tell = self.tell
        if tell is None:
            return None
        later = islice(dropwhile(lambda name: name != part, self.planned), 1, None)
        games_later = sum(self.planned[name] for name in later)

        def pass_on(told: Progress) -> None:
            self._played[part] = told.games
            left, speed = told.games_left + games_later, told.games_per_second
            tell(
                replace(
                    told,
                    parts=(part, *told.parts),
                    games=sum(self._played.values()),
                    games_left=left,
                    seconds_left=None if speed is None else left / speed,
                )
            )

        return pass_on


class Tracker:
    """A runner that passes all games on to another one, and tells how far they are."""

    def __init__(self, runner: Runner, tell: OnProgress | None = None) -> None:
        self.runner, self.tell = runner, tell
        self.stage, self.step, self.steps = Stage(""), 0, 0
        self.best: dict[str, float] = {}
        self.games = self.games_left = 0
        self._first = 0  # games that were finished when the clock started
        self._started: float | None = None

    def expect(self, stage: Stage, step: int, steps: int, games_left: int) -> None:
        """Say what comes now, and about how many games are left in all."""
        self.stage, self.step, self.steps, self.games_left = stage, step, steps, games_left
        self._report()

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        """Play all chunks, as `Runner` says."""
        Watched(self.runner, self._count).run(games, chunks, collect)

    def _count(self, games: int) -> None:
        self.games += games
        self.games_left = max(0, self.games_left - games)
        if self._started is None:  # only now, because the first games wait for the compiler
            self._first, self._started = self.games, time.monotonic()
        self._report()

    def _report(self) -> None:
        if self.tell is None:
            return
        speed: float | None = None
        if self._started is not None and self.games != self._first:
            speed = (self.games - self._first) / max(time.monotonic() - self._started, 1e-3)
        left = None if speed is None else self.games_left / speed
        best = dict(self.best)
        self.tell(Progress(self.stage, self.step, self.steps, self.games, self.games_left, best, speed, left))
