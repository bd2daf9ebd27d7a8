"""A list of cards as a table, JSON or CSV: which cards, and what the list says of each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rich.table import Table
from rich.text import Text

from evometa.app.terminal.tables import new_table
from evometa.cards.language import vocabulary as v
from evometa.cards.model import Card, CardSet
from evometa.cards.rules import Rules
from evometa.cards.wording.rules_text import rules_text
from evometa.input.csv_text import format_csv
from evometa.input.errors import InputError, describe_words, nearest_word
from evometa.input.shown_text import hide_in_json, show_name

# The columns of public card lists, with their names.
FIELDS = (
    "id", "name", "class", "set", "type", "cost", "attack", "health", "durability", "rarity", "race", "collectible",
    "text",
)  # fmt: skip
COLUMNS = ("cost", "name", "stats", "what", "class", "set", "id", "text")  # of the list for people
EXPENDABLE = ("set", "id", "class", "what", "text")  # columns that a narrow terminal does without
MOST_TEXT = 400  # letters of a cell
Row: TypeAlias = dict[str, str | int | None]


@dataclass(frozen=True, slots=True)
class CardFilter:
    """Which cards a list shows: those that fit every part that is given."""

    text: str = ""  # a part of the name or id
    klass: str | None = None
    card_set: str | None = None
    type: str | None = None
    cost: int | None = None
    words: str = ""  # a part of the rules text

    def check(self) -> None:
        """Refuse a class, a set or a type that does not exist."""
        for what, found, allowed in (
            ("class", self.klass, v.CLASSES),
            ("set", self.card_set, v.SETS),
            ("type", self.type, v.TYPES),
        ):
            if found is not None and found not in allowed:
                raise InputError(f"--{what}: unknown {what} {found!r}; {describe_words(found, allowed)}")

    def fits(self, card: Card, card_set: CardSet) -> bool:
        """Whether a card of a set belongs in the list."""
        if self.words.casefold() not in rules_text(card, card_set).casefold():
            return False
        asked = {"class": self.klass, "set": self.card_set, "type": self.type, "cost": self.cost}
        return contains_text(card, self.text) and all(
            card.tree.get(name) == value for name, value in asked.items() if value is not None
        )


def contains_text(card: Card, part: str) -> bool:
    """Whether a text is a part of the card's name or id, in any case."""
    return part.casefold() in f"{card.name}\n{card.id}".casefold()


def select_cards(card_set: CardSet, wanted: CardFilter) -> list[Card]:
    """The cards that fit; an `InputError` if a word of the filter fits no card that could exist."""
    wanted.check()
    if not any(contains_text(card, wanted.text) for card in card_set):
        nearest = nearest_word(wanted.text, (card.name for card in card_set))
        hint = f"; did you mean '{nearest}'?" if nearest else ""
        raise InputError(f"no card has {wanted.text!r} in its name or id{hint}")
    return [card for card in card_set if wanted.fits(card, card_set)]


def card_row(card: Card, card_set: CardSet, rules: Rules) -> Row:
    """What the list says of a card; None for a number that cards of its type do not have."""
    row: Row = {name: card.tree.get(name) for name in FIELDS}
    row["text"] = rules_text(card, card_set)
    if card.tree["type"] == "hero":
        row["health"] = card.tree.get("health", rules.hero_health)
    row["collectible"] = int(card.definition.collectible)
    return row


def as_json(rows: Sequence[Row]) -> str:
    """The list as JSON."""
    return hide_in_json(json.dumps(rows, indent=2, ensure_ascii=False))


def as_csv(rows: Iterable[Row]) -> str:
    """The list as CSV with a header; what a card does not have is blank."""
    return format_csv(FIELDS, ([row[name] for name in FIELDS] for row in rows))


def as_table(rows: Sequence[Row]) -> Table:
    """The list for people, by class, cost and name."""
    title = "1 card" if len(rows) == 1 else f"{len(rows)} cards"
    table = new_table(title, EXPENDABLE)
    for column in COLUMNS:
        table.add_column(
            column, justify="right" if column == "cost" else "left", no_wrap=column in ("name", "what", "id")
        )
    for row in sorted(rows, key=_order):
        shown = {**row, "stats": _stats(row), "what": _what(row)}
        cells = (shown[name] for name in COLUMNS)
        table.add_row(*("" if cell is None else Text(show_name(str(cell), MOST_TEXT)) for cell in cells))
    return table


def _order(row: Row) -> tuple[int, int, str]:
    klass, cost, name = (row[field] for field in ("class", "cost", "name"))
    return list(v.CLASSES).index(str(klass)), int(cost or 0), str(name)


def _stats(row: Row) -> str:
    return "/".join(str(row[name]) for name in ("attack", "health", "durability") if row[name] is not None)


def _what(row: Row) -> str:
    """`legendary dragon minion`, `free spell (token)`."""
    rarity, race, kind, collectible = (row[field] for field in ("rarity", "race", "type", "collectible"))
    token = "" if collectible or kind not in ("minion", "spell", "weapon") else "(token)"
    words = ("" if rarity == "invalid" else rarity, race, str(kind).replace("_", " "), token)
    return " ".join(str(word) for word in words if word)
