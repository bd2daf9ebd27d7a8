"""Pieces that the pages of several kinds of run have: patches and settings."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evometa.report.pages.card_faces import CardFaces
from evometa.report.pages.parts import Html, Story, folded, join, preformatted, table
from evometa.report.words.numbers import ARROW, join_notes

LONG_VALUE = 90  # characters of a setting that a table still shows


# --- patches --------------------------------------------------------------------------------------


def notes_table(notes: Sequence[str], faces: CardFaces, story: Story) -> Html:
    """A patch as players read it: a row for each card, with all its changes from old to new, and its faces on hover."""
    rows = [[faces.mention(card, story), changes.replace("->", ARROW)] for card, changes in join_notes(notes)]
    return table("", ["card", "change"], rows, texts=2)


def patch_file(text: str) -> Html:
    """The patch as the file that other commands take; nothing if there is no patch."""
    return folded("The patch as a file", preformatted(text), is_file=True) if text else Html("")


# --- settings -------------------------------------------------------------------------------------


def flatten(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """All values of nested tables by their dotted names."""
    for name, value in tree.items():
        if isinstance(value, Mapping) and value:
            yield from flatten(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def show_value(value: Any) -> str:
    """A value of JSON as a person would write it."""
    if value is None or value in ({}, []):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, list) and all(isinstance(each, str | int) for each in value):
        return ", ".join(map(show_value, value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def settings_table(settings: Mapping[str, Any]) -> Html:
    """All settings of a run; long ones below the table."""
    shown = [(name.replace("_", " "), show_value(value)) for name, value in flatten(settings)]
    rows = [pair for pair in shown if len(pair[1]) <= LONG_VALUE]
    long = (folded(name, preformatted(text)) for name, text in shown if len(text) > LONG_VALUE)
    return join([table("", ["setting", "value"], rows, texts=2), *long])
