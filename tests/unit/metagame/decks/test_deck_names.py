"""Names of decks that searches find: how fast, of which class, about what, and never the same twice."""

from __future__ import annotations

import numpy as np
import pytest

from evometa.games.decks.space import DeckSpace, make_deck_space
from evometa.games.hearthstone.cards import load_cards
from evometa.games.registry import find_game
from evometa.matches.inference import Counts
from evometa.metagame.decks.deck_names import name_deck

CARDS = load_cards()


def space_of(klass: str) -> DeckSpace:
    return make_deck_space(klass, "paper", CARDS, CARDS.game.load_rules())


def deck_of(space: DeckSpace, wanted: str, cheap: bool = True) -> Counts:
    """Two copies of each card that a word is about, and then the cheapest or the dearest other minions."""
    about = [wanted in (card.tree.get("race"), card.tree["type"]) for card in space.cards]
    plain = [card.tree["type"] == "minion" and "race" not in card.tree for card in space.cards]
    costs = np.array([card.cost if cheap else -card.cost for card in space.cards])
    order = np.lexsort((costs, ~np.array(plain), ~np.array(about)))
    counts = np.zeros(len(space), np.int64)
    for place in order:
        counts[place] = min(int(space.high[place]), 30 - counts.sum())
    return counts


@pytest.mark.parametrize(
    ("klass", "wanted", "cheap", "name"),
    [
        ("hunter", "beast", True, "Hunter (beasts)"),
        ("warrior", "weapon", False, "Control Warrior (weapons)"),
        ("mage", "nothing", True, "Aggro Mage"),
        ("mage", "nothing", False, "Control Mage"),
    ],
)
def test_a_name_says_how_fast_a_deck_is_and_what_it_is_about(klass: str, wanted: str, cheap: bool, name: str) -> None:
    space = space_of(klass)
    assert name_deck(space, deck_of(space, wanted, cheap)).endswith(name)


def test_a_name_that_is_taken_is_told_apart_by_a_card_that_the_others_have_not() -> None:
    space = space_of("mage")
    first = deck_of(space, "nothing")
    second = first.copy()
    names = [card.name for card in space.cards]
    second[np.flatnonzero(first)[0]], second[names.index("Pyroblast")] = 0, 2
    taken = [name_deck(space, first)]
    assert name_deck(space, second, taken, [first]) == f"{taken[0]} (Pyroblast)"


def test_names_never_come_twice() -> None:
    space = space_of("mage")
    counts, taken = deck_of(space, "nothing"), list[str]()
    for _ in range(40):  # more than it has cards
        taken.append(name_deck(space, counts, taken))
    assert len({name.casefold() for name in taken}) == 40
    assert taken[-1].startswith("Aggro Mage ")


def test_a_game_without_classes_has_decks() -> None:
    game = find_game("locm")
    space = make_deck_space("", "all", game.load_cards(), game.load_rules())
    counts = space.draw(1, np.random.default_rng(1))[0]
    assert name_deck(space, counts).split()[1:] == ["deck"]
