"""The opening of a single game, as in a batch: shuffled decks, opening hands, mulligans. The first turn comes next."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.compiled.compiling import compiled, entry
from evometa.games.compiled.randomness import stream
from evometa.games.hearthstone.engine.kernel.setup import MULLIGAN_STREAM, begin_game, clear_game, replace_card
from evometa.games.hearthstone.engine.state.records import Record
from evometa.games.hearthstone.players.records import KEEP_ALL, KEEP_CHEAP


@compiled
def mulligan(g: Record, table: Record, p: int, player: Record, rng: np.uint64) -> None:
    """Throw back what the player does not want, one card after the other."""
    if player.mulligan == KEEP_ALL:
        return
    i = 0
    for _ in range(g.players[p].n_hand):
        cheap = table.cards[g.players[p].hand[i].card].cost <= player.mulligan_cost
        if cheap == (player.mulligan == KEEP_CHEAP):
            i += 1
        else:
            rng = replace_card(g, p, i, rng)


@entry
def deal_game(
    games: NDArray[Any],
    tables: NDArray[Any],
    decks: NDArray[Any],
    players: NDArray[Any],
    seed: np.uint64,
    game: int,
    dealt: NDArray[Any],
) -> None:
    """Deal to two decks and let their players mulligan; `seed` and `game` are those of a job's game.

    The hands before the mulligans are written to the two rows of `dealt`.
    """
    g, table = games[0], tables[0]
    first, second = decks[0], decks[1]
    key = stream(seed, game)
    clear_game(g)
    begin_game(g, table, first.of, first.cards, first.n, second.of, second.cards, second.n, key)
    for p in range(2):
        for i in range(g.players[p].n_hand):
            dealt[p, i] = g.players[p].hand[i].card
        mulligan(g, table, p, players[p], stream(key, MULLIGAN_STREAM + p))
