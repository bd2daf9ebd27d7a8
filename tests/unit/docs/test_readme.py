"""The README: what its commands show, its card, its patch, and that it names every page."""

import tomllib

import pytest
from tests.unit.docs.pages import PAGES, README, check_command, read_blocks, split_commands

from evometa.games.hearthstone.cards import load_cards
from evometa.games.patches.files import parse_patch


def test_the_commands_of_the_readme_do_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    blocks = [block for block in read_blocks(README) if block.language == "console"]
    for command, shown in (pair for block in blocks for pair in split_commands(block.text)):
        if not command.startswith("evometa play"):  # a game with full searches takes long uncompiled
            check_command(command, shown, monkeypatch)


def test_the_card_and_the_patch_of_the_readme_are_real() -> None:
    card, patch = [block.text for block in read_blocks(README) if block.language == "toml"]
    (tree,) = tomllib.loads(card)["card"]
    cards = load_cards()
    assert tree == {name: value for name, value in cards[tree["id"]].tree.items() if name != "dbf_id"}
    assert parse_patch(patch, cards).notes(cards)


def test_the_readme_names_every_page() -> None:
    readme = README.read_text(encoding="utf-8")
    assert PAGES
    for page in PAGES:
        assert f"docs/how-to/{page.name}" in readme
