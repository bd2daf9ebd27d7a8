"""A player as integers: what compiled code sees of a style."""

import numpy as np

from evometa.cards.compiling.table import record

# The features of a score, each with its own weight. `my_` and `enemy_` are seen from the player.
SIDE_FEATURES = (
    "minions",  # number of minions
    "minion_attack",
    "minion_health",
    "taunt_health",  # health of minions with taunt
    "hero_health",  # without armor
    "hero_armor",
    "hero_attack",
    "hand_size",
    "deck_size",
)
FEATURES = (*(f"my_{name}" for name in SIDE_FEATURES), *(f"enemy_{name}" for name in SIDE_FEATURES), "clear_board")

Weights = np.dtype((np.record, np.dtype([(name, "i8") for name in FEATURES])))

BEAM, RANDOM, BUSY = 1, 2, 3  # kinds of player; a busy one is random, but ends its turn last
SEES_ALL, SEES_FAIRLY = 1, 2  # knowledge
KEEP_ALL, KEEP_CHEAP, KEEP_EXPENSIVE = 0, 1, 2  # mulligans

Style = record(
    "kind",
    "width",
    "depth",
    "knowledge",
    "mulligan",
    "mulligan_cost",  # up to this cost a card is cheap
    ("weights", Weights),
)
MAX_WIDTH, MAX_DEPTH = 64, 64
