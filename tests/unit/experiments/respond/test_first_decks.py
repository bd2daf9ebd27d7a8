"""The decks from which answers start: which cards a patch may have made better, and where they are added."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from evometa.experiments.respond.first_decks import add_better_cards, choose_first, find_better, find_changed
from evometa.games.decks.deck import load_deck
from evometa.games.decks.space import make_deck_space
from evometa.games.hearthstone.cards import load_cards, load_rules
from evometa.games.patches.files import parse_changes
from evometa.games.patches.patch import Patch

CARDS, RULES = load_cards(), load_rules()
HUNTER = load_deck("Exp1 Hunter (Aggro)")


def better(*changes: str) -> list[str]:
    """The names of the cards that may be better after some changes."""
    found = find_better(CARDS, parse_changes(changes, CARDS).apply(CARDS))
    return sorted(CARDS[card].name for card in found)


@pytest.mark.parametrize(
    "change",
    [
        *("Wisp attack +1", "Wisp health +1", "Fiery War Axe durability +1", "Boulderfist Ogre cost -1"),
        *("Wisp gains taunt", "Ancient Watcher loses cannot attack"),
        *("Fireball spell.damage +1", "Flame Imp battlecry.damage -1"),  # which of them is good, only games can tell
    ],
)
def test_cards_that_may_be_better(change: str) -> None:
    assert len(better(change)) == 1


@pytest.mark.parametrize(
    "change", ["Wisp cost +1", "River Crocolisk attack -1", "Fiery War Axe durability -1", "ban Wisp", "limit Wisp"]
)
def test_cards_that_are_plainly_not(change: str) -> None:
    assert better(change) == []


def test_what_is_both_better_and_worse_may_be_better() -> None:
    assert better("Wisp cost +1", "Wisp attack +1", "Boulderfist Ogre cost +1") == ["Wisp"]
    patched = parse_changes(["Wisp cost +1", "Boulderfist Ogre cost +1", "ban Leper Gnome"], CARDS).apply(CARDS)
    assert {CARDS[card].name for card in find_changed(CARDS, patched)} == {"Wisp", "Boulderfist Ogre"}


def added(changes: list[str], *decks: str, pool: str = "all") -> list[tuple[str, dict[str, int]]]:
    """Names of decks with better cards, and what was added to them."""
    patch = parse_changes(changes, CARDS)
    cards = patch.apply(CARDS)
    space = make_deck_space("hunter", pool, cards, RULES, patch)
    known = [load_deck(deck) for deck in decks]
    found = add_better_cards(space, known, find_better(CARDS, cards))
    sizes = {deck.name: len(deck.cards) for deck in known}
    return [(deck.name, dict(replace(deck, cards=deck.cards[sizes[deck.name] :]).counts())) for deck in found]


def test_all_copies_that_are_allowed_are_added() -> None:
    changes = ["Boulderfist Ogre cost -6", "King Krush cost -9", "Wisp attack +1", "Fireball cost -1"]
    name = "Exp1 Hunter (Aggro)"  # which has a wisp
    ogre, wisp = (name, {"Boulderfist Ogre": 2}), (name, {"Wisp": 1})
    assert added(changes, name) == [ogre, (name, {"King Krush": 1}), wisp]
    assert added([*changes, "ban King Krush", "limit Wisp"], name) == [ogre]
    assert added(changes, name, pool="basic") == [ogre]


def test_cards_that_bring_a_better_token_are_better() -> None:
    (hound,) = (card for card in CARDS if card.name == "Hound")
    found = added([f"{hound.id}.attack +3"], "Exp1 Hunter (Aggro)")
    assert found == [("Exp1 Hunter (Aggro)", {"Unleash the Hounds": 1})]


def test_each_card_comes_once_before_one_comes_twice() -> None:
    hunters = ["Exp1 Hunter (Aggro)", "Exp1 Hunter (Control)"]
    found = added(["Boulderfist Ogre cost -6", "Archmage cost -6"], *hunters)
    assert found == [
        (hunters[0], {"Archmage": 2}),
        (hunters[1], {"Boulderfist Ogre": 2}),
        (hunters[1], {"Archmage": 2}),
        (hunters[0], {"Boulderfist Ogre": 2}),
    ]


def test_a_search_makes_them_legal_and_keeps_the_card_mostly() -> None:
    cards = parse_changes(["Boulderfist Ogre cost -6"], CARDS).apply(CARDS)
    space = make_deck_space("hunter", "all", cards, RULES, Patch())
    (larger,) = add_better_cards(space, [HUNTER], find_better(CARDS, cards))
    decks = space.adapt([larger] * 100, np.random.default_rng(1))
    assert space.contains(decks).all()
    ogres = decks[:, [card.name for card in space.cards].index("Boulderfist Ogre")]
    assert np.mean(ogres) > 1.7
    assert len(np.unique(decks, axis=0)) > 50  # others were removed each time


@pytest.mark.parametrize(
    ("n_known", "n_larger", "n_first", "expected"),
    [(1, 3, 20, "kabcabcabc"), (2, 0, 20, "kk"), (1, 3, 5, "kab"), (2, 3, 3, "kk"), (3, 3, 1, "kkk")],
)
def test_those_with_cards_added_are_half_of_the_first_decks_beside_known_ones(
    n_known: int, n_larger: int, n_first: int, expected: str
) -> None:
    assert "".join(choose_first("k" * n_known, "abc"[:n_larger], n_first)) == expected
