"""The cards: numbers by address, limits, texts, mistakes in files."""

import csv
from pathlib import Path

import numpy as np
import pytest

from evometa.games.cards import Card, find_card
from evometa.games.locm.game import LOCM
from evometa.games.locm.records import DRAIN, GREEN, GUARD
from evometa.games.patches.patch import Patch
from evometa.input.errors import InputError

REFERENCE = Path(__file__).resolve().parents[5] / "shared" / "reference" / "locm" / "cardlist-v1.2.txt"
CARDS = LOCM.own_cards
NUMBERS = ("cost", "attack", "defence", "own_health", "enemy_health", "draw")


def test_there_are_160_cards_in_order() -> None:
    assert [card.id for card in CARDS] == [f"L{n:03}" for n in range(1, 161)]
    assert len({card.name for card in CARDS}) == 160


@pytest.mark.skipif(not REFERENCE.exists(), reason="put the card list into ../shared/reference/locm to lift this")
def test_all_numbers_are_those_of_the_card_list() -> None:
    rows = csv.reader(REFERENCE.read_text(encoding="utf-8").splitlines(), delimiter=";")
    for card, row in zip(CARDS, rows, strict=True):
        _, name, kind, cost, attack, defence, letters, own, enemy, draw, _ = (each.strip() for each in row)
        face = card.definition
        assert (card.name, "".join(reversed(face.type.split()))) == (name, kind.lower())
        assert [getattr(face, each) for each in NUMBERS] == [*map(int, (cost, attack, defence, own, enemy, draw))]
        assert [word[0].upper() for word in face.keywords] == [letter for letter in letters if letter != "-"]


def test_every_number_has_an_address() -> None:
    assert find_card(CARDS, "soul devourer").numbers() == {"L046.cost": 9, "L046.attack": 7, "L046.defence": 7}
    assert find_card(CARDS, "L121").numbers() == {"L121.cost": 2, "L121.defence": 3, "L121.draw": 1}


def test_changes_stop_at_the_limits() -> None:
    changes = {"L003.defence": -9, "L144.defence": 9, "L151.defence": -9, "L003.cost": 2, "L121.draw": 9}
    found = Patch(changes=changes).apply(CARDS).numbers()
    expected = {"L003.defence": 1, "L144.defence": 0, "L151.defence": -99, "L003.cost": 3, "L121.draw": 4}
    assert {address: found[address] for address in changes} == expected
    assert Patch(changes=changes, allow_zero=True).apply(CARDS)["L003"].tree["defence"] == 0


def test_a_tool_knows_what_makes_a_card_stronger() -> None:
    cases = [("cost", 2), ("attack", 3), ("defence", -3), ("own_health", -2), ("enemy_health", -1), ("draw", 1)]
    assert [LOCM.direction_of(*case) for case in cases] == [-1, 1, -1, 1, -1, 1]


def test_the_table_has_the_numbers_of_the_cards() -> None:
    table = LOCM.compile(CARDS).record
    assert (table.cards[40].keywords, table.cards[40].attack, table.cards[40].cost) == (DRAIN | GUARD, 2, 3)
    assert (table.cards[121].type, table.cards[121].draw, table.cards[0].cost) == (GREEN, 1, 0)
    assert table.rules.health == 30


def test_tables_of_many_variants_are_those_of_the_patches() -> None:
    addresses = ["L003.cost", "L151.defence", "L121.draw"]
    rng = np.random.default_rng(1)
    changes = rng.integers(0, 3, (4, 3))
    tables = LOCM.make_tables(CARDS, LOCM.load_rules(), addresses).make(changes)
    for table, row in zip(tables, changes.tolist(), strict=True):
        patch = Patch(changes=dict(zip(addresses, row, strict=True)), exact=True)
        assert table.tobytes() == LOCM.compile(patch.apply(CARDS)).array[0].tobytes()


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
    assert LOCM.rules_text(CARDS[card_id], CARDS) == text


def test_each_text_is_one_sentence_and_changes_with_the_numbers() -> None:
    for card in CARDS:
        text = LOCM.rules_text(card, CARDS)
        assert text.count(".") == 1
        for address, number in card.numbers().items():
            patched = Patch(changes={address: -1 if number > 1 else 1}).apply(CARDS)[card.id]
            assert address.endswith(".cost") or patched == card or LOCM.rules_text(patched, CARDS) != text


def test_faces_are_told_without_words_of_other_games() -> None:
    assert [LOCM.describe_kind(CARDS[each].tree) for each in ("L003", "L117")] == ["Creature", "Green item"]
    assert [LOCM.describe_briefly(CARDS[each].tree) for each in ("L003", "L117")] == [
        "2/2 creature",
        "+1/+1 green item",
    ]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"type": "creature", "cost": 1}, "'name' is missing"),
        ({"name": "A", "type": "creature", "cost": 1, "attack": 1}, "'defence' is missing"),
        ({"name": "A", "type": "creature", "cost": 1, "attack": -1, "defence": 2}, "found -1/2"),
        ({"name": "A", "type": "spell", "cost": 1}, "allowed: creature"),
        ({"name": "A", "type": "green item", "cost": 1, "keywords": ["taunt"]}, "breakthrough"),
        ({"name": "A", "type": "green item", "cost": -1}, "out of range"),
    ],
)
def test_mistakes_in_a_card_are_said(fields: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message) as raised:
        Card.from_tree({"id": "X1", **fields}, "mine.toml", LOCM)
    assert "mine.toml, card X1" in str(raised.value)


def test_cards_of_ones_own_come_after_those_of_the_game(tmp_path: Path) -> None:
    own, overlay = tmp_path / "own.toml", tmp_path / "overlay.toml"
    own.write_text(LOCM.example_card, encoding="utf-8")
    overlay.write_text('[[card]]\nid = "L003"\ncost = 0\n', encoding="utf-8")
    cards = LOCM.load_cards([own], [overlay])
    assert (len(cards), cards.index_of("Harbour Watch"), cards["Beavrat"].cost) == (161, 161, 0)
    assert LOCM.add_cards(CARDS, LOCM.example_card, "mine")[1] == (cards["X001"],)


@pytest.mark.parametrize("text", ['[[card]]\nid = "L003"', "card = 3", "[[card]]\ncost = 1", "[[cards]]", "x = "])
def test_mistakes_in_a_file_are_said(text: str) -> None:
    with pytest.raises(InputError, match=r"mine\.toml"):
        LOCM.add_cards(CARDS, text, "mine.toml")


def test_a_card_that_is_there_already_is_not_new() -> None:
    with pytest.raises(InputError, match="already"):
        LOCM.add_cards(CARDS, LOCM.example_card.replace("Harbour Watch", "Slimer"), "mine.toml")
