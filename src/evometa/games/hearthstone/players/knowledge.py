"""What a player may know: the position as it is, or only what a person at the table could see."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.compiled.compiling import compiled, inlined
from evometa.games.compiled.randomness import shuffle
from evometa.games.hearthstone.engine.state.records import STATE_WORDS, Record
from evometa.games.hearthstone.players.records import SEES_FAIRLY

UNKNOWN = 0  # the blank card


@inlined
def copy_position(to: Record, source: Record) -> None:
    for i in range(STATE_WORDS):
        to.words[i] = source.words[i]


@compiled
def _sort_cards(cards: NDArray[Any], n: int) -> None:
    """Sort the first n cards in place, in a simple way because decks are short."""
    for i in range(1, n):
        card = int(cards[i])
        k = i
        while k > 0 and cards[k - 1] > card:
            cards[k] = cards[k - 1]
            k -= 1
        cards[k] = card


@compiled
def hide_enemy(g: Record, me: int) -> None:
    """Hide what `me` cannot see of the enemy: hand, deck and secrets become blank."""
    theirs = g.players[1 - me]
    for i in range(theirs.n_hand):
        theirs.hand[i].card = UNKNOWN
        theirs.hand[i].cost = 0
        theirs.hand[i].attack = 0
        theirs.hand[i].health = 0
    for i in range(theirs.n_deck):
        theirs.deck[i] = UNKNOWN
    for i in range(theirs.n_secrets):
        theirs.secrets[i] = UNKNOWN


@compiled
def view_position(view: Record, g: Record, me: int, knowledge: int, rng: np.uint64) -> None:
    """Write to `view` the position as the player knows it; a fair one's own deck is shuffled anew."""
    copy_position(view, g)
    if knowledge == SEES_FAIRLY:
        hide_enemy(view, me)
        mine = view.players[me]
        _sort_cards(mine.deck, mine.n_deck)
        shuffle(mine.deck, mine.n_deck, np.uint64(rng))
