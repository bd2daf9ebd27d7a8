"""The page of the card pool: every card once, where one looks for it, with what it does and where it comes from."""

from pathlib import Path

import pytest
from tools.docs.pool_page import PAGE, card_pool_page

from evometa.games.hearthstone.cards import Card, CardSet, load_cards
from evometa.input import InputError

ROOT = Path(__file__).parents[3]
MINION = {"class": "neutral", "set": "custom", "type": "minion", "rarity": "rare", "cost": 2, "attack": 1, "health": 3}
MAKER = {**MINION, "id": "T_1", "name": "Maker", "deathrattle": {"summon": "Toy"}, "note": "The printed one makes two."}
TOY = {**MINION, "id": "T_1t", "name": "Toy", "cost": 1, "collectible": False, "keywords": ["taunt"]}


def small_page() -> str:
    return card_pool_page(CardSet.from_cards([Card.from_tree(MAKER), Card.from_tree(TOY)]))


def test_the_committed_page_is_current() -> None:
    assert (ROOT / PAGE).read_text(encoding="utf-8") == card_pool_page(load_cards()), "run `make docs`"


def test_every_card_of_the_game_has_one_row() -> None:
    page = card_pool_page(load_cards())
    tables = page[page.index("## Neutral") :]
    for card in load_cards():
        assert sum(line.startswith(f"| {card.name} |") and f"| {card.id} |" in line for line in tables.split("\n")) == 1


def test_a_card_has_its_numbers_and_its_rules_text() -> None:
    row = "| Maker | 2 | 1/3 | minion |  | rare | Deathrattle: Summon a 1/3 Toy with Taunt. | T_1 |"
    assert row in small_page().split("\n")


def test_a_token_says_where_it_comes_from() -> None:
    assert "| Toy | 1 | 1/3 | minion |  | rare | Taunt. | T_1t | Maker |" in small_page().split("\n")


def test_a_note_stands_among_the_known_differences() -> None:
    assert "| Maker | T_1 | The printed one makes two. |" in small_page().split("\n")


def test_only_cards_for_decks_are_counted() -> None:
    assert "| **all** | 1 | 1 |" in small_page().split("\n")


def test_a_note_is_a_text() -> None:
    with pytest.raises(InputError, match=r"mine\.toml, card T_1, field 'note': .*a text"):
        Card.from_tree({**MAKER, "note": 3}, "mine.toml")
