"""A story with a block of every kind, for all voices."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from evometa.matches.inference import Estimate, Estimates
from evometa.story.blocks import (
    Beside,
    CardList,
    Choice,
    Choices,
    Code,
    Column,
    DeckCode,
    Fact,
    Facts,
    Figure,
    Fold,
    Headline,
    Level,
    PatchNotes,
    Section,
    Story,
    Table,
    Warned,
    Words,
)
from evometa.story.cards import CardName, Face, ShownCard
from evometa.story.charts.data import DotPlot, DotRow
from evometa.story.charts.heat_map import metagame_map
from evometa.story.formats import COUNT, POINTS, RATE, TEXT

WISP = CardName("Wisp", ShownCard("card-wisp", Face("Wisp", "0 mana", "Minion", "", "1/1"), None))


class Row(NamedTuple):
    """A deck with its numbers."""

    deck: str
    win_rate: Estimate
    change: Estimate
    games: int
    cards: tuple[CardName, ...]


ROWS = [
    Row("Hunter", Estimate(0.6, 0.55, 0.65), Estimate(-0.02, -0.05, 0.01), 12_345, (WISP,)),
    Row("Paladin", Estimate(0.4, 0.35, 0.45), Estimate(0.03, 0.01, 0.05), 10, ()),
]

COLUMNS = (
    Column("deck", lambda row: row.deck, key="deck"),
    Column("win rate", lambda row: row.win_rate, RATE, key="win_rate"),
    Column("change", lambda row: row.change, POINTS, key="change", is_short=True),
    Column("games", lambda row: row.games, COUNT, key="games", level=Level.MAIN),
    Column("new cards", lambda row: row.cards, TEXT, level=Level.FULL),
    Column("raw", lambda row: row.games / 7, key="raw", level=Level.DATA),
)

TABLE = Table(
    "decks", COLUMNS, ROWS, "The decks", "How to read them.", marked=lambda row: row.deck == "Hunter", index="deck"
)
PLOT = DotPlot("plot", "A plot", "points", (DotRow("a", Estimate(1.0, 0.5, 1.5), key="card-wisp"),), 0.0)


def make_map(name: str = "matrix") -> Figure:
    """Who beats whom of two decks."""
    rates = Estimates(*(np.array([[0.5, rate], [1 - rate, 0.5]]) for rate in (0.7, 0.6, 0.8)))
    return Figure(metagame_map(name, "Who beats whom", ["Hunter", "Paladin"], rates), level=Level.MAIN)


def make_story() -> Story:
    """All blocks."""
    first = (Warned("Careful."), Headline("It is so.", "F 0.5"), Words("More of it."), Words("", level=Level.BRIEF))
    facts = Facts((Fact("Games", "1,000", "all of them"),), "All in all")
    patch = PatchNotes(["Wisp: attack 1 -> 2"], lambda name: WISP, "[change.CS2_231]\nattack = 1\n")
    details = (
        Fold("As a file", (Code("a = 1"),), is_file=True),
        DeckCode("AAEC", "Copy it"),
        CardList((("2x", WISP),)),
        Choices(Figure(PLOT), (Choice("key-1", "A choice", (Words("What it is."),)),), "key-1"),
    )
    return Story(
        "A title",
        (
            Section("summary", "In short", (*first, facts)),
            Section("decks", "The decks", (TABLE, Beside((make_map(),), level=Level.MAIN))),
            Section("patch", "The patch", (patch,)),
            Section("details", "For the curious", details, level=Level.FULL),
        ),
        "Played by nobody.",
        footer="The end.",
    )
