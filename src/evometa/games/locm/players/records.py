"""A player as integers: what compiled code sees of it."""

from evometa.games.compiled.records import record

# The features of a score, for each side with its own weights.
SIDE_FEATURES = (
    "creatures",  # number of them
    "attack",  # of all creatures
    "defence",
    "breakthrough",  # attack of creatures with it
    "drain",  # attack of creatures with it
    "guard",  # defence of creatures with it
    "lethal",  # number of creatures with it
    "ward",  # attack of creatures with it
    "warded",  # number of creatures with ward
    "health",  # of the hero
    "low_health",  # what the hero lacks to LOW
    "cards",  # in hand, and those that the next turn brings
    "open_attack",  # of creatures in lanes where the other side has no guard
    "danger",  # 1 if that reaches the other hero's health
)
AT_END = ("open_attack", "danger")  # features of a whole board, which only a finished turn is asked for
SIDES = ("my", "enemy")
FEATURES = tuple(f"{side}_{name}" for side in SIDES for name in SIDE_FEATURES)
LOW = 10

SideWeights = record(*((name, "i8") for name in SIDE_FEATURES))
Weights = record(*((side, SideWeights) for side in SIDES))

RANDOM, GREEDY, BEAM = range(3)  # kinds of players
PackedPlayer = record(
    "kind",
    "width",
    "depth",
    "replies",  # 1: an end of the turn is worth what the enemy's creatures leave of it
    ("weights", Weights),
    ("reply", Weights),  # the same, as the enemy would have them who wants the opposite
)
MAX_WIDTH, MAX_DEPTH = 64, 40
