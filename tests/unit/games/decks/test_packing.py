"""Decks as indices into the table of cards."""

from dataclasses import replace

import pytest
from tests.unit.matches.small_games import CARDS, DECKS, TABLE

from evometa.games.hearthstone.cards import compile_table
from evometa.games.hearthstone.game import HEARTHSTONE
from evometa.games.records import DeckList
from evometa.input import InputError


def test_decks_become_indices_with_the_hero_of_their_class() -> None:
    lists = HEARTHSTONE.pack_decks(DECKS, TABLE)
    assert lists.tobytes() == HEARTHSTONE.pack_decks(DECKS, CARDS).tobytes()
    assert lists.dtype == DeckList
    hunter = lists[0]
    assert TABLE.names[hunter.of] == "Rexxar"
    assert [TABLE.names[card] for card in hunter.cards[:30]] == list(DECKS[0].cards)
    assert {TABLE.names[card] for card in hunter.distinct[: hunter.n_distinct]} == set(DECKS[0].cards)
    assert (hunter.n, hunter.n_distinct) == (30, len(set(DECKS[0].cards)))


def test_a_card_that_does_not_exist_is_named_with_its_deck() -> None:
    deck = replace(DECKS[0], source="mine.toml", cards=("Timber Wof",))
    with pytest.raises(
        InputError, match=r"mine\.toml, deck 'Exp1 Hunter \(Aggro\)': there is no card 'Timber Wof'; did"
    ):
        HEARTHSTONE.pack_decks([deck], TABLE)


def test_a_deck_that_is_too_large_for_a_game_is_refused() -> None:
    with pytest.raises(InputError, match="found 61 cards; allowed: 60 at most"):
        HEARTHSTONE.pack_decks([replace(DECKS[0], cards=("Wisp",) * 61)], TABLE)


def test_a_name_means_the_card_of_a_deck_and_not_its_token() -> None:
    token = CARDS["HERO_01"].dict_copy() | {"name": "Wisp"}
    table = compile_table(CARDS.replace("HERO_01", token))
    lists = HEARTHSTONE.pack_decks([replace(DECKS[0], cards=("Wisp", "HERO_01", "wisp", "cs2_231"))], table)
    assert [table.ids[card] for card in lists[0].cards[:4]] == ["CS2_231", "HERO_01", "CS2_231", "CS2_231"]


@pytest.mark.parametrize(
    "klass", ["druid", "hunter", "mage", "paladin", "priest", "rogue", "shaman", "warlock", "warrior"]
)
def test_every_class_has_its_hero(klass: str) -> None:
    hero = CARDS[TABLE.ids[HEARTHSTONE.find_of(replace(DECKS[0], klass=klass), TABLE)]]
    assert (hero.tree["type"], hero.tree["class"]) == ("hero", klass)
