"""The cards: numbers by address, limits, texts, mistakes in files."""

import csv
from pathlib import Path

import numpy as np
import pytest

from evometa.games.locm.cards import Card, change_cards, find_card, game_cards, pack_cards, read_card
from evometa.games.locm.records import DRAIN, GREEN, GUARD
from evometa.input.errors import InputError

REFERENCE = Path(__file__).resolve().parents[5] / "shared" / "reference" / "locm" / "cardlist-v1.2.txt"


def test_there_are_160_cards_in_order() -> None:
    assert [card.id for card in game_cards()] == [f"L{n:03}" for n in range(1, 161)]
    assert len({card.name for card in game_cards()}) == 160


@pytest.mark.skipif(not REFERENCE.exists(), reason="put the card list into ../shared/reference/locm to lift this")
def test_all_numbers_are_those_of_the_card_list() -> None:
    rows = csv.reader(REFERENCE.read_text(encoding="utf-8").splitlines(), delimiter=";")
    for card, row in zip(game_cards(), rows, strict=True):
        _, name, kind, cost, attack, defence, letters, own, enemy, draw, _ = (each.strip() for each in row)
        assert (card.name, card.type) == (name, kind.removeprefix("item").lower())
        numbers = (card.cost, card.attack, card.defence, card.own_health, card.enemy_health, card.draw)
        assert numbers == tuple(map(int, (cost, attack, defence, own, enemy, draw)))
        assert [word[0].upper() for word in card.keywords] == [letter for letter in letters if letter != "-"]


def test_every_number_has_an_address() -> None:
    assert find_card(game_cards(), "soul devourer").numbers() == {"L046.cost": 9, "L046.attack": 7, "L046.defence": 7}
    assert find_card(game_cards(), "L121").numbers() == {"L121.cost": 2, "L121.defence": 3, "L121.draw": 1}


def test_changes_stop_at_the_limits() -> None:
    cards = change_cards(game_cards(), {"L003.defence": -9, "L144.defence": 9, "L151.defence": -9, "L003.cost": 2})
    assert (cards[2].defence, cards[2].cost, cards[143].defence, cards[150].defence) == (1, 3, 0, -99)
    assert cards[3] is game_cards()[3]


@pytest.mark.parametrize("address", ["L003.draw", "L003", "L003.health", "L999.cost"])
def test_a_number_that_is_not_there_cannot_change(address: str) -> None:
    with pytest.raises(InputError, match="there is no"):
        change_cards(game_cards(), {address: 1})


def test_the_table_has_the_numbers_of_the_cards() -> None:
    table = pack_cards(game_cards())
    assert (table[40].keywords, table[40].attack, table[40].cost) == (DRAIN | GUARD, 2, 3)
    assert (table[121].type, table[121].draw, table[0].cost) == (GREEN, 1, 0)
    assert len(np.unique(table["type"][1:])) == 4


@pytest.mark.parametrize(
    ("card_id", "text"),
    [
        ("L003", "A creature of 2/2."),
        ("L045", "A creature of 6/5 with Breakthrough and Drain; when summoned, your hero loses 3 health."),
        ("L117", "One of your creatures gains Breakthrough and gets +1/+1."),
        ("L148", "An enemy creature loses all keywords and gets +0/-2."),
        ("L154", "The enemy's hero loses 2 health and your next turn brings one more card."),
        ("L158", "An enemy creature or the enemy's hero takes 4 damage."),
    ],
)
def test_texts_follow_from_the_data(card_id: str, text: str) -> None:
    assert find_card(game_cards(), card_id).text() == text


def test_each_text_is_one_sentence_and_changes_with_the_numbers() -> None:
    for card in game_cards():
        for address in card.numbers():
            name = address.split(".")[1]
            changed = change_cards([card], {address: -1 if getattr(card, name) > 1 else 1})[0]
            assert card.text().count(".") == 1
            assert name == "cost" or changed == card or changed.text() != card.text()


def test_an_item_without_anything_says_so() -> None:
    assert Card("X", "Nothing", "blue", 1).text() == "Nothing happens."


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"type": "creature", "cost": 1}, "'name' is missing"),
        ({"name": "A", "type": "creature", "cost": 1, "attack": 1}, "found 1/0"),
        ({"name": "A", "type": "spell", "cost": 1}, "allowed: creature"),
        ({"name": "A", "type": "green", "cost": 1, "keywords": ["taunt"]}, "breakthrough"),
        ({"name": "A", "type": "green", "cost": -1}, "out of range"),
    ],
)
def test_mistakes_in_a_card_are_said(fields: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message) as raised:
        read_card("X1", fields, "mine.toml")
    assert "mine.toml, card X1" in str(raised.value)
