"""What a simulator tells of its game is checked, and a mistake is named with its place."""

from __future__ import annotations

from typing import Any

import pytest

from evometa.games.outside.description import read_description
from evometa.games.outside.loading import as_game
from evometa.input.errors import InputError, Where

TOLD: dict[str, Any] = {
    "name": "tiny",
    "version": 3,
    "cards": {"Fire Bolt": {"cost": 1, "spell": {"damage": 3}}, "Wall": {"cost": 2, "life": 8, "class": "red"}},
}


def read(**more: Any) -> Any:
    return read_description(Where("tiny.py"), {**TOLD, **more})


def test_a_few_words_are_enough() -> None:
    told = read()
    assert (told.title, told.version, told.keys) == ("Tiny", "3", ("Fire Bolt", "Wall"))
    assert told.cards[0] == {"id": "Fire_Bolt", "name": "Fire Bolt", "cost": 1, "spell": {"damage": 3}}
    assert (told.size, told.copies, dict(told.players)) == (30, 2, {"player": ""})


def test_cards_may_be_a_list_with_ids() -> None:
    told = read(cards=[{"id": "X1", "name": "Fire", "cost": 1}])
    assert (told.keys, told.cards[0]["name"]) == (("X1",), "Fire")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"name": "My Game"}, r"tiny\.py, field 'name': found 'My Game'; allowed: small letters"),
        ({"cards": {}}, "found 0 cards; allowed: 1 to 5,000"),
        ({"cards": {"A": {"text": "nothing"}}}, "found no number"),
        ({"cards": {"A": {"cost": 1.5}}}, r"'cards\.A\.cost': found 1\.5; allowed: a whole number"),
        ({"cards": [{"name": "A", "cost": 1}]}, "allowed: letters, digits, _ and -"),
        ({"numbers": {"cots": [0, 3]}}, "unknown number 'cots'; did you mean 'cost'"),
        ({"numbers": {"cost": [3, 0]}}, r"'numbers\.cost\.range': found .*allowed: the lowest and the highest"),
        ({"numbers": {"cost": {"better": "up"}}}, "allowed: more, less, unclear"),
        ({"classes": ["red"]}, r"'cards\.Fire_Bolt': unknown class ''; allowed: red"),
        ({"deck": {"size": 1000}}, "the number 1000 is out of range"),
        ({"players": []}, "found no player"),
        ({"colour": "red"}, "unknown field 'colour'"),
    ],
)
def test_a_mistake_is_named(more: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(**more)


def test_numbers_stay_within_their_ranges_and_weigh_what_is_said() -> None:
    class Tiny:
        name, version, cards = "tiny", "1", TOLD["cards"]
        numbers: Any = {"life": {"range": [1, 9], "weight": 3, "better": "less"}, "spell.damage": [2, 4]}  # noqa: RUF012

        def play(self, *asked: Any) -> int:
            return 2

    game = as_game(Tiny)
    assert [game.change_number("life", 8, delta) for delta in (-20, 20)] == [1, 9]
    assert [game.change_number("spell.damage", 3, delta) for delta in (-20, 20, 0)] == [2, 4, 3]
    assert [game.change_number("cost", 1, delta) for delta in (-20, 20)] == [0, 10]
    assert [game.weight_of(path) for path in ("life", "cost", "spell.damage")] == [3, 2, 1]
    assert [game.direction_of(path, 1) for path in ("life", "cost", "spell.damage")] == [-1, -1, 1]
