"""Heat maps as HTML tables, for notebooks: the same cells as in the pictures."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from evometa.report.pictures.cells import FAINT, Cells

TABLE = "border-collapse:separate;border-spacing:2px;font-variant-numeric:tabular-nums"
CELL = "text-align:center;padding:3px 7px;min-width:3em"
HEAD = "text-align:center;vertical-align:bottom;font-weight:normal;max-width:7em;padding:3px"
ROW_HEAD = "text-align:right;font-weight:normal;padding:3px 7px"


def html_table(title: str, lines: Sequence[str], names: Sequence[str], parts: Sequence[tuple[str, Cells]]) -> str:
    """A table with a row for each name; each part has a column for each name, or a single one under its own heading."""
    explained = "".join(f'<div style="color:{FAINT}">{escape(line)}</div>' for line in lines if line)
    heads = "".join(_head(name, HEAD) for heading, _ in parts for name in ([heading] if heading else names))
    rows = "".join(f"<tr>{_head(name, ROW_HEAD)}{_row(parts, row)}</tr>" for row, name in enumerate(names))
    table = f'<table style="{TABLE}"><tr><td></td>{heads}</tr>{rows}</table>'
    return f"<div><b>{escape(title)}</b>{explained}{table}</div>"


def _head(name: str, style: str) -> str:
    return f'<th style="{style}">{escape(name)}</th>'


def _row(parts: Sequence[tuple[str, Cells]], row: int) -> str:
    return "".join(_cell(cells, row, column) for _, cells in parts for column in range(cells.fixed.shape[1]))


def _cell(cells: Cells, row: int, column: int) -> str:
    look = f"background:{cells.fill(row, column)};color:{cells.ink(row, column)};{CELL}"
    margin = f"<br><small>{cells.margin_text(row, column)} {cells.mark(row, column)}</small>"
    return f'<td style="{look}">{cells.text(row, column)}{margin if cells.measured[row, column] else ""}</td>'
