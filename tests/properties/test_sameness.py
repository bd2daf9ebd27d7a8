"""Two positions are the same for a search if, and only if, their search hashes are equal."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from tests.properties.random_positions import few, legal_codes, lengths, reach_position, seeds

from evometa.games.hearthstone.engine.state.hashing import is_same_for_search
from evometa.games.hearthstone.engine.telling.position import Position

MANY = 14  # positions that are compared with each other


def children_of(position: Position) -> list[Position]:
    """What some actions lead to, in one order or another, and the position itself twice."""
    children = [position, position.copy()]
    for action in legal_codes(position)[1:MANY]:
        child = position.copy()
        child.stepper.apply(action)
        children.append(child)
    return children


@few
@given(seeds, lengths)
def test_the_same_position_has_the_same_hash_and_no_other_has(seed: int, n_actions: int) -> None:
    for one, other in combinations(children_of(reach_position(seed, n_actions)), 2):
        assert is_same_for_search(one.game, other.game) == (one.search_hash() == other.search_hash())


@few
@given(seeds, lengths)
def test_the_order_of_hands_and_decks_does_not_count(seed: int, n_actions: int) -> None:
    position = reach_position(seed, n_actions)
    turned = position.copy()
    for player in turned.game.players:
        player.hand[: player.n_hand] = player.hand[: player.n_hand][::-1].copy()
        player.deck[: player.n_deck] = player.deck[: player.n_deck][::-1].copy()
    assert is_same_for_search(position.game, turned.game)
    assert position.search_hash() == turned.search_hash()
