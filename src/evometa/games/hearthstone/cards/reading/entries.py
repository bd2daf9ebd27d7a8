"""The entries of card files and overlays: one table for each card, which knows where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from evometa.input.errors import InputError, Mistakes, Where
from evometa.input.fields import describe_value
from evometa.input.reading import parse_toml, read_file
from evometa.input.short_repr import Short
from evometa.input.shown_text import show_line
from evometa.input.toml_text import find_lines, format_field, line_of

Tree = dict[str, Any]

CARD_FILE_FIELDS = ("card",)
OVERLAY_FIELDS = ("name", "about", "card")
_CARD_START = re.compile(r"^[ \t]*\[\[[ \t]*card[ \t]*\]\]", re.MULTILINE)
_LINE_OF_MISTAKE = re.compile(r" \(at line (\d+), column \d+\)$")


@dataclass(frozen=True)
class _Text:
    """A card file's text, or a part of it behind as many empty lines as go before it."""

    file: str
    text: str

    @cached_property
    def lines(self) -> dict[str, int]:
        """The line of every value. Few ask: those who found a mistake."""
        return find_lines(self.text)


@dataclass(frozen=True, slots=True)
class Entry(Short):
    """A card's data in a file. If an overlay changed it, `before` is what it was."""

    tree: Tree
    text: _Text
    index: int  # among the cards of its text
    own: Mapping[str, Any]  # what the file itself says of the card
    before: Entry | None = None

    @property
    def where(self) -> Where:
        """The card's place, without a line."""
        return Where(self.text.file, str(self.tree.get("id", "?")))

    def find_place(self, where: Where) -> Where:
        """A place of the card with its line, in the file that says what stands there."""
        name = where.path.partition(".")[0]
        if self.before is not None and name in self.before.tree and name not in self.own:
            return self.before.find_place(where)
        path = f"card.{self.index}.{where.path}" if where.path else f"card.{self.index}"
        return replace(where, file=self.text.file, line=line_of(self.text.lines, path))

    def point_at(self, error: InputError) -> InputError:
        """The same mistake with the line on which it stands."""
        if error.where is None or error.where.line:
            return error
        return self.find_place(error.where).error(error.problem)


def read_entries(file: Path, fields: tuple[str, ...], attempt: Mistakes) -> list[Entry]:
    """The cards of a file, each of them a table with an id; what is wrong with the file is noted."""
    text = attempt(read_file, file, Where(file.name))
    return [] if text is None else parse_entries(text, file.name, fields, attempt)


def parse_entries(text: str, source: str, fields: tuple[str, ...], attempt: Mistakes) -> list[Entry]:
    """The same of a text; `source` names it in messages."""
    where = Where(source)
    n_found = len(attempt.found)
    entries = [
        entry
        for part, tree in _parse_texts(text, where, attempt)
        for entry in _list_entries(part, tree, fields, where, attempt)
    ]
    if not entries and len(attempt.found) == n_found:
        attempt.note(where.error("there is no card in it; allowed: one [[card]] for each card"))
    return entries


def _parse_texts(text: str, where: Where, attempt: Mistakes) -> Iterator[tuple[_Text, Tree]]:
    """The content of a text: as a whole, or if that is no TOML, card by card, to find all that is wrong with it."""
    try:
        yield _Text(where.file, text), parse_toml(text, where)
    except InputError as error:
        n_found = len(attempt.found)
        starts = [0, *(found.start() for found in _CARD_START.finditer(text)), len(text)]
        for start, end in pairwise(starts):
            part = "\n" * text.count("\n", 0, start) + text[start:end]  # so that it keeps its line numbers
            tree = attempt(_parse_part, part, where)
            if tree is not None:
                yield _Text(where.file, part), tree
        if len(attempt.found) == n_found:  # it is wrong only as a whole
            attempt.note(error)


def _parse_part(text: str, where: Where) -> Tree:
    try:
        return parse_toml(text, where)
    except InputError as error:
        found = _LINE_OF_MISTAKE.search(error.problem)
        line = int(found[1]) if found else 1 + len(text) - len(text.lstrip("\n"))
        raise replace(where, line=line).error(error.problem) from None


def _list_entries(text: _Text, tree: Tree, fields: tuple[str, ...], where: Where, attempt: Mistakes) -> Iterator[Entry]:
    def place(path: str) -> Where:
        return replace(where, line=line_of(text.lines, path))

    for name in tree:
        if name not in fields:
            attempt.note(place(name).unknown("table or field", name, fields))
    cards = tree.get("card", [])
    if not isinstance(cards, list):
        attempt.note(place("card").error("'card' is no list; allowed: one [[card]] for each card"))
        return
    for i, entry in enumerate(cards):
        if fault := _find_fault(entry):
            attempt.note((place(f"card.{i}") / f"card.{i}").error(fault))
        else:
            yield Entry(entry, text, i, entry)


def _find_fault(entry: object) -> str | None:
    """Why something is not the table of a card, if it is none."""
    if not isinstance(entry, dict):
        return f"found {describe_value(entry)}; allowed: a table that starts with [[card]]"
    if isinstance(entry.get("id"), str):
        return None
    name = f" (named {describe_value(entry['name'])})" if "name" in entry else ""
    return f"the field 'id' is missing or not a text{name}"


# --- writing ------------------------------------------------------------------------------------


def format_cards(trees: Iterable[Mapping[str, Any]], about: Iterable[str] = ()) -> str:
    """A card file: comments that say what it is about, and then the data of each card."""
    comments = "\n".join(map(_format_comment, about))
    blocks = [comments] if comments else []
    blocks += [
        f"{_format_comment(tree['name'])}\n[[card]]\n" + "\n".join(map(format_field, tree, tree.values()))
        for tree in trees
    ]
    return "\n\n".join(blocks) + "\n"


def _format_comment(text: str) -> str:
    return f"# {show_line(' '.join(text.split()))}"
