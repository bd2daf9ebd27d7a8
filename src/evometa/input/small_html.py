"""Small HTML for notebooks: what an object shows of itself there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

TABLE = "border-collapse:collapse;font-variant-numeric:tabular-nums"
CELL = "text-align:left;padding:1px 12px 1px 0;font-weight:normal"
FAINT = "color:#666"


def small_table(title: str, lines: Iterable[str], headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A title, some lines and a table as HTML; all of it is escaped."""
    told = "".join(f'<div style="{FAINT}">{escape(line)}</div>' for line in lines if line)
    heads = "".join(f'<th style="{CELL};{FAINT}">{escape(heading)}</th>' for heading in headings)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f'<div><b>{escape(title)}</b>{told}<table style="{TABLE}"><tr>{heads}</tr>{body}</table></div>'


def _cell(value: object) -> str:
    return f'<td style="{CELL}">{escape(str(value))}</td>'
