"""`evometa card` and `evometa deck`: cards and decks as a person would like to see them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console, Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from evometa.cards.decks import BUILTIN_DECKS, Deck, load_deck
from evometa.cards.errors import InputError, nearest_word
from evometa.cards.loader import load_cards
from evometa.cards.lookup import find_card
from evometa.cards.model import Card, CardSet
from evometa.cards.patch_files import read_patch
from evometa.cards.patches import Patch
from evometa.cards.rules import load_rules
from evometa.cards.text import rules_text

GAME_CARDS = BUILTIN_DECKS.parent  # the folder of the game's own card files
CARD_WIDTH = 60
MOST_NAMES = 8  # in a message
CURVE_END = 7  # costs from here on share the last bar of a mana curve

CardsOption = Annotated[
    list[Path] | None,
    typer.Option("--cards", help="A card file to add to the game's own cards; may be repeated.", metavar="FILE"),
]
PatchOption = Annotated[Path | None, typer.Option("--patch", help="A patch file to apply first.", metavar="FILE")]


def show_card(
    name: Annotated[str, typer.Argument(help="Name or id of a card; with --all, a part of it.")] = "",
    addresses: Annotated[bool, typer.Option("--addresses", help="Also the address of every number.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    show_all: Annotated[bool, typer.Option("--all", help="Every card whose name or id contains NAME.")] = False,
    cards: CardsOption = None,
    patch: PatchOption = None,
) -> None:
    """Show a card."""
    if not name and not show_all:
        raise InputError("which card? Give its name or id, or --all for every card")
    card_set, _ = _patched_cards(cards, patch)
    found = _matching_cards(card_set, name) if show_all else [_one_card(card_set, name)]
    if as_json:
        data = [card_data(card, card_set) for card in found]
        typer.echo(json.dumps(data if show_all else data[0], indent=2, ensure_ascii=False))
        return
    console = Console()
    for card in found:
        console.print(card_panel(card, card_set))
        if addresses:
            console.print(address_table(card))


def show_deck(
    deck: Annotated[str, typer.Argument(help="A deck file (TOML or a list of cards), or the name of a built-in deck.")],
    cards: CardsOption = None,
    patch: PatchOption = None,
) -> None:
    """Check a deck against the rules, and show it."""
    card_set, applied = _patched_cards(cards, patch)
    loaded = load_deck(deck)
    loaded.validate(card_set, load_rules(), applied)
    console = Console()
    console.print(deck_table(loaded, card_set))
    console.print(mana_curve(loaded, card_set))


def _patched_cards(files: list[Path] | None, path: Path | None) -> tuple[CardSet, Patch]:
    card_set = load_cards([GAME_CARDS, *files] if files else None)
    patch = read_patch(path, card_set) if path else Patch()
    return patch.apply(card_set), patch


def _one_card(card_set: CardSet, name: str) -> Card:
    try:
        return find_card(card_set, name)
    except InputError as error:
        names = [card.name for card in _containing(card_set, name)][:MOST_NAMES]
        raise InputError(f"{error}" + (f"; names with it: {', '.join(names)}" if names else "")) from None


def _containing(card_set: CardSet, part: str) -> list[Card]:
    return [card for card in card_set if part.casefold() in f"{card.name}\n{card.id}".casefold()]


def _matching_cards(card_set: CardSet, part: str) -> list[Card]:
    cards = _containing(card_set, part)
    if not cards:
        nearest = nearest_word(part, (card.name for card in card_set))
        raise InputError(
            f"no card has {part!r} in its name or id" + (f"; did you mean '{nearest}'?" if nearest else "")
        )
    return cards


# --- a card -------------------------------------------------------------------------------------


def card_data(card: Card, card_set: CardSet) -> dict[str, Any]:
    """All that there is to know about a card, for JSON."""
    return {**card.tree, "text": rules_text(card, card_set), "addresses": card.numbers()}


def card_panel(card: Card, card_set: CardSet) -> Panel:
    """A card in a frame: name and cost on top, then what it is, what it does, and its numbers."""
    tree = card.tree
    lines = [Text(_describe_kind(tree), style="dim")]
    if text := rules_text(card, card_set):
        lines += [Text(), Text(text)]
    if stats := _describe_stats(tree):
        lines += [Text(), Text(stats, style="bold", justify="right")]
    title = f"[bold]{card.name}[/bold]" + (f"  [cyan]({tree['cost']} mana)[/cyan]" if "cost" in tree else "")
    return Panel(
        Group(*lines), title=title, title_align="left", subtitle=card.id, subtitle_align="right", width=CARD_WIDTH
    )


def address_table(card: Card) -> Table:
    """The address and the value of every number of a card."""
    table = Table("address", "value", width=CARD_WIDTH)
    table.columns[1].justify = "right"
    for address, value in card.numbers().items():
        table.add_row(address, str(value))
    return table


def _describe_kind(tree: dict[str, Any]) -> str:
    """`Legendary hunter minion (beast), classic set`."""
    words = [tree.get("rarity", ""), tree["class"], tree["type"].replace("_", " ")]
    kind = " ".join(word for word in words if word and word != "invalid")
    race = f" ({tree['race']})" if "race" in tree else ""
    is_token = not tree.get("collectible", True) and tree["type"] not in ("hero", "hero_power")
    token = ", only made by other cards" if is_token else ""
    return f"{kind}{race}, {tree['set']} set{token}".capitalize()


def _describe_stats(tree: dict[str, Any]) -> str:
    names = [name for name in ("attack", "health", "durability") if name in tree]
    return ", ".join(f"{tree[name]} {name}" for name in names)


# --- a deck -------------------------------------------------------------------------------------


def deck_table(deck: Deck, card_set: CardSet) -> Table:
    """The cards of a deck by cost, then name."""
    title = f"{deck.name}: {deck.klass}{', ' + deck.style if deck.style else ''}, {len(deck.cards)} cards"
    table = Table("n", "cost", "card", "what", title=title, title_justify="left")
    copies = Counter(deck.card_ids(card_set))
    cards = sorted((card_set[card_id] for card_id in copies), key=lambda card: (card.tree["cost"], card.name))
    for card in cards:
        table.add_row(str(copies[card.id]), str(card.tree["cost"]), card.name, _describe_short(card.tree))
    return table


def _describe_short(tree: dict[str, Any]) -> str:
    numbers = [str(tree[name]) for name in ("attack", "health", "durability") if name in tree]
    return " ".join(part for part in ("/".join(numbers), tree["type"]) if part)


def mana_curve(deck: Deck, card_set: CardSet) -> Table:
    """How many cards the deck has of each cost, as bars."""
    costs = Counter(min(card_set[card].tree["cost"], CURVE_END) for card in deck.card_ids(card_set))
    table = Table(title="mana curve", title_justify="left", show_header=False, box=None)
    for cost in range(CURVE_END + 1):
        label = f"{cost}+" if cost == CURVE_END else str(cost)
        table.add_row(label, "█" * costs[cost], str(costs[cost]))
    return table
