"""Tables laid out for a voice: which headings and cells there are, before anybody knows how they look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat
from operator import itemgetter
from typing import Any

from evometa.matches.inference import INTERVAL, Estimate
from evometa.story.blocks import CardList, Column, Level, Table
from evometa.story.cards import CardName
from evometa.story.charts.data import CURVE_LABELS, CostCurve
from evometa.story.formats import RIGHT, WHOLE

BEHIND = f"Behind ±: how far the {INTERVAL} reaches."


@dataclass(frozen=True)
class Head:
    """The heading of a column of cells."""

    title: str
    is_number: bool
    is_expendable: bool
    is_cut: bool = True  # if it names the rows and is long


@dataclass(frozen=True)
class Cell:
    """What stands in a cell: a text, a card or cards. A number may lie surely on one side, and have a margin."""

    content: str | CardName | CardList | tuple[str | CardName, ...]
    side: int = 0
    margin: str = ""


@dataclass(frozen=True)
class Grid:
    """A table as it is shown; of many rows perhaps only the first."""

    heads: list[Head]
    rows: list[list[Cell]]
    marked: frozenset[int]  # the rows that stand out
    n_rows: int  # of the whole table

    @property
    def is_cut(self) -> bool:
        """Whether there are more rows."""
        return len(self.rows) < self.n_rows

    @property
    def has_margins(self) -> bool:
        """Whether some numbers carry their intervals behind ±."""
        return any(cell.margin for row in self.rows for cell in row)


def lay_out(table: Table, level: Level, most: int | None = None, *, is_narrow: bool = False) -> Grid:
    """A table for a voice of a level; a narrow one has the margins of some numbers instead of their intervals."""
    shown = table.rows if most is None else table.rows[:most]
    columns = [_Laid.of(column, shown, is_narrow) for column in table.columns if column.level <= level]
    heads = [head for column in columns for head in column.heads()]
    rows = [[cell for column in columns for cell in column.cells(row)] for row in shown]
    marked = frozenset(place for place, row in enumerate(shown) if table.is_marked(row))
    return Grid(heads, rows, marked, len(table.rows))


def table_of_curve(curve: CostCurve) -> Table:
    """A curve for voices that write: a row for each cost, with its bar and the cards, if these are known."""
    cards = (Column("cards", itemgetter(2)),) if curve.cards else ()
    columns = (
        Column("cost", itemgetter(0), RIGHT),
        Column("", lambda row: "█" * row[1]),
        Column("n", itemgetter(1), WHOLE),
        *cards,
    )
    rows = list(zip(CURVE_LABELS, curve.counts, curve.cards or repeat(()), strict=False))
    return Table(curve.name, columns, rows, curve.title)


@dataclass(frozen=True)
class _Laid:
    """A column with what it takes: a second column if it has intervals."""

    column: Column
    has_interval: bool
    has_margin: bool

    @classmethod
    def of(cls, column: Column, rows: Sequence[Any], is_narrow: bool) -> _Laid:
        is_estimated = any(isinstance(column.value(row), Estimate) for row in rows) and not column.is_bare
        has_margin = is_estimated and is_narrow and column.is_short
        return cls(column, is_estimated and not has_margin, has_margin)

    def heads(self) -> list[Head]:
        titles, written = [self.column.title, *([INTERVAL] if self.has_interval else [])], self.column.format
        return [Head(title, written.is_number, self.column.is_expendable, written.is_cut) for title in titles]

    def cells(self, row: Any) -> list[Cell]:
        value, written = self.column.value(row), self.column.format
        if not isinstance(value, Estimate):
            return [Cell(self._content(value)), *([Cell("")] if self.has_interval else [])]
        margin = written.write_margin(value) if self.has_margin and value.is_known else ""
        number = Cell(written.write(value.value), written.side(value), margin)
        return [number, *([Cell(written.write_interval(value))] if self.has_interval else [])]

    def _content(self, value: Any) -> str | CardName | CardList | tuple[str | CardName, ...]:
        is_shown_as_it_is = isinstance(value, CardName) or (isinstance(value, tuple | CardList) and value)
        return value if is_shown_as_it_is else self.column.format.write(None if isinstance(value, tuple) else value)
