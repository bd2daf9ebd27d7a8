"""Cards written as TOML are read back as they were."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from evometa.games.hearthstone.cards import load_cards
from evometa.games.hearthstone.cards.reading.entries import format_cards
from evometa.games.patches.files import parse_changes
from evometa.input.toml_text import format_value


def test_all_cards_come_back(tmp_path: Path) -> None:
    cards = load_cards()
    path = tmp_path / "all.toml"
    path.write_text(format_cards(card.tree for card in cards), encoding="utf-8")
    assert load_cards([path]) == cards


def test_changed_cards_are_an_overlay_of_the_old_ones(tmp_path: Path) -> None:
    cards = load_cards()
    changes = ["Consecration cost +1", "Stonetusk Boar loses charge", "River Crocolisk gains taunt"]
    patched = parse_changes(changes, cards).apply(cards)
    changed = {card.id: card.dict_copy() for card in patched if card != cards[card.id]}
    changed["CS2_171"]["keywords"] = []  # of the boar: an overlay says what is gone
    path = tmp_path / "changed.toml"
    path.write_text(format_cards(changed.values()), encoding="utf-8")
    overlaid = load_cards(overlays=[path])
    assert [card.numbers() for card in overlaid] == [card.numbers() for card in patched]
    assert [card.definition for card in overlaid] == [card.definition for card in patched]


def test_what_it_is_about_stands_on_top_and_cannot_break_out_of_its_comment() -> None:
    text = format_cards([{"name": 'A "b" \\', "x y": {"z": [1, {}]}}], ["One\nline.", "Another."])
    assert text.startswith("# One line.\n# Another.\n\n# A")
    assert tomllib.loads(text) == {"card": [{"name": 'A "b" \\', "x y": {"z": [1, {}]}}]}


def test_what_toml_cannot_say_is_refused() -> None:
    with pytest.raises(TypeError, match="TOML has no NoneType"):
        format_value(None)
