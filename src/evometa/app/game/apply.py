"""`evometa apply`: the cards that a patch changes, before and after, and as card data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from evometa.app.game.card import card_data
from evometa.app.terminal.own_cards import CardOptions, CardsOption, GameOption, OverlayOption
from evometa.app.terminal.progress import say
from evometa.games.cards import Card, CardSet
from evometa.games.hearthstone.cards.reading.entries import format_cards
from evometa.games.patches.files import read_patch
from evometa.games.patches.patch import Patch
from evometa.input.errors import InputError
from evometa.input.writing import write_file
from evometa.show.data import as_json as format_json
from evometa.show.terminal.screen import Screen, echo, name_text, open_screen, print_headed
from evometa.show.terminal.tables import new_table, print_notes, print_table

_OLD_AND_NEW = ("dark_orange", "bright_blue")  # which the colour-blind can tell apart


def apply_patch(
    patch: Annotated[Path, typer.Argument(metavar="PATCH", help="A patch file, such as the one that a run leaves.")],
    game: GameOption = None,
    cards: CardsOption = None,
    overlay: OverlayOption = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write the changed cards as card data, for --overlay FILE."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead, with all data of the cards.")] = False,
) -> None:
    """Show the cards that a patch changes, before and after, and write them as card data."""
    before, _ = CardOptions(game=game, cards=cards, overlay=overlay).load_cards()
    asked = read_patch(patch, before)
    applied = _Applied(asked, before, asked.apply(before))
    if not applied.notes:
        raise InputError(f"{patch}: nothing would change; the cards are like that already, or the patch is empty")
    if out is not None:
        write_file(out, applied.card_file(patch), f"--out {out}")
    if as_json:
        echo(format_json(applied.data()))
    else:
        applied.show(open_screen())
    if out is not None:
        say(f"Wrote {out}; 'evometa card NAME --overlay {out}' shows a card of it")


@dataclass(frozen=True)
class _Applied:
    """A patch, and the cards without and with it."""

    patch: Patch
    before: CardSet
    after: CardSet

    @property
    def notes(self) -> list[str]:
        """What really changes, bans and limits included."""
        return self.patch.notes(self.before)

    @property
    def _changed(self) -> list[tuple[Card, Card]]:
        """The cards whose data changes, before and after."""
        return [(old, new) for old, new in zip(self.before, self.after, strict=True) if old != new]

    # --- forms ---

    def data(self) -> dict[str, Any]:
        """All of it, for JSON."""
        patch, before, after = self.patch, self.before, self.after
        return {
            "patch": patch.name,
            "notes": self.notes,
            "magnitude": patch.magnitude(before),
            "magnitude_unweighted": patch.magnitude(before, weighted=False),
            "jolt": patch.jolt(before),
            "cards": [
                {"id": old.id, "name": old.name, "before": card_data(old, before), "after": card_data(new, after)}
                for old, new in self._changed
            ],
        }

    def card_file(self, source: Path) -> str:
        """The changed cards as TOML, with all their fields; an overlay must be told that a keyword is gone."""
        title = f"Cards after the patch {self.patch.name or source.stem}: use them as an overlay."
        trees = [
            {**new.tree, "keywords": new.tree.get("keywords", [])} if "keywords" in old.tree else new.tree
            for old, new in self._changed
        ]
        patch = self.patch.effective(self.before)
        about_decks = Patch(banned=patch.banned, limited=patch.limited).notes(self.before)  # which no card says itself
        return format_cards(trees, [title, *about_decks])

    def show(self, console: Screen) -> None:
        """For people: what each card was and is."""
        n_cards = len(self._changed)
        changed = f"{n_cards} {'card' if n_cards == 1 else 'cards'} changed"
        weighted, plain = (self.patch.magnitude(self.before, weighted) for weighted in (True, False))
        size = f"magnitude {weighted}, unweighted {plain}; jolt {self.patch.jolt(self.before)}"
        print_headed(console, self.patch.name or "Patch", f"  {changed}; {size}")
        print_notes(console, self.notes)
        if self._changed:
            print_table(console, "Cards", self.table())

    def table(self) -> Table:
        """Before and after of each card."""
        table = new_table()
        table.add_column("card", ratio=2)
        for heading in ("before", "after"):
            table.add_column(heading, ratio=3)
        for old, new in self._changed:
            lines = list(_describe(old, self.before)), list(_describe(new, self.after))
            is_same = [one == other for one, other in zip(*lines, strict=True)]
            sides = (_join(side, is_same, style) for side, style in zip(lines, _OLD_AND_NEW, strict=True))
            table.add_row(name_text(old.name), *sides, end_section=True)
        return table


def _describe(card: Card, card_set: CardSet) -> Iterator[str]:
    """The numbers of a card on one line, its rules text on another."""
    tree, game = card.tree, card.game
    cost = f"{tree['cost']} {game.words.cost}" if "cost" in tree else ""
    yield ", ".join(filter(None, (cost, game.describe_stats(tree))))
    yield game.rules_text(card, card_set)


def _join(lines: Sequence[str], is_same: Sequence[bool], style: str) -> Text:
    """The lines that are not empty; those that differ stand out."""
    shown = [Text(line, style="" if same else style) for line, same in zip(lines, is_same, strict=True) if line]
    return Text("\n").join(shown)
