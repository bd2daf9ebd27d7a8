"""A player as integers: what compiled code sees of it."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.compiled.records import record
from evometa.games.hearthstone.engine.state.records import GRAVE

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
    "low_hero": FORESEEN,  # what the hero's health and armor lack to LOW
    "danger": FORESEEN,  # 1 if the other side's attack reaches the hero's health and armor, and no taunt is in the way
    "divine_shields": FORESEEN,  # number of minions that have one
    "crystals": FORESEEN,  # of mana, less those that will be overloaded
    "hand_cost": FORESEEN,  # of all cards in hand, as printed and changed for good; a fair player knows the own alone
    "weapon": FORESEEN,  # attack times durability
    "secrets": FORESEEN,  # number of secrets
}
GOODS = ("crystals", "hand_cost", "weapon", "secrets")  # features that are no matter of the board
LOW = 12
BOTH_FEATURES = {"clear_board": FORESEEN}  # of both sides together
SIDES = ("my", "enemy")  # seen from the player
FEATURES = (*(f"{side}_{name}" for side in SIDES for name in SIDE_FEATURES), *BOTH_FEATURES)

SideWeights = record(
    *((name, "i8") for name in SIDE_FEATURES),
    ("has_goods", "i8"),  # whether any of GOODS has a weight
)
Weights = record(
    *((side, SideWeights) for side in SIDES),
    *((name, "i8") for name in BOTH_FEATURES),
    ("has_danger", "i8"),  # whether danger has a weight, on either side
    ("unforeseen", "i8"),  # IN_ATTACKS, ...: where foresight does not know all features that have a weight
)


def make_probes(names: Sequence[str]) -> NDArray[Any]:
    """For each feature, weights with which a score is its value."""
    probes = np.zeros(len(names), Weights)
    for probe, name in zip(probes, names, strict=True):
        put_weight(probe, name, 1)
    return probes


def put_weight(weights: Any, feature: str, weight: int) -> None:
    """Write the weight of a feature into a record of type `Weights`."""
    side, _, name = feature.partition("_")
    if side in SIDES:
        weights[side][name] = weight
        weights[side].has_goods |= weight != 0 and name in GOODS
    else:
        name = feature
        weights[name] = weight
    if weight:
        weights.has_danger |= name == "danger"
        weights.unforeseen |= FORESEEN & ~{**SIDE_FEATURES, **BOTH_FEATURES}[name]


# What foresight knows of a position, for all actions in it; `look_around` writes it.
Outlook = record(
    ("now", "i8"),  # the score before the action
    ("answers", "i8"),  # what may answer it, as bits of `listens`
    ("my_threat", "i8"),  # only for weights with danger: what my side can do to an open hero
    ("my_taunts", "i8"),
    ("threat", "i8"),
    ("taunts", "i8"),
    ("places", "i8", (GRAVE + 1,)),  # by target: what was played on it last, wherever it was put; 0: nothing
    ("scores", "i8", (GRAVE + 1,)),  # by target: what that has scored
)

BEAM, RANDOM, BUSY = 1, 2, 3  # kinds of player; a busy one is random, but ends its turn last
SEES_ALL, SEES_FAIRLY = 1, 2  # knowledge
KEEP_ALL, KEEP_CHEAP, KEEP_EXPENSIVE = 0, 1, 2  # mulligans

PackedPlayer = record(
    "kind",
    "width",
    "depth",
    "knowledge",
    "mulligan",
    "mulligan_cost",  # up to this cost a card is cheap
    "overlooks",  # so many of a hundred actions
    "replies",  # ends of a turn to which it looks for the enemy's reply; 0: it takes the best end as it is
    "reply_width",
    "reply_mix",  # how much the reply counts in the value of an end, in percent
    ("weights", Weights),
)
MAX_WIDTH, MAX_DEPTH, MAX_REPLIES = 64, 64, 32
