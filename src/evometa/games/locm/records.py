"""The state of a game, the cards and the actions as integers: all that compiled code sees.

The board of a player has a slot for each place of each lane: slots 0 to 2 are the left lane, 3 to 5 the right one.
Where a creature stands inside its lane means nothing. A slot without a card is empty.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evometa.games.compiled.records import record

Record: TypeAlias = Any  # a NumPy record, whose fields have no static types

LANES, LANE_SIZE = 2, 3
SLOTS = LANES * LANE_SIZE
MAX_HAND, MAX_DECK = 8, 30
RUNES, RUNE_STEP = 5, 5
MAX_CARDS = 255  # of a set

CREATURE, GREEN, RED, BLUE = range(4)  # types of cards
BREAKTHROUGH, CHARGE, DRAIN, GUARD, LETHAL, WARD = (1 << i for i in range(6))  # keywords
READY, ATTACKED = 1, 2  # what a creature can do, and what it has done, in its player's turn

# A card as it is played; row 0 of a table is no card.
CardRow = record("type", "cost", "attack", "defence", "keywords", "own_health", "enemy_health", "draw")

RulesRow = record("health", "first_cards", "second_cards", "second_mana", "mana_limit", "hand_limit", "turn_limit")
Table = record("n_cards", ("rules", RulesRow), ("cards", CardRow, (1 + MAX_CARDS,)))

Creature = record("card", "attack", "defence", ("keywords", "i1"), ("state", "i1"))
Player = record(
    ("board", Creature, (SLOTS,)),
    ("hand", "i2", (MAX_HAND,)),
    ("deck", "i2", (MAX_DECK,)),  # the next card is the last one
    "health",
    "mana",
    "max_mana",
    "bonus",  # the mana that the second player has more, as long as it has it
    "draws",  # cards that the next turn brings
    "runes",  # that are left; the next one breaks at five times their number
    "n_hand",
    "n_deck",
    ("pad", "i2", (2,)),
)
_Layout = record(("players", Player, (2,)), "turn", "current", "over", "winner")

STATE_BYTES = 296
STATE_WORDS = STATE_BYTES // 8
Game = np.dtype(
    (
        np.record,
        {
            "names": ["players", "turn", "current", "over", "winner", "words"],
            "formats": [(Player, (2,)), "i2", "i2", "i2", "i2", ("u8", (STATE_WORDS,))],
            "offsets": [0, 288, 290, 292, 294, 0],  # `words`: all of it again, to be copied fast
            "itemsize": STATE_BYTES,
        },
    )
)
assert (CardRow.itemsize, Creature.itemsize, Player.itemsize, _Layout.itemsize) == (16, 8, 144, STATE_BYTES)

# --- actions: kind, source, target ----------------------------------------------------------------

PASS, SUMMON, ATTACK, USE = range(4)
SOURCE_SHIFT, KIND_SHIFT = 4, 8
FACE = 0  # target of an attack or an item: the enemy's hero, or nobody; slot s of a board is s + 1
MAX_ACTIONS = 1 + MAX_HAND * (SLOTS + 1) + SLOTS * (SLOTS + 1)


def encode(kind: int, source: int = 0, target: int = FACE) -> int:
    """The number of an action. A summon's target is its lane; sources are places in the hand, of attacks slots."""
    return kind << KIND_SHIFT | source << SOURCE_SHIFT | target


def decode(action: int) -> tuple[int, int, int]:
    """The kind, source and target of an action."""
    return action >> KIND_SHIFT, action >> SOURCE_SHIFT & 15, action & 15


def new_games(n: int) -> NDArray[Any]:
    """Some empty games."""
    return np.zeros(n, Game)
