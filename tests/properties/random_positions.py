"""Positions as they come up in games: random legal decks, random legal actions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache

from hypothesis import settings
from hypothesis import strategies as st
from tests.science.random_decks import all_cards, random_deck

from evometa.games.hearthstone.cards import compile_table
from evometa.games.hearthstone.engine.kernel import entry
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.games.hearthstone.game import HEARTHSTONE
from evometa.games.tables import CardTable

# Uncompiled games are slow, so examples are few; they are the same in each run.
few = settings(max_examples=8, deadline=None, derandomize=True, database=None)

seeds = st.integers(0, 2**63 - 1)
lengths = st.integers(0, 80)  # of a game so far, in actions


@lru_cache(maxsize=1)
def card_table() -> CardTable:
    """The printed cards under the game's own rules."""
    return compile_table(all_cards())


def begin_random_game(seed: int) -> Position:
    """The first turn of a game between two random decks."""
    source = random.Random(seed)
    decks = [random_deck(source.choice(HEARTHSTONE.classes), source) for _ in range(2)]
    classes, cards = [deck.klass for deck in decks], [deck.cards for deck in decks]
    return Position.begin(card_table(), classes, cards, source.getrandbits(63))


def play_on(position: Position, n_actions: int, seed: int) -> Iterator[int]:
    """Do random legal actions, and tell each; the end of the turn is not chosen more often than anything else."""
    source = random.Random(seed)
    for _ in range(n_actions):
        if position.over:
            return
        action = source.choice(legal_codes(position))
        position.stepper.apply(action)
        yield action


def legal_codes(position: Position) -> list[int]:
    """Everything that the current player may do, without words for it, which take time."""
    n = position.stepper.run(entry.LIST_ACTIONS)
    return [int(code) for code in position.stepper.out[:n]]


def reach_position(seed: int, n_actions: int) -> Position:
    """A position after some random actions of a random game, or where that game ends."""
    position = begin_random_game(seed)
    for _ in play_on(position, n_actions, seed):
        pass
    return position
