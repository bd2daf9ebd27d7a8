"""Which cards can turn up, given those that a game starts with."""

from dataclasses import replace

import pytest

from evometa.games.cards import CardSet
from evometa.games.decks.deck import Deck, builtin_decks
from evometa.games.hearthstone.cards import load_cards, load_rules
from evometa.games.hearthstone.decks.reach import reach_of_cards, reach_of_deck

CARDS = load_cards()
RULES = load_rules()


def reached(*cards: str, card_set: CardSet = CARDS) -> set[str]:
    """The names of what some cards bring, without themselves."""
    return {card_set[card_id].name for card_id in reach_of_cards(cards, card_set)} - set(cards)


@pytest.mark.parametrize(
    ("card", "others"),
    [
        ("Wisp", set()),
        ("Fireball", set()),
        ("Murloc Tidehunter", {"Murloc Scout"}),
        ("Polymorph", {"Sheep"}),
        ("Tirion Fordring", {"Ashbringer"}),
        ("Tinkmaster Overspark", {"Devilsaur", "Squirrel"}),
        ("Soul of the Forest", {"Treant"}),
        ("Shadowform", {"Mind Spike", "Mind Shatter"}),
        ("Sense Demons", {"Worthless Imp"}),
        ("Mindgames", {"Shadow of Nothing"}),
        ("Wild Growth", {"Excess Mana"}),
        ("Power of the Wild", {"Leader of the Pack", "Summon a Panther", "Panther"}),
    ],
)
def test_what_a_card_brings(card: str, others: set[str]) -> None:
    assert reached(card) == others


def test_a_hero_brings_its_power_and_what_that_brings() -> None:
    assert {"Blood Fury", "INFERNO!", "Infernal"} <= reached("EX1_323")
    assert reached("Thrall") == {
        "Totemic Call",
        "Healing Totem",
        "Searing Totem",
        "Stoneclaw Totem",
        "Wrath of Air Totem",
    }


def test_a_pool_brings_all_cards_that_match_and_no_others() -> None:
    beasts = {card.name for card in CARDS if card.tree.get("race") == "beast" and card.tree.get("collectible", True)}
    assert "King Krush" in beasts
    brings_beasts = [card.name for card in CARDS if "random beast" in str(card.tree)]
    assert brings_beasts
    for name in brings_beasts:
        assert beasts <= reached(name) | {name}
        assert "Fireball" not in reached(name)


def test_a_card_that_is_only_spared_is_not_brought() -> None:
    assert "Ysera" not in reached("DREAM_02")


def test_copies_of_others_bring_nothing_new() -> None:
    assert reached("Faceless Manipulator") == reached("Lorewalker Cho") == reached("Thoughtsteal") == set()


def test_a_deck_reaches_its_cards_its_hero_and_the_coin() -> None:
    deck = Deck("Wisps", "mage", "aggro", ("Wisp",) * 30)
    assert {CARDS[card].name for card in reach_of_deck(deck, CARDS, RULES)} == {
        "Wisp",
        "Jaina Proudmoore",
        "Fireblast",
        "The Coin",
    }
    without_coin = reach_of_deck(deck, CARDS, replace(RULES, second_gets=""))
    assert "The Coin" not in {CARDS[card].name for card in without_coin}


def test_a_warlock_deck_does_not_reach_what_only_a_card_turns_its_hero_into() -> None:
    deck = Deck("Wisps", "warlock", "aggro", ("Wisp",) * 30)
    assert not {CARDS[card].name for card in reach_of_deck(deck, CARDS, RULES)} & {"Lord Jaraxxus", "INFERNO!"}


@pytest.mark.parametrize("deck", builtin_decks().values(), ids=lambda deck: deck.name)
def test_decks_reach_all_their_cards_and_far_from_all_cards(deck: Deck) -> None:
    reach = reach_of_deck(deck, CARDS, RULES)
    assert set(deck.card_ids(CARDS)) <= reach
    assert len(reach) < 60


def test_what_is_reached_reaches_no_further() -> None:
    for card in CARDS:
        reach = reach_of_cards([card.id], CARDS)
        assert reach_of_cards(reach, CARDS) == reach


def test_overlays_count() -> None:
    tree = CARDS["Wisp"].dict_copy() | {"deathrattle": {"summon": "Sheep"}}
    assert reached("Wisp", card_set=CARDS.replace(CARDS["Wisp"].id, tree)) == {"Sheep"}
