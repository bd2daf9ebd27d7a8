"""`evometa card`: a card as a person would like to see it, or a list of those that match as a table, JSON or CSV."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

import typer
from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from evometa.app.terminal.options import takes
from evometa.app.terminal.own_cards import CardOptions
from evometa.games.cards import Card, CardSet, find_card
from evometa.games.game import Game, Rules
from evometa.input.csv_text import format_csv
from evometa.input.errors import InputError, describe_words, nearest_word
from evometa.input.shown_text import hide_in_json, show_lines, show_name
from evometa.show.terminal.screen import echo, name_text, open_screen
from evometa.show.terminal.tables import new_table

CARD_WIDTH = 60
MOST_NAMES = 8  # in a message

# The columns of public card lists, with their names; the numbers of a game stand behind the type.
KIND, REST = ("id", "name", "class", "set", "type"), ("rarity", "race", "collectible", "text")
COLUMNS = ("cost", "name", "stats", "what", "class", "set", "id", "text")  # of the list for people
_EXPENDABLE = ("set", "id", "class", "what", "text")  # columns that a narrow terminal does without
MOST_TEXT = 400  # letters of a cell
Row: TypeAlias = dict[str, str | int | None]


@dataclass(frozen=True, kw_only=True)
class _CardsAsked(CardOptions):
    """What the command is asked with: a card, or which cards a list shows."""

    name: Annotated[str, typer.Argument(help="Name or id of a card; with --all, a part of it.")] = ""
    addresses: Annotated[bool, typer.Option("--addresses", help="Also the address of every number.")] = False
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False
    show_all: Annotated[bool, typer.Option("--all", help="List all cards, or those that match.")] = False
    klass: Annotated[str | None, typer.Option("--class", help="With --all: only this class.")] = None
    from_set: Annotated[str | None, typer.Option("--set", help="With --all: only this set.")] = None
    of_type: Annotated[str | None, typer.Option("--type", help="With --all: only this type.")] = None
    cost: Annotated[int | None, typer.Option("--cost", help="With --all: only this cost.")] = None
    text: Annotated[str, typer.Option("--text", help="List the cards whose rules text has this.")] = ""
    as_csv: Annotated[bool, typer.Option("--csv", help="With --all: print CSV.")] = False

    @property
    def narrows(self) -> bool:
        """Whether it asks for some cards of a list."""
        return (self.klass, self.from_set, self.of_type, self.cost) != (None,) * 4

    def fits(self, card: Card, card_set: CardSet) -> bool:
        """Whether a card of a set matches all that is asked for."""
        if self.text.casefold() not in card.game.rules_text(card, card_set).casefold():
            return False
        asked = {"class": self.klass, "set": self.from_set, "type": self.of_type, "cost": self.cost}
        return _contains_text(card, self.name) and all(
            card.tree.get(name) == value for name, value in asked.items() if value is not None
        )


@takes(_CardsAsked)
def show_card(asked: _CardsAsked) -> None:
    """Show a card, or list all of them."""
    if asked.show_all or asked.text:
        if asked.addresses:
            raise InputError("--addresses are those of one card: give its name or id, without --all")
        _print_list(asked)
        return
    if asked.narrows or asked.as_csv:
        raise InputError("--class, --set, --type, --cost and --csv are for a list of cards: add --all")
    if not asked.name:
        raise InputError("which card? Give its name or id, or --all for every card")
    card_set, _ = asked.load_cards()
    _print_card(_one_card(card_set, asked.name), card_set, as_json=asked.as_json, addresses=asked.addresses)


def _print_list(asked: _CardsAsked) -> None:
    card_set, _ = asked.load_cards()
    if asked.as_json and asked.as_csv:
        raise InputError("--json and --csv cannot stand together: choose one")
    rules, fields = card_set.game.load_rules(), list_fields(card_set.game)
    rows = [_card_row(card, card_set, rules) for card in _select_cards(card_set, asked)]
    if asked.as_json:
        _echo_json(rows)
    elif asked.as_csv:
        echo(format_csv(fields, ([row[name] for name in fields] for row in rows)), ends_line=False)
    else:
        open_screen(plain_width=None).print(_list_table(rows, card_set.game))


def _print_card(card: Card, card_set: CardSet, *, as_json: bool, addresses: bool) -> None:
    if as_json:
        _echo_json(card_data(card, card_set))
        return
    console = open_screen(plain_width=None)
    console.print(card_panel(card, card_set))
    if addresses:
        console.print(address_table(card))


def _echo_json(data: Any) -> None:
    echo(hide_in_json(json.dumps(data, indent=2, ensure_ascii=False)))


def list_fields(game: Game) -> tuple[str, ...]:
    """The columns of a list of a game's cards."""
    return (*KIND, *game.attributes, *REST)


def _one_card(card_set: CardSet, name: str) -> Card:
    try:
        return find_card(card_set, name)
    except InputError as error:
        names = [card.name for card in card_set if _contains_text(card, name)][:MOST_NAMES]
        raise InputError(f"{error}" + (f"; names with it: {', '.join(names)}" if names else "")) from None


# --- a card -------------------------------------------------------------------------------------


def card_data(card: Card, card_set: CardSet) -> dict[str, Any]:
    """All that there is to know about a card, for JSON."""
    return {**card.tree, "text": card.game.rules_text(card, card_set), "addresses": card.numbers()}


def card_panel(card: Card, card_set: CardSet) -> Panel:
    """A card in a frame: name and cost on top, then what it is, what it does, and its numbers."""
    tree, game = card.tree, card.game
    lines = [Text(game.describe_kind(tree), style="dim")]
    if text := game.rules_text(card, card_set):
        lines += [Text(), Text(show_lines(text))]
    if note := tree.get("note"):
        lines += [Text(), Text(f"Note: {show_lines(note)}", style="italic")]
    if stats := game.describe_stats(tree):
        lines += [Text(), Text(stats, style="bold", justify="right")]
    cost = f"  ({tree['cost']} {game.words.cost})" if "cost" in tree else ""
    title = Text.assemble(name_text(card.name, "bold"), (cost, "cyan"))
    below = name_text(card.id)
    return Panel(
        Group(*lines), title=title, title_align="left", subtitle=below, subtitle_align="right", width=CARD_WIDTH
    )


def address_table(card: Card) -> Table:
    """The address and the value of every number of a card."""
    table = Table("address", "value", width=CARD_WIDTH)
    table.columns[1].justify = "right"
    for address, value in card.numbers().items():
        table.add_row(address, str(value))
    return table


# --- a list of cards ----------------------------------------------------------------------------


def _contains_text(card: Card, part: str) -> bool:
    """Whether a text is a part of the card's name or id, in any case."""
    return part.casefold() in f"{card.name}\n{card.id}".casefold()


def _select_cards(card_set: CardSet, wanted: _CardsAsked) -> list[Card]:
    """The cards that match; an `InputError` if a word of the filter could match no card at all."""
    game = card_set.game
    classes = _classes_of(game)
    asked = (
        ("class", wanted.klass, classes),
        ("set", wanted.from_set, game.sets),
        ("type", wanted.of_type, game.types),
    )
    for what, found, allowed in asked:
        if found is not None and found not in allowed:
            none = "" if allowed else f"; the cards of {game.title} have none"
            raise InputError(f"--{what}: unknown {what} {found!r}{none or '; ' + describe_words(found, allowed)}")
    if not any(_contains_text(card, wanted.name) for card in card_set):
        nearest = nearest_word(wanted.name, (card.name for card in card_set))
        hint = f"; did you mean '{nearest}'?" if nearest else ""
        raise InputError(f"no card has {wanted.name!r} in its name or id{hint}")
    return [card for card in card_set if wanted.fits(card, card_set)]


def _card_row(card: Card, card_set: CardSet, rules: Rules) -> Row:
    """What the list says of a card; None for a number that cards of its type do not have."""
    row: Row = {name: card.tree.get(name) for name in list_fields(card.game)}
    row["text"] = card.game.rules_text(card, card_set)
    row |= card.game.numbers_by_rules(card, rules)
    row["collectible"] = int(card.is_collectible)
    return row


def _list_table(rows: Sequence[Row], game: Game) -> Table:
    """The list for people, by class, cost and name."""
    title = "1 card" if len(rows) == 1 else f"{len(rows)} cards"
    table = new_table(title, _EXPENDABLE)
    columns = [
        name for name in COLUMNS if name in ("stats", "what") or any(row[name] not in (None, "") for row in rows)
    ]
    for column in columns:
        table.add_column(
            column, justify="right" if column == "cost" else "left", no_wrap=column in ("name", "what", "id")
        )
    classes = _classes_of(game)
    for row in sorted(rows, key=lambda row: _order(row, classes)):
        stats = "/".join(str(row[name]) for name in game.attributes if name != "cost" and row[name] is not None)
        shown = {**row, "stats": stats, "what": _what(row)}
        cells = (shown[name] for name in columns)
        table.add_row(*("" if cell is None else Text(show_name(str(cell), MOST_TEXT)) for cell in cells))
    return table


def _classes_of(game: Game) -> tuple[str, ...]:
    """The classes of cards, the ones without decks too, in the order of the list."""
    found = (str(each.tree.get("class", "")) for each in game.own_cards)
    return tuple(filter(None, dict.fromkeys((game.neutral, *game.classes, *found))))


def _order(row: Row, classes: Sequence[str]) -> tuple[int, int, str]:
    klass, cost, name = (row[field] for field in ("class", "cost", "name"))
    return classes.index(str(klass)) if klass in classes else len(classes), int(cost or 0), str(name)


def _what(row: Row) -> str:
    """`legendary dragon minion`, `free spell (token)`."""
    rarity, race, kind, collectible = (row[field] for field in ("rarity", "race", "type", "collectible"))
    token = "" if collectible or kind in ("hero", "hero_power") else "(token)"
    words = ("" if rarity == "invalid" else rarity, race, str(kind).replace("_", " "), token)
    return " ".join(str(word) for word in words if word)
