"""What came out of a batch of games."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.engine import RULES_VERSION
from evometa.engine.state import invariants as inv
from evometa.engine.state import records as r
from evometa.matches.records import Sums

assert Sums.itemsize % 8 == 0, "sums are added as whole words"

REASONS = {
    r.TOO_DEEP: "effects set off each other too deeply",
    r.SCRIPT_EMPTY: "the script of random outcomes was used up",
    r.SCRIPT_RANGE: "the script of random outcomes gave one that is not possible",
    r.JOURNAL_FULL: "more happened in one action than the journal has room for",
    inv.HAND_TOO_LARGE: "a hand is larger than allowed",
    inv.BOARD_TOO_LARGE: "a board is larger than allowed",
    inv.DEAD_MINION_STAYS: "a dead minion stays on the board",
    inv.MANA_OUT_OF_BOUNDS: "a player's mana is out of bounds",
    inv.STACK_NOT_EMPTY: "something is left to resolve after an action",
    inv.EMPTY_SLOT: "there is a gap between minions",
    inv.LEFTOVER_SLOT: "something is left of a minion that is gone",
    inv.WEAPON_WITHOUT_DURABILITY: "a weapon without durability is not broken",
    inv.DECK_OUT_OF_BOUNDS: "a deck has an impossible size",
    inv.DEAD_HERO_PLAYS_ON: "a dead hero plays on",
    inv.IMPOSSIBLE_CARD: "there is a card where no such card can be",
    inv.LEFTOVER_CARD: "something is left of a card that is gone",
    inv.STATS_OUT_OF_BOUNDS: "attack, health, damage or armor is out of bounds",
    inv.WRONG_ATTACKS: "a character has attacked more often than anyone can",
    inv.WRONG_MARKS: "a minion has attached abilities that there are not",
    inv.WRONG_LISTENER: "a minion listens to other events than its card says",
    inv.WRONG_ORDER: "the order of play is not clear",
    inv.WRONG_SECRETS: "a player has too many secrets, or one of them twice",
    inv.WRONG_COUNTER: "something is counted wrongly for a player",
    inv.WRONG_TURN: "it is the wrong player's turn, or the game has a winner too early",
    inv.WRONG_CHOICE: "a choice is open that nobody can make",
    inv.STALE_AURAS: "auras computed from nothing are other than those in play",
    inv.UNHEARD_LISTENER: "something in play listens or has an aura, but is not noted",
}


class GameError(Exception):
    """A game that could not be played to its end. It is a fault of evometa; seed and game number repeat it."""

    def __init__(self, code: int, seed: int, game: int, decks: tuple[str, str]) -> None:
        self.reason = REASONS.get(code, f"error {code}")
        self.seed, self.game, self.decks = seed, game, decks
        super().__init__(f"{decks[0]} against {decks[1]}, game {game} of the match with seed {seed}: {self.reason}")

    @classmethod
    def of_job(cls, job: Any, game: int, code: int, names: Sequence[str]) -> GameError:
        """The error for the n-th game of a job; `names` are those of all decks."""
        first, second = (names[int(i)] for i in job.decks)
        return cls(code, int(job.seed), int(job.first) + game, (first, second))


@dataclass(frozen=True, eq=False)
class BatchResult:
    """The sums of each cell and, if asked for, every single game.

    `sums` has a row per cell and the fields of `matches.records.Sums`; `games` a row per game, in the order of the
    matches, and the fields of `matches.records.Result`. Both know the cards of a deck by their place in `cards`.
    """

    sums: NDArray[Any]
    games: NDArray[Any] | None
    cards: tuple[tuple[str, ...], ...]  # by deck: the ids of its distinct cards
    cpu_seconds: float  # that the games took, on all threads together
    rules_version: int = RULES_VERSION  # results of other versions do not compare

    @property
    def n_games(self) -> int:
        """Games played."""
        return int(self.sums["games"].sum())

    @property
    def n_nodes(self) -> int:
        """Positions that all searches looked at."""
        return int(self.sums["nodes"].sum())

    @property
    def n_turns(self) -> int:
        """Turns of all games, both players' counted."""
        return int(self.sums["turns"].sum())

    def win_rates(self) -> NDArray[np.float64]:
        """By cell, the share of decided games that the starting deck won; NaN where no game was decided."""
        wins, losses = self.sums["wins"][:, 0], self.sums["wins"][:, 1]
        decided = wins + losses
        rates = np.full(len(wins), np.nan)
        np.divide(wins, decided, out=rates, where=decided > 0)
        return rates

    def checksum(self) -> str:
        """Sixteen hexadecimal digits that differ when any sum does."""
        return hashlib.sha256(self.sums.tobytes()).hexdigest()[:16]


def add_sums(total: NDArray[Any], cells: NDArray[np.intp], part: NDArray[Any]) -> None:
    """Add sums of some cells (each of them once) to those of all cells."""
    total.view(np.int64).reshape(len(total), -1)[cells] += part.view(np.int64).reshape(len(part), -1)
