"""What the settings of all kinds of run can do: they are read by a table of field readers, stored, and changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, ClassVar, Self

from evometa.experiments.runs import locate_file
from evometa.input.errors import InputError, Where, errors_at
from evometa.input.fields import Readers, read_fields
from evometa.metagame.gauntlet import ANY_STYLE
from evometa.players.styles import BUILTIN_PLAYERS, PRESETS, STYLES


@dataclass(frozen=True)
class Nested:
    """Reads the settings of a part, such as those of an algorithm, which are a table inside the settings of a run."""

    settings_type: type[Any]
    readers: Readers

    def __call__(self, where: Where, value: object) -> Any:
        """The settings of the part, all that is not said as usual."""
        return self.change(where, value, None)

    def change(self, where: Where, value: object, base: Any) -> Any:
        """Other settings of the part with some fields changed; without them, the usual ones."""
        found = read_fields(where, value, self.readers)
        with errors_at(where):
            return self.settings_type(**found) if base is None else replace(base, **found)


class RunSettings:
    """The settings of a run: a frozen dataclass of what JSON can say, with a reader for each of its fields."""

    readers: ClassVar[Readers]
    references: ClassVar[tuple[str, ...]] = ("metagame",)  # the fields that can name a file
    player_references: ClassVar[tuple[str, ...]] = ("players",)  # and those that can name the file of a player
    former: ClassVar[Mapping[str, Any]] = {"pilot_games": 0}  # fields that older runs lack, as these were carried out

    def located(self) -> Self:
        """The same with every file by its whole path, so that it is found from anywhere."""
        files = {name: locate_file(getattr(self, name)) for name in self.references}
        players = {name: locate_player(getattr(self, name, None)) for name in self.player_references}
        return replace(self, **files, **{name: found for name, found in players.items() if found})  # type: ignore[type-var]

    def to_json(self) -> dict[str, Any]:
        """As JSON can say it."""
        return {name: _to_lists(value) for name, value in asdict(self).items()}  # type: ignore[call-overload]

    @classmethod
    def from_json(cls, tree: Mapping[str, Any], source: str = "settings") -> Self:
        """From what `to_json` gives, or a part of it: the rest is as usual. `source` names it in messages."""
        where = Where(source)
        found = read_fields(where, tree, cls.readers)
        for each in fields(cls):  # type: ignore[arg-type]
            if each.name not in found and each.default is MISSING and each.default_factory is MISSING:
                raise where.error(f"the field '{each.name}' is missing")
        with errors_at(where):
            return cls(**found)

    @classmethod
    def as_stored(cls, tree: Mapping[str, Any]) -> dict[str, Any]:
        """What a run has stored, with the fields that were not there when it began."""
        return {**{name: value for name, value in cls.former.items() if name in cls.readers}, **tree}

    def change(self, tree: Mapping[str, Any], source: str = "settings") -> Self:
        """The same with some fields changed, as they stand in TOML or JSON; `source` names them in messages."""
        where = Where(source)
        readers = {name: self._changing_reader(name) for name in self.readers}
        changes = read_fields(where, tree, readers)
        with errors_at(where):
            return replace(self, **changes)  # type: ignore[type-var]

    def _changing_reader(self, name: str) -> Any:
        reader = self.readers[name]
        if not isinstance(reader, Nested):
            return reader
        return lambda where, value: reader.change(where, value, getattr(self, name))


def check_range(name: str, found: int, least: int, most: int) -> None:
    """Refuse a number that is too small to mean anything, or larger than there is memory or time for."""
    if found < least:
        raise InputError(f"{name}: found {found}; allowed: {least} or more")
    if found > most:
        raise InputError(f"{name}: found {found}; allowed: at most {most:,}")


def _to_lists(value: Any) -> Any:
    """Tuples as lists, which is what JSON makes of them."""
    if isinstance(value, Mapping):
        return {name: _to_lists(each) for name, each in value.items()}
    return [_to_lists(each) for each in value] if isinstance(value, list | tuple) else value


def locate_player(reference: str | None) -> str | None:
    """The reference to a player, from wherever it is read. Words such as `fair` and `aggro` are never files."""
    words = {*PRESETS, *STYLES, ANY_STYLE, *(path.stem for path in BUILTIN_PLAYERS.glob("*.toml"))}
    return reference if reference is None or reference.lower() in words else locate_file(reference)


def file_name(reference: str) -> str:
    """What a reference to a file is called: its name without the folder and the ending."""
    return Path(reference).stem
