"""One game from its first card to its last action, kept as a log that can be played again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.cards.compiler import CardTable
from evometa.cards.errors import InputError
from evometa.engine import entry
from evometa.engine import journal as j
from evometa.engine.narration import Scene, narrate, read_events, read_scene, summarize_board, wrap_line
from evometa.engine.position import Position
from evometa.engine.records import MAX_HAND
from evometa.engine.sentences import count_words, join_words
from evometa.engine.stepper import Stepper
from evometa.matches.batch import play_jobs
from evometa.matches.opening import deal_game
from evometa.matches.records import Job, Result, Sums
from evometa.players.beam import new_workspace

LOG_WORDS = 1 << 16  # far more than the longest game needs


@dataclass(frozen=True)
class Setting:
    """What a game is made of, as integers: two decks, two styles and a seed."""

    table: CardTable
    decks: NDArray[Any]  # shape (2,), of dtype DeckList
    styles: NDArray[Any]  # shape (2,), of dtype Style
    seed: int


@dataclass(frozen=True)
class Record:
    """What happened in a game: every action, and the hash of the position after it."""

    actions: tuple[int, ...]
    hashes: tuple[int, ...]


def record_game(setting: Setting) -> Record:
    """Play a game."""
    job = np.zeros(1, Job)
    job[0].seed, job[0].games, job[0].decks, job[0].styles = setting.seed, 1, (0, 1), (0, 1)
    log = np.zeros(LOG_WORDS, np.uint64)
    results, sums = np.zeros(1, Result), np.zeros(1, Sums)
    workspace = new_workspace(int(setting.styles["width"].max()), int(setting.styles["depth"].max()))
    play_jobs(setting.table.array, setting.decks, setting.styles, job, workspace, results, sums, log)
    if results[0].error:
        raise InputError(f"the game with seed {setting.seed} had to stop: error {int(results[0].error)}")
    words = [int(word) for word in log[1 : int(log[0]) + 1]]
    return Record(tuple(words[::2]), tuple(words[1::2]))


class Playthrough:
    """A game that is played again, action by action, and told while it runs."""

    def __init__(self, setting: Setting, labels: tuple[str, str]) -> None:
        self.table, self.labels = setting.table, labels
        stepper = Stepper(setting.table)
        dealt = np.zeros((2, MAX_HAND), np.int16)
        deal_game(
            stepper.games, stepper.words, self.table.array, setting.decks, setting.styles, np.uint64(setting.seed), 0, dealt
        )
        self.position = Position(stepper)
        self.opening = [line for p in range(2) for line in self._tell_mulligan(p, dealt[p])]
        stepper.game.journaling = 1
        stepper.run(entry.START)
        self.first_turn = narrate(read_events(stepper.game), Scene(0, {}), self.table, labels)

    def step(self, action: int) -> list[str]:
        """Do an action; returns the lines that tell it, with the board where a turn begins or the game ends."""
        game = self.position.game
        game.n_journal = 0
        scene = read_scene(game)
        self.position.do(action)
        events = read_events(game)
        lines = narrate(events, scene, self.table, self.labels)
        if any(e.kind in (j.J_TURN, j.J_OVER) for e in events):
            lines += self.board()
        return lines

    def board(self) -> list[str]:
        """Both sides at a glance."""
        return summarize_board((self.position.side(0), self.position.side(1)), self.labels)

    def _tell_mulligan(self, player: int, dealt: NDArray[np.int16]) -> list[str]:
        me = self.position.game.players[player]
        n = int(me.n_hand)
        before, after = Counter(map(int, dealt[:n])), Counter(int(me.hand[i].card) for i in range(n))
        text = f"{self.labels[player]} is dealt {self._names(before)}"
        if thrown := before - after:
            text += f", and throws back {self._names(thrown)} for {self._names(after - before)}"
        return wrap_line(text, "  ")

    def _names(self, cards: Counter[int]) -> str:
        return join_words(count_words(self.table.names[card] for card in cards.elements()))


def check_steps(playthrough: Playthrough, record: Record) -> Iterator[list[str]]:
    """Play a record again, and tell each action. A position that is not as recorded raises an `InputError`."""
    for number, (action, expected) in enumerate(zip(record.actions, record.hashes, strict=True), start=1):
        position = playthrough.position
        where = f"step {number} of {len(record.actions)}, in turn {position.turn}"
        legal = {a.code: a.text for a in position.actions()}
        if action not in legal:
            raise InputError(f"{where}: the recorded action ({action}) cannot be done here")
        yield playthrough.step(action)
        if (found := position.hash()) != expected:
            raise InputError(
                f"{where}: after '{legal[action]}' the position is not as recorded; "
                f"its hash is {found:016x}, and was {expected:016x}"
            )
