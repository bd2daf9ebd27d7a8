"""Cards that somebody writes: the text as it is, what it means, and what the card does in a deck."""

from __future__ import annotations

from dataclasses import dataclass

from evometa.games.cards import Card, CardSet
from evometa.games.game import Game
from evometa.input.errors import InputError
from evometa.metagame.changes.what_if import CardTrial, WhatIfResult
from evometa.metagame.metagames import Metagame
from evometa.studio.kept import Workpiece
from evometa.studio.measuring import CHUNK_GAMES, STAGES
from evometa.studio.queue import QueueRunner, WorkQueue

MOST_LETTERS = 20_000  # of a draft
_SOURCE = "your card"


@dataclass(frozen=True, eq=False)
class _Reading:
    """What a text means: its cards with all others, or what is wrong with it."""

    cards: tuple[Card, ...] = ()
    whole: CardSet | None = None
    problem: str = ""

    @property
    def main(self) -> Card | None:
        """The card that decks can hold: the first that is collectible."""
        return next((card for card in self.cards if card.is_collectible), None)


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


class Draft(Workpiece):
    """A card in the making."""

    def __init__(self, queue: WorkQueue, seed: int, game: Game) -> None:
        super().__init__(queue)
        self.seed, self.text, self.reading = seed, game.example_card, _Reading()
        self.answer: TrialAnswer | None = None

    def write(self, text: str, base: CardSet) -> None:
        """Another text. It takes a moment."""
        reading = _read_draft(text, base)
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
            self.stop()
            self.answer = None
            self.version += 1
            self.job = self.queue.start(f"tries {new.name}", lambda runner: self._play(trial, runner))

    def _play(self, trial: CardTrial, runner: QueueRunner) -> None:
        growing = trial.grow(self.seed)
        for games in STAGES:
            result = growing.play_up_to(games, runner, task_games=CHUNK_GAMES)
            with self._lock:
                if runner.job in self.jobs:  # nobody has gone on
                    self.answer = TrialAnswer(trial, result, games)
                    self.version += 1


def _read_draft(text: str, base: CardSet) -> _Reading:
    """What a text means, on top of other cards."""
    if len(text) > MOST_LETTERS:
        return _Reading(problem=f"this text is too long; allowed: at most {MOST_LETTERS:,} letters")
    try:
        whole, own = base.game.add_cards(base, text, _SOURCE)
    except InputError as error:
        return _Reading(problem=str(error))
    return _Reading(own, whole)
