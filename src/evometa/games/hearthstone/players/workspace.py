"""The memory that one thread plays in: the game itself, and all that a search needs."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evometa.games.hearthstone.engine.state.action_codes import MAX_ACTIONS
from evometa.games.hearthstone.engine.state.records import new_games
from evometa.games.hearthstone.players.records import Outlook


class Ends(NamedTuple):
    """The best ends of a turn that a search has found, in slots; of a player who looks at replies, the last slot is
    that of the enemy's reply. Positions are not kept: a plan can be followed again, with the same chance."""

    scores: NDArray[np.int64]  # by slot, as all but the order
    lengths: NDArray[np.int64]  # of the plans
    plans: NDArray[np.int32]  # by slot and depth: the actions of the turn
    births: NDArray[np.uint64]  # by slot and depth: the number of the node of each of them
    order: NDArray[np.int64]  # the slots, the best end first


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
    births: NDArray[np.uint64]  # by position and depth: the numbers of the nodes on its way, which are their chance
    scores: NDArray[np.int64]  # by position
    origins: NDArray[np.int64]  # by position: where it comes from, as long as it is only foreseen
    order: NDArray[np.int64]  # the indices of the positions: one level, the other level, the spare one
    actions: NDArray[np.int32]  # the legal actions of one position
    plan: NDArray[np.int32]  # what came out of a search: the actions of the turn
    chances: NDArray[np.uint64]  # the number of the node of each of them
    ends: Ends
    ahead: NDArray[Any]  # shape (1,): the position after the turn, to which the enemy replies
    outlook: NDArray[Any]  # shape (1,): what foresight knows of the position whose actions are looked at
    halt: NDArray[np.int8]  # shape (1,): 1 once somebody wants the game to end before its time


class SearchSize(NamedTuple):
    """What a search takes at most."""

    width: int = 1
    depth: int = 1
    replies: int = 0


def size_search(players: NDArray[Any]) -> SearchSize:
    """What the searches of some players take at most."""
    width = max(players["width"].max(initial=1), players["reply_width"].max(initial=1))
    return SearchSize(int(width), int(players["depth"].max(initial=1)), int(players["replies"].max(initial=0)))


def new_workspace(size: SearchSize) -> Workspace:
    """A workspace for searches of up to this size."""
    n, n_ends, depth = 2 * size.width + 1, max(1, size.replies) + 1, size.depth
    return Workspace(
        game=new_games(1),
        seen=new_games(1),
        positions=new_games(n),
        paths=np.zeros((n, depth), np.int32),
        births=np.zeros((n, depth), np.uint64),
        scores=np.zeros(n, np.int64),
        origins=np.zeros(n, np.int64),
        order=np.zeros(n, np.int64),
        actions=np.zeros(MAX_ACTIONS, np.int32),
        plan=np.zeros(depth, np.int32),
        chances=np.zeros(depth, np.uint64),
        ends=Ends(
            scores=np.zeros(n_ends, np.int64),
            lengths=np.zeros(n_ends, np.int64),
            plans=np.zeros((n_ends, depth), np.int32),
            births=np.zeros((n_ends, depth), np.uint64),
            order=np.zeros(n_ends, np.int64),
        ),
        ahead=new_games(1),
        outlook=np.zeros(1, Outlook),
        halt=np.zeros(1, np.int8),
    )
