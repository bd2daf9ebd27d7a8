"""The compiled loop: whole games, one after the other, without a word to Python."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evometa.games.compiled.compiling import compiled, entry, merged
from evometa.games.compiled.randomness import GOLDEN, mix, next_below, stream
from evometa.games.counts import (
    add_result,
    clear_result,
    distinct_index,
    own_turn,
    settle_samples,
    turns_begun,
)
from evometa.games.hearthstone.engine.kernel.actions import apply, legal_actions
from evometa.games.hearthstone.engine.kernel.characters import health_of
from evometa.games.hearthstone.engine.kernel.hand import card_cost, power_cost
from evometa.games.hearthstone.engine.kernel.setup import (
    MULLIGAN_STREAM,
    SEARCH_STREAM,
    begin_game,
    begin_turns,
    clear_game,
)
from evometa.games.hearthstone.engine.state.action_codes import END, PLAY, POWER, kind_of, source_of
from evometa.games.hearthstone.engine.state.hashing import hash_state, is_same_for_search
from evometa.games.hearthstone.engine.state.invariants import find_broken
from evometa.games.hearthstone.engine.state.journal import J_DRAW, J_PLAY, J_TURN
from evometa.games.hearthstone.engine.state.records import HALTED, UNKNOWN_PLAYER, Record
from evometa.games.hearthstone.engine.state.stack import is_stopped
from evometa.games.hearthstone.play.opening import mulligan
from evometa.games.hearthstone.players import kinds
from evometa.games.hearthstone.players.beam import expect_next, plan_turn
from evometa.games.hearthstone.players.knowledge import copy_position, hide_enemy
from evometa.games.hearthstone.players.records import BEAM, BUSY, RANDOM, SEES_FAIRLY
from evometa.games.hearthstone.players.scores import score
from evometa.games.hearthstone.players.workspace import Workspace
from evometa.games.records import MAX_SAMPLES

MOST_OTHERS = 100  # actions of a turn beyond the cards that may be played in it: own cards can attack without end
CHECKED = 1  # option: look at the invariants after every action


class Notes(NamedTuple):
    """What is written down of a game while it is played."""

    deck_0: Record
    deck_1: Record
    result: Record
    log: NDArray[np.uint64]  # the number of words so far; then every action, and the hash of the position after it
    options: int
    probes: NDArray[Any]  # of `players.records.Weights`: each of them measures the position at the end of a turn
    samples: NDArray[Any]  # what they measured, a row for each end of a turn


@merged
def _note_hand(g: Record, deck: Record, p: int, result: Record) -> None:
    """The opening hand counts as drawn in the first turn."""
    me = g.players[p]
    for i in range(me.n_hand):
        k = distinct_index(deck, me.hand[i].card)
        if k >= 0:
            result.first_drawn[p, k] = 1
            result.drawn[p] += 1


@merged
def read_journal(g: Record, turn: int, notes: Notes) -> None:
    """Note which cards were drawn and played in this turn since the journal was last read, and empty it."""
    result = notes.result
    is_start = False  # whether the next turn is starting, so that what is drawn is its draw
    for i in range(g.n_journal):
        entry = g.journal[i]
        if entry.kind == J_TURN:
            turn, is_start = int(g.turn), True
        if entry.kind != J_DRAW and entry.kind != J_PLAY:
            continue
        p = int(entry.player)
        k = distinct_index(notes.deck_0 if p == 0 else notes.deck_1, entry.card)
        if entry.kind == J_DRAW:
            result.drawn[p] += 1
            if k >= 0 and result.first_drawn[p, k] == 0:
                result.first_drawn[p, k] = own_turn(turn)
                if not is_start:
                    result.missed[p, k] = turns_begun(turn, p)
        elif k >= 0 and result.first_played[p, k] == 0:
            result.first_played[p, k] = own_turn(turn)
    g.n_journal = 0


@merged
def _measure_position(g: Record, table: Record, p: int, notes: Notes) -> None:
    """Note what the position is worth to player p by each of the probes, if there is room left."""
    result = notes.result
    if result.n_samples >= len(notes.samples):
        return
    sample = notes.samples[result.n_samples]
    result.n_samples += 1
    sample.player = p
    for k in range(len(notes.probes)):
        sample.values[k] = score(g, table, p, notes.probes[k])


@merged
def _execute_action(g: Record, table: Record, action: int, notes: Notes) -> None:
    """Do an action in the real game, and note what it did."""
    p, turn = int(g.current), int(g.turn)
    result, log = notes.result, notes.log
    if kind_of(action) == PLAY:
        result.spent[p] += card_cost(g, table, p, source_of(action))
    elif kind_of(action) == POWER:
        result.spent[p] += power_cost(g, table, p)
    apply(g, table, action)
    read_journal(g, turn, notes)
    result.actions += 1
    if len(notes.probes) and g.current != p and not g.over:
        _measure_position(g, table, p, notes)
    if log[0] + np.uint64(2) < np.uint64(len(log)):
        at = np.int64(log[0])
        log[at + 1] = np.uint64(action)
        log[at + 2] = hash_state(g)
        log[0] = np.uint64(at + 2)
    if notes.options & CHECKED and not g.error:
        g.error = find_broken(g, table)


@compiled
def _is_legal(g: Record, table: Record, action: int, actions: NDArray[Any]) -> bool:
    for i in range(legal_actions(g, table, actions)):
        if actions[i] == action:
            return True
    return False


@merged
def _play_plan(table: Record, player: Record, workspace: Workspace, length: int, rng: np.uint64, notes: Notes) -> None:
    """Execute the plan until it ends, a choice opens, or a fair player is surprised. Impossible actions are skipped.

    A fair player is surprised by a position that looks otherwise than the plan expected.
    """
    g, seen = workspace.game[0], workspace.seen[0]
    me, is_fair = int(g.current), player.knowledge == SEES_FAIRLY
    for k in range(length):
        action = int(workspace.plan[k])
        expected = expect_next(table, workspace, k, rng) if is_fair and k < length - 1 else seen
        if not _is_legal(g, table, action, workspace.actions):
            continue
        _execute_action(g, table, action, notes)
        if g.over or g.current != me or g.n_look:
            return
        if is_fair:
            copy_position(seen, g)
            hide_enemy(seen, me)
            if not is_same_for_search(seen, expected):
                return


@merged
def _play_randomly(
    g: Record, table: Record, player: Record, actions: NDArray[Any], rng: np.uint64, notes: Notes
) -> np.uint64:
    """Do one random legal action. A busy player ends its turn only when there is nothing else to do."""
    n = legal_actions(g, table, actions)
    first = 1 if player.kind == BUSY and n > 1 and kind_of(actions[0]) == END else 0
    rng, k = next_below(rng, n - first)
    _execute_action(g, table, int(actions[first + k]), notes)
    return rng


@merged
def _play_otherwise(table: Record, player: Record, workspace: Workspace, rng: np.uint64, notes: Notes) -> None:
    """Do what a player of a registered kind chooses."""
    action, nodes = kinds.choose_other(player.kind, table, player, workspace, rng)
    if nodes < 0:
        workspace.game[0].error = UNKNOWN_PLAYER
    else:
        notes.result.nodes += nodes
        _execute_action(workspace.game[0], table, action, notes)


@merged
def _open_game(g: Record, table: Record, player_0: Record, player_1: Record, seed: np.uint64, notes: Notes) -> None:
    """Begin a game: shuffle, deal, mulligan, and start the first turn."""
    first, second = notes.deck_0, notes.deck_1
    clear_game(g)
    begin_game(g, table, first.of, first.cards, first.n, second.of, second.cards, second.n, seed)
    mulligan(g, table, 0, player_0, stream(seed, MULLIGAN_STREAM))
    mulligan(g, table, 1, player_1, stream(seed, MULLIGAN_STREAM + 1))
    g.journaling = 1
    begin_turns(g, table)
    g.n_journal = 0
    _note_hand(g, first, 0, notes.result)
    _note_hand(g, second, 1, notes.result)


@merged
def _play_game(
    table: Record, player_0: Record, player_1: Record, seed: np.uint64, workspace: Workspace, notes: Notes
) -> None:
    """Play one game from the shuffle to the end."""
    g, result = workspace.game[0], notes.result
    _open_game(g, table, player_0, player_1, seed, notes)
    rng = stream(seed, SEARCH_STREAM)
    turn, began = 0, 0
    while not g.over and not g.error:
        if workspace.halt[0]:
            g.error = HALTED
            break
        if g.turn != turn:
            turn, began = int(g.turn), int(result.actions)
        elif result.actions - began >= table.rules.cards_per_turn + MOST_OTHERS:
            legal_actions(g, table, workspace.actions)  # the first of them ends the turn, or takes an open choice
            _execute_action(g, table, int(workspace.actions[0]), notes)
            continue
        player = player_0 if g.current == 0 else player_1
        rng = mix(rng + GOLDEN)
        if player.kind == BEAM:
            length, nodes = plan_turn(table, player, workspace, rng)
            result.nodes += nodes
            _play_plan(table, player, workspace, length, rng, notes)
        elif player.kind == RANDOM or player.kind == BUSY:
            rng = _play_randomly(g, table, player, workspace.actions, rng, notes)
        else:
            _play_otherwise(table, player, workspace, rng, notes)
    result.winner = g.winner
    result.turns = g.turn
    result.stopped = is_stopped(g, int(table.rules.turn_limit))
    result.error = g.error
    for p in range(2):
        result.health[p] = health_of(g.players[p].board[0])


@entry
def play_jobs(
    tables: NDArray[Any],
    decks: NDArray[Any],
    players: NDArray[Any],
    jobs: NDArray[Any],
    workspace: Workspace,
    results: NDArray[Any],
    sums: NDArray[Any],
    log: NDArray[Any],
    options: int,
    probes: NDArray[Any],
    samples: NDArray[Any],
) -> tuple[int, int]:
    """Play all games of the jobs. `results` has a row per game, or a single one if only the sums are wanted.

    If there are probes, `samples` has `MAX_SAMPLES` rows for each game; those without an outcome were not needed.
    Stops at the first game with an error and returns (job, game) of it; (-1, -1) if all went well.
    """
    n = 0
    for j in range(len(jobs)):
        job = jobs[j]
        deck_0, deck_1 = decks[job.decks[0]], decks[job.decks[1]]
        for i in range(job.games):
            result = results[n if len(results) > 1 else 0]
            measured = samples[n * MAX_SAMPLES : (n + 1) * MAX_SAMPLES]
            n += 1
            clear_result(result)
            seed = stream(job.seed, job.first + i)
            player_0, player_1 = players[job.players[0]], players[job.players[1]]
            notes = Notes(deck_0, deck_1, result, log, options, probes, measured)
            _play_game(tables[job.table], player_0, player_1, seed, workspace, notes)
            if result.error:
                return j, i
            settle_samples(result, measured)
            add_result(sums[job.cell], result, deck_0, deck_1)
    return -1, -1
