"""Metagames that are measured while one looks: ever more games, and after each stage all that they say.

The games are also those with which benches compare theirs, so their winners are kept.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from numpy.typing import NDArray

from evometa.experiments.runs import fingerprint_of
from evometa.input.errors import InputError
from evometa.matches.runners import Runner, Watched, keep_columns
from evometa.metagame.changes.paired_games import KeptWinners
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import GrowingGames, MetagameResult, choose_pairs, spread_games
from evometa.metagame.standing import FullStanding
from evometa.studio.kept import Kept
from evometa.studio.queue import Worked, WorkQueue

STAGES = (20, 100, 500, 2_000)  # games per match-up
COLUMNS = ("games", "wins", "turns")  # of the sums, as far as benches need them
CHUNK_GAMES = 50  # so that a job that is stopped ends soon
MOST_DECKS = 40  # of a metagame whose match-ups a page can show
MOST_KEPT = 8  # measurements, the last ones looked at
WAIT_SECONDS = 0.01  # between two looks whether a stage is done


@dataclass(frozen=True, eq=False)
class Measured:
    """What is known after a stage."""

    result: MetagameResult
    standing: FullStanding
    games: int  # per match-up


@dataclass(eq=False)
class Measurement(Worked):
    """A metagame that is measured: `latest` is what is known, and changes with each stage."""

    metagame: Metagame
    seed: int
    latest: Measured | None = None
    n_played: int = 0  # games, those of the stage at hand too
    kept: KeptWinners = field(init=False, repr=False)
    stages: dict[int, NDArray[Any]] = field(default_factory=dict, repr=False)  # games per match-up -> their sums [n, n]

    def __post_init__(self) -> None:
        self.kept = KeptWinners(len(self.metagame.decks) ** 2, STAGES[-1])

    @property
    def n_planned(self) -> int:
        """Games of all stages together."""
        n_decks = len(self.metagame.decks)
        return STAGES[-1] * n_decks * (n_decks + 1) // 2

    @property
    def is_whole(self) -> bool:
        """Whether all games are played."""
        return STAGES[-1] in self.stages

    def work(self, runner: Runner) -> None:
        """Play all stages, one after the other."""
        growing = GrowingGames(self.metagame, self.seed, CHUNK_GAMES, per_game=True)
        watched = Watched(runner, self._count)
        everybody = choose_pairs(len(self.metagame.decks), None)
        for games in STAGES:
            growing.play_up_to(spread_games(games, everybody), watched, self.kept.collect)
            self.stages[games] = keep_columns(growing.sums, COLUMNS)
            result = replace(growing.result(), sums=growing.sums.copy())  # as those go on to grow
            self.latest = Measured(result, FullStanding.of_result(result), games)

    def wait_for(self, games: int, check: Callable[[], None]) -> NDArray[Any]:
        """The sums [n, n] of a stage, as soon as it is played. `check` may raise to end the waiting."""
        while games not in self.stages:
            check()
            if not self.is_running:
                raise InputError(
                    self.problem or f"the games of '{self.metagame.name}' were stopped; open the page again"
                )
            time.sleep(WAIT_SECONDS)
        return self.stages[games]

    def _count(self, games: int) -> None:
        self.n_played += games


class Measurements:
    """The metagames that pages look at: two pages with the same one share its games."""

    def __init__(self, queue: WorkQueue, seed: int) -> None:
        self.queue, self.seed = queue, seed
        self._kept: Kept[Measurement] = Kept(MOST_KEPT)

    def of(self, metagame: Metagame) -> Measurement:
        """The measurement of a metagame, which is begun if it is not there."""
        if len(metagame.decks) > MOST_DECKS:
            raise InputError(
                f"the metagame '{metagame.name}' has {len(metagame.decks)} decks; allowed in the studio: at most "
                f"{MOST_DECKS}; `evometa meta` takes more"
            )
        return self._kept.get_or_make(
            fingerprint_of(metagame), lambda: self._begin(metagame), lambda found: found.is_running or found.is_whole
        )

    def _begin(self, metagame: Metagame) -> Measurement:
        begun = Measurement(metagame, self.seed)
        begun.job = self.queue.start(f"measures {metagame.name}", begun.work)
        return begun
