"""Typed results as pandas tables: a row for each object, a column for each of its plain fields.

The columns have the names that the fields have in JSON: a number with its interval, such as `wrd`, becomes `wrd`,
`wrd_low` and `wrd_high`. Lists of texts are joined. What has many numbers of its own, such as a matrix, is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, get_type_hints

import pandas as pd

from evometa.input.stored import Stored, codecs_of

T = TypeVar("T", bound=Stored)

Pick = Callable[[Any], Any]  # a cell from the value of a field

PLAIN = (int, float, str, bool, int | None, float | None, str | None, bool | None)
TEXTS = tuple[str, ...]
OTHER_NAMES = {"klass": "class"}  # which Python cannot have as the name of a field


def records_frame(
    kind: type[T],
    records: Sequence[T],
    index: str,
    more: Callable[[T], Mapping[str, Any]] | None = None,
    without: Sequence[str] = (),
) -> pd.DataFrame:
    """A table of objects of one kind, which may be none, by the column `index`; with more columns, or without some."""
    picks = {key: pick for key, pick in _picks_of(kind).items() if key not in without}
    columns = {key: [pick(record) for record in records] for key, pick in picks.items()}
    added = pd.DataFrame([more(record) for record in records]) if more is not None else pd.DataFrame()
    frame = pd.concat([pd.DataFrame(columns), added], axis="columns").rename(columns=OTHER_NAMES)
    return frame.set_index(index)


def _picks_of(kind: type[Stored]) -> dict[str, Pick]:
    """How each column comes of an object."""
    hints = get_type_hints(kind)
    return {key: pick for name in codecs_of(kind) for key, pick in _picks_of_field(kind, name, hints[name])}


def _picks_of_field(kind: type[Stored], name: str, hint: Any) -> Iterator[tuple[str, Pick]]:
    codec = codecs_of(kind)[name]
    if codec.interval_type is not None:
        if float in get_type_hints(codec.interval_type).values():
            yield from ((key, _part_of(name, place)) for place, key in enumerate(codec.keys))
    elif hint in PLAIN:
        yield name, lambda record: getattr(record, name)
    elif hint == TEXTS:
        yield name, lambda record: "; ".join(getattr(record, name))


def _part_of(name: str, place: int) -> Pick:
    return lambda record: getattr(record, name)[place]
