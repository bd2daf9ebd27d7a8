"""Players as data: who plays a deck, and how a game's players are found, read from TOML files and written.

about = "Like fair-control, but careful with its hero"
based_on = "fair-control"           # a built-in player or another file; what is not said here stays as it is there

What else a file says is the business of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from os.path import isfile  # whose counterpart of `Path` raises an error if a name is too long
from pathlib import Path
from typing import Any, ClassVar, Protocol

from evometa.games.decks.deck import Deck
from evometa.games.game import Game
from evometa.games.registry import default_game
from evometa.input.errors import InputError, Where, describe_words, errors_at
from evometa.input.fields import (
    Reader,
    Readers,
    read_any_text,
    read_fields,
    read_table,
    read_text,
    whole_number,
    wrong_type,
)
from evometa.input.reading import read_toml
from evometa.input.short_repr import Short
from evometa.input.toml_text import format_field

_BASE_FIELDS = ("based_on",)  # of a file, besides those of a player
OWN_FIELDS = ("name", "about", "origin")  # that a player does not have from the one that it is based on
_MOST_BASES = 20  # in a row, each based on the next one


class Player(Protocol):
    """Who plays a deck: an immutable dataclass, compared by what it does."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def about(self) -> str:
        """What it does, in a sentence."""

    @property
    def overlays(self) -> tuple[str, ...]:
        """Of the cards that it is meant to play with."""

    @property
    def origin(self) -> Mapping[str, str | int]:
        """Where its weights come from."""

    @property
    def weights(self) -> Mapping[str, int]:
        """What a position is worth to it; empty if it does not weigh positions."""

    @property
    def game(self) -> Game:
        """What it plays."""

    @property
    def can_think(self) -> bool:
        """Whether it can say what it thinks of a position."""


def overlays_of(players: Iterable[Player]) -> tuple[str, ...]:
    """The card overlays that these players are meant to play with, each of them once."""
    return tuple(dict.fromkeys(overlay for player in players for overlay in player.overlays))


def preset_of(player: Player) -> str:
    """The preset that a player belongs to by its name (`fair` for `fair-aggro`), or else its own name."""
    preset, _, style = player.name.partition("-")
    return preset if preset in player.game.presets and style in player.game.styles else player.name


def style_of(player: Player) -> str:
    """The style of a preset's player by its name (`aggro` for `fair-aggro`); nothing for a player of all decks."""
    return player.name.partition("-")[2] if preset_of(player) in player.game.presets else ""


def builtin_players(game: Game | None = None) -> Mapping[str, Player]:
    """The players that come with a game, by name. They are read once and then kept."""
    return (game or default_game()).players.builtin


# --- finding ------------------------------------------------------------------------------------


def load_player(reference: str | Path, game: Game | None = None) -> Player:
    """The built-in player of this name (such as `fair-control`), or the player in a TOML file."""
    files = (game or default_game()).players
    return files.take(files.find(reference, Path()))


def load_player_for(reference: str | Path, deck: Deck, folder: Path = Path(), game: Game | None = None) -> Player:
    """The same, where the name of a preset alone (`paper`) means its player for the style of the deck.

    A relative path starts at the folder.
    """
    game = game or default_game()
    if str(reference).lower() not in game.presets:
        return game.players.take(game.players.find(reference, folder, game.presets))
    if not deck.style:
        found = " or ".join(f"'{reference}-{style}'" for style in game.styles)
        raise InputError(f"{deck.place()}: it has no style, so '{reference}' could be {found}")
    return load_player(f"{reference}-{deck.style}", game)


def load_player_for_any(reference: str | Path, deck: Deck, game: Game | None = None) -> Player:
    """The same for any deck: one that is meant for no style is played as the game says."""
    game = game or default_game()
    return load_player_for(reference, deck if deck.style else replace(deck, style=game.plain_style), game=game)


# --- files --------------------------------------------------------------------------------------

MOST_WEIGHT = 1_000_000  # in either direction: no score comes near that of a won game
_read_weight = whole_number(-MOST_WEIGHT, MOST_WEIGHT)
_read_count = whole_number(0)


def weights_reader(features: Sequence[str]) -> Reader:
    """What reads how much a position is worth to a player: whole numbers for some of the features."""

    def read_weights(where: Where, value: object) -> dict[str, int]:
        if not isinstance(value, Mapping):
            raise wrong_type(where, value, f"a table of weights, as in {{ {features[0]} = 50 }}")
        for name in value:
            if name not in features:
                raise where.unknown("weight", name, features)
        return {name: _read_weight(where / name, weight) for name, weight in value.items()}

    return read_weights


def read_origin(where: Where, value: object) -> dict[str, str | int]:
    """Where the weights of a player come from: counts and words by what they are."""
    found = read_table(where, value)
    return {
        name: (_read_count if isinstance(fact, int) else read_any_text)(where / name, fact)
        for name, fact in found.items()
    }


@dataclass(frozen=True)
class PlayerFiles(Short):
    """Where the players of a game are, and how their files are read and written."""

    folder: Path  # of the built-in ones
    readers: Readers  # of the fields of a file
    make: Callable[..., Player]  # from what was read, with a name and a source
    usual: tuple[str, ...] = ()  # fields that are always written, even if they are as usual
    tables: tuple[str, ...] = ("origin", "weights")  # fields that are tables of a file
    shared: Path | None = None  # where there are more built-in ones, which give way to those of the same name

    @cached_property
    def builtin(self) -> Mapping[str, Player]:
        """The players that come with the game, by name."""
        return {name: self.read(path) for name, path in self._builtin_files().items()}

    def _builtin_files(self) -> dict[str, Path]:
        folders = [folder for folder in (self.shared, self.folder) if folder]
        found = {path.stem: path for folder in folders for path in folder.glob("*.toml")}
        return dict(sorted(found.items()))

    @property
    def names(self) -> list[str]:
        """Those of the built-in players. No file is opened for them."""
        return list(self._builtin_files())

    def take(self, path: Path) -> Player:
        """The player of a file; the built-in ones are read once."""
        return self.builtin[path.stem] if path.parent in (self.folder, self.shared) else self.read(path)

    def find(self, reference: object, folder: Path, presets: Iterable[str] = ()) -> Path:
        """The file of a player; a relative path starts at the folder. `presets` are names allowed, too."""
        path = Path(str(reference))
        builtin = self._builtin_files().get(str(reference).lower())
        if path.parent == Path() and not path.suffix and builtin:
            return builtin
        if isfile(folder / path):
            return folder / path
        if path.suffix == ".toml" or path.parent != Path():
            raise InputError(f"there is no player file {folder / path}")
        names = [*presets, *self.names]
        raise InputError(f"there is no player file and no preset '{reference}'; {describe_words(reference, names)}")

    def read(self, path: Path) -> Player:
        """The player in a TOML file; its name is that of the file, if it does not give one."""
        return self.make(**{"name": path.stem, **self._read_file(path), "source": self._shown(path)})

    def _read_file(self, path: Path, above: tuple[Path, ...] = ()) -> dict[str, Any]:
        """The fields that a file gives, on top of those of the player that it is based on."""
        where = Where(self._shown(path))
        tree = read_toml(path, where)
        base = tree.pop("based_on", None)
        own = read_fields(where, tree, self.readers, _BASE_FIELDS)
        if base is None:
            return own
        inherited = self._read_base(read_text(where / "based_on", base, "the name or file of a player"), (*above, path))
        kept = {name: value for name, value in inherited.items() if name not in OWN_FIELDS}
        weights = {**kept.get("weights", {}), **own.get("weights", {})}
        return {**kept, **own, **({"weights": weights} if "weights" in self.readers else {})}

    def _read_base(self, reference: str, above: tuple[Path, ...]) -> dict[str, Any]:
        where = Where(self._shown(above[-1])) / "based_on"
        with errors_at(where):
            path = self.find(reference, above[-1].parent)
        if path.resolve() in [file.resolve() for file in above]:
            raise where.error(f"'{reference}' is based on this player itself")
        if len(above) == _MOST_BASES:
            raise where.error(f"more than {_MOST_BASES} players are based on each other; allowed: that many")
        return self._read_file(path, above)

    def _shown(self, path: Path) -> str:
        return path.name if path.parent in (self.folder, self.shared) else str(path)

    def format(self, player: Any, is_named: bool = False) -> str:
        """A player as a TOML file: all fields that are not as usual, and those that are always written.

        A player is called what its file is called, unless the file gives its name.
        """
        values = {each.name: getattr(player, each.name) for each in fields(player) if each.name in self.readers}
        default = {each.name: each.default for each in fields(player)}
        lines = [
            format_field(name, value)
            for name, value in values.items()
            if name in self.usual
            or (name not in self.tables and value != default[name] and (is_named or name != "name"))
        ]
        for name in (table for table in self.tables if values[table]):
            lines += ["", f"[{name}]", *(format_field(key, value) for key, value in values[name].items())]
        return "\n".join(lines) + "\n"
