"""The opening of a single game, as in a batch: shuffled decks, opening hands, mulligans. The first turn comes next."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.engine.compiling import entry
from evometa.engine.kernel.setup import MULLIGAN_STREAM, begin_game, clear_game
from evometa.engine.state.randomness import stream
from evometa.players.mulligan import mulligan


@entry
def deal_game(
    games: NDArray[Any],
    tables: NDArray[Any],
    decks: NDArray[Any],
    styles: NDArray[Any],
    seed: np.uint64,
    game: int,
    dealt: NDArray[Any],
) -> None:
    """Deal to two decks and let their styles mulligan; `seed` and `game` are those of a job's game.

    The hands before the mulligans are written to the two rows of `dealt`.
    """
    g, table = games[0], tables[0]
    first, second = decks[0], decks[1]
    key = stream(seed, game)
    clear_game(g)
    begin_game(g, table, first.hero, first.cards, first.n, second.hero, second.cards, second.n, key)
    for p in range(2):
        for i in range(g.players[p].n_hand):
            dealt[p, i] = g.players[p].hand[i].card
        mulligan(g, table, p, styles[p], stream(key, MULLIGAN_STREAM + p))
