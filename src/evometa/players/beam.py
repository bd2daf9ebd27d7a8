"""The beam search over one turn.

Level by level, every legal action of every kept position is applied to a copy; duplicates within a level are dropped;
the best `width` positions go on. A finished turn (or game) is a solution; the best one's actions are the plan. Ties go
to what was found first, everywhere.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.engine.compiling import compiled, merged
from evometa.engine.kernel.actions import apply, legal_actions
from evometa.engine.state.action_codes import END, kind_of
from evometa.engine.state.hashing import hash_for_search
from evometa.engine.state.randomness import GOLDEN, mix
from evometa.engine.state.records import Record
from evometa.players.knowledge import copy_position, view_position
from evometa.players.records import SEES_FAIRLY
from evometa.players.scores import BEST, score
from evometa.players.workspace import Workspace

NOT_HASHED = np.uint64(0)


@merged
def hash_position(positions: NDArray[Any], hashes: NDArray[np.uint64], at: int, depth: int) -> np.uint64:
    """The hash of a position of this level, computed when it is first asked for."""
    if hashes[at, depth] == NOT_HASHED:
        hashes[at, depth] = hash_for_search(positions[at])
    return np.uint64(hashes[at, depth])


@merged
def is_duplicate(
    positions: NDArray[Any],
    hashes: NDArray[np.uint64],
    scores: NDArray[np.int64],
    order: NDArray[np.int64],
    after: int,
    n_next: int,
    child: int,
    depth: int,
) -> bool:
    """Is the child equal to a kept position? Only positions with the same score are compared. Those that are no longer
    kept need not be remembered: a child with so low a score would not be kept either."""
    for i in range(after, after + n_next):
        kept = order[i]
        if scores[kept] == scores[child]:
            h = hash_position(positions, hashes, child, depth)
            if hash_position(positions, hashes, kept, depth) == h:
                return True
    return False


@merged
def keep(
    order: NDArray[np.int64], scores: NDArray[np.int64], after: int, n_next: int, width: int, child: int, spare: int
) -> int:
    """Put a child into the sorted list of the next level; the position that falls out becomes the spare one."""
    if n_next < width:
        n_next += 1
    i = after + n_next - 1
    order[spare] = order[i]
    order[i] = child
    while i > after and scores[order[i - 1]] < scores[child]:
        order[i] = order[i - 1]
        order[i - 1] = child
        i -= 1
    return n_next


@compiled
def plan_turn(table: Record, style: Record, workspace: Workspace, rng: np.uint64) -> tuple[int, int]:
    """Write the best actions of the current player's turn to the plan; returns their number and the nodes searched."""
    # Each look into the workspace costs a little, so that the loop has its arrays as names of its own.
    positions, order, scores = workspace.positions, workspace.order, workspace.scores
    paths, hashes, actions = workspace.paths, workspace.hashes, workspace.actions
    plan, expected = workspace.plan, workspace.expected
    width, depth_limit = int(style.width), int(style.depth)
    game, seen = workspace.game[0], workspace.seen[0]
    me = int(game.current)
    view_position(seen, game, me, style.knowledge, mix(rng))
    for i in range(2 * width + 1):
        order[i] = i
    this, after, spare = 0, width, 2 * width  # where the two levels and the spare position stand in the order
    copy_position(positions[order[this]], seen)
    kept, nodes = 1, 0
    best, length = -BEST - 1, 0
    for depth in range(depth_limit):
        n_next = 0
        for b in range(kept):
            parent = order[this + b]
            n_actions = legal_actions(positions[parent], table, actions)
            for k in range(n_actions):
                action = int(actions[k])
                child = order[spare]
                g = positions[child]
                copy_position(g, positions[parent])
                nodes += 1
                g.rng = mix(rng + GOLDEN * np.uint64(nodes))
                apply(g, table, action)
                s = score(g, me, style.weights)
                if kind_of(action) == END or g.over:
                    if s > best:
                        best, length = s, depth + 1
                        for i in range(depth):
                            plan[i] = paths[parent, i]
                            expected[i] = hashes[parent, i]
                        plan[depth] = action
                        expected[depth] = NOT_HASHED
                    continue
                if n_next == width and s <= scores[order[after + width - 1]]:
                    continue
                scores[child] = s
                hashes[child, depth] = NOT_HASHED
                if is_duplicate(positions, hashes, scores, order, after, n_next, child, depth):
                    continue
                for i in range(depth):
                    paths[child, i] = paths[parent, i]
                    hashes[child, i] = hashes[parent, i]
                paths[child, depth] = action
                n_next = keep(order, scores, after, n_next, width, child, spare)
        if style.knowledge == SEES_FAIRLY:  # the plan will be compared with what happens
            for i in range(after, after + n_next):
                hash_position(positions, hashes, order[i], depth)
        kept = n_next
        this, after = after, this
        if kept == 0:
            break
    return length, nodes
