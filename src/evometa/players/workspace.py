"""The memory that one thread plays in: the game itself, and all that a search needs."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evometa.engine.state.action_codes import MAX_ACTIONS
from evometa.engine.state.records import GRAVE, new_games


class Workspace(NamedTuple):
    """Arrays that compiled code reads and writes by name. A workspace belongs to one thread.

    A search keeps up to `width` positions of the level that it is on and up to `width` of the next level, and a spare
    one on which it tries an action: 2 * width + 1 positions. What belongs to a position has the same index in each
    array. Positions stay where they are; `order` says which of them stands where in the two levels.
    """

    game: NDArray[Any]  # shape (1,): the game that is played, or the position to give advice on
    seen: NDArray[Any]  # shape (1,): the same, as its player sees it
    positions: NDArray[Any]  # of the search
    paths: NDArray[np.int32]  # by position and depth: the actions that led to it
    births: NDArray[
        np.uint64
    ]  # by position and depth: the numbers of the nodes on its way, which gave them their chance
    scores: NDArray[np.int64]  # by position
    origins: NDArray[np.int64]  # by position: where it comes from, as long as it is only foreseen
    places: NDArray[np.int64]  # of foresight: by target, the score of the card at hand at its first place
    order: NDArray[np.int64]  # the indices of the positions: one level, the other level, the spare one
    actions: NDArray[np.int32]  # the legal actions of one position
    plan: NDArray[np.int32]  # what came out of a search: the actions of the turn
    chances: NDArray[np.uint64]  # the number of the node of each of them


def new_workspace(width: int, depth: int) -> Workspace:
    """A workspace for searches of up to this width and depth."""
    n = 2 * width + 1
    return Workspace(
        game=new_games(1),
        seen=new_games(1),
        positions=new_games(n),
        paths=np.zeros((n, depth), np.int32),
        births=np.zeros((n, depth), np.uint64),
        scores=np.zeros(n, np.int64),
        origins=np.zeros(n, np.int64),
        places=np.zeros(GRAVE + 1, np.int64),
        order=np.zeros(n, np.int64),
        actions=np.zeros(MAX_ACTIONS, np.int32),
        plan=np.zeros(depth, np.int32),
        chances=np.zeros(depth, np.uint64),
    )
