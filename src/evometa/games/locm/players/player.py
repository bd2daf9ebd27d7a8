"""Players as data: presets from random play to a search with fitted weights, one stronger than the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.locm.players.records import (
    BEAM,
    FEATURES,
    GREEDY,
    MAX_DEPTH,
    MAX_WIDTH,
    RANDOM,
    SIDE_FEATURES,
    SIDES,
    PackedPlayer,
)
from evometa.input.errors import Where
from evometa.input.fields import read_fields, read_yes_or_no, whole_number, word
from evometa.input.reading import read_toml
from evometa.input.short_repr import Short

KINDS = {"random": RANDOM, "greedy": GREEDY, "beam": BEAM}
LADDER = ("random", "greedy", "planner", "expert")  # the presets, the weakest one first
MOST_WEIGHT = 100_000  # in either direction


def _read_weights(where: Where, value: object) -> dict[str, int]:
    return read_fields(where, value, dict.fromkeys(FEATURES, whole_number(-MOST_WEIGHT, MOST_WEIGHT)))


READERS = {
    "kind": word(tuple(KINDS)),
    "width": whole_number(1, MAX_WIDTH),
    "depth": whole_number(1, MAX_DEPTH),
    "replies": read_yes_or_no,
    "weights": _read_weights,
}


@dataclass(frozen=True, eq=False)
class Player(Short):
    """How somebody plays. Weights are by the names of FEATURES; what has none counts nothing."""

    name: str
    kind: str
    width: int = 1  # positions that a search keeps from action to action
    depth: int = MAX_DEPTH  # actions that it looks ahead, at most to the end of the turn
    replies: bool = False  # whether it thinks of what the enemy's creatures will do then
    weights: Mapping[str, int] = field(default_factory=dict)


@cache
def preset(name: str) -> Player:
    """A player that comes with the game, of LADDER."""
    word(LADDER)(Where("player"), name)
    file = files("evometa.games.locm") / "data" / "players.toml"
    return read_player(name, read_toml(file, Where("players.toml"))[name], "players.toml")


def read_player(name: str, tree: object, file: str = "") -> Player:
    """A player from its data; an `InputError` if that is none."""
    return Player(name, **read_fields(Where(file) / name, tree, READERS))


def pack_players(players: Iterable[Player]) -> NDArray[Any]:
    """Players as compiled code takes them."""
    known = tuple(players)
    packed = np.zeros(len(known), PackedPlayer)
    for row, player in zip(packed, known, strict=True):
        row["kind"], row["width"], row["depth"] = KINDS[player.kind], player.width, player.depth
        row["replies"] = player.replies
        for side, other in (SIDES, SIDES[::-1]):
            for name in SIDE_FEATURES:
                weight = player.weights.get(f"{side}_{name}", 0)
                row["weights"][side][name], row["reply"][other][name] = weight, -weight
    return packed


def make_probes(names: Sequence[str]) -> NDArray[Any]:
    """What measures one feature each at the ends of turns."""
    return pack_players(Player(name, "beam", weights={name: 1}) for name in names)["weights"].copy()
