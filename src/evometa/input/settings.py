"""Settings: a frozen dataclass, each field of which says in one place all that there is to say about it.

    max_m: Annotated[int | None, Setting("The best patch of at most this magnitude.", range=(1, 1000))] = None

The annotation says how the field is read from TOML and JSON and written as JSON, and which values are refused. With a
help text the field is an `Option` too: of the command line, of the function in Python, perhaps of a form, and of the
line that reproduces a run.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self, TypeVar, Union, get_args, get_origin, get_type_hints

from evometa.input.errors import Where, errors_at
from evometa.input.fields import Limits, Reader, read_fields
from evometa.input.short_repr import Short
from evometa.input.stored import Stored, codecs_of

L = TypeVar("L", bound=Limits)


@dataclass(frozen=True, kw_only=True, eq=False)
class Setting(Limits):
    """All that there is to say about a setting beside its name, its type and its default."""

    help: str | Callable[[], str] = field(default="", kw_only=False)  # none: it is no option
    flag: str = ""  # of the command line (default: its name)
    metavar: str | None = None  # what the help calls a value
    is_argument: bool = False  # whether it is a word of the command, and no flag
    has_commas: bool = False  # whether a list is one text with commas; else its option is repeated
    asked_as: type[Any] | None = None  # the type of what is asked with, if the value has to be made of it
    usual: str = ""  # the default in words, if its value does not say it
    always: bool = False  # whether the line that reproduces a run has it even if it is as usual
    label: str = ""  # in forms; none: they do not have it
    names: Literal["", "file", "player", "folder", "game"] = (
        ""  # what a value may name, to be found from elsewhere as well
    )
    inside: Mapping[str, Setting] = field(default_factory=dict)  # the options of a part, by the names of its fields

    def says(self, help: str | Callable[[], str], **changes: Any) -> Setting:
        """The same with other words, and perhaps more."""
        return replace(self, help=help, **changes)


class Settings(Stored):
    """What can be set. All fields are checked, however the settings were made."""

    limits: ClassVar[Limits] = Limits()

    def __post_init__(self) -> None:
        for name, reader in _readers_of(type(self)).items():
            where = Where(name.replace("klass", "class"))  # which no field of Python can be called
            object.__setattr__(self, name, reader(where, getattr(self, name)))
        self.check()

    def check(self) -> None:
        """Refuse what one field alone does not show (default: nothing)."""

    @classmethod
    def from_json(cls, tree: object, where: Where | str | None = None) -> Self:
        """From what `to_json` gives, or a part of it: the rest is as usual. `where` names the place in messages."""
        place = where if isinstance(where, Where) else Where(where or "settings")
        found = read_fields(place, tree, _readers_of(cls))
        for codec in codecs_of(cls).values():
            codec.is_in(found, place)
        with errors_at(place):
            return cls(**found)

    def change(self, tree: Mapping[str, Any], where: Where | str | None = None) -> Self:
        """The same with some fields changed, and of its parts again some fields.

        With a place they are as they stand in TOML or JSON, and messages name it.
        """
        if where is None:
            changed = dict(tree)
            for name, value in tree.items():
                part = getattr(self, name)
                if isinstance(part, Settings) and isinstance(value, Mapping):
                    changed[name] = part.change(value)
            return replace(self, **changed)  # type: ignore[type-var]
        place = where if isinstance(where, Where) else Where(where)
        found = read_fields(place, tree, {name: self._changing_reader(name) for name in codecs_of(type(self))})
        with errors_at(place):
            return replace(self, **found)  # type: ignore[type-var]

    def _changing_reader(self, name: str) -> Reader:
        part = getattr(self, name)
        if not isinstance(part, Settings):
            return _readers_of(type(self))[name]
        return lambda where, value: part.change(value, where)  # type: ignore[arg-type]


def _readers_of(cls: type[Settings]) -> dict[str, Reader]:
    return {name: each.reader for name, each in codecs_of(cls).items()}


# --- options --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Option(Short):
    """A setting that can be asked for by its name, wherever it belongs."""

    path: tuple[str, ...]  # its field, or that of a part and its field in there
    kind: Any  # its type
    default: Any
    setting: Setting

    @property
    def name(self) -> str:
        """The name of its field."""
        return self.path[-1]

    @property
    def flag(self) -> str:
        """What the command line calls it."""
        return self.setting.flag or f"--{self.name.replace('_', '-')}"

    @property
    def words(self) -> tuple[str, str]:
        """What it may be called in Python: as its field, or as its flag."""
        return self.name, self.flag.removeprefix("--").replace("-", "_")

    @property
    def help(self) -> str:
        """What it says of itself."""
        return self.setting.help() if callable(self.setting.help) else self.setting.help

    def find(self, settings: Any) -> Any:
        """Its value."""
        for name in self.path:
            settings = getattr(settings, name)
        return settings


def options_of(cls: type[Any]) -> tuple[Option, ...]:
    """The options of a dataclass, in the order of its fields."""
    hints = get_type_hints(cls, include_extras=True)
    return tuple(option for each in fields(cls) for option in _options_in(each, hints[each.name]))


def _options_in(each: Field[Any], hint: Any) -> Iterator[Option]:
    setting, kind = _find_mark(hint, Setting()), _kind_of(hint)
    default = each.default if each.default_factory is MISSING else each.default_factory()
    if setting.help:
        yield Option((each.name,), kind, default, setting)
    for name, said in setting.inside.items():
        hint = get_type_hints(kind, include_extras=True)[name]
        limits = _find_mark(hint, Limits())
        whole = replace(said, range=limits.range, even=limits.even, words=limits.words)
        yield Option((each.name, name), _kind_of(hint), getattr(default, name), whole)


def _find_mark(hint: Any, otherwise: L) -> L:
    """What an annotation says about its field."""
    marks = getattr(hint, "__metadata__", ())
    return next((each for each in reversed(marks) if isinstance(each, type(otherwise))), otherwise)


def _kind_of(hint: Any) -> Any:
    """The type of an annotation, without `None`."""
    kind = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    if get_origin(kind) not in (Union, types.UnionType):
        return kind
    return next(each for each in get_args(kind) if each is not types.NoneType)


def gather(cls: type[Any], asked: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that are asked for by the names of options, parts inside; None, or none of several, asks nothing."""
    tree: dict[str, Any] = {}
    for option in options_of(cls):
        nothing: tuple[Any, ...] = (None,) if option.setting.has_commas else (None, (), [])
        found = [asked[word] for word in option.words if asked.get(word) not in nothing]
        if found:
            outer = tree if len(option.path) == 1 else tree.setdefault(option.path[0], {})
            outer[option.name] = _take(found[0], option)
    return tree


def _take(given: Any, option: Option) -> Any:
    """What is asked for as the field may be given it: a list of texts for one text with commas, a text for a path."""
    if option.setting.asked_as is not None or get_origin(option.kind) is not tuple:
        return str(given) if isinstance(given, Path) else given
    if isinstance(given, str):
        return [word.strip() for word in given.split(",")] if option.setting.has_commas else [given]
    return [_take(each, replace(option, kind=str)) for each in given]
