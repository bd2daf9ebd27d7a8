"""One game in memory, and the compiled function that works on it."""

from __future__ import annotations

from typing import Any

import numpy as np

from evometa.games.hearthstone.cards.language.codes import MINION
from evometa.games.hearthstone.engine.kernel import entry
from evometa.games.hearthstone.engine.state.action_codes import MAX_ACTIONS
from evometa.games.hearthstone.engine.state.records import SCRIPT_EMPTY, SCRIPT_RANGE, UNKNOWN_CODE, Game
from evometa.games.tables import CardTable
from evometa.input.errors import InputError

PROBLEMS = {
    SCRIPT_EMPTY: "an effect asked for a random outcome, but the script has none left",
    SCRIPT_RANGE: "an outcome of the script is too large: outcomes count from 0 among what is possible",
    UNKNOWN_CODE: "the game had to stop: an effect has a code that no rule knows",
}


class Stepper:
    """A game record, its card table, and `run`: the only way in which Python touches the rules."""

    def __init__(self, table: CardTable, games: Any = None) -> None:
        self.table = table
        self.games = np.zeros(1, Game) if games is None else games
        self.out = np.zeros(MAX_ACTIONS, np.int32)

    @property
    def game(self) -> Any:
        """The game record, with fields as attributes."""
        return self.games[0]

    def run(self, command: int, argument: int = 0, *numbers: int) -> int:
        """Do a command of `entry.py`, after writing further numbers to `out`."""
        self.out[: len(numbers)] = numbers
        return int(entry.operate(self.games, self.table.array, command, argument, self.out))

    def apply(self, action: int) -> None:
        """Do an action, and complain about what went wrong inside it."""
        self.run(entry.APPLY, action)
        if error := int(self.game.error):
            raise InputError(PROBLEMS.get(error, f"the game had to stop: error {error}"))

    def copy(self) -> Stepper:
        """The same game once more, in its own memory."""
        return Stepper(self.table, self.games.copy())

    def name(self, card: int) -> str:
        """The name of a card by its index."""
        return self.table.names[card]

    def names(self, cards: Any, n: int) -> list[str]:
        """The names of the first n cards of a list."""
        return [self.name(int(card)) for card in cards[:n]]

    @property
    def script_left(self) -> list[int]:
        """The outcomes of the script that nothing has asked for yet."""
        return [int(n) for n in self.game.script[int(self.game.script_at) : int(self.game.n_script)]]

    def find_card(self, name: str) -> int:
        """The index of a card by id or name; of several cards with a name, the one that goes into decks."""
        return self.table.roster.find(name)

    def find_typed(self, name: str, type_: int) -> int:
        """The index of a card that must be a minion, or a weapon."""
        index = self.find_card(name)
        if self.table.record.cards[index].type != type_:
            raise InputError(f"{name} is not a {'minion' if type_ == MINION else 'weapon'}")
        return index
