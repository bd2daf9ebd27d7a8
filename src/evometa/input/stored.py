"""Frozen dataclasses that can be stored as JSON and read again: one way there and one way back, by their annotations.

Fields may be numbers, texts, truth values, arrays, other such dataclasses, and tuples or mappings of all these. What is
not known of a number is NaN, which JSON writes as null. A number with its interval (a named tuple of `value`, `low` and
`high`) stands beside the other fields, as `f`, `f_low` and `f_high`; `ends` gives the last two other names.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from functools import cache
from math import isfinite, nan
from typing import Any, Literal, Self, Union, get_args, get_origin, get_type_hints

import numpy as np

from evometa.input.errors import InputError, Where
from evometa.input.fields import describe_value, wrong_type
from evometa.input.short_repr import short_repr

Write = Callable[[Any], Any]
Read = Callable[[Where, object], Any]

INTERVAL = ("value", "low", "high")  # the fields of a number with its interval


def ends(low: str, high: str) -> dict[str, tuple[str, str]]:
    """The metadata of a field that is a number with its interval, whose ends have names of their own in JSON."""
    return {"ends": (low, high)}


class Stored:
    """What can be stored; the subclasses are frozen dataclasses, which print a short line of themselves."""

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        cls.__repr__ = short_repr  # type: ignore[method-assign] # before `dataclass` makes a long one

    def to_json(self) -> dict[str, Any]:
        """As JSON can say it."""
        return {
            key: value
            for codec in codecs_of(type(self)).values()
            for key, value in codec.write(getattr(self, codec.name))
        }

    @classmethod
    def from_json(cls, tree: object, where: Where | None = None) -> Self:
        """From what `to_json` gives. Fields with a default may be missing; what is not known is passed over."""
        place = where or Where(cls.__name__)
        if not isinstance(tree, Mapping):
            raise wrong_type(place, tree, "a table")
        found = {codec.name: codec.read(place, tree) for codec in codecs_of(cls).values() if codec.is_in(tree, place)}
        return cls(**found)


# --- fields ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FieldCodec:
    """How a field is written and read: under which keys, and each of them how."""

    __repr__ = short_repr

    name: str
    keys: tuple[str, ...]
    has_default: bool
    converter: tuple[Write, Read]
    interval_type: type[Any] | None = None  # of a number with its interval, which has three keys

    def write(self, value: Any) -> list[tuple[str, Any]]:
        """The keys with what stands under them."""
        parts = (value,) if self.interval_type is None else value
        return [(key, self.converter[0](part)) for key, part in zip(self.keys, parts, strict=True)]

    def is_in(self, tree: Mapping[str, Any], where: Where) -> bool:
        """Whether there is something to read; if there must be and is not, an error."""
        missing = [key for key in self.keys if key not in tree]
        if missing and not self.has_default:
            raise where.error(f"the field '{missing[0]}' is missing")
        return not missing

    def read(self, where: Where, tree: Mapping[str, Any]) -> Any:
        """The value."""
        parts = [self.converter[1](where / key, tree[key]) for key in self.keys]
        return parts[0] if self.interval_type is None else self.interval_type(*parts)


def codecs_of(cls: type[Any]) -> dict[str, FieldCodec]:
    """The fields of a dataclass, by name."""
    if cls not in _CODECS:
        _CODECS[cls] = _make_codecs(cls)
    return _CODECS[cls]


_CODECS: dict[type[Any], dict[str, FieldCodec]] = {}


def _make_codecs(cls: type[Any]) -> dict[str, FieldCodec]:
    hints = get_type_hints(cls)
    return {each.name: _codec_of(each, hints[each.name]) for each in fields(cls)}


def _codec_of(each: Field[Any], hint: Any) -> FieldCodec:
    has_default = each.default is not MISSING or each.default_factory is not MISSING
    if getattr(hint, "_fields", None) != INTERVAL:
        return FieldCodec(each.name, (each.name,), has_default, converter_of(hint))
    ends = each.metadata.get("ends", (f"{each.name}_low", f"{each.name}_high"))
    (part,) = set(get_type_hints(hint).values())
    return FieldCodec(each.name, (each.name, *ends), has_default, converter_of(part), hint)


# --- values ---------------------------------------------------------------------------------------


@cache
def converter_of(hint: Any) -> tuple[Write, Read]:
    """How values of a type are written and read."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if isinstance(hint, type) and issubclass(hint, Stored):
        return hint.to_json, lambda where, value: hint.from_json(value, where)
    if origin is np.ndarray:
        return _write_array, _array_reader(np.dtype(get_args(arguments[1])[0]))
    if origin in (Union, types.UnionType):
        (inner,) = (each for each in arguments if each is not types.NoneType)
        return _maybe(converter_of(inner))
    if origin is tuple and arguments[-1] is Ellipsis:
        return _converter_of_list(converter_of(arguments[0]))
    if origin is tuple:
        return _converter_of_tuple([converter_of(each) for each in arguments])
    if origin is Literal:
        return str, _word_reader(arguments)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _converter_of_mapping(converter_of(arguments[1]))
    raise TypeError(f"fields of the type {hint} cannot be stored")


def _write_number(value: float) -> float | None:
    return float(value) + 0.0 if isfinite(value) else None  # which leaves no negative zero


def _read_number(where: Where, value: object) -> float:
    if value is None:
        return nan
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise wrong_type(where, value, "a number")
    try:
        return float(value)
    except OverflowError:  # of a whole number
        raise where.error("found a number that is out of range; allowed: what a float can hold") from None


def _read_plain(kind: type[Any], expected: str) -> Read:
    def read(where: Where, value: object) -> Any:
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise wrong_type(where, value, expected)
        return value

    return read


def _take_anything(where: Where, value: object) -> Any:
    return value


PLAIN: dict[Any, tuple[Write, Read]] = {
    bool: (bool, _read_plain(bool, "true or false")),
    int: (int, _read_plain(int, "a whole number")),
    float: (_write_number, _read_number),
    str: (str, _read_plain(str, "a text")),
    Any: (lambda value: value, _take_anything),
}


def _write_array(values: Any) -> Any:
    array = np.asarray(values)
    if array.ndim:
        return [_write_array(part) for part in array]
    return _write_number(float(array)) if array.dtype.kind == "f" else array.item()


def _array_reader(dtype: np.dtype[Any]) -> Read:
    def read(where: Where, value: object) -> Any:
        if not isinstance(value, list | tuple):
            raise wrong_type(where, value, "a list of numbers")
        try:
            array = np.array(value, dtype=dtype if dtype.kind == "f" else None)
            if dtype.kind != "f" and array.size and array.dtype.kind not in "iub":
                raise TypeError("found numbers that are not whole, or out of range")
            if dtype.kind == "i" and array.size and array.max() > np.iinfo(dtype).max:
                raise OverflowError("found numbers that are out of range")
            return array.astype(dtype)
        except (TypeError, ValueError, OverflowError) as error:
            raise where.error(f"found a list that is no table of numbers ({error})") from None

    return read


def _maybe(inner: tuple[Write, Read]) -> tuple[Write, Read]:
    write, read = inner
    return (
        lambda value: None if value is None else write(value),
        lambda where, value: None if value is None else read(where, value),
    )


def _converter_of_list(inner: tuple[Write, Read]) -> tuple[Write, Read]:
    def read(where: Where, value: object) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise wrong_type(where, value, "a list")
        return tuple(inner[1](where / i, each) for i, each in enumerate(value))

    return lambda values: [inner[0](each) for each in values], read


def _converter_of_tuple(inner: list[tuple[Write, Read]]) -> tuple[Write, Read]:
    def read(where: Where, value: object) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or len(value) != len(inner):
            raise wrong_type(where, value, f"a list of {len(inner)}")
        return tuple(read(where / i, each) for i, ((_, read), each) in enumerate(zip(inner, value, strict=True)))

    return lambda values: [write(each) for (write, _), each in zip(inner, values, strict=True)], read


def _converter_of_mapping(inner: tuple[Write, Read]) -> tuple[Write, Read]:
    def read(where: Where, value: object) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise wrong_type(where, value, "a table")
        return {str(name): inner[1](where / str(name), each) for name, each in value.items()}

    return lambda values: {name: inner[0](each) for name, each in values.items()}, read


def _word_reader(words: tuple[Any, ...]) -> Read:
    def read(where: Where, value: object) -> Any:
        if value not in words:
            raise InputError(f"{where}: found {describe_value(value)}; allowed: {', '.join(map(str, words))}")
        return value

    return read
