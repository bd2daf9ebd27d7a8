"""Fuzzing: batch after batch of random games, until enough are played or somebody says stop."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from tools.fuzz.batches import Batch, Game, make_batch
from tools.fuzz.decks import deck_cards
from tools.fuzz.fixtures import FOLDER, write_fixture
from tools.fuzz.sample import Record, Sample

from evometa.games.game import GameError
from evometa.games.hearthstone.cards import Rules
from evometa.games.hearthstone.play.batch import CHECKED
from evometa.games.hearthstone.play.reasons import REASONS
from evometa.games.hearthstone.watching.playthrough import record_any_game
from evometa.matches.results import BatchResult, TaskError

BATCH_GAMES = 10_000  # about two seconds on two cores; Ctrl-C waits for the batch at hand
SAMPLE_EVERY = 20_000  # games
MOST_WAITING = 8  # games of the sample, before more are played
MOST_FAILURES = 20  # by then there is enough to look at
WAKE_SECONDS = 0.1


@dataclass(frozen=True)
class Failure:
    """A game that went wrong."""

    seed: int
    action: int  # the number of the last one, from 1
    problem: str
    path: Path  # of its fixture


@dataclass
class Fuzzing:
    """A run: what it is made of, and what came out so far."""

    seed: int
    threads: int | None = None
    sample_every: int = SAMPLE_EVERY  # 0: no sample
    folder: Path = FOLDER
    batch_games: int = BATCH_GAMES
    make: Callable[[int, int, int], Batch] = make_batch
    show: Callable[[Fuzzing, int], None] = lambda fuzzing, n: None  # is told of games that are finished

    n_games: int = 0
    n_actions: int = 0
    n_compared: int = 0
    n_variants: int = 0
    n_patches: int = 0
    n_zero: int = 0  # patches that let health and durability fall to 0
    n_rules: int = 0  # variants with other rules than the game's own
    refused: Counter[str] = field(default_factory=Counter)  # why written cards were no cards
    played: set[str] = field(default_factory=set)  # ids of cards
    broken: list[Failure] = field(default_factory=list)  # an invariant, or an error
    different: list[Failure] = field(default_factory=list)  # compiled and uncompiled
    is_stopped: bool = False

    @property
    def failures(self) -> list[Failure]:
        """All games that went wrong."""
        return self.broken + self.different

    def stop(self) -> None:
        """End the run after the batch at hand."""
        self.is_stopped = True

    def prepare(self) -> None:
        """Compile the rules, which takes long the first time; a run does it too if it has to."""
        self.make(self.seed, 0, 0).play(self.threads)

    def run(self, games: int | None = None, seconds: float | None = None) -> None:
        """Play until a number of games is reached, a number of seconds has passed, or it is told to stop."""
        sample = Sample() if self.sample_every else None
        try:
            self._play_batches(sample, games, None if seconds is None else time.monotonic() + seconds)
            if sample:
                self._wait_for(sample, 0)
        finally:
            if sample:
                sample.end()

    def _play_batches(self, sample: Sample | None, games: int | None, deadline: float | None) -> None:
        number = 0
        while not self.is_stopped and (games is None or number * self.batch_games < games):
            left = self.batch_games if games is None else min(self.batch_games, games - number * self.batch_games)
            batch = self.make(self.seed, number, left)
            if sample:
                for k in range(-number * self.batch_games % self.sample_every, left, self.sample_every):
                    sample.add(batch.game(int(batch.jobs["seed"][k])))
            self._play_batch(batch)
            if sample:
                self._wait_for(sample, MOST_WAITING)
            number += 1
            if deadline is not None and time.monotonic() > deadline:
                return

    def _play_batch(self, batch: Batch) -> None:
        """Play a batch; games that fail are noted, and the others played without them, unless it is time to stop."""
        while not self.is_stopped:
            try:
                return self._add(batch, batch.play(self.threads, lambda n: self.show(self, n)))
            except GameError as error:
                self._note_broken(batch.game(error.seed))
                batch = batch.without(error.seed)
            except TaskError as error:
                batch = self._note_crashes(batch, error)

    def _add(self, batch: Batch, result: BatchResult) -> None:
        assert result.games is not None
        self.n_games += result.n_games
        self.n_actions += int(result.games["actions"].sum())
        self.played |= batch.played_cards(result)
        self.n_variants += len(batch.variants)
        self.n_patches += sum(bool(variant.patch) for variant in batch.variants)
        self.n_zero += sum(bool(variant.patch) and variant.patch.allow_zero for variant in batch.variants)
        self.n_rules += sum(variant.rules != Rules() for variant in batch.variants)
        self.show(self, 0)

    def _wait_for(self, sample: Sample, most: int) -> None:
        """Note what was compared; wait until few enough games are left to compare, unless told to stop."""
        while True:
            for comparison in sample.take_done():
                self.n_compared += 1
                if comparison.difference:
                    self._note(self.different, comparison.setting, comparison.record, comparison.difference)
            self.show(self, 0)
            if self.is_stopped or len(sample.waiting) <= most:
                return
            time.sleep(WAKE_SECONDS)

    def _note_crashes(self, batch: Batch, error: TaskError) -> Batch:
        """Note the games that crashed among those that were at hand; returns the batch without them."""
        first = int(np.flatnonzero(batch.jobs["seed"] == np.uint64(error.seed))[0])
        crashed = {}
        for row in range(first, first + error.n_games):
            try:
                batch.only(row).play(1)
            except TaskError as crash:
                crashed[crash.seed] = crash.reason
            except GameError:
                continue  # it is noted when the others are played
        if not crashed:
            raise error
        for seed, reason in crashed.items():
            self.n_games += 1
            self._note(self.broken, batch.game(seed), [], reason)
            batch = batch.without(seed)
        return batch

    def _note_broken(self, setting: Game) -> None:
        record, error = record_any_game(setting, CHECKED)
        self.n_games += 1
        self.n_actions += len(record)
        self._note(self.broken, setting, record, REASONS[error])

    def _note(self, failures: list[Failure], setting: Game, record: Record, problem: str) -> None:
        path = write_fixture(setting, record, problem, self.folder)
        failures.append(Failure(setting.seed, len(record), problem, path))
        if len(self.failures) >= MOST_FAILURES:
            self.stop()

    def never_played(self) -> list[str]:
        """The ids of the cards that go into decks, but that nobody played."""
        return [card for card in deck_cards() if card not in self.played]
