"""Benches: a metagame, a patch that somebody tries out, and what the games say about it so far.

A change of the patch stops the games of the one before at once. Benches live in the server, each with a key that stands
in the address of its page: who opens the address again finds the bench as it was.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from threading import Lock

from evometa.balance.contributions import Explanation
from evometa.balance.explaining import Explainer
from evometa.balance.objectives import choose_objectives
from evometa.cards.model import Card, CardSet
from evometa.cards.patches import editing
from evometa.cards.patches.patch import Patch, split_address
from evometa.input.errors import InputError
from evometa.metagame.growing import GrowingWhatIf, PatchedMetagame, patch_metagame
from evometa.metagame.metagames import Metagame
from evometa.metagame.standing import Standing
from evometa.metagame.what_if import WhatIfResult
from evometa.studio.measuring import CHUNK_GAMES, STAGES, Measurement
from evometa.studio.queue import Job, QueueRunner, WorkQueue

EXPLAINED_BY = ("f",)  # what changes buy: less imbalance
EXPLAIN_STAGES = (100, 500, 2_000)  # games per match-up
MOST_BENCHES = 64  # kept, the last ones looked at
MOST_STEPS = 500  # back


@dataclass(frozen=True, eq=False)
class Answer:
    """What the games say about a patch after a stage."""

    result: WhatIfResult
    before: Standing
    after: Standing
    patched: PatchedMetagame
    games: int  # per match-up

    @property
    def is_last(self) -> bool:
        """Whether no more games are to come."""
        return self.games == STAGES[-1]


@dataclass(eq=False)
class Bench:
    """A patch in the making. Pages call its methods and look at its fields; `version` tells that something changed."""

    key: str
    reference: str  # what the metagame was loaded by
    players: str | None
    measurement: Measurement
    queue: WorkQueue = field(repr=False)
    locked: frozenset[str] = frozenset()  # cards that a search from here is to leave alone
    answer: Answer | None = None  # to the patch as it is
    version: int = 0
    history: list[Patch] = field(default_factory=lambda: [Patch()])
    place: int = 0  # in the history
    job: Job | None = None
    explanation: Explanation | None = None  # what the changes of the patch as it is buy, if somebody has asked
    explaining: Job | None = None
    _lock: Lock = field(default_factory=Lock, repr=False)

    @property
    def metagame(self) -> Metagame:
        """The metagame before the patch."""
        return self.measurement.metagame

    @property
    def cards(self) -> CardSet:
        """The cards before the patch."""
        return self.metagame.patched_cards

    @property
    def patch(self) -> Patch:
        """The patch as it is."""
        return self.history[self.place]

    @property
    def problem(self) -> str:
        """Why there is no answer, for people."""
        jobs = [job for job in (self.job, self.explaining) if job]
        return self.measurement.error or next((job.error for job in jobs if job.error), "")

    @property
    def is_playing(self) -> bool:
        """Whether games are played for the patch as it is."""
        return self.job is not None and self.job.is_running

    # --- changes ---

    def move(self, address: str, by: int) -> None:
        """Raise or lower a number."""
        self.put(editing.move_number(self.patch, self._card(split_address(address)[0]), address, by))

    def toggle_keyword(self, card_id: str, word: str) -> None:
        """Give or take a keyword."""
        self.put(editing.toggle_keyword(self.patch, self._card(card_id), word))

    def toggle_ban(self, card_id: str) -> None:
        """Ban a card, or allow it again."""
        self.put(editing.toggle_ban(self.patch, self._card(card_id)))

    def toggle_limit(self, card_id: str) -> None:
        """Limit a card to one copy, or allow two again."""
        self.put(editing.toggle_limit(self.patch, self._card(card_id)))

    def toggle_lock(self, card_id: str) -> None:
        """Have a search from here leave a card alone, or not."""
        self.locked ^= {self._card(card_id).id}
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

    def _card(self, card_id: str) -> Card:
        return self.cards[card_id]

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
        growing = GrowingWhatIf(self.metagame, patch, self.measurement.seed)
        for games in STAGES:
            sums = self.measurement.wait_for(games, runner.job.check)
            result = growing.play_up_to(games, self.measurement.kept.winners, sums, runner, CHUNK_GAMES)
            before, after = (Standing.of(side.evidence) for side in (result.before, result.after))
            self._publish(patch, Answer(result, before, after, growing.patched, games))

    def _publish(self, patch: Patch, answer: Answer) -> None:
        with self._lock:
            if self.patch is patch:  # nobody has gone on
                self.answer = answer
                self.version += 1

    def stop(self) -> None:
        """Play no more games."""
        for job in (self.job, self.explaining):
            if job:
                job.stop()

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
        """Bans and limits stay: what a deck would be without one is another deck."""
        after = patch_metagame(self.metagame, patch)
        metagame = replace(self.metagame, decks=after.metagame.decks)
        numbers = replace(patch, banned=frozenset(), limited=frozenset())
        (objective,) = choose_objectives(EXPLAINED_BY)
        for games in EXPLAIN_STAGES:
            found = Explainer.of(metagame, objective, games, self.measurement.seed).explain(numbers, runner)
            with self._lock:
                if self.patch is patch:
                    self.explanation = found
                    self.version += 1


class Benches:
    """All benches of a studio."""

    def __init__(self, queue: WorkQueue) -> None:
        self.queue = queue
        self._kept: OrderedDict[str, Bench] = OrderedDict()
        self._lock = Lock()

    def start(self, reference: str, players: str | None, measurement: Measurement) -> Bench:
        """A new bench without a patch."""
        bench = Bench(secrets.token_urlsafe(9), reference, players, measurement, self.queue)
        with self._lock:
            self._kept[bench.key] = bench
            while len(self._kept) > MOST_BENCHES:
                _, oldest = self._kept.popitem(last=False)
                oldest.stop()
        return bench

    def get(self, key: str) -> Bench:
        """The bench of this key; an `InputError` if it is no longer there."""
        with self._lock:
            if key not in self._kept:
                raise InputError(
                    f"this bench is no longer there: the studio was started again, or {MOST_BENCHES} others came after "
                    "it; begin a new one"
                )
            self._kept.move_to_end(key)
            return self._kept[key]
