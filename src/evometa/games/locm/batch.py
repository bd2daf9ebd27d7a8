"""Games in great number: jobs of seeds go in, counts come out, without a word to Python in between."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evometa.games.compiled.compiling import compiled, entry
from evometa.games.compiled.randomness import stream
from evometa.games.compiled.records import record
from evometa.games.locm.engine import apply, begin_game, own_turn
from evometa.games.locm.players.records import BEAM, FEATURES, Weights
from evometa.games.locm.players.scores import score, value_end
from evometa.games.locm.players.turns import Workspace, choose_simply, new_workspace, plan_turn
from evometa.games.locm.records import ATTACK, KIND_SHIFT, MAX_DECK, PASS, SOURCE_SHIFT, Record

SEARCH_STREAM = 2  # of a game's seed; the first two shuffle the decks

DeckList = record("n", "n_distinct", ("cards", "i2", (MAX_DECK,)), ("distinct", "i2", (MAX_DECK,)))

# A run of games between two decks, the first of which begins; game i has the seed stream(seed, first + i).
Job = record(
    ("seed", "u8"),
    ("first", "i8"),
    ("games", "i8"),
    ("cell", "i4"),  # row of the sums
    "table",
    ("decks", "i2", (2,)),
    ("players", "i2", (2,)),
)

Result = record(
    ("nodes", "i4"),
    ("actions", "i4"),  # of both players
    "winner",  # seat 0 or 1
    "turns",
    ("health", "i2", (2,)),
    ("drawn", "i2", (2,)),
    ("mana", "i4", (2,)),
    # For each distinct card of each deck: its player's turn in which it was first drawn and first played; 0 if never.
    ("first_drawn", "i1", (2, MAX_DECK)),
    ("first_played", "i1", (2, MAX_DECK)),
    "n_samples",
    "pad",
)

# A position at the end of a turn, as its player has left it: what each probe measures, and whether this player won.
LOST, WON = 1, 2
MAX_SAMPLES = 60  # of a game; few have more turns
Sample = record("player", "outcome", ("values", "i4", (len(FEATURES),)))

CardSums = record(
    ("drawn", "i8"),  # games
    ("drawn_won", "i8"),
    ("played", "i8"),
    ("played_won", "i8"),
    ("turn_drawn", "i8"),
    ("turn_played", "i8"),
)
Sums = record(
    ("games", "i8"),
    ("wins", "i8", (3,)),  # seat 0, seat 1, draws: of which there are none
    ("turns", "i8"),
    ("nodes", "i8"),
    ("health", "i8", (2,)),
    ("drawn", "i8", (2,)),
    ("mana", "i8", (2,)),
    ("cards", CardSums, (2, MAX_DECK)),
)


class Played(NamedTuple):
    """What came out of some jobs."""

    sums: NDArray[Any]  # of `Sums`, a row for each cell
    rows: NDArray[Any] | None  # of `Result`, if asked for: one for each game, in order
    samples: NDArray[Any] | None = None  # of `Sample`, if there are probes: those without an outcome were not needed


class Notes(NamedTuple):
    """What is written down of a game while it is played."""

    deck_0: Record
    deck_1: Record
    result: Record
    probes: NDArray[Any]  # weights, each of which measures the position at the end of a turn
    samples: NDArray[Any]  # what they measured


@compiled
def _distinct_index(deck: Record, card: int) -> int:
    for k in range(deck.n_distinct):
        if deck.distinct[k] == card:
            return k
    return -1


@compiled
def _note_draws(player: Record, deck: Record, result: Record, p: int, turn: int) -> None:
    """Note the cards that were drawn since the last time: a deck is kept as it was shuffled."""
    for i in range(player.n_deck, deck.n - result.drawn[p]):
        k = _distinct_index(deck, player.deck[i])
        if result.first_drawn[p, k] == 0:
            result.first_drawn[p, k] = turn
    result.drawn[p] = deck.n - player.n_deck


@compiled
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
def _execute(g: Record, table: NDArray[Any], action: int, notes: Notes) -> None:
    """Do an action in the real game, and note what it did."""
    p, kind, result = int(g.current), action >> KIND_SHIFT, notes.result
    result.actions += 1
    if kind == PASS and len(notes.probes):
        _measure_position(g, notes)
    if kind != PASS and kind != ATTACK:
        card = g.players[p].hand[action >> SOURCE_SHIFT & 15]
        result.mana[p] += table[card].cost
        k = _distinct_index(notes.deck_0 if p == 0 else notes.deck_1, card)
        if result.first_played[p, k] == 0:
            result.first_played[p, k] = own_turn(g.turn)
    apply(g, table, action)
    if kind == PASS:
        deck = notes.deck_1 if p == 0 else notes.deck_0
        _note_draws(g.players[1 - p], deck, result, 1 - p, own_turn(g.turn))


@compiled
def _open_game(g: Record, seed: np.uint64, notes: Notes) -> None:
    """Shuffle, deal, and begin the first turn."""
    deck_0, deck_1, result = notes.deck_0, notes.deck_1, notes.result
    begin_game(g, deck_0.cards, deck_1.cards, deck_0.n, deck_1.n, seed)
    result.nodes = result.actions = result.n_samples = 0
    result.drawn[:] = 0
    result.mana[:] = 0
    result.first_drawn[:, :] = 0
    result.first_played[:, :] = 0
    _note_draws(g.players[0], deck_0, result, 0, 1)
    _note_draws(g.players[1], deck_1, result, 1, 1)


@compiled
def _play_game(
    table: NDArray[Any], player_0: Record, player_1: Record, seed: np.uint64, ws: Workspace, notes: Notes
) -> None:
    """Play one game from the shuffle to the end."""
    g, result = ws.game[0], notes.result
    _open_game(g, seed, notes)
    rng = stream(seed, SEARCH_STREAM)
    while not g.over:
        player = player_0 if g.current == 0 else player_1
        if player.kind == BEAM:
            length, nodes = plan_turn(g, table, player, ws)
            result.nodes += nodes
            for i in range(length):
                _execute(g, table, int(ws.plan[i]), notes)
        else:
            rng, action = choose_simply(g, table, player, ws, rng)
            _execute(g, table, action, notes)
    result.winner = g.winner
    result.turns = g.turn
    for p in range(2):
        result.health[p] = g.players[p].health
    for i in range(result.n_samples):
        notes.samples[i].outcome = WON if notes.samples[i].player == g.winner else LOST


@compiled
def _add_cards(sums: Record, result: Record, deck: Record, p: int) -> None:
    """Count each distinct card of a deck as drawn and played, when, and whether its player won."""
    won = int(result.winner == p)
    for k in range(deck.n_distinct):
        card = sums.cards[p, k]
        drawn, played = int(result.first_drawn[p, k]), int(result.first_played[p, k])
        if drawn:
            card.drawn += 1
            card.drawn_won += won
            card.turn_drawn += drawn
        if played:
            card.played += 1
            card.played_won += won
            card.turn_played += played


@compiled
def _add_result(sums: Record, result: Record, deck_0: Record, deck_1: Record) -> None:
    sums.games += 1
    sums.wins[result.winner] += 1
    sums.turns += result.turns
    sums.nodes += result.nodes
    for p in range(2):
        sums.health[p] += result.health[p]
        sums.drawn[p] += result.drawn[p]
        sums.mana[p] += result.mana[p]
    _add_cards(sums, result, deck_0, 0)
    _add_cards(sums, result, deck_1, 1)


@entry
def play_jobs(
    tables: NDArray[Any],
    decks: NDArray[Any],
    players: NDArray[Any],
    jobs: NDArray[Any],
    ws: Workspace,
    results: NDArray[Any],
    sums: NDArray[Any],
    probes: NDArray[Any],
    samples: NDArray[Any],
) -> None:
    """Play all games of the jobs. `results` has a row per game, or a single one if only the sums are wanted.

    If there are probes, `samples` has `MAX_SAMPLES` rows for each game.
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
            notes = Notes(deck_0, deck_1, result, probes, measured)
            _play_game(tables[job.table], player_0, player_1, stream(job.seed, job.first + i), ws, notes)
            _add_result(sums[job.cell], result, deck_0, deck_1)


def pack_decks(decks: Sequence[Sequence[int]]) -> NDArray[Any]:
    """Decks of card numbers as the engine takes them."""
    packed = np.zeros(len(decks), DeckList)
    for row, deck in zip(packed, decks, strict=True):
        distinct = sorted(set(deck))
        row["n"], row["n_distinct"] = len(deck), len(distinct)
        row["cards"][: len(deck)], row["distinct"][: len(distinct)] = sorted(deck), distinct
    return packed


def play(
    tables: NDArray[Any],
    decks: NDArray[Any],
    players: NDArray[Any],
    jobs: NDArray[Any],
    with_rows: bool = False,
    probes: NDArray[Any] | None = None,
) -> Played:
    """Play the games of some jobs with variants of the cards [t, n], decks and players, all of them packed."""
    n_games = int(jobs["games"].sum())
    sums = np.zeros(int(jobs["cell"].max(initial=-1)) + 1, Sums)
    rows = np.zeros(n_games if with_rows else 1, Result)
    samples = np.zeros(0 if probes is None else n_games * MAX_SAMPLES, Sample)
    weights = np.zeros(0, Weights) if probes is None else probes
    play_jobs(tables, decks, players, jobs, new_workspace(), rows, sums, weights, samples)
    return Played(sums, rows if with_rows else None, None if probes is None else samples)
