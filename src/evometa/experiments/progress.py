"""How far an experiment is: which stage, the best so far, games per second, and the time left."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import dropwhile, islice

from evometa.matches.runners import Collect, Games, Outcome, Runner
from evometa.matches.schedule import Chunk


@dataclass(frozen=True)
class Progress:
    """What a user is told while an experiment runs. Nothing of it enters a result."""

    stage: str  # one of those that `app.run_progress` has words for; of a part, after the part and a colon
    step: int  # in the search the generation, and -1 before the first; elsewhere what is finished of `steps`
    steps: int
    games: int  # finished since the start or the resumption
    games_left: int  # about
    best: Mapping[str, float] = field(default_factory=dict)  # lowest of each objective so far; of decks the highest
    games_per_second: float | None = None  # None: not known yet
    seconds_left: float | None = None


OnProgress = Callable[[Progress], None]


class Whole:
    """An experiment of several parts, each a run of its own: what a part tells becomes progress of the whole."""

    def __init__(self, tell: OnProgress | None, planned: Mapping[str, int]) -> None:
        self.tell, self.planned = tell, planned  # about how many games each part plays; the parts in their order
        self._played: dict[str, int] = {}  # games of each part, since the start or the resumption

    def of_part(self, part: str) -> OnProgress | None:
        """What a part tells its progress to: its stage then begins with the part, and its games are some of all."""
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
                    stage=f"{part}: {told.stage}",
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
        self.stage, self.step, self.steps = "", 0, 0
        self.best: dict[str, float] = {}
        self.games = self.games_left = 0
        self._first = 0  # games that were finished when the clock started
        self._started: float | None = None

    def expect(self, stage: str, step: int, steps: int, games_left: int) -> None:
        """Say what comes now, and about how many games are left in all."""
        self.stage, self.step, self.steps, self.games_left = stage, step, steps, games_left
        self._report()

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        """Play all chunks, as `Runner` says."""

        def collect_and_count(chunk: Chunk, outcome: Outcome) -> None:
            collect(chunk, outcome)
            self._count(chunk.games)

        self.runner.run(games, chunks, collect_and_count)

    def _count(self, games: int) -> None:
        self.games += games
        self.games_left = max(0, self.games_left - games)
        if self._started is None:  # only now, because the first games wait for the compiler
            self._first, self._started = self.games, time.monotonic()
        self._report()

    def _report(self) -> None:
        if self.tell is None:
            return
        speed = self._speed()
        left = None if speed is None else self.games_left / speed
        best = dict(self.best)
        self.tell(Progress(self.stage, self.step, self.steps, self.games, self.games_left, best, speed, left))

    def _speed(self) -> float | None:
        if self._started is None or self.games == self._first:
            return None
        return (self.games - self._first) / max(time.monotonic() - self._started, 1e-3)
