"""Seeded randomness: repeatable, uniform, and without a trace of one seed in the next."""

from collections import Counter
from functools import lru_cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray
from tests.properties.random_positions import begin_random_game, card_table, few, play_on, seeds
from tests.science.random_decks import cards_for

from evometa.games.hearthstone.engine.telling.position import Position

N_SHUFFLES = 1_500
DECK = tuple(dict.fromkeys(cards_for("hunter")))[:30]  # every card once
Orders = NDArray[np.int64]


def play_trace(seed: int) -> list[tuple[int, int]]:
    position = begin_random_game(seed)
    return [(action, position.hash()) for action in play_on(position, 60, seed)]


@few
@given(seeds)
def test_the_same_seed_gives_the_same_game(seed: int) -> None:
    assert play_trace(seed) == play_trace(seed)


@few
@given(seeds)
def test_another_seed_gives_another_game(seed: int) -> None:
    assert begin_random_game(seed).hash() != begin_random_game(seed + 1).hash()


# --- shuffles ---------------------------------------------------------------------------------------------------------


def deal_order(position: Position, player: int) -> list[int]:
    """The places of a deck's cards, as they come: opening hand, first draw, then the deck from its top."""
    me = position.game.players[player]
    cards = [int(me.hand[i].card) for i in range(int(me.n_hand))]
    cards += [int(card) for card in me.deck[: int(me.n_deck)][::-1]]
    places = {card: place for place, card in enumerate(cards)}
    return [places[card_table().roster.find(card)] for card in DECK]


@lru_cache(maxsize=1)
def shuffles() -> tuple[Orders, Orders]:
    """For neighbouring seeds, where each card of a deck ended up: a row per seed, for each of the two players."""
    rules = card_table().record.rules
    orders: tuple[list[list[int]], list[list[int]]] = ([], [])
    for seed in range(N_SHUFFLES):
        position = Position.begin(card_table(), ("hunter", "hunter"), (DECK, DECK), seed)
        position.game.players[1].n_hand = int(rules.second_cards)  # without the Coin
        for player in range(2):
            orders[player].append(deal_order(position, player))
    return np.array(orders[0]), np.array(orders[1])


def mean_correlation(a: Orders, b: Orders) -> float:
    """The correlation of two orders of a deck, on average; 0 for independent ones, with an error that `ERROR` gives."""
    return float(np.mean([np.corrcoef(x, y)[0, 1] for x, y in zip(a, b, strict=True)]))


ERROR = 1 / ((len(DECK) - 1) * N_SHUFFLES) ** 0.5


@pytest.mark.parametrize("player", [0, 1])
def test_every_card_is_everywhere_equally_often(player: int) -> None:
    orders, n = shuffles()[player], len(DECK)
    counts = np.array([np.bincount(orders[:, card], minlength=n) for card in range(n)])
    expected = N_SHUFFLES / n
    chi_square = ((counts - expected) ** 2 / expected).sum()
    freedom = (n - 1) ** 2
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("player", [0, 1])
def test_every_card_follows_every_other_equally_often(player: int) -> None:
    n = len(DECK)
    followers = Counter(pair for order in np.argsort(shuffles()[player], axis=1) for pair in pairwise(order))
    counts = np.array([followers[a, b] for a in range(n) for b in range(n) if a != b])
    expected = N_SHUFFLES / n
    chi_square = ((counts - expected) ** 2 / expected).sum()
    assert abs(chi_square - len(counts)) < 5 * (2 * len(counts)) ** 0.5


@pytest.mark.parametrize("distance", [1, 2, 256])
def test_neighbouring_seeds_have_nothing_in_common(distance: int) -> None:
    for orders in shuffles():
        assert abs(mean_correlation(orders[:-distance], orders[distance:])) < 4.5 * ERROR
        assert abs(np.mean(orders[:-distance] == orders[distance:]) - 1 / len(DECK)) < 0.002


def test_the_two_players_decks_have_nothing_in_common() -> None:
    first, second = shuffles()
    assert abs(mean_correlation(first, second)) < 4.5 * ERROR


def test_effects_under_neighbouring_seeds_are_independent() -> None:
    """Three missiles, each on the hero or on the only minion: as often on one as on the other, seed by seed anew."""
    hits = []
    for seed in range(600):
        position = Position.begin(card_table(), ("mage", "mage"), (DECK, DECK), seed)
        target = position.set_mana(0, 10).give(0, "Arcane Missiles").add_minion(1, "Chillwind Yeti")
        position.play("Arcane Missiles")
        hits.append(target.damage)
    assert np.mean(hits) == pytest.approx(1.5, abs=4 * (0.75 / len(hits)) ** 0.5)
    assert abs(np.corrcoef(hits[:-1], hits[1:])[0, 1]) < 4 / len(hits) ** 0.5
