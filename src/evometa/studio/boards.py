"""Positions that somebody sets up and steps by hand, as in the console, and what a player thinks of them."""

from __future__ import annotations

import json
from pathlib import Path

from evometa.games.cards import CardSet
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.games.hearthstone.game import HEARTHSTONE
from evometa.games.hearthstone.players.player import SearchPlayer
from evometa.games.hearthstone.sandbox.sandbox import (
    CLASSES,
    ListedAction,
    Sandbox,
    empty_position,
    list_actions,
    load_position,
    seed_open,
)
from evometa.games.hearthstone.watching.thinking import Thinker, Thought
from evometa.games.players import Player, load_player
from evometa.studio.kept import Workpiece
from evometa.studio.queue import QueueRunner, WorkQueue

MOST_STEPS = 500  # back


class Board(Workpiece):
    """A position, what came before it, and what a player thinks of it."""

    def __init__(self, position: Position, cards: CardSet, player: Player, seed: int, queue: WorkQueue) -> None:
        super().__init__(queue)
        self.sandbox = Sandbox(position.copy(), cards, position.stepper.table, lambda position: [])
        thinker = player if player.can_think else load_player(HEARTHSTONE.default_player)
        assert isinstance(thinker, SearchPlayer)
        self.player = thinker  # who thinks
        self.seed = seed
        self.told: list[str] = []  # of the last action
        self.thought: Thought | None = None  # of the position as it is
        self._think()

    @classmethod
    def empty(cls, seed: int, queue: WorkQueue, classes: tuple[str, str] = CLASSES) -> Board:
        """One with two heroes alone. It takes a moment."""
        cards = HEARTHSTONE.own_cards
        position = empty_position(HEARTHSTONE.compile(cards), seed, classes)
        return cls(position, cards, load_player(HEARTHSTONE.default_player), seed, queue)

    @property
    def position(self) -> Position:
        """The position as it is."""
        return self.sandbox.position

    def list_actions(self) -> list[ListedAction]:
        """What can be done."""
        return [] if self.position.over else list_actions(self.position)

    def answer(self, line: str) -> None:
        """Do what a line of the console says; a mistake raises an `InputError`, and leaves everything as it was."""
        with self._lock:
            self.told = self.sandbox.answer(line)
            del self.sandbox.history[:-MOST_STEPS]
        self._think()

    def load(self, path: Path) -> None:
        """Go on with the position of a file; what was before can be had back."""
        position = seed_open(load_position(path, self.sandbox.table), self.seed)
        with self._lock:
            self.sandbox.go_to(position)
            self.told = []
        self._think()

    def format(self) -> str:
        """The position as the text of a file, as the console writes it."""
        return json.dumps(self.position.save(), indent=1) + "\n"

    def _think(self) -> None:
        """Let the player think about the position as it is."""
        self.stop()
        self.thought, position = None, self.position
        self.version += 1
        if position.over:
            return

        def work(runner: QueueRunner) -> None:
            thought = Thinker(self.sandbox.table, self.player).think(position.copy())
            if self.position is position:
                self.thought = thought
                self.version += 1

        self.job = self.queue.start("thinks about a position", work)
