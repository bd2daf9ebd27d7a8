"""Tables as CSV, which people open in a spreadsheet: a text is never a formula there.

A spreadsheet computes what begins with `=`, `+`, `-` or `@`, and a formula can read other files and send what it finds.
Such a text gets an apostrophe in front, which spreadsheets take as the sign for text. Numbers stay as they are.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from evometa.input.errors import Where
from evometa.input.shown_text import show_line

_FORMULA = tuple(
    "=+-@\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}"
)
TEXT = "'"  # in front of what is no formula


def read_csv(text: str, where: Where) -> list[tuple[int, list[str]]]:
    """The lines of a table with their numbers; spaces around cells are gone."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        return [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except csv.Error as error:
        raise where.error(f"line {reader.line_num} is no line of a CSV table: {error}") from None


def format_csv(header: Sequence[str], rows: Iterable[Iterable[Any]]) -> str:
    """A table with a header; what is None is blank."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([csv_cell(name) for name in header])
    writer.writerows([csv_cell(value) for value in row] for row in rows)
    return text.getvalue()


def csv_cell(value: Any) -> Any:
    """A value as a cell may hold it; only texts change, and of these only what is hidden or looks like a formula."""
    if not isinstance(value, str):
        return value
    shown = show_line(value)
    return f"{TEXT}{shown}" if shown.lstrip().startswith(_FORMULA) and not _is_number(shown) else shown


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
