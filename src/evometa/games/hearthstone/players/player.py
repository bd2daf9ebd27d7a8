"""Players of Hearthstone-likes as data: how they search, and what positions are worth to them.

width = 6                           # positions that the search keeps on each level
mulligan = "keep cheap"             # or "keep expensive", "keep all"

[weights]                           # what a position is worth: any of the features in records.py, times these
my_hero_health = 20
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.game import Game
from evometa.games.hearthstone.players import records as r
from evometa.games.hearthstone.players.kinds import KINDS, WEIGHING
from evometa.games.players import PlayerFiles, read_origin, weights_reader
from evometa.games.registry import default_game, find_game
from evometa.input.errors import Where
from evometa.input.fields import Limits, Readers, list_of, read_fields, read_name, read_text, word
from evometa.input.stored import Stored, codecs_of

BUILTIN_PLAYERS = Path(__file__).parent / "data"
_KNOWLEDGE = {"all": r.SEES_ALL, "fair": r.SEES_FAIRLY}
_MULLIGANS = {"keep all": r.KEEP_ALL, "keep cheap": r.KEEP_CHEAP, "keep expensive": r.KEEP_EXPENSIVE}
MOST_COST = 99
_MULLIGAN = "keep cheap"  # of a player that did not search before


@dataclass(frozen=True)
class SearchPlayer(Stored):
    """Who plays a deck. Raises `InputError` if a field is out of its range; `weights` is not to be modified."""

    name: Annotated[str, Limits(reader=read_name)]
    about: str = field(default="", compare=False)
    kind: Annotated[str, Limits(reader=_read_kind)] = "beam"
    width: Annotated[int, Limits(range=(1, r.MAX_WIDTH))] = 4  # positions that the search keeps on each level
    depth: Annotated[int, Limits(range=(1, r.MAX_DEPTH))] = 13  # actions in a turn that it plans at most
    knowledge: Annotated[str, Limits(words=tuple(_KNOWLEDGE))] = "fair"
    mulligan: Annotated[str, Limits(words=tuple(_MULLIGANS))] = "keep cheap"
    mulligan_cost: Annotated[int, Limits(range=(0, MOST_COST))] = 3  # up to this cost a card is cheap
    # So many of a hundred actions: a person who is new to the game does not see all that is possible.
    overlooks: Annotated[int, Limits(range=(0, 100))] = 0
    # Ends of a turn to which it looks for the enemy's reply; 0: it takes the best end as it is.
    replies: Annotated[int, Limits(range=(0, r.MAX_REPLIES))] = 0
    reply_width: Annotated[int, Limits(range=(1, r.MAX_WIDTH))] = 1  # positions that its search keeps on each level
    reply_mix: Annotated[int, Limits(range=(0, 100))] = 50  # how much the reply counts in the value of an end
    # Of the cards that this player is meant to play with.
    overlays: Annotated[tuple[str, ...], Limits(reader=_read_overlays)] = ()
    # Where its weights come from.
    origin: Annotated[Mapping[str, str | int], Limits(reader=read_origin)] = field(default_factory=dict, compare=False)
    weights: Annotated[Mapping[str, int], Limits(reader=_read_weights)] = field(default_factory=dict, hash=False)
    source: str = field(default="", compare=False, repr=False)  # where it was read from, for messages
    game: Annotated[Game, Limits(reader=_read_game)] = field(default_factory=default_game, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Check every field, and bring the weights into one form, so that equal players compare equal."""
        where = Where(self.source or f"player '{self.name}'")
        for name, value in read_fields(where, {name: getattr(self, name) for name in FIELDS}, FIELDS).items():
            object.__setattr__(self, name, value)
        weights = {name: self.weights[name] for name in r.FEATURES if self.weights.get(name)}
        object.__setattr__(self, "weights", weights)
        if not weights and (self.kind in WEIGHING or self.replies):
            what = "looks at replies" if self.replies else "searches"
            raise (where / "weights").error(
                f"a player that {what} needs a weight other than 0; allowed: {', '.join(r.FEATURES)}"
            )

    @property
    def can_think(self) -> bool:
        """Whether it can say what it thinks of a position."""
        return self.kind == "beam"

    def record(self) -> Any:
        """The player as the compiled code sees it: a NumPy record of type `players.records.PackedPlayer`."""
        packed = np.zeros(1, r.PackedPlayer)[0]
        packed.kind, packed.knowledge = KINDS[self.kind], _KNOWLEDGE[self.knowledge]
        packed.mulligan = _MULLIGANS[self.mulligan]
        for number in ("width", "depth", "mulligan_cost", "overlooks", "replies", "reply_width", "reply_mix"):
            packed[number] = getattr(self, number)
        for name, weight in self.weights.items():
            r.put_weight(packed.weights, name, weight)
        return packed


def pack_players(players: Sequence[Any]) -> NDArray[Any]:
    """The records of some players as one array."""
    return np.array([player.record() for player in players], r.PackedPlayer)


# --- fields -------------------------------------------------------------------------------------

_read_kind = word(KINDS)  # those that will be registered, too
_read_weights = weights_reader(r.FEATURES)


def _read_game(where: Where, value: object) -> Game:
    return find_game(read_text(where, value))


_read_overlays = list_of(
    partial(read_text, expected="the name or file of a card overlay"), "a list of card overlays, which may be empty"
)
UNWRITTEN = ("source", "game")  # in no file
FIELDS: Readers = {name: codec.reader for name, codec in codecs_of(SearchPlayer).items() if name not in UNWRITTEN}

_ALWAYS_WRITTEN = ("kind", "width", "depth", "knowledge", "mulligan", "mulligan_cost")
HIDDEN = ("enemy_hand_cost",)  # features that a fair player cannot know


def player_files(game: Game, folder: Path) -> PlayerFiles:
    """The players of a game: those of its folder, and those that every such game has."""
    return PlayerFiles(folder, FIELDS, partial(SearchPlayer, game=game), _ALWAYS_WRITTEN, shared=BUILTIN_PLAYERS)


def features_of(player: SearchPlayer | None) -> tuple[str, ...]:
    """The features that a player can weigh; without one, all."""
    hidden = HIDDEN if player is not None and player.knowledge == "fair" else ()
    return tuple(name for name in r.FEATURES if name not in hidden)


def with_weights(player: SearchPlayer, weights: Mapping[str, int], **names: Any) -> SearchPlayer:
    """The player with other weights; one that did not search before does now."""
    mulligan = player.mulligan if player.kind == "beam" else _MULLIGAN
    return replace(player, **names, kind="beam", mulligan=mulligan, weights=weights)
