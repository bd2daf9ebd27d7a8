"""The beam search over one turn.

Level by level, every legal action of every kept position is applied to a copy; duplicates within a level are dropped;
the best `width` positions go on. A finished turn (or game) is a solution; the best one's actions are the plan. Ties go
to what was found first, everywhere.
"""

import numpy as np

from evometa.engine.compiling import compiled, merged
from evometa.engine.kernel.actions import END, MAX_ACTIONS, apply, kind_of, legal_actions
from evometa.engine.state.hashing import hash_for_search
from evometa.engine.state.randomness import GOLDEN, mix
from evometa.engine.state.records import Game
from evometa.players.knowledge import copy_position, view_position
from evometa.players.records import SEES_FAIRLY
from evometa.players.scores import BEST, score


def new_workspace(width: int, depth: int) -> tuple:
    """Memory for one thread: positions (the beam, then the view, then the game itself), and what belongs to each."""
    slots = 2 * width + 3
    games = np.zeros(slots, Game)
    return (
        games,
        np.zeros((slots, depth), np.int32),  # actions that led to the position
        np.zeros((slots, depth), np.uint64),  # hashes of the positions on the way
        np.zeros(slots, np.int64),  # scores
        np.zeros(slots, np.int64),  # which slot holds what
        np.zeros(MAX_ACTIONS, np.int32),
        np.zeros(depth, np.int32),  # the plan
        np.zeros(depth, np.uint64),  # the hashes that it expects
    )


NOT_HASHED = np.uint64(0)


@merged
def hash_slot(games, hashes, at, depth):
    """The hash of a position of this level, computed when it is first asked for."""
    if hashes[at, depth] == NOT_HASHED:
        hashes[at, depth] = hash_for_search(games[at])
    return hashes[at, depth]


@merged
def is_duplicate(games, hashes, scores, slot, after, n_next, child, depth):
    """Is the child equal to a kept position? Only one with the same score can be, and one that is no longer kept has a
    score too low for the child to be kept, so that it need not be remembered."""
    for i in range(after, after + n_next):
        kept = slot[i]
        if scores[kept] == scores[child]:
            h = hash_slot(games, hashes, child, depth)
            if hash_slot(games, hashes, kept, depth) == h:
                return True
    return False


@merged
def keep(slot, scores, after, n_next, width, child, spare):
    """Put a child into the sorted list of the next level; the slot that falls out becomes the spare one."""
    if n_next < width:
        n_next += 1
    i = after + n_next - 1
    slot[spare] = slot[i]
    slot[i] = child
    while i > after and scores[slot[i - 1]] < scores[child]:
        slot[i] = slot[i - 1]
        slot[i - 1] = child
        i -= 1
    return n_next


@compiled
def plan_turn(table, style, workspace, rng):
    """Write the best actions of the current player's turn to the plan; returns their number and the nodes searched."""
    games, paths, hashes, scores, slot, actions, plan, expected = workspace
    width, depth_limit = int(style.width), int(style.depth)
    root, view = games[len(games) - 1], games[len(games) - 2]
    me = int(root.current)
    view_position(view, root, me, style.knowledge, mix(rng))
    for i in range(2 * width + 1):
        slot[i] = i
    this, after, spare = 0, width, 2 * width
    copy_position(games[slot[this]], view)
    kept, nodes = 1, 0
    best, length = -BEST - 1, 0
    for depth in range(depth_limit):
        n_next = 0
        for b in range(kept):
            parent = slot[this + b]
            n_actions = legal_actions(games[parent], table, actions)
            for k in range(n_actions):
                action = int(actions[k])
                child = slot[spare]
                g = games[child]
                copy_position(g, games[parent])
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
                        expected[depth] = np.uint64(0)
                    continue
                if n_next == width and s <= scores[slot[after + width - 1]]:
                    continue
                scores[child] = s
                hashes[child, depth] = NOT_HASHED
                if is_duplicate(games, hashes, scores, slot, after, n_next, child, depth):
                    continue
                for i in range(depth):
                    paths[child, i] = paths[parent, i]
                    hashes[child, i] = hashes[parent, i]
                paths[child, depth] = action
                n_next = keep(slot, scores, after, n_next, width, child, spare)
        if style.knowledge == SEES_FAIRLY:  # the plan will be compared with what happens
            for i in range(after, after + n_next):
                hash_slot(games, hashes, slot[i], depth)
        kept = n_next
        this, after = after, this
        if kept == 0:
            break
    return length, nodes
