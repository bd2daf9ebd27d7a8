"""The card set against `../shared/reference/cards.csv`, where there is one: every card, every field, every number."""

import csv
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from evometa.app.game.card import list_fields
from evometa.app.main import main
from evometa.games.hearthstone.cards import CardSet, load_cards
from evometa.games.registry import default_game

REFERENCE = Path(__file__).resolve().parents[5] / "shared" / "reference" / "cards.csv"
pytestmark = pytest.mark.skipif(
    not REFERENCE.exists(), reason="the reference is not here: put cards.csv into ../shared/reference to lift this"
)

LEFT_OUT = {
    "GAME_002": "stood for the coin while the game was tried out; no card makes it",
    "GAME_006": "takes the place of deleted cards; no card makes it",
    "skele11": "no card of these sets makes it",
    "OG_044a": "needs a card of a later set, with which both forms are chosen at once",
}
# Which numbers a card of a type has: blank means 0 there, and that there is no such number elsewhere.
OWN_NUMBERS = {
    "minion": ("cost", "attack", "health"),
    "spell": ("cost",),
    "weapon": ("cost", "attack", "durability"),
    "hero": ("health",),
    "hero_power": ("cost",),
}
NUMBERS = ("cost", "attack", "health", "durability")
KEYWORDS = ("taunt", "charge", "divine shield", "windfury", "stealth", "poisonous")
WITHOUT_EFFECT = {
    "EX1_560": "shortens the time to think, of which players here take none",
    "EX1_345t": "only says how it came into play",
    "EX1_317t": "only says how it came into the hand",
    "Mekka4t": "a joke",
}
NOT_TAGGED = {"EX1_185": {"taunt"}}  # the column `rules` has it, but not the column `keywords`


def read_reference() -> dict[str, dict[str, str]]:
    with REFERENCE.open(encoding="utf-8", newline="") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


def expected_row(row: Mapping[str, str]) -> dict[str, Any]:
    expected: dict[str, Any] = {name: row[name] or None for name in list_fields(default_game()) if name != "text"}
    for name in NUMBERS:
        expected[name] = int(row[name] or 0) if name in OWN_NUMBERS[row["type"]] else None
    return {**expected, "collectible": int(row["collectible"])}


@pytest.fixture(scope="module")
def reference() -> dict[str, dict[str, str]]:
    return read_reference()


@pytest.fixture(scope="module")
def cards() -> CardSet:
    return load_cards()


def test_the_list_is_the_reference(
    capsys: pytest.CaptureFixture[str], reference: dict[str, dict[str, str]], cards: CardSet
) -> None:
    with pytest.raises(SystemExit):
        main(["card", "--all", "--json"])
    listed = {card["id"]: card for card in json.loads(capsys.readouterr().out)}
    expected = {card_id: expected_row(row) for card_id, row in reference.items() if card_id not in LEFT_OUT}
    assert sorted(expected.keys() - listed.keys()) == []
    assert sorted(listed.keys() - expected.keys()) == []
    for card_id, card in listed.items():
        text = card.pop("text")  # our own words, so there is nothing to hold them against
        assert card == expected[card_id]
        assert bool(text) == bool(reference[card_id]["rules"] and card_id not in WITHOUT_EFFECT), card_id


def test_only_cards_that_nobody_can_have_are_left_out(reference: dict[str, dict[str, str]]) -> None:
    assert all(reference[card_id]["collectible"] == "0" for card_id in LEFT_OUT)


@pytest.mark.parametrize("name", ["dbf_id", "spell_damage", "overload"])
def test_the_other_numbers_are_those_of_the_reference(
    reference: dict[str, dict[str, str]], cards: CardSet, name: str
) -> None:
    found = {card.id: card.tree.get(name, 0) for card in cards}
    assert found == {card_id: int(reference[card_id][name] or 0) for card_id in found}


def test_the_keywords_are_those_of_the_reference(reference: dict[str, dict[str, str]], cards: CardSet) -> None:
    for card in cards:
        if card.tree["type"] in ("minion", "weapon"):
            tags = reference[card.id]["keywords"].split(";")
            tagged = {keyword for keyword in KEYWORDS if f"{keyword.upper().replace(' ', '_')}=1" in tags}
            expected = tagged | NOT_TAGGED.get(card.id, set())
            assert (card.id, {*card.tree.get("keywords", [])} & {*KEYWORDS}) == (card.id, expected)


def test_the_overlay_has_the_costs_of_mid_2019(reference: dict[str, dict[str, str]], cards: CardSet) -> None:
    overlaid = load_cards(overlays=["mid_2019_costs"])
    later = {card_id: int(row["cost_mid_2019"]) for card_id, row in reference.items() if row["cost_mid_2019"]}
    pairs = list(zip(cards, overlaid, strict=True))
    costs = {new.id: new.tree["cost"] for old, new in pairs if old.tree.get("cost") != new.tree.get("cost")}
    assert costs == later
    assert {new.name for old, new in pairs if old != new and new.id not in costs} == {"Preparation"}
