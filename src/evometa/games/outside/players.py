"""Players of a simulator of one's own: a name that it knows, and options that are passed on to it as they are.

kind = "greedy"                     # one of the players that the simulator tells
[options]
depth = 3
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.game import Game
from evometa.games.players import Player, PlayerFiles
from evometa.input.errors import Where
from evometa.input.fields import read_any_text, read_name, read_table, read_text, wrong_type
from evometa.input.short_repr import Short


@dataclass(frozen=True)
class _OutsidePlayer(Short):
    """Who plays a deck, as far as anybody but the simulator knows."""

    name: str
    about: str = field(default="", compare=False)
    kind: str = ""
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    source: str = field(default="", compare=False, repr=False)  # where it was read from, for messages
    game: Game = field(kw_only=True, repr=False)
    # What a simulator keeps to itself.
    overlays: tuple[str, ...] = field(default=(), init=False, repr=False)
    origin: Mapping[str, str | int] = field(default_factory=dict, init=False, repr=False, compare=False)
    weights: Mapping[str, int] = field(default_factory=dict, init=False, repr=False, compare=False)
    can_think: bool = field(default=False, init=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse what the simulator does not know."""
        if self.kind not in self.game.ladder:
            raise (Where(self.source or f"player '{self.name}'") / "kind").unknown(
                "player", self.kind, self.game.ladder
            )


def _read_options(where: Where, value: object) -> dict[str, Any]:
    found = read_table(where, value)
    for name, option in found.items():
        if not isinstance(option, bool | int | float | str):
            raise wrong_type(where / name, option, "a number, a text, true or false")
    return found


READERS = {"name": read_name, "about": read_any_text, "kind": read_text, "options": _read_options}


@dataclass(frozen=True)
class OutsidePlayers(PlayerFiles):
    """The players that a simulator tells, and files that are based on them."""

    known: Mapping[str, Player] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game, told: Mapping[str, str]) -> OutsidePlayers:
        """Those that a simulator tells, by name, with a sentence about each."""
        make = partial(_OutsidePlayer, game=game)
        known = {name: make(name, about, name) for name, about in told.items()}
        # No such folder is ever read: a path in it stands for a player that is told.
        return cls(Path(f"<players of {game.name}>"), READERS, make, ("kind",), ("options",), known=known)

    @property
    def builtin(self) -> Mapping[str, Player]:
        """The players that the simulator tells, by name."""
        return self.known

    @property
    def names(self) -> list[str]:
        """Their names."""
        return list(self.known)

    def find(self, reference: object, folder: Path, presets: Any = ()) -> Path:
        """The file of a player, or what stands for one that the simulator tells."""
        name = str(reference).lower()
        return self.folder / f"{name}.toml" if name in self.known else super().find(reference, folder, presets)

    def _read_file(self, path: Path, above: tuple[Path, ...] = ()) -> dict[str, Any]:
        return {"kind": path.stem} if path.parent == self.folder else super()._read_file(path, above)


def pack_players(players: Sequence[Any]) -> NDArray[Any]:
    """Players as texts that travel as bytes."""
    texts = [json.dumps([each.kind, each.options], sort_keys=True).encode() for each in players]
    return np.array(texts, "S")


def unpack_player(packed: bytes) -> tuple[str, Mapping[str, Any]]:
    """What the simulator is told of a player: its name, and its options."""
    kind, options = json.loads(packed)
    return kind, options
