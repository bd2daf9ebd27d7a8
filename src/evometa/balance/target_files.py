"""A target as a CSV file: a matrix, as a designer draws it in a spreadsheet.

    ,Hunter,Paladin,Warlock
    Hunter,,60:40,40:60 x2
    Paladin,,,60:40

A cell says how the deck of the row should do against that of the column. A blank cell does not matter, and of the two
cells of a match-up one is enough. `60:40 x2` has a weight of 2.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from evometa.balance.targets import read_rate
from evometa.cards.decks.deck import words_of
from evometa.input.errors import Where
from evometa.input.reading import read_file

CELL = re.compile(r"(?P<rate>.*?)(?:\s*[x*]\s*(?P<weight>\d+(?:\.\d+)?))?")


def read_target_file(path: Path) -> list[dict[str, Any]]:
    """The wishes of a CSV file, which is a matrix."""
    where = Where(str(path))
    rows = _read_cells(read_file(path, where), where)
    decks = rows[0][1][1:] if rows else []
    if not decks or not all(decks):
        raise where.error("the first line has no decks; allowed: a blank cell, and then the decks of the metagame")
    wishes = [wish for line, row in rows[1:] for wish in _read_row(Where(f"{path}, line {line}"), decks, row)]
    if not wishes:
        raise where.error("all cells are blank; write how a match-up should go into one, as in 60:40")
    return wishes


def _read_row(where: Where, decks: Sequence[str], row: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The wishes of a line: its deck against each of the others."""
    if not row[0]:
        raise where.error("the deck of the line is missing; it stands in the first cell")
    if len(row) > len(decks) + 1:
        raise where.error(f"found {len(row)} cells; allowed: {len(decks) + 1}, as the first line has")
    for deck, cell in zip(decks, row[1:], strict=False):
        if not cell or words_of(deck) == words_of(row[0]):
            continue
        parts = CELL.fullmatch(cell)
        rate = read_rate(where, parts["rate"] if parts else cell)
        yield {"deck": row[0], "against": deck, "rate": rate, "weight": float((parts and parts["weight"]) or 1)}


def _read_cells(text: str, where: Where) -> list[tuple[int, list[str]]]:
    """The lines of a table with their numbers; blank ones count for nothing."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        lines = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except csv.Error as error:
        raise where.error(f"line {reader.line_num} is no line of a CSV table: {error}") from None
    return [(line, row) for line, row in lines if any(row)]
