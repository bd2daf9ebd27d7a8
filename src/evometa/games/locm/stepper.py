"""A single game, driven from Python: dealt, looked at, and played action by action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.compiled.compiling import entry
from evometa.games.locm.engine import apply, begin_game, begin_turn, legal_actions
from evometa.games.locm.invariants import find_broken
from evometa.games.locm.records import MAX_ACTIONS, MAX_DECK, Record, new_games

(
    LIST_ACTIONS,  # out: every legal action; returns their number
    APPLY,  # the action of the argument
    BEGIN_TURN,  # of the current player
    CHECK,  # returns what is wrong with the state: 0 if nothing is
) = range(4)


@entry
def operate(games: NDArray[Any], tables: NDArray[Any], command: int, argument: int, out: NDArray[Any]) -> int:
    """Do a command on the first game; returns a number where the command has one, else 0."""
    g, table = games[0], tables[0]
    if command == LIST_ACTIONS:
        return legal_actions(g, table, out)
    if command == CHECK:
        return find_broken(g, table)
    if command == APPLY:
        apply(g, table, argument)
    elif command == BEGIN_TURN:
        begin_turn(g, table.rules)
    return 0


@entry
def deal(
    games: NDArray[Any], tables: NDArray[Any], deck_0: NDArray[Any], deck_1: NDArray[Any], seed: np.uint64
) -> None:
    """Begin the first game with two decks, whose last card is the next one if the seed is 0."""
    begin_game(games[0], tables[0].rules, deck_0, deck_1, len(deck_0), len(deck_1), seed)


class Stepper:
    """A game that is played by hand, with one card table. Its state is `game`, and may be written to."""

    def __init__(self, tables: NDArray[Any]) -> None:
        self.tables, self.games = tables, new_games(1)
        self._out = np.zeros(MAX_ACTIONS, np.int64)

    @property
    def table(self) -> Record:
        """The cards and rules that it is played with."""
        return self.tables[0]

    @property
    def game(self) -> Record:
        """The state."""
        return self.games[0]

    def deal(self, deck_0: Sequence[int], deck_1: Sequence[int], seed: int = 0) -> None:
        """Begin a game with two decks of card numbers."""
        for deck in (deck_0, deck_1):
            assert len(deck) <= MAX_DECK
        deal(self.games, self.tables, np.array(deck_0, np.int16), np.array(deck_1, np.int16), np.uint64(seed))

    def actions(self) -> list[int]:
        """Every legal action."""
        return [int(action) for action in self._out[: self._run(LIST_ACTIONS)]]

    def apply(self, action: int) -> None:
        """Do an action."""
        self._run(APPLY, action)

    def begin_turn(self) -> None:
        """Begin the current player's turn in a position that was set up."""
        self._run(BEGIN_TURN)

    def find_broken(self) -> int:
        """What is wrong with the state (`invariants`): 0 if nothing is."""
        return self._run(CHECK)

    def _run(self, command: int, argument: int = 0) -> int:
        return int(operate(self.games, self.tables, command, argument, self._out))
