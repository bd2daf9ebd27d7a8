"""Frozen dataclasses that can be stored as JSON and read again: one way there and one way back, by their annotations.

Fields may be numbers, texts, truth values, arrays, other such dataclasses, and tuples or mappings of all these. What is
not known of a number is NaN, which JSON writes as null. A number with its interval (a named tuple of `value`, `low` and
`high`) stands beside the other fields, as `f`, `f_low` and `f_high`; `ends` gives the last two other names. What a
field may hold beside what its type says is said by `Limits`, as in `Annotated[int, Limits(range=(1, 9))]`.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, fields
from math import inf, isfinite, nan
from typing import Annotated, Any, ClassVar, Literal, Self, Union, get_args, get_origin, get_type_hints

from evometa.input.errors import Where
from evometa.input.fields import (
    MOST_ENTRIES,
    Limits,
    Reader,
    list_of,
    maybe,
    number,
    read_any_text,
    read_table,
    read_text,
    read_yes_or_no,
    whole_number,
    word,
    wrong_type,
)
from evometa.input.short_repr import Frozen, Short

INTERVAL = ("value", "low", "high")  # the fields of a number with its interval
PLURALS = {int: "whole numbers", float: "numbers", str: "texts"}


def ends(low: str, high: str) -> dict[str, tuple[str, str]]:
    """The metadata of a field that is a number with its interval, whose ends have names of their own in JSON."""
    return {"ends": (low, high)}


class Stored(Short):
    """What can be stored; the subclasses are frozen dataclasses."""

    limits: ClassVar[Limits | None] = None  # of fields that do not say any themselves

    def to_json(self) -> dict[str, Any]:
        """As JSON can say it."""
        written = (codec.write(getattr(self, codec.name)) for codec in codecs_of(type(self)).values())
        return {key: value for pairs in written for key, value in pairs}

    @classmethod
    def from_json(cls, tree: object, where: Where | None = None) -> Self:
        """From what `to_json` gives. Fields with a default may be missing; what is not known is passed over."""
        place = where or Where(cls.__name__)
        table = read_table(place, tree)
        codecs = codecs_of(cls).values()
        return cls(**{codec.name: codec.read(place, table) for codec in codecs if codec.is_in(table, place)})


class Record(Stored, Frozen):
    """What can be stored and needs no more than its fields: each subclass is a frozen dataclass by itself."""


# --- fields ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FieldCodec(Short):
    """How a field is written and read, and under which keys."""

    name: str
    keys: tuple[str, ...]
    has_default: bool
    reader: Reader
    is_float: bool = False  # whether a whole number is written as 1.0
    interval_type: type[Any] | None = None  # of a number with its interval, which has three keys

    def write(self, value: Any) -> list[tuple[str, Any]]:
        """The keys with what stands under them."""
        if self.is_float and value is not None:
            value = float(value)
        parts = (value,) if self.interval_type is None else value
        return [(key, _write(part)) for key, part in zip(self.keys, parts, strict=True)]

    def is_in(self, tree: Mapping[str, Any], where: Where) -> bool:
        """Whether there is something to read; if there must be and is not, an error."""
        missing = [key for key in self.keys if key not in tree]
        if missing and not self.has_default:
            raise where.error(f"the field '{missing[0]}' is missing")
        return not missing

    def read(self, where: Where, tree: Mapping[str, Any]) -> Any:
        """The value."""
        parts = [self.reader(where / key, tree[key]) for key in self.keys]
        return parts[0] if self.interval_type is None else self.interval_type(*parts)


def codecs_of(cls: type[Stored]) -> dict[str, FieldCodec]:
    """The fields of a dataclass, by name."""
    if cls not in _CODECS:
        hints = get_type_hints(cls, include_extras=True)
        _CODECS[cls] = {each.name: _codec_of(each, hints[each.name], cls.limits) for each in fields(cls)}  # type: ignore[arg-type]
    return _CODECS[cls]


_CODECS: dict[type[Stored], dict[str, FieldCodec]] = {}


def _codec_of(each: Field[Any], hint: Any, limits: Limits | None) -> FieldCodec:
    has_default = each.default is not MISSING or each.default_factory is not MISSING
    if getattr(hint, "_fields", None) != INTERVAL:
        return FieldCodec(each.name, (each.name,), has_default, _reader_of(hint, limits), hint in (float, float | None))
    ends = each.metadata.get("ends", (f"{each.name}_low", f"{each.name}_high"))
    (part,) = set(get_type_hints(hint).values())
    return FieldCodec(each.name, (each.name, *ends), has_default, _reader_of(part, limits), interval_type=hint)


def _write(value: Any) -> Any:
    """A value as JSON can say it."""
    if isinstance(value, Stored):
        return value.to_json()
    if hasattr(value, "tolist"):  # an array, or a number of NumPy
        value = value.tolist()
    if isinstance(value, float):
        return value + 0.0 if isfinite(value) else None  # which leaves no negative zero
    if isinstance(value, Mapping):
        return {name: _write(each) for name, each in value.items()}
    return [_write(each) for each in value] if isinstance(value, list | tuple) else value


# --- readers --------------------------------------------------------------------------------------


def _reader_of(hint: Any, limits: Limits | None) -> Reader:
    """How values of a type are read."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        marks = [each for each in hint.__metadata__ if isinstance(each, Limits)]
        return _reader_of(arguments[0], marks[-1] if marks else limits)
    if origin in (Union, types.UnionType):
        (inner,) = (each for each in arguments if each is not types.NoneType)
        return maybe(_reader_of(inner, limits))
    if limits is not None and limits.reader is not None:
        return limits.reader
    if isinstance(hint, type) and issubclass(hint, Stored):
        return lambda where, value: value if isinstance(value, hint) else hint.from_json(value, where)
    if getattr(origin, "__name__", "") == "ndarray":
        return _array_reader(get_args(arguments[1])[0])
    if origin is tuple and arguments[-1] is Ellipsis:
        expected = f"a list of {PLURALS[arguments[0]]}" if arguments[0] in PLURALS else "a list"
        most = inf if limits is None else MOST_ENTRIES
        return list_of(_reader_of(arguments[0], limits), expected, most=most)
    if origin is tuple:
        return _tuple_reader([_reader_of(each, limits) for each in arguments])
    if origin is Literal:
        return word(arguments)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        read = _reader_of(arguments[1], limits)
        return lambda where, value: {
            str(name): read(where / str(name), each) for name, each in read_table(where, value).items()
        }
    return _plain_reader(hint, limits)


def _plain_reader(hint: Any, limits: Limits | None) -> Reader:
    """How numbers and texts are read. With limits, numbers have to be known, and texts are not empty."""
    if hint is int:
        return whole_number(-inf, inf) if limits is None else whole_number(*limits.range, limits.even)
    if hint is float:
        return _read_number if limits is None else number(*limits.range)
    if hint is str and limits is not None:
        return word(limits.words) if limits.words else read_text
    others: dict[Any, Reader] = {str: read_any_text, bool: read_yes_or_no, Any: lambda where, value: value}
    if hint not in others:
        raise TypeError(f"fields of the type {hint} cannot be stored")
    return others[hint]


def _read_number(where: Where, value: object) -> float:
    if value is None:
        return nan
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise wrong_type(where, value, "a number")
    try:
        return float(value)
    except OverflowError:  # of a whole number
        raise where.error("found a number that is out of range; allowed: what a float can hold") from None


def _tuple_reader(inner: list[Reader]) -> Reader:
    def read(where: Where, value: object) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or len(value) != len(inner):
            raise wrong_type(where, value, f"a list of {len(inner)}")
        return tuple(read(where / i, each) for i, (read, each) in enumerate(zip(inner, value, strict=True)))

    return read


def _array_reader(kind: type[Any]) -> Reader:
    import numpy as np  # which takes long to import, and most that is stored is no array

    dtype = np.dtype(kind)

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
