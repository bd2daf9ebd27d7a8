"""Decks as text: what is written can be read back, and says the same."""

from collections import Counter
from pathlib import Path

import pytest

from evometa.games.decks.deck import Deck, builtin_decks, load_deck, parse_deck, parse_list
from evometa.games.decks.formats import FORMATS, format_deck, name_cards
from evometa.games.decks.summary import summarise_deck
from evometa.games.hearthstone.cards import load_cards
from evometa.games.hearthstone.cards.language import vocabulary as v
from evometa.games.hearthstone.game import HEARTHSTONE
from evometa.input import InputError

CARDS = load_cards()
WOLVES = Deck("Wolves", "hunter", "aggro", ("timber wolf", "King Krush", "DS1_175", "Fireball"))


@pytest.mark.parametrize("name", sorted(builtin_decks()))
def test_a_builtin_deck_comes_back_from_toml_and_from_a_list(name: str) -> None:
    deck = builtin_decks()[name]
    assert parse_deck(format_deck(deck, "toml", CARDS)) == deck
    assert parse_list(format_deck(deck, "list", CARDS)) == deck


@pytest.mark.parametrize("form", FORMATS)
def test_a_file_of_any_form_is_the_same_deck(form: str, tmp_path: Path) -> None:
    deck = builtin_decks()["starter_druid"]
    path = tmp_path / f"deck.{'toml' if form == 'toml' else 'txt'}"
    path.write_text(format_deck(deck, form, CARDS))
    assert Counter(load_deck(path).card_ids(CARDS)) == Counter(deck.card_ids(CARDS))


def test_cards_are_written_with_their_own_names_and_copies_together() -> None:
    assert format_deck(WOLVES, "list", CARDS) == (
        "name: Wolves\nclass: hunter\nstyle: aggro\n\n2x Timber Wolf\n1x King Krush\n1x Fireball\n"
    )
    assert format_deck(WOLVES, "toml", CARDS) == (
        'name = "Wolves"\nclass = "hunter"\nstyle = "aggro"\n'
        'cards = [\n  "2x Timber Wolf",\n  "1x King Krush",\n  "1x Fireball",\n]\n'
    )


def test_a_deck_without_a_style_is_written_without_one() -> None:
    assert "style" not in format_deck(Deck("Mine", "mage", "", ("Wisp",)), "toml", CARDS)


@pytest.mark.parametrize("name", ["Deck #1", 'The "best"', "Größe: 3", "C:\\new"])
def test_names_with_signs_in_them_come_back(name: str) -> None:
    deck = name_cards(Deck(name, "mage", "", ("Wisp",)), CARDS)
    assert parse_deck(format_deck(deck, "toml", CARDS)) == deck
    assert parse_list(format_deck(deck, "list", CARDS)) == deck


@pytest.mark.parametrize("name", ["One # two", "One\nTwo", " One"])
def test_a_name_that_a_list_cannot_hold_is_refused(name: str) -> None:
    deck = Deck(name, "mage", "", ("Wisp",))
    with pytest.raises(InputError, match="its name or that of a card cannot be written in this form"):
        format_deck(deck, "list", CARDS)
    assert parse_deck(format_deck(deck, "toml", CARDS)).name == name


def test_an_unknown_form_gets_the_nearest_one() -> None:
    with pytest.raises(
        InputError, match="unknown form of a deck 'tolm'; did you mean 'toml'\\? allowed: toml, list, code"
    ):
        format_deck(WOLVES, "tolm", CARDS)


# --- in a few numbers ---------------------------------------------------------------------------


def test_a_summary_counts_costs_types_rarities_and_dust() -> None:
    summary = summarise_deck(Deck("Mine", "hunter", "", ("Wisp", "Wisp", "King Krush", "Eaglehorn Bow")), CARDS)
    assert summary.curve == (2, 0, 0, 1, 0, 0, 0, 1)
    assert summary.types == {"minion": 3, "weapon": 1}
    assert summary.rarities == {"common": 2, "rare": 1, "legendary": 1}
    assert summary.dust == 2 * 40 + 100 + 1600


def test_every_rarity_has_its_dust() -> None:
    assert set(HEARTHSTONE.crafting) == set(v.RARITIES)
