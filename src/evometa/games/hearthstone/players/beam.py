"""The beam search over one turn.

Level by level, every legal action of every kept position is a node: its score is foreseen, or the action is applied to
a copy. Duplicates within a level are dropped; the best `width` positions go on. Where the score was foreseen, the
position is made only when it is compared or goes on. A finished turn (or game) is an end. The actions that led to the
best end are the plan; a player who looks at replies lets the enemy answer each of the best few first. Ties go to what
was found first, everywhere.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.compiled.compiling import compiled, entry, inlined, merged
from evometa.games.compiled.randomness import GOLDEN, mix
from evometa.games.hearthstone.engine.kernel.actions import apply, legal_actions
from evometa.games.hearthstone.engine.state.action_codes import END, kind_of
from evometa.games.hearthstone.engine.state.hashing import is_same_for_search
from evometa.games.hearthstone.engine.state.records import Record
from evometa.games.hearthstone.players.foresight import UNKNOWN, foresee, look_around, remember_place
from evometa.games.hearthstone.players.knowledge import copy_position, view_position
from evometa.games.hearthstone.players.scores import BEST, score
from evometa.games.hearthstone.players.workspace import Ends, Workspace

MADE = -1  # of `origins`: the position is there
OVERLOOKING = np.uint64(1 << 32)  # apart from the chances of nodes
HUNDRED = 100  # percent
MOST_VALUE = 2 * HUNDRED * BEST  # more than any end is worth


@inlined
def _chance_of(rng: np.uint64, node: np.uint64) -> np.uint64:
    """The random stream of a node of the search."""
    return mix(rng + GOLDEN * np.uint64(node))


@merged
def _make_position(table: Record, workspace: Workspace, rng: np.uint64, at: int, depth: int) -> Record:
    """A position of this level, which is made now if it was only foreseen."""
    g, origin = workspace.positions[at], workspace.origins[at]
    if origin != MADE:
        copy_position(g, workspace.positions[origin])
        g.rng = _chance_of(rng, workspace.births[at, depth])
        apply(g, table, int(workspace.paths[at, depth]))
        workspace.origins[at] = MADE
    return g


@merged
def _is_duplicate(
    table: Record, workspace: Workspace, rng: np.uint64, after: int, n_next: int, child: int, depth: int
) -> bool:
    """Is the child equal to a kept position? Only positions with the same score are compared. Those that are no longer
    kept need not be remembered: a child with so low a score would not be kept either."""
    scores, order = workspace.scores, workspace.order
    for i in range(after, after + n_next):
        kept = order[i]
        if scores[kept] == scores[child]:
            one = _make_position(table, workspace, rng, child, depth)
            if is_same_for_search(one, _make_position(table, workspace, rng, kept, depth)):
                return True
    return False


@merged
def _keep(
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


@inlined
def _is_overlooked(g: Record, is_final: bool, overlooks: int, rng: np.uint64, node: int) -> bool:
    """Does a player who overlooks so many of a hundred actions miss this one? The end of the turn is never missed, and
    neither is a choice that has to be made."""
    if is_final or g.n_look:
        return False
    return bool(_chance_of(rng + OVERLOOKING, np.uint64(node)) % np.uint64(HUNDRED) < np.uint64(overlooks))


# --- the ends of a turn ---------------------------------------------------------------------------


@inlined
def _find_place(ends: Ends, first: int, n_found: int, n_ends: int, s: int) -> int:
    """Where an end with this score belongs among the best ones; -1 if it is too bad, or has the score of another,
    which is almost always the same position reached on another way."""
    at = first + n_found
    while at > first and ends.scores[ends.order[at - 1]] <= s:
        at -= 1
        if ends.scores[ends.order[at]] == s:
            return -1
    return at if at < first + n_ends else -1


@inlined
def _take_slot(ends: Ends, first: int, n_found: int, n_ends: int, at: int, s: int) -> int:
    """Make room in the order of ends for one with this score; returns the slot in which it will be."""
    last = first + min(n_found, n_ends - 1)
    slot = ends.order[last]
    while last > at:
        ends.order[last] = ends.order[last - 1]
        last -= 1
    ends.order[at] = slot
    ends.scores[slot] = s
    return int(slot)


@merged
def _follow(g: Record, table: Record, ends: Ends, slot: int, n_actions: int, rng: np.uint64) -> None:
    """Do the first actions of a plan again, with the chance that the search had."""
    for i in range(n_actions):
        g.rng = _chance_of(rng, ends.births[slot, i])
        apply(g, table, int(ends.plans[slot, i]))


# --- one turn -------------------------------------------------------------------------------------


@compiled
def _search_turn(
    table: Record,
    weights: Record,
    width: int,
    depth_limit: int,
    overlooks: int,
    workspace: Workspace,
    start: Record,
    first: int,
    n_ends: int,
    rng: np.uint64,
) -> tuple[int, int]:
    """Search the turn of the player whose it is at the start, and leave the best ends of it in the slots from `first`
    on, the best one first in their order; returns how many were found, and the nodes searched."""
    # Each look into the workspace costs a little, so that the loop has its arrays as names of its own.
    positions, order, scores = workspace.positions, workspace.order, workspace.scores
    paths, births, actions = workspace.paths, workspace.births, workspace.actions
    outlook, ends, origins = workspace.outlook[0], workspace.ends, workspace.origins
    me = int(start.current)
    for i in range(2 * width + 1):
        order[i] = i
    for i in range(first, first + n_ends):
        ends.order[i] = i
    this, after, spare = 0, width, 2 * width  # where the two levels and the spare position stand in the order
    copy_position(positions[order[this]], start)
    scores[order[this]] = score(start, table, me, weights)
    kept, nodes, n_found = 1, 0, 0
    for depth in range(depth_limit):
        n_next = 0
        for b in range(kept):
            parent = order[this + b]
            look_around(outlook, positions[parent], table, weights, me, scores[parent])
            n_actions = legal_actions(positions[parent], table, actions)
            for k in range(n_actions):
                action = int(actions[k])
                nodes += 1
                is_final = kind_of(action) == END
                if overlooks and _is_overlooked(positions[parent], is_final, overlooks, rng, nodes):
                    continue
                child, origin = order[spare], parent
                s = foresee(positions[parent], table, weights, me, outlook, action)
                if s == UNKNOWN:
                    g, chance, origin = positions[child], _chance_of(rng, np.uint64(nodes)), MADE
                    copy_position(g, positions[parent])
                    g.rng = chance
                    g.saw_places = 0
                    apply(g, table, action)
                    s = score(g, table, me, weights)
                    remember_place(outlook, action, s, g, chance)
                    is_final = is_final or g.over != 0
                if is_final:
                    at = _find_place(ends, first, n_found, n_ends, s)
                    if at >= 0:
                        slot = _take_slot(ends, first, n_found, n_ends, at, s)
                        n_found = min(n_found + 1, n_ends)
                        for i in range(depth):
                            ends.plans[slot, i] = paths[parent, i]
                            ends.births[slot, i] = births[parent, i]
                        ends.plans[slot, depth] = action
                        ends.births[slot, depth] = nodes
                        ends.lengths[slot] = depth + 1
                    continue
                if n_next == width and s <= scores[order[after + width - 1]]:
                    continue
                scores[child] = s
                origins[child] = origin
                paths[child, depth] = action
                births[child, depth] = nodes
                if _is_duplicate(table, workspace, rng, after, n_next, child, depth):
                    continue
                for i in range(depth):
                    paths[child, i] = paths[parent, i]
                    births[child, i] = births[parent, i]
                n_next = _keep(order, scores, after, n_next, width, child, spare)
        for i in range(after, after + n_next):
            _make_position(table, workspace, rng, order[i], depth)
        kept = n_next
        this, after = after, this
        if kept == 0:
            break
    return n_found, nodes


@merged
def _weigh_replies(
    table: Record, player: Record, workspace: Workspace, n_found: int, nodes: int, rng: np.uint64
) -> tuple[int, int]:
    """The best end after the enemy's reply to each, and the nodes until then.

    The enemy is taken to score as this player does, and to play a turn with what is seen: the cards of a hidden hand
    are blank, and stay in it.
    """
    ends, ahead, reply = workspace.ends, workspace.ahead[0], int(player.replies)  # the last one is the slot of replies
    best, chosen = -MOST_VALUE, int(ends.order[0])
    for i in range(n_found):
        slot = int(ends.order[i])
        value = HUNDRED * ends.scores[slot]
        if abs(ends.scores[slot]) < BEST:
            copy_position(ahead, workspace.seen[0])
            _follow(ahead, table, ends, slot, ends.lengths[slot], rng)
            chance, width, depth = _chance_of(rng, np.uint64(nodes + 1)), int(player.reply_width), int(player.depth)
            _, more = _search_turn(table, player.weights, width, depth, 0, workspace, ahead, reply, 1, chance)
            nodes += more
            value -= player.reply_mix * (ends.scores[slot] + ends.scores[reply])
        if value > best:
            best, chosen = value, slot
    return chosen, nodes


@merged
def plan_turn(table: Record, player: Record, workspace: Workspace, rng: np.uint64) -> tuple[int, int]:
    """Write the best actions of the current player's turn to the plan; returns their number and the nodes searched."""
    game, seen, ends = workspace.game[0], workspace.seen[0], workspace.ends
    view_position(seen, game, int(game.current), player.knowledge, mix(rng))
    width, depth, n_ends = int(player.width), int(player.depth), max(1, int(player.replies))
    n_found, nodes = _search_turn(
        table, player.weights, width, depth, int(player.overlooks), workspace, seen, 0, n_ends, rng
    )
    if n_found == 0:
        return 0, nodes
    chosen = int(ends.order[0])
    if n_found > 1:
        chosen, nodes = _weigh_replies(table, player, workspace, n_found, nodes, rng)
    length = int(ends.lengths[chosen])
    for i in range(length):
        workspace.plan[i] = ends.plans[chosen, i]
        workspace.chances[i] = ends.births[chosen, i]
    return length, nodes


@entry
def plan_position(tables: NDArray[Any], players: NDArray[Any], workspace: Workspace, rng: np.uint64) -> tuple[int, int]:
    """The same, asked for from Python: what a player would do in the position of the workspace's game."""
    return plan_turn(tables[0], players[0], workspace, rng)


@merged
def expect_next(table: Record, workspace: Workspace, k: int, rng: np.uint64) -> Record:
    """The position that the plan expects after its k-th action, as its player sees it. Ask for them one by one.

    The search has dropped it: it is made again, with the same random stream, from the position where the plan began.
    """
    g = workspace.positions[0]
    if k == 0:
        copy_position(g, workspace.seen[0])
    g.rng = _chance_of(rng, workspace.chances[k])
    apply(g, table, int(workspace.plan[k]))
    return g
