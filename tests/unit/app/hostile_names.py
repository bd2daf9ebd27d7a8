"""A metagame made by someone who wants names to be more than names: markup, math, formulas, escape sequences."""

from __future__ import annotations

import re
from pathlib import Path

from evometa.games.decks.deck import load_deck
from evometa.games.hearthstone.cards.reading.loader import load_cards
from evometa.input.shown_text import HIDDEN, show_name
from evometa.input.toml_text import quote_text

DECKS = [f"Exp1 {klass} ({style})" for klass in ("Hunter", "Paladin", "Warlock") for style in ("Aggro", "Control")]
NAMES = [
    "[/x]",  # the end of markup that never began
    "[bold][link=file:///etc/passwd]:skull:",
    "\x1b]0;evil\x07\x9b31m",  # sets the title of a terminal, and its colour
    "\u202egnp.exe\u200b",
    r"$\frac$ $x",
    "=cmd()\none\ttwo\rthree",
]
LONG = "x" * 190
METAGAME, PLAYER, PATCH, CARD = (
    f"@{NAMES[0]}\n{NAMES[2]}",
    f"[bold]{NAMES[5]}",
    f"{NAMES[0]} {LONG}",
    r"[/b]$\frac$=" + "\x1b[2J",
)
CARD_ID, CARD_NAME = "EX1_004", "Young Priestess"  # which gets the name above; most of these decks play it
FILES = ("meta.toml", "patch.toml", "overlay.toml", "player.toml")


def write_hostile(folder: Path) -> None:
    """A metagame in `meta.toml`, with all that it needs, and a patch for it."""
    (folder / "overlay.toml").write_text(f'[[card]]\nid = "{CARD_ID}"\nname = {quote_text(CARD)}\n', encoding="utf-8")
    (folder / "player.toml").write_text(f'based_on = "random"\nname = {quote_text(PLAYER)}\n', encoding="utf-8")
    (folder / "patch.toml").write_text(
        f"name = {quote_text(PATCH)}\n[change]\n{CARD_ID} = {{ cost = 2 }}\n", encoding="utf-8"
    )
    decks = [
        _write_deck(folder / f"deck{i}.toml", deck, name)
        for i, (deck, name) in enumerate(zip(DECKS, NAMES, strict=True))
    ]
    fields = f'name = {quote_text(METAGAME)}\nplayers = "player.toml"\noverlays = ["overlay.toml"]\n'
    entries = "".join(f'[[deck]]\ndeck = "{path.name}"\n' for path in decks)
    (folder / "meta.toml").write_text(fields + entries, encoding="utf-8")


def _write_deck(path: Path, deck: str, name: str) -> Path:
    loaded, cards = load_deck(deck), load_cards()
    ids = ", ".join(f'"{card}"' for card in loaded.card_ids(cards))
    text = f'name = {quote_text(name)}\nclass = "{loaded.klass}"\nstyle = "{loaded.style}"\ncards = [{ids}]\n'
    path.write_text(text, encoding="utf-8")
    return path


def check_clean(text: str) -> None:
    """What was printed holds no character that a terminal would obey."""
    found = HIDDEN.search(text.replace("\n", ""))
    assert found is None, f"{found!r} in {text[max(found.start() - 60, 0) : found.end() + 60]!r}"


def shows(text: str, name: str) -> bool:
    """Whether a name is there as `show_name` shows it; a table may have broken it into lines."""
    return squeeze(show_name(name)) in squeeze(text)


def squeeze(text: str) -> str:
    """Without spaces and frames."""
    return re.sub(r"[\s│┃]", "", text)
