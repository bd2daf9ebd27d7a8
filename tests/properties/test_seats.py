"""Swapping the seats mirrors the game: no rule favours a seat, but for the order in which turns come."""

import random

from hypothesis import given
from tests.properties.random_positions import begin_random_game, few, seeds

from evometa.games.hearthstone.engine.telling.naming import Action
from evometa.games.hearthstone.engine.telling.position import Position

Key = tuple[str, int, int, int | None, int]


def swap_seats(position: Position) -> Position:
    """The same position with each player in the other's seat."""
    other = position.copy()
    game = other.game
    first, second = (game.players[player].copy() for player in range(2))
    game.players[0], game.players[1] = second, first
    game.current = 1 - game.current
    if game.n_look:
        game.look_player = 1 - game.look_player
    if game.over and game.winner < 2:
        game.winner = 1 - game.winner
    return other.refresh()


def describe(action: Action, swapped: bool = False) -> Key:
    """What an action is, seen from the other seat if asked for."""
    target = action.target ^ 8 if swapped and action.target is not None else action.target
    return action.kind, action.source, action.position, target, action.option


def assert_mirrored(position: Position, action: Action) -> None:
    """Do an action and, from the other seat, its mirror image; what an effect rolls may differ."""
    mirror = swap_seats(position)
    images = {describe(image): image.code for image in mirror.actions()}
    assert set(images) == {describe(legal, swapped=True) for legal in position.actions()}
    expected = position.copy()
    expected.stepper.apply(action.code)
    if expected.game.rng == position.game.rng:
        mirror.stepper.apply(images[describe(action, swapped=True)])
        assert swap_seats(mirror).save() == expected.save()


@few
@given(seeds)
def test_swapping_seats_mirrors(seed: int) -> None:
    source, position = random.Random(seed), begin_random_game(seed)
    for _ in range(40):
        if position.over:
            return
        action = source.choice(position.actions())
        assert_mirrored(position, action)
        position.stepper.apply(action.code)
