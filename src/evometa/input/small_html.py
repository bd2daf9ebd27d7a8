"""Small HTML for notebooks: what an object shows of itself there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from evometa.input.shown_text import show_lines

TABLE = "border-collapse:collapse;font-variant-numeric:tabular-nums"
CELL = "text-align:left;padding:1px 12px 1px 0;font-weight:normal"
_APART = "margin-top:0.7em"  # from a table to the next
_FAINT = "color:#666"
_NO_MATH = "tex2jax_ignore mathjax_ignore"  # the classes by which notebooks leave dollar signs alone


def show_html(text: str) -> str:
    """A text as HTML shows it: no tags, and nothing hidden."""
    return escape(show_lines(text))


def small_table(title: str, lines: Iterable[str], headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A title, some lines and a table as HTML; all of it is escaped."""
    told = "".join(f'<div style="{_FAINT}">{show_html(line)}</div>' for line in lines if line)
    heads = "".join(f'<th style="{CELL};{_FAINT}">{show_html(heading)}</th>' for heading in headings)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    table = f'<table style="{TABLE}"><tr>{heads}</tr>{body}</table>'
    return f'<div class="{_NO_MATH}"><b>{show_html(title)}</b>{told}{table}</div>'


def _cell(value: object) -> str:
    return f'<td style="{CELL}">{show_html(str(value))}</td>'


def progress_bar(label: str, finished: int, planned: int | None, said: str) -> str:
    """How far something is, with its name before it and words after it; without an end, it only moves."""
    known = "" if planned is None else f' value="{min(finished, planned)}" max="{max(planned, 1)}"'
    bar = f'<progress style="width:16em;vertical-align:middle"{known}></progress>'
    return f'<div class="{_NO_MATH}">{show_html(label)} {bar} <span style="{_FAINT}">{show_html(said)}</span></div>'


def stack(head: str, lines: Iterable[str], tables: Iterable[str]) -> str:
    """What `small_table` has made, with lines of text after the first and some room before each of the others."""
    told = "".join(f"<div>{show_html(line)}</div>" for line in lines if line)
    return "".join([head, told, *(f'<div style="{_APART}">{table}</div>' for table in tables)])
