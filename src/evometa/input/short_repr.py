"""What an object prints of itself: one line, however much it holds."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from types import FunctionType
from typing import Any, ClassVar, dataclass_transform

MOST_LETTERS = 160  # of all fields
_MOST_VALUE_LETTERS = 40  # of the value of one
FEW = 3  # values that are shown, and not counted


class Short:
    """What dataclasses inherit that print a short line of themselves."""

    __slots__ = ()

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        if "__repr__" not in vars(cls):  # set before `dataclass` makes a long one; what a base class wrote itself stays
            cls.__repr__ = short_repr if cls.__repr__ is object.__repr__ else cls.__repr__  # type: ignore[method-assign]


def short_repr(shown: object) -> str:
    """What an object is and how much of it there is: the `__repr__` of a dataclass or a named tuple.

    Of collections and arrays it says the size alone, of other objects the type, and of defaults nothing.
    """
    parts: list[str] = []
    for name, value in _shown_fields(shown):
        parts.append(_describe(name, value))
        if len(", ".join(parts)) > MOST_LETTERS:
            parts[-1] = "..."
            break
    return f"{_name(shown)}({', '.join(parts)})"


def _name(shown: object) -> str:
    return type(shown).__name__.lstrip("_")  # who sees it need not know that only one module makes it


def _shown_fields(shown: Any) -> Iterator[tuple[str, Any]]:
    if not is_dataclass(shown):
        yield from zip(shown._fields, shown, strict=True)
        return
    for each in fields(shown):
        value = getattr(shown, each.name)
        if each.repr and not _is_default(each, value):
            yield each.name, value


def _is_default(field: Field[Any], value: Any) -> bool:
    if field.default_factory is not MISSING:
        usual = field.default_factory()
        return not len(value) and not len(usual) if hasattr(value, "shape") else bool(value == usual)
    return type(value) is type(field.default) and bool(value == field.default)


def _describe(name: str, value: Any) -> str:
    if hasattr(value, "shape"):  # an array, or a number of NumPy
        return f"{name} {list(value.shape)}" if value.shape else _describe(name, value.item())
    if is_dataclass(value) or hasattr(value, "_fields"):
        return f"{name}={_name(value)}(...)"
    if isinstance(value, FunctionType):
        return f"{name}={value.__name__}"
    if isinstance(value, Collection) and not isinstance(value, str) and not _is_small(value):
        return f"{len(value)} {name}"
    return f"{name}={_shorten(repr(value))}"


def _is_small(values: Collection[Any]) -> bool:
    return len(values) <= FEW and all(isinstance(value, str | int | float | None) for value in values)


def _shorten(text: str) -> str:
    return text if len(text) <= _MOST_VALUE_LETTERS else f"{text[: _MOST_VALUE_LETTERS - 4]}...{text[-1]}"


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
class Frozen(Short):
    """What is a frozen dataclass by itself, and no more than itself is equal to it."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        dataclass(frozen=True, eq=False)(cls)
