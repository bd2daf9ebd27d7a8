"""Tables of a story for other programs: columns with all digits, as pandas frames and as CSV.

The plain fields of stored records become columns under their names in JSON; a number with its interval, such as `wrd`,
becomes `wrd`, `wrd_low` and `wrd_high`, and lists of texts are joined. What has many numbers of its own, such as a
matrix, is left out. The columns of the story that have keys come after them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, get_type_hints

from evometa.input.stored import Stored, codecs_of
from evometa.matches.inference import Estimate
from evometa.metagame.evidence import Floats
from evometa.story.blocks import Column, Table

if TYPE_CHECKING:
    import pandas as pd

_ENDS = ("", "_low", "_high")
PLAIN = (int, float, str, bool, int | None, float | None, str | None, bool | None)
_OTHER_NAMES = {"klass": "class"}  # which Python cannot have as the name of a field


def columns_of(table: Table) -> dict[str, list[Any]]:
    """The columns of a table by their names, those of the records first."""
    own = _record_columns(table) if table.record is not None else {}
    keyed = {key: cells for column in table.columns if column.key for key, cells in _keyed_columns(column, table)}
    return {**own, **{key: cells for key, cells in keyed.items() if key not in own}, **table.bulk}


def frame_of(table: Table) -> pd.DataFrame:
    """A table as pandas has it, by the columns that name its rows, if some do."""
    import pandas as pd

    frame = _without_negative_zeros(pd.DataFrame(columns_of(table)))
    if isinstance(table.index, tuple):
        return frame.set_index(list(table.index))
    return frame.set_index(table.index).rename_axis(table.axis or table.index) if table.index else frame


def square_frame(decks: Sequence[str], values: Floats) -> pd.DataFrame:
    """A row and a column for each deck."""
    import pandas as pd

    columns, rows = (pd.Index(list(decks), name=name) for name in ("opponent", "deck"))
    return _without_negative_zeros(pd.DataFrame(values, index=rows, columns=columns))


def _without_negative_zeros(frame: pd.DataFrame) -> pd.DataFrame:
    for name in frame.select_dtypes("float"):
        frame[name] = frame[name] + 0.0
    return frame


def _keyed_columns(column: Column, table: Table) -> Iterator[tuple[str, list[Any]]]:
    values = [column.value(row) for row in table.rows]
    if any(isinstance(value, Estimate) for value in values):
        for place, end in enumerate(_ENDS):
            yield column.key + end, [value[place] for value in values]
    else:
        yield column.key, [_plain(value) for value in values]


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return "; ".join(map(str, value))
    return value if isinstance(value, int | float | str | None) else str(value)


# --- records --------------------------------------------------------------------------------------


def _record_columns(table: Table) -> dict[str, list[Any]]:
    assert table.record is not None
    hints = get_type_hints(table.record)
    picks = {
        key: pick
        for name in codecs_of(table.record)
        if name not in table.without
        for key, pick in _picks_of_field(table.record, name, hints[name])
    }
    return {_OTHER_NAMES.get(key, key): [pick(row) for row in table.rows] for key, pick in picks.items()}


def _picks_of_field(record: type[Stored], name: str, hint: Any) -> Iterator[tuple[str, Callable[[Any], Any]]]:
    """The columns that come of a field, each with how a cell comes of an object."""
    codec = codecs_of(record)[name]
    if codec.interval_type is not None:
        if float in get_type_hints(codec.interval_type).values():
            yield from ((key, _part_of(name, place)) for place, key in enumerate(codec.keys))
    elif hint in PLAIN:
        yield name, lambda row: getattr(row, name)
    elif hint == tuple[str, ...]:
        yield name, lambda row: "; ".join(getattr(row, name))


def _part_of(name: str, place: int) -> Callable[[Any], Any]:
    return lambda row: getattr(row, name)[place]
