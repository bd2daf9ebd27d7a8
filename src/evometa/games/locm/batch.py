"""Games in great number: jobs of seeds go in, counts come out, without a word to Python in between."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evometa.games.compiled.compiling import compiled, entry, merged
from evometa.games.compiled.randomness import stream
from evometa.games.counts import add_result, clear_result, distinct_index, own_turn, settle_samples, turns_begun
from evometa.games.locm.engine import apply, begin_game
from evometa.games.locm.invariants import find_broken
from evometa.games.locm.players.records import BEAM
from evometa.games.locm.players.scores import score, value_end
from evometa.games.locm.players.turns import Workspace, choose_simply, plan_turn
from evometa.games.locm.records import ATTACK, KIND_SHIFT, PASS, SOURCE_SHIFT, Record
from evometa.games.records import MAX_SAMPLES

SEARCH_STREAM = 2  # of a game's seed; the first two shuffle the decks


class Notes(NamedTuple):
    """What is written down of a game while it is played."""

    deck_0: Record
    deck_1: Record
    result: Record
    check: bool  # whether the invariants are looked at after each action
    probes: NDArray[Any]  # weights, each of which measures the position at the end of a turn
    samples: NDArray[Any]  # what they measured


@compiled
def _note_draws(player: Record, deck: Record, result: Record, p: int, turn: int) -> None:
    """Note the cards that were drawn since the last time: a deck is kept as it was shuffled.

    After the opening, the first of them is the draw of the turn; the others were brought by runes and cards.
    """
    before = deck.n - result.drawn[p]
    is_opening = result.drawn[p] == 0
    for i in range(before - 1, player.n_deck - 1, -1):
        k = distinct_index(deck, player.deck[i])
        if result.first_drawn[p, k] == 0:
            result.first_drawn[p, k] = own_turn(turn)
            if i < before - 1 and not is_opening:
                result.missed[p, k] = turns_begun(turn, p)
    result.drawn[p] = deck.n - player.n_deck


@merged
def _measure_position(g: Record, notes: Notes) -> None:
    """Note what the position is worth to the current player by each of the probes, if there is room left."""
    result, p = notes.result, int(g.current)
    if result.n_samples >= len(notes.samples):
        return
    sample = notes.samples[result.n_samples]
    result.n_samples += 1
    sample.player = p
    for k in range(len(notes.probes)):
        sample.values[k] = score(g, p, notes.probes[k]) + value_end(g, notes.probes[k])


@compiled
def _execute(g: Record, table: Record, action: int, notes: Notes) -> None:
    """Do an action in the real game, and note what it did."""
    p, kind, result = int(g.current), action >> KIND_SHIFT, notes.result
    result.actions += 1
    if kind == PASS and len(notes.probes):
        _measure_position(g, notes)
    if kind != PASS and kind != ATTACK:
        card = g.players[p].hand[action >> SOURCE_SHIFT & 15]
        result.spent[p] += table.cards[card].cost
        k = distinct_index(notes.deck_0 if p == 0 else notes.deck_1, card)
        if result.first_played[p, k] == 0:
            result.first_played[p, k] = own_turn(g.turn)
    apply(g, table, action)
    if kind == PASS:
        deck = notes.deck_1 if p == 0 else notes.deck_0
        _note_draws(g.players[1 - p], deck, result, 1 - p, int(g.turn))
    if notes.check:
        result.error = find_broken(g, table)


@merged
def _play_game(table: Record, player_0: Record, player_1: Record, seed: np.uint64, ws: Workspace, notes: Notes) -> None:
    """Play one game from the shuffle to the end."""
    g, result, deck_0, deck_1 = ws.game[0], notes.result, notes.deck_0, notes.deck_1
    begin_game(g, table.rules, deck_0.cards, deck_1.cards, deck_0.n, deck_1.n, seed)
    _note_draws(g.players[0], deck_0, result, 0, 1)
    _note_draws(g.players[1], deck_1, result, 1, 1)
    rng = stream(seed, SEARCH_STREAM)
    result.error = 0
    while not g.over and not result.error:
        player = player_0 if g.current == 0 else player_1
        if player.kind == BEAM:
            length, nodes = plan_turn(g, table, player, ws)
            result.nodes += nodes
            for i in range(length):
                _execute(g, table, int(ws.plan[i]), notes)
                if result.error:
                    break
        else:
            rng, action = choose_simply(g, table, player, ws, rng)
            _execute(g, table, action, notes)
    result.winner, result.turns, result.stopped = g.winner, g.turn, 0
    for p in range(2):
        result.health[p] = g.players[p].health


@entry
def play_jobs(
    tables: NDArray[Any],
    decks: NDArray[Any],
    players: NDArray[Any],
    jobs: NDArray[Any],
    ws: Workspace,
    results: NDArray[Any],
    sums: NDArray[Any],
    check: bool,
    probes: NDArray[Any],
    samples: NDArray[Any],
) -> tuple[int, int]:
    """Play all games of the jobs. `results` has a row per game, or a single one if only the sums are wanted.

    If there are probes, `samples` has `MAX_SAMPLES` rows for each game. Stops at the first game with an error and
    returns (job, game) of it; (-1, -1) if all went well.
    """
    n = 0
    for j in range(len(jobs)):
        job = jobs[j]
        deck_0, deck_1 = decks[job.decks[0]], decks[job.decks[1]]
        player_0, player_1 = players[job.players[0]], players[job.players[1]]
        for i in range(job.games):
            result = results[n if len(results) > 1 else 0]
            measured = samples[n * MAX_SAMPLES : (n + 1) * MAX_SAMPLES]
            n += 1
            clear_result(result)
            notes = Notes(deck_0, deck_1, result, check, probes, measured)
            _play_game(tables[job.table], player_0, player_1, stream(job.seed, job.first + i), ws, notes)
            if result.error:
                return j, i
            settle_samples(result, measured)
            add_result(sums[job.cell], result, deck_0, deck_1)
    return -1, -1
