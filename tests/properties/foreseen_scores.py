"""Foresight against the rules: every action of a position, foreseen and done."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.compiled.compiling import compiled, entry
from evometa.games.compiled.randomness import GOLDEN, mix, next_below, stream
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.engine.kernel.actions import apply, legal_actions
from evometa.games.hearthstone.engine.kernel.setup import begin_game, begin_turns, clear_game
from evometa.games.hearthstone.engine.state.action_codes import END, kind_of
from evometa.games.hearthstone.engine.state.journal import PRINTABLE
from evometa.games.hearthstone.engine.state.records import Record
from evometa.games.hearthstone.players import records as r
from evometa.games.hearthstone.players.foresight import UNKNOWN, foresee, look_around, remember_place
from evometa.games.hearthstone.players.knowledge import copy_position
from evometa.games.hearthstone.players.scores import score
from evometa.games.hearthstone.players.workspace import Workspace
from evometa.games.tables import CardTable

WRONG, UNKNOWN_YET, FIRST_KIND = range(3)  # what is counted; then the foreseen scores by kind of action
N_COUNTS = FIRST_KIND + 5
BUSY = 3  # so often a random player does something else than to end the turn
DIFFERENT_TABLES = 8


@compiled
def compare_scores(table: Record, w: Record, workspace: Workspace, rng: np.uint64, counts: NDArray[Any]) -> int:
    """Foresee and do every action of the workspace's game; returns the first one whose score was another, or -1."""
    g, child, actions, outlook = workspace.game[0], workspace.positions[0], workspace.actions, workspace.outlook[0]
    me = int(g.current)
    look_around(outlook, g, table, w, me, score(g, table, me, w))
    wrong = -1
    for k in range(legal_actions(g, table, actions)):
        action = int(actions[k])
        foreseen = foresee(g, table, w, me, outlook, action)
        chance = mix(rng + GOLDEN * np.uint64(k))
        copy_position(child, g)
        child.rng = chance
        child.saw_places = 0
        apply(child, table, action)
        done = score(child, table, me, w)
        if foreseen == UNKNOWN:
            counts[UNKNOWN_YET] += 1
            remember_place(outlook, action, done, child, chance)
            continue
        counts[FIRST_KIND + kind_of(action)] += 1
        if foreseen != done or child.over:
            counts[WRONG] += 1
            wrong = action
    return wrong


@entry
def compare_games(
    tables: NDArray[Any],
    decks: NDArray[Any],
    weights: NDArray[Any],
    workspace: Workspace,
    seed: np.uint64,
    n_games: int,
    counts: NDArray[Any],
) -> int:
    """Play random games of random decks, and compare in each position; returns the first game that was wrong, or -1."""
    g, actions = workspace.game[0], workspace.actions
    for i in range(n_games):
        rng = stream(seed, i)
        rng, t = next_below(rng, len(tables))
        rng, a = next_below(rng, len(decks))
        rng, b = next_below(rng, len(decks))
        table, first, second = tables[t], decks[a], decks[b]
        clear_game(g)
        begin_game(g, table, first.of, first.cards, first.n, second.of, second.cards, second.n, rng)
        begin_turns(g, table)
        while not g.over and not g.error:
            rng, k = next_below(rng, len(weights))
            if compare_scores(table, weights[k], workspace, rng, counts) >= 0:
                return i
            n = legal_actions(g, table, actions)
            rng, k = next_below(rng, n)
            rng, patience = next_below(rng, BUSY)
            if kind_of(actions[k]) == END and patience and n > 1:
                rng, k = next_below(rng, n)
            apply(g, table, int(actions[k]))
        if g.error:
            return i
    return -1


def random_weights(source: random.Random) -> Any:
    """A player's weights, some of them 0."""
    weights = np.zeros(1, r.Weights)[0]
    for name in r.FEATURES:
        r.put_weight(weights, name, source.choice((0, 0, 1, -1, source.randrange(-1000, 1000))))
    return weights


def pack_weights(records: Sequence[Any]) -> NDArray[Any]:
    """Some players' weights as one array."""
    weights = np.zeros(len(records), r.Weights)
    for i, one in enumerate(records):
        weights[i] = one
    return weights


def patch_at_random(table: CardTable, source: random.Random) -> CardTable:
    """The same cards with other numbers, and with keywords that they never had."""
    array = table.array.copy()
    for card in array[0].cards[1 : array[0].n_cards]:
        if source.random() < 0.5:
            card.cost, card.attack = source.randrange(6), source.randrange(8)
        if card.type in (c.MINION, c.WEAPON) and source.random() < 0.5:
            card.health = source.randrange(8)
        if card.type == c.MINION and source.random() < 0.3:
            card.keywords |= 1 << source.randrange(PRINTABLE.bit_length())
            if card.keywords & c.LIFESTEAL:  # as the compiler of cards writes it down
                card.listens |= 1 << c.HAS_LIFESTEAL
    return CardTable(array, table.names, table.ids, table.roster, table.game)
