"""Measures of decks: what they count, by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from statistics import pvariance
from typing import Any

import numpy as np
import pytest
from tests.unit.metagame.planted_decks import CARDS, META, PlantedDecks, count_basic_in

from evometa.games.cards import CardSet
from evometa.games.decks.deck import Deck
from evometa.games.decks.space import make_deck_space
from evometa.games.decks.summary import summarise_deck
from evometa.games.patches.patch import Patch
from evometa.games.players import load_player
from evometa.games.registry import default_game
from evometa.input.errors import InputError
from evometa.metagame.decks.deck_measures import PlayedDecks, find_measure, measure_decks, measures_of
from evometa.metagame.decks.gauntlet import Gauntlet

HEARTHSTONE = default_game()
MEASURES = measures_of(HEARTHSTONE)
WOLF = "Timber Wolf"
PATCH = Patch(changes={f"{CARDS[WOLF].id}.cost": 4})


def play_decks(cards: CardSet = CARDS) -> PlayedDecks:
    """Some decks with planted games."""
    space = make_deck_space("hunter", "all", cards, META.rules, locked=[WOLF])
    counts = space.draw(5, np.random.default_rng(4))
    metagame = replace(META, shares=(0.6, 0.3, 0.1))
    result = Gauntlet(metagame, space, load_player("random"), PlantedDecks(draws=0.1)).play(counts, 50, range(5))
    return PlayedDecks(space, counts, result)


@pytest.fixture(scope="module")
def played() -> PlayedDecks:
    return play_decks()


def decks_of(played: PlayedDecks) -> list[Deck]:
    return [played.space.decode(counts, "one") for counts in played.counts]


def costs(deck: Deck) -> list[int]:
    return [CARDS[card].tree["cost"] for card in deck.card_ids(CARDS)]


def count_type(kind: str) -> Callable[[Deck], int]:
    return lambda deck: summarise_deck(deck, CARDS).types.get(kind, 0)


@pytest.mark.parametrize(
    ("name", "by_hand"),
    [
        ("cost", lambda deck: sum(costs(deck))),
        ("cost_variance", lambda deck: pvariance(costs(deck))),
        ("minions", count_type("minion")),
        ("spells", count_type("spell")),
        ("weapons", count_type("weapon")),
        ("dust", lambda deck: summarise_deck(deck, CARDS).dust),
    ],
)
def test_a_measure_of_the_cards_is_as_by_hand(played: PlayedDecks, name: str, by_hand: Callable[[Deck], Any]) -> None:
    expected = [by_hand(deck) for deck in decks_of(played)]
    assert MEASURES[name].measure(played) == pytest.approx(expected)
    assert len(set(expected)) > 1


def test_measures_of_the_games_weigh_opponents_by_their_shares(played: PlayedDecks) -> None:
    measured = {name: MEASURES[name].measure(played) for name in ("wins", "health", "drawn", "mana", "turns")}
    outcomes = played.result.outcomes
    assert measured["drawn"] == pytest.approx(10)  # as planted
    assert measured["mana"] == pytest.approx(20)
    assert measured["turns"] == pytest.approx(2 * count_basic_in(played.space, played.counts))
    for i, n_basic in enumerate(count_basic_in(played.space, played.counts)):
        wins, health = 0.0, 0.0
        for opponent, share in enumerate((0.6, 0.3, 0.1)):
            for won, lost, drawn in outcomes[i, opponent].tolist():
                wins += share / 2 * won / (won + lost)
                health += share / 2 * (n_basic + 5 * (won - lost) / (won + lost + drawn))
        assert (measured["wins"][i], measured["health"][i]) == pytest.approx((wins, health))


def test_a_patch_changes_what_cards_cost() -> None:
    before, after = play_decks(), play_decks(PATCH.apply(CARDS))
    assert before.counts.tolist() == after.counts.tolist()
    wolves = before.counts[:, [card.name for card in before.space.cards].index(WOLF)]
    dearer = MEASURES["cost"].measure(after) - MEASURES["cost"].measure(before)
    assert dearer.tolist() == (4 * wolves).tolist()
    assert dearer.min() >= 4


def test_some_measures_at_once(played: PlayedDecks) -> None:
    table = measure_decks(("cost", "wins"), played)
    assert table.shape == (5, 2)
    assert table[:, 1].tolist() == played.result.win_rate.tolist()


def test_every_measure_has_a_name_a_title_and_finite_numbers(played: PlayedDecks) -> None:
    for name, measure in MEASURES.items():
        assert measure.name == name
        assert measure.title
        assert np.isfinite(measure.measure(played)).all()


def test_unknown_measures_are_refused() -> None:
    assert find_measure("mana", HEARTHSTONE) is MEASURES["mana"]
    with pytest.raises(InputError, match="unknown measure 'mna'; did you mean 'mana'"):
        find_measure("mna", HEARTHSTONE)
    with pytest.raises(InputError, match="unknown objective 'luck'; allowed: cost, "):
        find_measure("luck", HEARTHSTONE, "objective")
