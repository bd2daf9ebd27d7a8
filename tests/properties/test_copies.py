"""A copy of a position, and a position that was saved and loaded, are as good as the original."""

import json

from hypothesis import given
from tests.properties.random_positions import card_table, few, lengths, play_on, reach_position, seeds

from evometa.games.hearthstone.engine.telling.position import Position


def assert_plays_on_alike(one: Position, other: Position, seed: int) -> None:
    for action in play_on(one, 30, seed):
        other.stepper.apply(action)
        assert other.hash() == one.hash()
    assert other.text() == one.text()


@few
@given(seeds, lengths)
def test_a_copy_equals_its_original_and_plays_on_alike(seed: int, n_actions: int) -> None:
    position = reach_position(seed, n_actions)
    copy = position.copy()
    assert copy.hash() == position.hash()
    assert copy.search_hash() == position.search_hash()
    assert copy.text() == position.text()
    assert_plays_on_alike(position, copy, seed + 1)


@few
@given(seeds, lengths)
def test_what_happens_to_a_copy_does_not_touch_its_original(seed: int, n_actions: int) -> None:
    position = reach_position(seed, n_actions)
    before = position.stepper.games.tobytes()
    for _ in play_on(position.copy(), 30, seed):
        pass
    assert position.stepper.games.tobytes() == before


@few
@given(seeds, lengths)
def test_a_loaded_position_equals_the_saved_one_and_plays_on_alike(seed: int, n_actions: int) -> None:
    position = reach_position(seed, n_actions)
    loaded = Position.load(card_table(), json.loads(json.dumps(position.save())))
    assert loaded.save() == position.save()
    assert loaded.text() == position.text()
    assert loaded.actions() == position.actions()
    assert loaded.search_hash() == position.search_hash()
    assert_plays_on_alike(position, loaded, seed + 1)
