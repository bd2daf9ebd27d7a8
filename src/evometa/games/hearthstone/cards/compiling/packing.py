"""Values by name, brought into the order that the record types of `table.py` have."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

import numpy as np

from evometa.games.hearthstone.cards.compiling import table as t
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.cards.language.filters import NOBODY, Filter

NO_CARD = -1


def _field_names(dtype: np.dtype[Any]) -> tuple[str, ...]:
    """The fields of a record type, in order."""
    assert dtype.names is not None
    return dtype.names


@lru_cache(maxsize=4096)
def pack_filter(who: Filter) -> tuple[int, ...]:
    """A filter in the order of its record, whose padding is 0."""
    return tuple(getattr(who, name, 0) for name in _field_names(t.Filter))


_NOBODY_PACKED = pack_filter(NOBODY)


Instruction = dict[str, Any]  # by the fields of its record, while its jumps are still open
_BLANK = dict.fromkeys(_field_names(t.Instruction), 0) | {
    "who": _NOBODY_PACKED,
    "each": _NOBODY_PACKED,
    "count": 1,
    "whose": c.YOU,
    "card": NO_CARD,
}


_in_record_order = itemgetter(*_BLANK)


def new_instruction(op: int, **given: Any) -> Instruction:
    """An instruction; what is not given does nothing."""
    return _BLANK | {"op": op, **given}


def pack_code(code: Sequence[Instruction]) -> bytes:
    """The records of instructions."""
    return np.array([_in_record_order(instruction) for instruction in code], dtype=t.Instruction).tobytes()


def order_values(dtype: np.dtype[Any], source: object = None, **given: Any) -> tuple[Any, ...]:
    """The values of a record, in its order: those that are given, and the others as the source calls them too.

    A field without a value is an error here, not a 0 in the table.
    """
    names = _field_names(dtype)
    assert given.keys() <= set(names)
    return tuple(given[name] if name in given else getattr(source, name) for name in names)


def _blank(dtype: np.dtype[Any]) -> tuple[Any, ...]:
    """A record that says nothing."""
    return order_values(dtype, **{n: _NOBODY_PACKED if dtype[n] == t.Filter else 0 for n in _field_names(dtype)})


NO_TRIGGER = _blank(t.Trigger)
NO_AURA = _blank(t.Aura)


def fill(items: list[Any], size: int, blank: Any) -> list[Any]:
    """The items, with blanks behind them up to the size of their array."""
    return items + [blank] * (size - len(items))
