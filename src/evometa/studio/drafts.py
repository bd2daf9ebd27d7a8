"""Cards that somebody writes: the text as it is, what it means, and what the card does in a deck.

Drafts live in the server, each with a key that stands in the address of its page.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from threading import Lock

from evometa.cards.model import Card, CardSet
from evometa.cards.reading.loader import add_cards
from evometa.input.errors import InputError
from evometa.metagame.card_trials import CardTrial
from evometa.metagame.metagames import Metagame
from evometa.metagame.what_if import WhatIfResult
from evometa.studio.kept import Kept
from evometa.studio.measuring import CHUNK_GAMES, STAGES
from evometa.studio.queue import Job, QueueRunner, WorkQueue

MOST_DRAFTS = 64
MOST_LETTERS = 20_000  # of a draft
SOURCE = "your card"
FIRST = """[[card]]
id = "MY_001"
name = "Old Gardener"
class = "neutral"
set = "custom"
type = "minion"
rarity = "common"
cost = 3
attack = 2
health = 3
keywords = ["taunt"]
battlecry = { heal = 2, to = "all friendly characters" }
"""


@dataclass(frozen=True, eq=False)
class Reading:
    """What a text means: its cards with all others, or what is wrong with it."""

    cards: tuple[Card, ...] = ()
    whole: CardSet | None = None
    problem: str = ""

    @property
    def main(self) -> Card | None:
        """The card that decks can hold: the first that is collectible."""
        return next((card for card in self.cards if card.tree.get("collectible", True)), None)


@dataclass(frozen=True, eq=False)
class TrialAnswer:
    """What the games say about a card in a deck after a stage."""

    trial: CardTrial
    result: WhatIfResult
    games: int  # per match-up

    @property
    def is_last(self) -> bool:
        """Whether no more games are to come."""
        return self.games == STAGES[-1]


@dataclass(eq=False)
class Draft:
    """A card in the making; `version` tells that something changed."""

    key: str
    queue: WorkQueue = field(repr=False)
    seed: int
    text: str = FIRST
    reading: Reading = field(default_factory=Reading)
    answer: TrialAnswer | None = None
    version: int = 0
    job: Job | None = None
    _lock: Lock = field(default_factory=Lock, repr=False)

    @property
    def is_playing(self) -> bool:
        """Whether games are played."""
        return self.job is not None and self.job.is_running

    @property
    def problem(self) -> str:
        """What is wrong with the games, for people."""
        return self.job.error if self.job else ""

    def write(self, text: str, base: CardSet) -> None:
        """Another text. It takes a moment."""
        reading = read_draft(text, base)
        with self._lock:
            self.text, self.reading = text, reading
            self.version += 1

    def try_in(self, metagame: Metagame, deck: int, old: str) -> None:
        """Put the card into a deck in place of another, and play. It stops what was played before."""
        reading = self.reading
        new = reading.main
        if new is None:
            raise InputError(
                reading.problem or "there is no card that a deck can hold; leave out `collectible = false`"
            )
        others = tuple(card for card in reading.cards if card is not new)
        trial = CardTrial.of(metagame, deck, metagame.patched_cards[old], new, others)
        with self._lock:
            if self.job:
                self.job.stop()
            self.answer = None
            self.version += 1
            self.job = self.queue.start(f"tries {new.name}", lambda runner: self._play(trial, runner))

    def _play(self, trial: CardTrial, runner: QueueRunner) -> None:
        for games in STAGES:
            result = trial.play(games, self.seed, runner, CHUNK_GAMES)
            with self._lock:
                if self.job is runner.job:  # nobody has gone on
                    self.answer = TrialAnswer(trial, result, games)
                    self.version += 1


def read_draft(text: str, base: CardSet) -> Reading:
    """What a text means, on top of other cards."""
    if len(text) > MOST_LETTERS:
        return Reading(problem=f"this text is too long; allowed: at most {MOST_LETTERS:,} letters")
    try:
        whole, own = add_cards(base, text, SOURCE)
    except InputError as error:
        return Reading(problem=str(error))
    return Reading(own, whole)


class Drafts:
    """All drafts of a studio."""

    def __init__(self, queue: WorkQueue, seed: int) -> None:
        self.queue, self.seed = queue, seed
        self._kept: Kept[Draft] = Kept(MOST_DRAFTS, lambda draft: draft.job.stop() if draft.job else None)

    def start(self) -> Draft:
        """A new draft with an example in it."""
        draft = Draft(secrets.token_urlsafe(9), self.queue, self.seed)
        return self._kept.get_or_make(draft.key, lambda: draft)

    def get(self, key: str) -> Draft:
        """The draft of this key; an `InputError` if it is no longer there."""
        found = self._kept.get(key)
        if found is None:
            raise InputError(
                f"this card is no longer there: the studio was started again, or {MOST_DRAFTS} others came after it; "
                "begin a new one, or load one that was saved"
            )
        return found
