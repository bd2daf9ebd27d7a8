"""What players do in their turn: one best action after the other, or a search of the whole turn.

Nothing in a turn is left to chance, and no card comes in it. So the search sees nothing that its player could not see,
and its plan is played as it stands.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evometa.games.compiled.compiling import compiled, inlined
from evometa.games.compiled.randomness import GOLDEN, mix, next_below
from evometa.games.locm.engine import apply, copy_game, legal_actions
from evometa.games.locm.players.records import MAX_DEPTH, MAX_WIDTH, RANDOM
from evometa.games.locm.players.scores import BEST, foresee, score, value_end
from evometa.games.locm.records import LANE_SIZE, MAX_ACTIONS, PASS, READY, SLOTS, Record, new_games

SPREAD = 3  # so many times the width are looked at to fill a level with different positions
MOST_CANDIDATES = SPREAD * MAX_WIDTH


class Workspace(NamedTuple):
    """The memory of a thread: the game that is played, and what a search needs."""

    game: NDArray[Any]
    actions: NDArray[np.int64]
    plan: NDArray[np.int64]
    ahead: NDArray[Any]  # a position in the enemy's next turn
    replies: NDArray[np.int64]  # what the enemy can do there
    positions: NDArray[Any]  # of two levels
    scores: NDArray[np.int64]
    hashes: NDArray[np.uint64]
    paths: NDArray[np.int64]  # the actions that lead to each position
    worths: NDArray[np.int64]  # of the candidates for the next level, the best ones first
    parents: NDArray[np.int64]
    moves: NDArray[np.int64]


def new_workspace() -> Workspace:
    """An empty one."""
    n = 2 * MAX_WIDTH
    actions, plan, replies, scores = (np.zeros(size, np.int64) for size in (MAX_ACTIONS, MAX_DEPTH, MAX_ACTIONS, n))
    worths, parents, moves = np.zeros((3, MOST_CANDIDATES), np.int64)
    return Workspace(
        game=new_games(1),
        actions=actions,
        plan=plan,
        ahead=new_games(1),
        replies=replies,
        positions=new_games(n),
        scores=scores,
        hashes=np.zeros(n, np.uint64),
        paths=np.zeros((n, MAX_DEPTH), np.int64),
        worths=worths,
        parents=parents,
        moves=moves,
    )


@compiled
def choose_greedily(g: Record, table: Record, w: Record, actions: NDArray[np.int64]) -> int:
    """The action that adds most to the score, or the end of the turn if none adds anything; of equal ones the first."""
    best, chosen = 0, PASS
    for k in range(1, legal_actions(g, table, actions)):
        worth = foresee(g, table, w, int(actions[k]))
        if worth > best:
            best, chosen = worth, int(actions[k])
    return chosen


@compiled
def choose_randomly(g: Record, table: Record, actions: NDArray[np.int64], rng: np.uint64) -> tuple[np.uint64, int]:
    """Any legal action, and the stream's new state."""
    rng, k = next_below(rng, legal_actions(g, table, actions))
    return rng, int(actions[k])


# --- the search -----------------------------------------------------------------------------------


@compiled
def hash_turn(g: Record) -> np.uint64:
    """A number for what the current player's turn can change, the same wherever in their lanes creatures stand."""
    total = np.uint64(0)
    for p in range(2):
        player = g.players[p]
        key = np.uint64(player.health + 1000) << np.uint64(32) | np.uint64(player.mana) << np.uint64(16)
        total += mix((key | np.uint64(player.draws)) + GOLDEN * np.uint64(p + 1))
        for slot in range(SLOTS):
            c = player.board[slot]
            if c.card:
                numbers = np.uint64(c.card) << np.uint64(40) | np.uint64(c.attack) << np.uint64(28)
                numbers |= np.uint64(c.defence) << np.uint64(16) | np.uint64(c.keywords) << np.uint64(8)
                place = np.uint64(c.state) << np.uint64(2) | np.uint64(2 * p + slot // LANE_SIZE)
                total += mix((numbers | place) + GOLDEN)
    me = g.players[g.current]
    for i in range(me.n_hand):
        total += mix(np.uint64(me.hand[i]))
    return total


@inlined
def _insert(ws: Workspace, n: int, most: int, worth: int, parent: int, action: int) -> int:
    """Put a candidate among the others, the best ones first; returns how many there are."""
    if n == most and worth <= ws.worths[n - 1]:
        return n
    n = min(n + 1, most)
    i = n - 1
    while i > 0 and ws.worths[i - 1] < worth:
        ws.worths[i], ws.parents[i], ws.moves[i] = ws.worths[i - 1], ws.parents[i - 1], ws.moves[i - 1]
        i -= 1
    ws.worths[i], ws.parents[i], ws.moves[i] = worth, parent, action
    return n


@compiled
def _is_new(ws: Workspace, first: int, n: int, at: int) -> bool:
    for i in range(first, first + n):
        if ws.hashes[i] == ws.hashes[at]:
            return False
    return True


@inlined
def _note_plan(ws: Workspace, at: int, depth: int, last: int) -> int:
    """Write the way to a position and one more action down as the plan; returns its length."""
    for i in range(depth):
        ws.plan[i] = ws.paths[at, i]
    ws.plan[depth] = last
    return depth + 1


@compiled
def _make_level(table: Record, ws: Workspace, n: int, after: int, width: int, depth: int) -> int:
    """Make the positions of the best candidates, equal ones once; returns how many there are."""
    kept = 0
    for c in range(n):
        child, parent = after + kept, ws.parents[c]
        copy_game(ws.positions[child], ws.positions[parent])
        apply(ws.positions[child], table, int(ws.moves[c]))
        ws.hashes[child] = hash_turn(ws.positions[child])
        if not _is_new(ws, after, kept, child):
            continue
        ws.scores[child] = ws.worths[c]
        for i in range(depth):
            ws.paths[child, i] = ws.paths[parent, i]
        ws.paths[child, depth] = ws.moves[c]
        kept += 1
        if kept == width:
            break
    return kept


@compiled
def _value_reply(g: Record, table: Record, player: Record, ws: Workspace) -> int:
    """What a turn that ends here is worth when the enemy's creatures have attacked, one best attack after the other.

    The enemy's hand is hidden, so that nothing is played from it; nobody draws.
    """
    me, ahead = int(g.current), ws.ahead[0]
    copy_game(ahead, g)
    ahead.current = 1 - me
    enemy = ahead.players[1 - me]
    enemy.n_hand = 0
    for slot in range(SLOTS):
        enemy.board[slot].state = READY
    for _ in range(MAX_DEPTH):
        action = choose_greedily(ahead, table, player.reply, ws.replies)
        if action == PASS:
            break
        apply(ahead, table, action)
        if ahead.over:
            return -BEST
    return score(ahead, me, player.weights)


@compiled
def plan_turn(g: Record, table: Record, player: Record, ws: Workspace) -> tuple[int, int]:
    """Write the best actions of the current player's turn to the plan; returns their number and the nodes searched."""
    w, width, me = player.weights, int(player.width), int(g.current)
    copy_game(ws.positions[0], g)
    ws.scores[0] = score(g, me, w)
    this, after, kept, nodes, length = 0, MAX_WIDTH, 1, 0, 0
    best = -2 * BEST
    for depth in range(min(int(player.depth), MAX_DEPTH)):
        n = 0
        for at in range(this, this + kept):
            position = ws.positions[at]
            worth = _value_reply(position, table, player, ws) if player.replies else ws.scores[at]
            worth += value_end(position, w)
            if worth > best:
                best, length = worth, _note_plan(ws, at, depth, PASS)
            n_actions = legal_actions(position, table, ws.actions)
            nodes += n_actions
            for k in range(1, n_actions):
                worth = ws.scores[at] + foresee(position, table, w, int(ws.actions[k]))
                if worth >= BEST:
                    return _note_plan(ws, at, depth, int(ws.actions[k])), nodes
                if worth > -BEST:
                    n = _insert(ws, n, SPREAD * width, worth, at, int(ws.actions[k]))
        kept = _make_level(table, ws, n, after, width, depth)
        this, after = after, this
        if kept == 0:
            break
    return length, nodes


@compiled
def choose_simply(g: Record, table: Record, player: Record, ws: Workspace, rng: np.uint64) -> tuple[np.uint64, int]:
    """The next action of a player who does not search, and the stream's new state."""
    if player.kind == RANDOM:
        return choose_randomly(g, table, ws.actions, rng)
    return rng, choose_greedily(g, table, player.weights, ws.actions)
