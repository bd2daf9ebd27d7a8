"""Benches: a metagame, a patch that somebody tries out, and what the games say about it so far.

A change of the patch stops the games of the one before at once.
"""

from __future__ import annotations

from dataclasses import dataclass

from evometa.balance.explaining import Explanation, explain_patch
from evometa.balance.objectives import choose_objectives
from evometa.games.patches.parts import move_number
from evometa.games.patches.patch import Patch, split_address
from evometa.metagame.changes.what_if import GrowingWhatIf, WhatIfResult
from evometa.metagame.standing import Standing
from evometa.studio.kept import Workpiece
from evometa.studio.measuring import CHUNK_GAMES, COLUMNS, STAGES, Measurement
from evometa.studio.queue import Job, QueueRunner, WorkQueue

_EXPLAINED_BY = ("f",)  # what changes buy: less imbalance
_EXPLAIN_STAGES = (100, 500, 2_000)  # games per match-up
MOST_STEPS = 500  # back


@dataclass(frozen=True, eq=False)
class Answer:
    """What the games say about a patch after a stage."""

    result: WhatIfResult
    before: Standing
    after: Standing
    games: int  # per match-up


class Bench(Workpiece):
    """A patch in the making."""

    def __init__(self, reference: str, players: str | None, measurement: Measurement, queue: WorkQueue) -> None:
        super().__init__(queue)
        self.reference, self.players = reference, players  # what the metagame was loaded by
        self.measurement = measurement
        self.metagame, self.cards = measurement.metagame, measurement.metagame.patched_cards  # before the patch
        self.locked: frozenset[str] = frozenset()  # cards that a search from here is to leave alone
        self.history, self.place = [Patch()], 0
        self.answer: Answer | None = None  # to the patch as it is
        self.explaining: Job | None = None
        self.explanation: Explanation | None = None  # what the changes of the patch as it is buy, if somebody asked

    @property
    def patch(self) -> Patch:
        """The patch as it is."""
        return self.history[self.place]

    @property
    def jobs(self) -> list[Job]:
        """What plays games for the patch as it is."""
        return [*super().jobs, *([self.explaining] if self.explaining else [])]

    @property
    def problem(self) -> str:
        """Why there is no answer, for people."""
        return self.measurement.problem or super().problem

    # --- changes ---

    def move(self, address: str, by: int) -> None:
        """Raise or lower a number."""
        self.put(move_number(self.patch, self.cards[split_address(address)[0]], address, by))

    def toggle_lock(self, card_id: str) -> None:
        """Have a search from here leave a card alone, or not."""
        self.locked ^= {self.cards[card_id].id}
        self.version += 1

    def put(self, patch: Patch) -> None:
        """Try out a patch. It is one step, which can be undone."""
        if patch == self.patch:
            return
        patch.effective(self.cards)  # raises if it is about other cards
        del self.history[self.place + 1 :]
        self.history = [*self.history[-MOST_STEPS:], patch]
        self._go_to(len(self.history) - 1)

    def undo(self) -> None:
        """Go one step back, if there is one."""
        self._go_to(max(self.place - 1, 0))

    def redo(self) -> None:
        """Go one step forward, if there is one."""
        self._go_to(min(self.place + 1, len(self.history) - 1))

    # --- answers ---

    def _go_to(self, place: int) -> None:
        with self._lock:
            self.stop()
            self.place, self.job, self.answer, self.explaining, self.explanation = place, None, None, None, None
            self.version += 1
            patch = self.patch
            if patch:
                self.job = self.queue.start(
                    f"tries a patch of {self.metagame.name}", lambda runner: self._play(patch, runner)
                )

    def _play(self, patch: Patch, runner: QueueRunner) -> None:
        after, known, seed = self.metagame.with_patch(patch), self.measurement.kept.winners, self.measurement.seed
        growing = GrowingWhatIf(self.metagame, after, patch, seed, known=known, columns=COLUMNS)
        for games in STAGES:
            sums = self.measurement.wait_for(games, runner.job.check)
            result = growing.play_up_to(games, runner, sums, CHUNK_GAMES)
            was, becomes = (Standing.of(side.evidence) for side in (result.before, result.after))
            with self._lock:
                if runner.job in self.jobs:  # nobody has gone on
                    self.answer = Answer(result, was, becomes, games)
                    self.version += 1

    # --- what each change buys ---

    def explain(self) -> None:
        """Have games played without each change in turn, if that is not done already."""
        with self._lock:
            if self.patch and self.explaining is None:
                patch = self.patch
                name = f"explains a patch of {self.metagame.name}"
                self.explaining = self.queue.start(name, lambda runner: self._explain(patch, runner))
                self.version += 1

    def _explain(self, patch: Patch, runner: QueueRunner) -> None:
        (objective,) = choose_objectives(_EXPLAINED_BY)
        for games in _EXPLAIN_STAGES:
            found = explain_patch(self.metagame, patch, objective, games, self.measurement.seed, runner)
            with self._lock:
                if runner.job in self.jobs:
                    self.explanation = found
                    self.version += 1
