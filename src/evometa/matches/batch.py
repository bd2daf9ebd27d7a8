"""The compiled loop: whole games, one after the other, without a word to Python."""

import numpy as np

from evometa.engine.compiling import compiled, entry, merged
from evometa.engine.kernel.actions import END, PLAY, POWER, apply, kind_of, legal_actions, source_of
from evometa.engine.kernel.characters import health_of
from evometa.engine.kernel.hand import card_cost, power_cost
from evometa.engine.kernel.setup import MULLIGAN_STREAM, SEARCH_STREAM, begin_game, begin_turns, clear_game
from evometa.engine.state.hashing import hash_for_search, hash_state
from evometa.engine.state.invariants import find_broken
from evometa.engine.state.journal import J_DRAW, J_PLAY, J_TURN
from evometa.engine.state.randomness import GOLDEN, mix, next_below, stream
from evometa.matches.records import MAX_TURN
from evometa.players.beam import plan_turn
from evometa.players.knowledge import view_position
from evometa.players.mulligan import mulligan
from evometa.players.records import BEAM, BUSY, SEES_FAIRLY

CHECKED = 1  # option: look at the invariants after every action


@compiled
def distinct_index(deck, card):
    for i in range(deck.n_distinct):
        if deck.distinct[i] == card:
            return i
    return -1


@compiled
def own_turn(turn):
    """The turn as its player counts it."""
    return (turn + 1) // 2


@compiled
def turns_begun(turn, p):
    """How many turns of player p have begun in this turn of the game; at least the first, whose hand is dealt."""
    return max(1, (turn + 1 - p) // 2)


@merged
def note_hand(g, deck, p, result):
    """The opening hand counts as drawn in the first turn."""
    me = g.players[p]
    for i in range(me.n_hand):
        k = distinct_index(deck, me.hand[i].card)
        if k >= 0:
            result.first_drawn[p, k] = 1
            result.drawn[p] += 1


@merged
def read_journal(g, turn, deck_0, deck_1, result):
    """Cards drawn and played since the last look, in this turn; then the journal starts anew."""
    is_start = False  # of the next turn: what is drawn now is that turn's draw
    for i in range(g.n_journal):
        entry = g.journal[i]
        if entry.kind == J_TURN:
            turn, is_start = int(g.turn), True
        if entry.kind != J_DRAW and entry.kind != J_PLAY:
            continue
        p = int(entry.player)
        k = distinct_index(deck_0 if p == 0 else deck_1, entry.card)
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
def execute_action(g, table, action, deck_0, deck_1, result, log, options):
    """Do an action in the real game, and note what it did."""
    p, turn = int(g.current), int(g.turn)
    if kind_of(action) == PLAY:
        result.mana[p] += card_cost(g, table, p, source_of(action))
    elif kind_of(action) == POWER:
        result.mana[p] += power_cost(g, table, p)
    apply(g, table, action)
    read_journal(g, turn, deck_0, deck_1, result)
    result.actions += 1
    if log[0] + np.uint64(2) < np.uint64(len(log)):
        at = np.int64(log[0])
        log[at + 1] = np.uint64(action)
        log[at + 2] = hash_state(g)
        log[0] = np.uint64(at + 2)
    if options & CHECKED and not g.error:
        g.error = find_broken(g, table)


@compiled
def is_legal(g, table, action, actions):
    for i in range(legal_actions(g, table, actions)):
        if actions[i] == action:
            return True
    return False


@merged
def is_surprised(style, workspace, me, rng, expected):
    """Did the position turn out otherwise than the plan of a player who cannot see everything expected?"""
    games = workspace[0]
    root, view = games[len(games) - 1], games[len(games) - 2]
    view_position(view, root, me, style.knowledge, rng)
    return hash_for_search(view) != expected


@merged
def play_plan(table, style, workspace, length, rng, deck_0, deck_1, result, log, options):
    """Execute the plan until it ends, a choice opens, or a fair player is surprised. Impossible actions are skipped."""
    games, actions, plan, expected = workspace[0], workspace[5], workspace[6], workspace[7]
    g = games[len(games) - 1]
    me = int(g.current)
    for k in range(length):
        action = int(plan[k])
        if not is_legal(g, table, action, actions):
            continue
        execute_action(g, table, action, deck_0, deck_1, result, log, options)
        if g.over or g.current != me or g.n_look:
            return
        if style.knowledge == SEES_FAIRLY and is_surprised(style, workspace, me, rng, expected[k]):
            return


@merged
def play_randomly(g, table, style, actions, rng, deck_0, deck_1, result, log, options):
    """One random legal action. A busy player ends the turn when there is nothing else to do."""
    n = legal_actions(g, table, actions)
    first = 1 if style.kind == BUSY and n > 1 and kind_of(actions[0]) == END else 0
    rng, k = next_below(rng, n - first)
    execute_action(g, table, int(actions[first + k]), deck_0, deck_1, result, log, options)
    return rng


@merged
def play_game(table, deck_0, deck_1, style_0, style_1, seed, workspace, result, log, options):
    """One game from the shuffle to the end."""
    games = workspace[0]
    g = games[len(games) - 1]
    clear_game(g)
    begin_game(g, table, deck_0.hero, deck_0.cards, deck_0.n, deck_1.hero, deck_1.cards, deck_1.n, seed)
    mulligan(g, table, 0, style_0, stream(seed, MULLIGAN_STREAM))
    mulligan(g, table, 1, style_1, stream(seed, MULLIGAN_STREAM + 1))
    g.journaling = 1
    begin_turns(g, table)
    g.n_journal = 0
    note_hand(g, deck_0, 0, result)
    note_hand(g, deck_1, 1, result)
    rng = stream(seed, SEARCH_STREAM)
    while not g.over and not g.error:
        style = style_0 if g.current == 0 else style_1
        rng = mix(rng + GOLDEN)
        if style.kind != BEAM:
            rng = play_randomly(g, table, style, workspace[5], rng, deck_0, deck_1, result, log, options)
        else:
            length, nodes = plan_turn(table, style, workspace, rng)
            result.nodes += nodes
            play_plan(table, style, workspace, length, rng, deck_0, deck_1, result, log, options)
    result.winner = g.winner
    result.turns = g.turn
    result.error = g.error
    for p in range(2):
        result.health[p] = health_of(g.players[p].board[0])


@merged
def clear_result(result):
    result.nodes = 0
    result.actions = 0
    result.drawn[:] = 0
    result.mana[:] = 0
    result.first_drawn[:, :] = 0
    result.first_played[:, :] = 0
    result.missed[:, :] = 0


@merged
def add_cards(sums, result, deck, p):
    """Count each distinct card of a deck as drawn and played, when, and whether its player won."""
    won = int(result.winner == p)
    last = turns_begun(int(result.turns), p)
    for k in range(deck.n_distinct):
        card = sums.cards[p, k]
        drawn, played = int(result.first_drawn[p, k]), int(result.first_played[p, k])
        missed = int(result.missed[p, k])
        if drawn:
            card.drawn += 1
            card.drawn_won += won
            card.turn_drawn += drawn
        if played:
            card.played += 1
            card.played_won += won
            card.turn_played += played
            card.drawn_played += drawn > 0
        if 0 < drawn <= MAX_TURN and not missed:
            card.drawn_at[won, drawn - 1] += 1
        else:
            card.missing_until[won, min(missed if missed else last, MAX_TURN) - 1] += 1


@merged
def add_result(sums, result, deck_0, deck_1):
    sums.games += 1
    sums.wins[result.winner] += 1
    sums.turns += result.turns
    sums.nodes += result.nodes
    for p in range(2):
        sums.health[p] += result.health[p]
        sums.drawn[p] += result.drawn[p]
        sums.mana[p] += result.mana[p]
    add_cards(sums, result, deck_0, 0)
    add_cards(sums, result, deck_1, 1)


@entry
def play_jobs(tables, decks, styles, jobs, workspace, results, sums, log, options):
    """Play all games of the jobs. `results` has a row per game, or a single one if only the sums are wanted.

    Stops at the first game with an error and returns (job, game) of it; (-1, -1) if all went well.
    """
    n = 0
    for j in range(len(jobs)):
        job = jobs[j]
        deck_0, deck_1 = decks[job.decks[0]], decks[job.decks[1]]
        for i in range(job.games):
            result = results[n if len(results) > 1 else 0]
            n += 1
            clear_result(result)
            seed = stream(job.seed, job.first + i)
            style_0, style_1 = styles[job.styles[0]], styles[job.styles[1]]
            play_game(tables[job.table], deck_0, deck_1, style_0, style_1, seed, workspace, result, log, options)
            if result.error:
                return j, i
            add_result(sums[job.cell], result, deck_0, deck_1)
    return -1, -1
