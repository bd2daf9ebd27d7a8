"""The beam search over one turn.

Level by level, every legal action of every kept position is a node: its score is foreseen, or the action is applied to
a copy. Duplicates within a level are dropped; the best `width` positions go on. Where the score was foreseen, the
position is made only when it is compared or goes on. A finished turn (or game) is a solution; the best one's actions
are the plan. Ties go to what was found first, everywhere.
"""

import numpy as np
from numpy.typing import NDArray

from evometa.engine.compiling import compiled, inlined, merged
from evometa.engine.kernel.actions import apply, legal_actions
from evometa.engine.state.action_codes import END, kind_of
from evometa.engine.state.hashing import is_same_for_search
from evometa.engine.state.randomness import GOLDEN, mix
from evometa.engine.state.records import Record
from evometa.players.foresight import UNKNOWN, find_answers, foresee, remember_place
from evometa.players.knowledge import copy_position, view_position
from evometa.players.scores import BEST, score
from evometa.players.workspace import Workspace

MADE = -1  # of `origins`: the position is there


@inlined
def chance_of(rng: np.uint64, node: np.uint64) -> np.uint64:
    """The random stream of a node of the search."""
    return mix(rng + GOLDEN * np.uint64(node))


@merged
def make_position(table: Record, workspace: Workspace, rng: np.uint64, at: int, depth: int) -> Record:
    """A position of this level, which is made now if it was only foreseen."""
    g, origin = workspace.positions[at], workspace.origins[at]
    if origin != MADE:
        copy_position(g, workspace.positions[origin])
        g.rng = chance_of(rng, workspace.births[at, depth])
        apply(g, table, int(workspace.paths[at, depth]))
        workspace.origins[at] = MADE
    return g


@merged
def is_duplicate(
    table: Record, workspace: Workspace, rng: np.uint64, after: int, n_next: int, child: int, depth: int
) -> bool:
    """Is the child equal to a kept position? Only positions with the same score are compared. Those that are no longer
    kept need not be remembered: a child with so low a score would not be kept either."""
    scores, order = workspace.scores, workspace.order
    for i in range(after, after + n_next):
        kept = order[i]
        if scores[kept] == scores[child]:
            one = make_position(table, workspace, rng, child, depth)
            if is_same_for_search(one, make_position(table, workspace, rng, kept, depth)):
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
    paths, births, actions = workspace.paths, workspace.births, workspace.actions
    plan, chances, places, origins = workspace.plan, workspace.chances, workspace.places, workspace.origins
    width, depth_limit, weights = int(style.width), int(style.depth), style.weights
    game, seen = workspace.game[0], workspace.seen[0]
    me = int(game.current)
    view_position(seen, game, me, style.knowledge, mix(rng))
    for i in range(2 * width + 1):
        order[i] = i
    this, after, spare = 0, width, 2 * width  # where the two levels and the spare position stand in the order
    copy_position(positions[order[this]], seen)
    scores[order[this]] = score(seen, me, weights)
    kept, nodes = 1, 0
    best, length = -BEST - 1, 0
    for depth in range(depth_limit):
        n_next = 0
        for b in range(kept):
            parent = order[this + b]
            now, answers = scores[parent], find_answers(positions[parent], table, me)
            n_actions = legal_actions(positions[parent], table, actions)
            for k in range(n_actions):
                action = int(actions[k])
                nodes += 1
                is_final = kind_of(action) == END
                child, origin = order[spare], parent
                s = foresee(positions[parent], table, weights, me, answers, now, action, places)
                if s == UNKNOWN:
                    g, chance, origin = positions[child], chance_of(rng, np.uint64(nodes)), MADE
                    copy_position(g, positions[parent])
                    g.rng = chance
                    g.saw_places = 0
                    apply(g, table, action)
                    s = score(g, me, weights)
                    remember_place(places, action, s, g, chance)
                    is_final = is_final or g.over != 0
                if is_final:
                    if s > best:
                        best, length = s, depth + 1
                        for i in range(depth):
                            plan[i] = paths[parent, i]
                            chances[i] = births[parent, i]
                        plan[depth] = action
                        chances[depth] = nodes
                    continue
                if n_next == width and s <= scores[order[after + width - 1]]:
                    continue
                scores[child] = s
                origins[child] = origin
                paths[child, depth] = action
                births[child, depth] = nodes
                if is_duplicate(table, workspace, rng, after, n_next, child, depth):
                    continue
                for i in range(depth):
                    paths[child, i] = paths[parent, i]
                    births[child, i] = births[parent, i]
                n_next = keep(order, scores, after, n_next, width, child, spare)
        for i in range(after, after + n_next):
            make_position(table, workspace, rng, order[i], depth)
        kept = n_next
        this, after = after, this
        if kept == 0:
            break
    return length, nodes


@merged
def expect_next(table: Record, workspace: Workspace, k: int, rng: np.uint64) -> Record:
    """The position that the plan expects after its k-th action, as its player sees it. Ask for them one by one.

    The search has dropped it: it is made again, with the same random stream, from the position where the plan began.
    """
    g = workspace.positions[0]
    if k == 0:
        copy_position(g, workspace.seen[0])
    g.rng = chance_of(rng, workspace.chances[k])
    apply(g, table, int(workspace.plan[k]))
    return g
