"""A player as integers: what compiled code sees of a style."""

from typing import Any

import numpy as np

from evometa.cards.compiling.table import record

# Where foresight (`foresight.py`) knows what becomes of a feature: in plain attacks, at the end of a plain turn, when a
# plain minion is played. Where it does not know a feature that has a weight, every action is tried.
IN_ATTACKS, AT_END, IN_PLAYS = 1, 2, 4
FORESEEN = IN_ATTACKS | AT_END | IN_PLAYS

# The features of a score, each with its own weight and with where it is foreseen.
SIDE_FEATURES = {  # of each side
    "minions": FORESEEN,  # number of minions
    "minion_attack": FORESEEN,
    "minion_health": FORESEEN,
    "taunt_health": FORESEEN,  # health of minions with taunt
    "hero_health": FORESEEN,  # without armor
    "hero_armor": FORESEEN,
    "hero_attack": FORESEEN,
    "hand_size": FORESEEN,
    "deck_size": FORESEEN,
}
BOTH_FEATURES = {"clear_board": FORESEEN}  # of both sides together
SIDES = ("my", "enemy")  # seen from the player
FEATURES = (*(f"{side}_{name}" for side in SIDES for name in SIDE_FEATURES), *BOTH_FEATURES)

SideWeights = np.dtype((np.record, [(name, "i8") for name in SIDE_FEATURES]))
Weights = record(
    *((side, SideWeights) for side in SIDES),
    *((name, "i8") for name in BOTH_FEATURES),
    ("unforeseen", "i8"),  # IN_ATTACKS, ...: where foresight does not know all features that have a weight
)


def put_weight(weights: Any, feature: str, weight: int) -> None:
    """Write the weight of a feature into a record of type `Weights`."""
    side, _, name = feature.partition("_")
    if side in SIDES:
        weights[side][name] = weight
    else:
        name = feature
        weights[name] = weight
    if weight:
        weights.unforeseen |= FORESEEN & ~{**SIDE_FEATURES, **BOTH_FEATURES}[name]


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
