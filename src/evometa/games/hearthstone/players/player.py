"""Players as data: who plays a deck, the built-in ones, and reading one from a TOML file.

about = "Like fair-control, but careful with its hero"
based_on = "fair-control"           # a built-in player or another file; what is not said here stays as it is there
width = 6                           # positions that the search keeps on each level
mulligan = "keep cheap"             # or "keep expensive", "keep all"

[weights]                           # what a position is worth: any of the features in records.py, times these
my_hero_health = 20
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache, partial
from os.path import isfile  # whose counterpart of `Path` raises an error if a name is too long
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.hearthstone.cards.decks.deck import Deck
from evometa.games.hearthstone.players import records as r
from evometa.games.hearthstone.players.kinds import KINDS, WEIGHING
from evometa.input.errors import InputError, Where, describe_words, errors_at
from evometa.input.fields import (
    Limits,
    Readers,
    list_of,
    read_any_text,
    read_fields,
    read_name,
    read_table,
    read_text,
    whole_number,
    word,
    wrong_type,
)
from evometa.input.reading import read_toml
from evometa.input.stored import Stored, codecs_of
from evometa.input.toml_text import format_field

BUILTIN_PLAYERS = Path(__file__).parent / "data"
PRESETS = ("paper", "fair")  # each of them with a player for every style that decks are meant for
STYLES = ("aggro", "control")
PLAIN_STYLE = "control"  # how a preset plays a deck that is meant for no style
DEFAULT_PLAYERS = "skilled"  # who plays where nothing is said: one player for decks of all styles
LADDER = ("novice", "greedy", "fair", "skilled", "expert", "master")  # rungs of skill, from the bottom

KNOWLEDGE = {"all": r.SEES_ALL, "fair": r.SEES_FAIRLY}
MULLIGANS = {"keep all": r.KEEP_ALL, "keep cheap": r.KEEP_CHEAP, "keep expensive": r.KEEP_EXPENSIVE}
BASE_FIELDS = ("based_on",)  # of a file, besides those of a player
OWN_FIELDS = ("name", "about", "origin")  # that a player does not have from the one that it is based on
MOST_BASES = 20  # in a row, each based on the next one
MOST_COST = 99
MOST_WEIGHT = 1_000_000  # in either direction: no score comes near that of a won game


@dataclass(frozen=True)
class Player(Stored):
    """Who plays a deck. Raises `InputError` if a field is out of its range; `weights` is not to be modified."""

    name: Annotated[str, Limits(reader=read_name)]
    about: str = field(default="", compare=False)
    kind: Annotated[str, Limits(reader=_read_kind)] = "beam"
    width: Annotated[int, Limits(range=(1, r.MAX_WIDTH))] = 4  # positions that the search keeps on each level
    depth: Annotated[int, Limits(range=(1, r.MAX_DEPTH))] = 13  # actions in a turn that it plans at most
    knowledge: Annotated[str, Limits(words=tuple(KNOWLEDGE))] = "fair"
    mulligan: Annotated[str, Limits(words=tuple(MULLIGANS))] = "keep cheap"
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
    origin: Annotated[Mapping[str, str | int], Limits(reader=_read_origin)] = field(default_factory=dict, compare=False)
    weights: Annotated[Mapping[str, int], Limits(reader=_read_weights)] = field(default_factory=dict, hash=False)
    source: str = field(default="", compare=False, repr=False)  # where it was read from, for messages

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

    def record(self) -> Any:
        """The player as the compiled code sees it: a NumPy record of type `players.records.PackedPlayer`."""
        packed = np.zeros(1, r.PackedPlayer)[0]
        packed.kind, packed.knowledge = KINDS[self.kind], KNOWLEDGE[self.knowledge]
        packed.mulligan = MULLIGANS[self.mulligan]
        for number in ("width", "depth", "mulligan_cost", "overlooks", "replies", "reply_width", "reply_mix"):
            packed[number] = getattr(self, number)
        for name, weight in self.weights.items():
            r.put_weight(packed.weights, name, weight)
        return packed


def pack_players(players: Sequence[Player]) -> NDArray[Any]:
    """The records of some players as one array."""
    return np.array([player.record() for player in players], r.PackedPlayer)


def overlays_of(players: Iterable[Player]) -> tuple[str, ...]:
    """The card overlays that these players are meant to play with, each of them once."""
    return tuple(dict.fromkeys(overlay for player in players for overlay in player.overlays))


# --- finding ------------------------------------------------------------------------------------


def load_player(reference: str | Path) -> Player:
    """The built-in player of this name (such as `fair-control`), or the player in a TOML file."""
    return _take_player(_find_file(reference, Path()))


def load_player_for(reference: str | Path, deck: Deck, folder: Path = Path()) -> Player:
    """The same, where the name of a preset alone (`paper`) means its player for the style of the deck.

    A relative path starts at the folder.
    """
    if str(reference).lower() not in PRESETS:
        return _take_player(_find_file(reference, folder, PRESETS))
    if not deck.style:
        found = " or ".join(f"'{reference}-{style}'" for style in STYLES)
        raise InputError(f"{deck.place()}: it has no style, so '{reference}' could be {found}")
    return load_player(f"{reference}-{deck.style}")


def load_player_for_any(reference: str | Path, deck: Deck) -> Player:
    """The same for any deck: one that is meant for no style is played by the preset's player for control decks."""
    return load_player_for(reference, deck if deck.style else replace(deck, style=PLAIN_STYLE))


def preset_of(player: Player) -> str:
    """The preset that a player belongs to by its name (`fair` for `fair-aggro`), or else its own name."""
    preset, _, style = player.name.partition("-")
    return preset if preset in PRESETS and style in STYLES else player.name


def style_of(player: Player) -> str:
    """The style of a preset's player by its name (`aggro` for `fair-aggro`); nothing for a player of all decks."""
    return player.name.partition("-")[2] if preset_of(player) in PRESETS else ""


@cache
def builtin_players() -> Mapping[str, Player]:
    """The players that come with evometa, by name. They are read once and then kept."""
    return {path.stem: _read_player(path) for path in sorted(BUILTIN_PLAYERS.glob("*.toml"))}


def _take_player(path: Path) -> Player:
    return builtin_players()[path.stem] if path.parent == BUILTIN_PLAYERS else _read_player(path)


def _find_file(reference: object, folder: Path, presets: Iterable[str] = ()) -> Path:
    """The file of a player; a relative path starts at the folder. `presets` are names that the caller also knows."""
    path = Path(str(reference))
    builtin = BUILTIN_PLAYERS / f"{str(reference).lower()}.toml"
    if path.parent == Path() and not path.suffix and isfile(builtin):
        return builtin
    if isfile(folder / path):
        return folder / path
    if path.suffix == ".toml" or path.parent != Path():
        raise InputError(f"there is no player file {folder / path}")
    names = [*presets, *sorted(file.stem for file in BUILTIN_PLAYERS.glob("*.toml"))]
    raise InputError(f"there is no player file and no preset '{reference}'; {describe_words(reference, names)}")


# --- reading ------------------------------------------------------------------------------------


def _read_player(path: Path) -> Player:
    """The player in a TOML file; its name is that of the file, if it does not give one."""
    return Player(**{"name": path.stem, **_read_file(path), "source": _shown(path)})


def _read_file(path: Path, above: tuple[Path, ...] = ()) -> dict[str, Any]:
    """The fields that a file gives, on top of those of the player that it is based on."""
    where = Where(_shown(path))
    tree = read_toml(path, where)
    base = tree.pop("based_on", None)
    own = read_fields(where, tree, FIELDS, BASE_FIELDS)
    if base is None:
        return own
    inherited = _read_base(read_text(where / "based_on", base, "the name or file of a player"), (*above, path))
    kept = {name: value for name, value in inherited.items() if name not in OWN_FIELDS}
    return {**kept, **own, "weights": {**kept.get("weights", {}), **own.get("weights", {})}}


def _read_base(reference: str, above: tuple[Path, ...]) -> dict[str, Any]:
    where = Where(_shown(above[-1])) / "based_on"
    with errors_at(where):
        path = _find_file(reference, above[-1].parent)
    if path.resolve() in [file.resolve() for file in above]:
        raise where.error(f"'{reference}' is based on this player itself")
    if len(above) == MOST_BASES:
        raise where.error(f"more than {MOST_BASES} players are based on each other; allowed: that many")
    return _read_file(path, above)


def _shown(path: Path) -> str:
    return path.name if path.parent == BUILTIN_PLAYERS else str(path)


# --- fields -------------------------------------------------------------------------------------

_read_kind = word(KINDS)  # those that will be registered, too
_read_count = whole_number(0)
_read_weight = whole_number(-MOST_WEIGHT, MOST_WEIGHT)


def _read_weights(where: Where, value: object) -> dict[str, int]:
    if not isinstance(value, Mapping):
        raise wrong_type(where, value, "a table of weights, as in { my_minions = 50 }")
    for name in value:
        if name not in r.FEATURES:
            raise where.unknown("weight", name, r.FEATURES)
    return {name: _read_weight(where / name, weight) for name, weight in value.items()}


def _read_origin(where: Where, value: object) -> dict[str, str | int]:
    found = read_table(where, value)
    return {
        name: (_read_count if isinstance(fact, int) else read_any_text)(where / name, fact)
        for name, fact in found.items()
    }


_read_overlays = list_of(
    partial(read_text, expected="the name or file of a card overlay"), "a list of card overlays, which may be empty"
)
FIELDS: Readers = {name: codec.reader for name, codec in codecs_of(Player).items() if name != "source"}


# --- writing ------------------------------------------------------------------------------------

NOT_WRITTEN = ("name", "source")  # a player is called what its file is called
ALWAYS_WRITTEN = ("kind", "width", "depth", "knowledge", "mulligan", "mulligan_cost")
TABLES = ("origin", "weights")


def format_player(player: Player) -> str:
    """The player as a TOML file: all fields that are not as usual, and all that tell how it searches."""
    values = {each.name: getattr(player, each.name) for each in fields(player) if each.name not in NOT_WRITTEN}
    usual = {each.name: each.default for each in fields(player)}
    lines = [
        format_field(name, value)
        for name, value in values.items()
        if name in ALWAYS_WRITTEN or (name not in TABLES and value != usual[name])
    ]
    for name in (table for table in TABLES if values[table]):
        lines += ["", f"[{name}]", *(format_field(key, value) for key, value in values[name].items())]
    return "\n".join(lines) + "\n"
