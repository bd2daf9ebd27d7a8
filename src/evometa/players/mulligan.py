"""The mulligan: which cards of the opening hand are thrown back."""

import numpy as np

from evometa.engine.compiling import compiled
from evometa.engine.kernel.setup import replace_card
from evometa.engine.state.records import Record
from evometa.players.records import KEEP_ALL, KEEP_CHEAP


@compiled
def mulligan(g: Record, table: Record, p: int, style: Record, rng: np.uint64) -> None:
    """Throw back what the style does not want, one card after the other."""
    if style.mulligan == KEEP_ALL:
        return
    i = 0
    for _ in range(g.players[p].n_hand):
        cheap = table.cards[g.players[p].hand[i].card].cost <= style.mulligan_cost
        if cheap == (style.mulligan == KEEP_CHEAP):
            i += 1
        else:
            rng = replace_card(g, p, i, rng)
