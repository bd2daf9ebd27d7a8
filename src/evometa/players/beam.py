"""The beam search over one turn.

Level by level, every legal action of every kept position is applied to a copy; duplicates within a level are dropped;
the best `width` positions go on. A finished turn (or game) is a solution; the best one's actions are the plan. Ties go to
what was found first, everywhere.
"""

import numpy as np

from evometa.engine.actions import END, MAX_ACTIONS, apply, kind_of, legal_actions
from evometa.engine.compiling import compiled
from evometa.engine.hashing import hash_for_search
from evometa.engine.randomness import GOLDEN, mix
from evometa.engine.records import GAME_WORDS, Game
from evometa.players.knowledge import copy_position, view_position
from evometa.players.scores import BEST, score

SEEN = 1 << 14  # size of the table of hashes; far more than the positions that can be worth keeping in a level


def new_workspace(width: int, depth: int) -> tuple:
    """Memory for one thread: positions (the beam, then the view, then the game itself), and what belongs to each."""
    slots = 2 * width + 3
    games = np.zeros(slots, Game)
    return (
        games,
        games.view(np.uint64).reshape(slots, GAME_WORDS),
        np.zeros((slots, depth), np.int32),  # actions that led to the position
        np.zeros((slots, depth), np.uint64),  # hashes of the positions on the way
        np.zeros(slots, np.int64),  # scores
        np.zeros(slots, np.int64),  # which slot holds what
        np.zeros(MAX_ACTIONS, np.int32),
        np.zeros(SEEN, np.uint64),
        np.zeros(SEEN + 1, np.int32),  # stamps of the table; the last one is the current stamp
        np.zeros(depth, np.int32),  # the plan
        np.zeros(depth, np.uint64),  # the hashes that it expects
    )


@compiled
def is_new(seen, stamps, h):
    """Note a hash; says whether this level had not met it."""
    stamp = stamps[SEEN]
    i = np.int64(h & np.uint64(SEEN - 1))
    while stamps[i] == stamp:
        if seen[i] == h:
            return False
        i = (i + 1) & (SEEN - 1)
    seen[i] = h
    stamps[i] = stamp
    return True


@compiled
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
    games, words, paths, hashes, scores, slot, actions, seen, stamps, plan, expected = workspace
    width, depth_limit = int(style.width), int(style.depth)
    root, view = len(games) - 1, len(games) - 2
    me = int(games[root].current)
    view_position(games, words, view, root, me, style.knowledge, mix(rng))
    for i in range(2 * width + 1):
        slot[i] = i
    this, after, spare = 0, width, 2 * width
    copy_position(words, slot[this], view)
    kept, nodes = 1, 0
    best, length = -BEST - 1, 0
    for depth in range(depth_limit):
        stamps[SEEN] += 1
        n_next = 0
        for b in range(kept):
            parent = slot[this + b]
            n_actions = legal_actions(games[parent], table, actions)
            for k in range(n_actions):
                action = int(actions[k])
                child = slot[spare]
                copy_position(words, child, parent)
                g = games[child]
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
                h = hash_for_search(g, words, child)
                if not is_new(seen, stamps, h):
                    continue
                for i in range(depth):
                    paths[child, i] = paths[parent, i]
                    hashes[child, i] = hashes[parent, i]
                paths[child, depth] = action
                hashes[child, depth] = h
                scores[child] = s
                n_next = keep(slot, scores, after, n_next, width, child, spare)
        kept = n_next
        this, after = after, this
        if kept == 0:
            break
    return length, nodes
