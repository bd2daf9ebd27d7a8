"""`evometa card`: cards as a person would like to see them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from evometa.app.game import card_list
from evometa.app.game.card_list import CardFilter, contains_text
from evometa.app.terminal.own_cards import CardsOption, OverlayOption, PatchOption
from evometa.app.terminal.screen import echo, name_text, open_screen
from evometa.cards.lookup import find_card
from evometa.cards.model import Card, CardSet
from evometa.cards.patches.files import read_patch
from evometa.cards.patches.patch import Patch
from evometa.cards.reading.loader import load_cards_with
from evometa.cards.rules import load_rules
from evometa.cards.wording.faces import describe_kind, describe_stats
from evometa.cards.wording.rules_text import rules_text
from evometa.input.errors import InputError
from evometa.input.shown_text import hide_in_json, show_lines

CARD_WIDTH = 60
MOST_NAMES = 8  # in a message


def show_card(
    name: Annotated[str, typer.Argument(help="Name or id of a card; with --all, a part of it.")] = "",
    addresses: Annotated[bool, typer.Option("--addresses", help="Also the address of every number.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    show_all: Annotated[bool, typer.Option("--all", help="List all cards, or those that fit.")] = False,
    klass: Annotated[str | None, typer.Option("--class", help="With --all: only this class.")] = None,
    from_set: Annotated[str | None, typer.Option("--set", help="With --all: only this set.")] = None,
    of_type: Annotated[str | None, typer.Option("--type", help="With --all: only this type.")] = None,
    cost: Annotated[int | None, typer.Option("--cost", help="With --all: only this cost.")] = None,
    text: Annotated[str, typer.Option("--text", help="List the cards whose rules text has this.")] = "",
    as_csv: Annotated[bool, typer.Option("--csv", help="With --all: print CSV.")] = False,
    cards: CardsOption = None,
    overlay: OverlayOption = None,
    patch: PatchOption = None,
) -> None:
    """Show a card, or list all of them."""
    wanted = CardFilter(name, klass, from_set, of_type, cost, text)
    if show_all or text:
        if addresses:
            raise InputError("--addresses are of one card: give its name or id without --all")
        _print_list(patched_cards(cards, overlay, patch)[0], wanted, as_json=as_json, as_csv=as_csv)
        return
    if wanted != CardFilter(name) or as_csv:
        raise InputError("--class, --set, --type, --cost and --csv are for a list of cards: add --all")
    if not name:
        raise InputError("which card? Give its name or id, or --all for every card")
    card_set, _ = patched_cards(cards, overlay, patch)
    _print_card(_one_card(card_set, name), card_set, as_json=as_json, addresses=addresses)


def _print_list(card_set: CardSet, wanted: CardFilter, *, as_json: bool, as_csv: bool) -> None:
    if as_json and as_csv:
        raise InputError("--json and --csv cannot stand together: choose one")
    rules = load_rules()
    rows = [card_list.card_row(card, card_set, rules) for card in card_list.select_cards(card_set, wanted)]
    if as_json:
        echo(card_list.as_json(rows))
    elif as_csv:
        echo(card_list.as_csv(rows), ends_line=False)
    else:
        open_screen(plain_width=None).print(card_list.as_table(rows))


def _print_card(card: Card, card_set: CardSet, *, as_json: bool, addresses: bool) -> None:
    if as_json:
        echo(hide_in_json(json.dumps(card_data(card, card_set), indent=2, ensure_ascii=False)))
        return
    console = open_screen(plain_width=None)
    console.print(card_panel(card, card_set))
    if addresses:
        console.print(address_table(card))


def patched_cards(files: list[Path] | None, overlays: list[str] | None, path: Path | None) -> tuple[CardSet, Patch]:
    """The game's cards and those of some files, with overlays and a patch applied; and the patch, for its bans."""
    card_set = load_cards_with(files or (), overlays or ())
    patch = read_patch(path, card_set) if path else Patch()
    return patch.apply(card_set), patch


def _one_card(card_set: CardSet, name: str) -> Card:
    try:
        return find_card(card_set, name)
    except InputError as error:
        names = [card.name for card in card_set if contains_text(card, name)][:MOST_NAMES]
        raise InputError(f"{error}" + (f"; names with it: {', '.join(names)}" if names else "")) from None


# --- a card -------------------------------------------------------------------------------------


def card_data(card: Card, card_set: CardSet) -> dict[str, Any]:
    """All that there is to know about a card, for JSON."""
    return {**card.tree, "text": rules_text(card, card_set), "addresses": card.numbers()}


def card_panel(card: Card, card_set: CardSet) -> Panel:
    """A card in a frame: name and cost on top, then what it is, what it does, and its numbers."""
    tree = card.tree
    lines = [Text(describe_kind(tree), style="dim")]
    if text := rules_text(card, card_set):
        lines += [Text(), Text(show_lines(text))]
    if note := tree.get("note"):
        lines += [Text(), Text(f"Note: {show_lines(note)}", style="italic")]
    if stats := describe_stats(tree):
        lines += [Text(), Text(stats, style="bold", justify="right")]
    cost = f"  ({tree['cost']} mana)" if "cost" in tree else ""
    title = Text.assemble(name_text(card.name, "bold"), (cost, "cyan"))
    return Panel(
        Group(*lines),
        title=title,
        title_align="left",
        subtitle=name_text(card.id),
        subtitle_align="right",
        width=CARD_WIDTH,
    )


def address_table(card: Card) -> Table:
    """The address and the value of every number of a card."""
    table = Table("address", "value", width=CARD_WIDTH)
    table.columns[1].justify = "right"
    for address, value in card.numbers().items():
        table.add_row(address, str(value))
    return table
