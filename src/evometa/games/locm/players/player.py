"""Players of Legends of Code and Magic as data: how they choose, and what positions are worth to them.

kind = "beam"                       # a search over the whole turn; or "greedy", or "random"
width = 8                           # positions that the search keeps from action to action
replies = true                      # the end of a turn is worth what the enemy's creatures leave of it

[weights]                           # any of the features in records.py, times these
my_attack = 170
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from evometa.games.game import Game
from evometa.games.locm.players.records import (
    AT_END,
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
from evometa.games.players import PlayerFiles, read_origin, weights_reader
from evometa.games.registry import find_game
from evometa.input.errors import Where
from evometa.input.fields import Limits, read_any_text, read_fields, read_name
from evometa.input.stored import Stored, codecs_of

KINDS = {"random": RANDOM, "greedy": GREEDY, "beam": BEAM}
_read_weights = weights_reader(FEATURES)


@dataclass(frozen=True)
class LanePlayer(Stored):
    """Who plays a deck. Raises `InputError` if a field is out of its range; `weights` is not to be modified."""

    name: Annotated[str, Limits(reader=read_name)]
    about: Annotated[str, Limits(reader=read_any_text)] = field(default="", compare=False)
    kind: Annotated[str, Limits(words=tuple(KINDS))] = "beam"
    width: Annotated[int, Limits(range=(1, MAX_WIDTH))] = 8  # positions that a search keeps from action to action
    depth: Annotated[int, Limits(range=(1, MAX_DEPTH))] = MAX_DEPTH  # actions that it looks ahead, in its turn
    replies: bool = False  # whether it thinks of what the enemy's creatures will do then
    # Where its weights come from.
    origin: Annotated[Mapping[str, str | int], Limits(reader=read_origin)] = field(default_factory=dict, compare=False)
    weights: Annotated[Mapping[str, int], Limits(reader=_read_weights)] = field(default_factory=dict, hash=False)
    source: str = field(default="", compare=False, repr=False)  # where it was read from, for messages

    overlays: ClassVar[tuple[str, ...]] = ()
    can_think: ClassVar[bool] = False

    def __post_init__(self) -> None:
        """Check every field, and bring the weights into one form, so that equal players compare equal."""
        where = Where(self.source or f"player '{self.name}'")
        read_fields(where, {name: getattr(self, name) for name in READERS}, READERS)
        weights = {name: self.weights[name] for name in FEATURES if self.weights.get(name)}
        object.__setattr__(self, "weights", weights)
        if not weights and self.kind != "random":
            allowed = f"allowed: {', '.join(FEATURES)}"
            raise (where / "weights").error(f"a player that chooses needs a weight other than 0; {allowed}")

    @property
    def game(self) -> Game:
        """What it plays."""
        return find_game("locm")


READERS = {name: codec.reader for name, codec in codecs_of(LanePlayer).items() if name != "source"}
PLAYERS = PlayerFiles(Path(__file__).parent / "data", READERS, LanePlayer, usual=("about", "kind"))


def pack_players(players: Iterable[Any]) -> NDArray[Any]:
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


def effort_of(players: NDArray[Any]) -> int:
    """How long the widest search takes, where a narrow one takes 1."""
    return max(1, int(players["width"][players["kind"] == BEAM].max(initial=1)) // LanePlayer.width)


# --- fitting --------------------------------------------------------------------------------------


def features_of(player: LanePlayer | None) -> tuple[str, ...]:
    """The features that a player can weigh; one that does not search never looks at the whole board."""
    is_simple = player is not None and player.kind == "greedy"
    return tuple(name for name in FEATURES if not (is_simple and name.partition("_")[2] in AT_END))


def with_weights(player: LanePlayer, weights: Mapping[str, int], **names: Any) -> LanePlayer:
    """The player with other weights; one that did what it liked searches now."""
    return replace(player, **names, kind="beam" if player.kind == "random" else player.kind, weights=weights)


def make_probes(names: Sequence[str]) -> NDArray[Any]:
    """What measures one feature each at the ends of turns."""
    return pack_players(LanePlayer(name, weights={name: 1}) for name in names)["weights"].copy()
