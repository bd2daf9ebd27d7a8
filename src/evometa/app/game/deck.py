"""`evometa deck`: checks a deck, shows it, and writes it as TOML, as a list or as a deck code."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from evometa.app.game.inventory import list_decks, print_rows
from evometa.app.terminal.options import takes
from evometa.app.terminal.own_cards import CardOptions
from evometa.games.cards import Card, CardSet
from evometa.games.decks.deck import Deck, load_deck
from evometa.games.decks.formats import FORMATS, format_deck
from evometa.games.decks.summary import CURVE_END, DeckSummary, summarise_deck
from evometa.games.game import Game
from evometa.games.registry import default_game
from evometa.input.errors import InputError
from evometa.input.shown_text import hide_in_json, join_names, show_name
from evometa.input.writing import write_file
from evometa.show.terminal.screen import echo, name_text, open_screen

CARD_FIELDS = ("id", "dbf_id", "name", "class", "type", "rarity", "cost")  # in JSON
CURVE_LABELS = [*map(str, range(CURVE_END)), f"{CURVE_END}+"]


@dataclass(frozen=True, kw_only=True)
class _DeckOptions(CardOptions):
    """What the command is asked with."""

    deck: Annotated[
        str | None,
        typer.Argument(
            show_default="a list of the built-in ones",
            help="A deck file (TOML or a list), a deck code, or the name of a built-in deck.",
        ),
    ] = None
    to: Annotated[
        str | None, typer.Option("--to", help="Write the deck in this form instead.", metavar="|".join(FORMATS))
    ] = None
    out: Annotated[Path | None, typer.Option("--out", help="With --to: into this file.", metavar="FILE")] = None
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False


@takes(_DeckOptions)
def show_deck(options: _DeckOptions) -> None:
    """Check a deck against the rules, and show or convert it."""
    deck, to, out, as_json = options.deck, options.to, options.out, options.as_json
    if out and not to:
        raise InputError(f"--out is for a deck in another form: add --to with one of {', '.join(FORMATS)}")
    if to and as_json:
        raise InputError("--to and --json cannot stand together: choose one")
    if deck is None:
        if to or as_json:
            raise InputError("which deck? Give a built-in one, a file or a deck code; 'evometa list decks' lists them")
        print_rows("decks", list_decks(options.chosen_game or default_game()))
        return
    card_set, applied = options.load_cards()
    loaded = load_deck(deck, card_set)
    loaded.validate(card_set, card_set.game.load_rules(), applied)
    if to and out:
        write_file(out, format_deck(loaded, to, card_set), f"--out {out}")
    elif to:
        echo(format_deck(loaded, to, card_set), ends_line=False)
    elif as_json:
        echo(hide_in_json(json.dumps(_deck_data(loaded, card_set), indent=2, ensure_ascii=False)))
    else:
        console, summary = open_screen(plain_width=None), summarise_deck(loaded, card_set)
        for table in (
            _deck_table(loaded, card_set),
            _cost_curve(summary, card_set.game),
            _summary_table(summary, card_set.game),
        ):
            console.print(table)


# --- what there is to see -----------------------------------------------------------------------


def _deck_data(deck: Deck, card_set: CardSet) -> dict[str, Any]:
    """All that there is to know about a deck, for JSON."""
    summary = summarise_deck(deck, card_set)
    return {
        "name": deck.name,
        "class": deck.klass,
        "style": deck.style,
        "cards": [
            {"count": n, **{name: card.tree.get(name) for name in CARD_FIELDS}}
            for card, n in _sorted_cards(deck, card_set)
        ],
        "curve": dict(zip(CURVE_LABELS, summary.curve, strict=True)),
        "types": summary.types,
        "rarities": summary.rarities,
        "dust": summary.dust,
    }


def _deck_table(deck: Deck, card_set: CardSet) -> Table:
    """The cards of a deck by cost, then name."""
    about = [deck.klass, deck.style, f"{len(deck.cards)} cards"]
    title = f"{show_name(deck.name)}: {join_names(filter(None, about))}"
    table = Table("n", "cost", "card", "what", title=title, title_justify="left")
    for card, n in _sorted_cards(deck, card_set):
        table.add_row(str(n), str(card.cost), name_text(card.name), card.game.describe_briefly(card.tree))
    return table


def _sorted_cards(deck: Deck, card_set: CardSet) -> list[tuple[Card, int]]:
    """Each card of a deck with its number of copies, by cost, then name."""
    copies = Counter(deck.card_ids(card_set))
    cards = sorted((card_set[card_id] for card_id in copies), key=lambda card: (card.cost, card.name))
    return [(card, copies[card.id]) for card in cards]


def _cost_curve(summary: DeckSummary, game: Game) -> Table:
    """The number of cards of each cost, as bars."""
    table = Table(title=f"{game.words.cost} curve", title_justify="left", show_header=False, box=None)
    for label, n in zip(CURVE_LABELS, summary.curve, strict=True):
        table.add_row(label, "█" * n, str(n))
    return table


def _summary_table(summary: DeckSummary, game: Game) -> Table:
    """Types, rarities and what it costs to craft, a line each."""
    table = Table(show_header=False, box=None)
    types = (f"{n} {word}{'' if n == 1 else 's'}" for word, n in summary.types.items())
    table.add_row("types", ", ".join(types))
    if summary.rarities:
        table.add_row("rarities", ", ".join(f"{n} {word}" for word, n in summary.rarities.items()))
    if game.crafting_word:
        table.add_row(game.crafting_word, f"{summary.dust:,} to craft all of it")
    return table
