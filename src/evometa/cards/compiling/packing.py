"""Values by name, brought into the order that the record types of `table.py` have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Any

import numpy as np

from evometa.cards.compiling import table as t
from evometa.cards.language import codes as c
from evometa.cards.language.filters import NOBODY, Filter
from evometa.input.short_repr import short_repr

NO_CARD = -1


def field_names(dtype: np.dtype[Any]) -> tuple[str, ...]:
    """The fields of a record type, in order."""
    assert dtype.names is not None
    return dtype.names


@lru_cache(maxsize=4096)
def pack_filter(who: Filter) -> tuple[int, ...]:
    """A filter in the order of its record, whose padding is 0."""
    return tuple(getattr(who, name, 0) for name in field_names(t.Filter))


NOBODY_PACKED = pack_filter(NOBODY)


@dataclass(slots=True)
class Instruction:
    """An instruction while its jumps are still open. Fields are named as in its record, in any order."""

    op: int
    pick: int = c.PICK_NONE
    who: tuple[int, ...] = NOBODY_PACKED
    each: tuple[int, ...] = NOBODY_PACKED
    keywords: int = 0
    amount: int = 0
    amount2: int = 0
    quantity: int = c.PER_ONE
    count: int = 1
    leaves_out: int = c.LEAVES_OUT_NOBODY
    by: int = c.PICK_NONE
    whose: int = c.YOU
    until: int = 0
    card: int = NO_CARD
    pool: int = 0
    pool_n: int = 0
    cards: int = 0
    condition: int = c.IF_ALWAYS
    argument: int = 0
    jump: int = 0
    mark: int = 0

    __repr__ = short_repr


_in_record_order = attrgetter(*field_names(t.Instruction))


def pack_code(code: Sequence[Instruction]) -> bytes:
    """The records of instructions."""
    return np.array([_in_record_order(instruction) for instruction in code], dtype=t.Instruction).tobytes()


def order_values(dtype: np.dtype[Any], values: dict[str, Any]) -> tuple[Any, ...]:
    """Values in the order of their record; a field without a value is an error here, not a 0 in the table."""
    names = field_names(dtype)
    assert len(values) == len(names)
    return tuple(values[name] for name in names)


def _blank(dtype: np.dtype[Any]) -> tuple[Any, ...]:
    """A record that says nothing."""
    return order_values(dtype, {n: NOBODY_PACKED if dtype[n] == t.Filter else 0 for n in field_names(dtype)})


NO_TRIGGER = _blank(t.Trigger)
NO_AURA = _blank(t.Aura)


def fill(items: list[Any], size: int, blank: Any) -> list[Any]:
    """The items, with blanks behind them up to the size of their array."""
    return items + [blank] * (size - len(items))
