"""Starting a game: heroes, shuffled decks, opening hands, mulligan, first turn."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.compiled.compiling import compiled, merged
from evometa.games.compiled.randomness import next_below, shuffle, stream
from evometa.games.hearthstone.engine.kernel.actions import apply
from evometa.games.hearthstone.engine.kernel.hand import draw, put_in_hand, take_from_hand
from evometa.games.hearthstone.engine.kernel.sequences import fill_mana
from evometa.games.hearthstone.engine.state.action_codes import BEGIN
from evometa.games.hearthstone.engine.state.journal import J_TURN, note
from evometa.games.hearthstone.engine.state.records import DEATHS, NOBODY, STATE_WORDS, Record

# Keys of the random streams of a game.
DECK_STREAM, EFFECT_STREAM, SEARCH_STREAM, MULLIGAN_STREAM = 1, 3, 4, 6


@merged
def clear_game(g: Record) -> None:
    """Make the position and the scratch memory empty."""
    for i in range(STATE_WORDS):
        g.words[i] = np.uint64(0)
    g.dirty = 0
    g.n_frames = 0
    g.n_grave = 0
    g.n_journal = 0
    g.hits = 0
    g.heals = 0
    g.drained[0] = 0
    g.drained[1] = 0


@merged
def seat_hero(g: Record, table: Record, p: int, hero: int) -> None:
    """Give player p a hero with its power."""
    me = g.players[p]
    me.board[0].card = hero
    me.board[0].max_health = table.cards[hero].health
    me.power = table.cards[hero].power
    if me.board[0].max_health <= 0:  # its card has no health
        g.dirty |= DEATHS


@merged
def _deal_deck(g: Record, table: Record, p: int, deck: NDArray[Any], n: int, seed: np.uint64) -> None:
    """Shuffle p's deck and draw the opening hand."""
    me = g.players[p]
    for i in range(n):
        me.deck[i] = deck[i]
    me.n_deck = n
    shuffle(me.deck, n, stream(seed, DECK_STREAM + p))
    for _ in range(table.rules.first_cards if p == 0 else table.rules.second_cards):
        draw(g, table, p)


@compiled
def replace_card(g: Record, p: int, i: int, rng: np.uint64) -> np.uint64:
    """Mulligan one card: draw the top card in its place, then put it back into the deck at a random place."""
    me = g.players[p]
    if me.n_deck == 0:
        return rng
    thrown = int(me.hand[i].card)
    me.n_deck -= 1
    drawn = int(me.deck[me.n_deck])
    rng, place = next_below(rng, int(me.n_deck) + 1)
    for k in range(me.n_deck, place, -1):
        me.deck[k] = me.deck[k - 1]
    me.deck[place] = thrown
    me.n_deck += 1
    take_from_hand(g, p, i)
    held = me.hand[me.n_hand]
    held.card = drawn
    me.n_hand += 1
    return rng


@merged
def begin_game(
    g: Record,
    table: Record,
    hero_0: int,
    deck_0: NDArray[Any],
    n_0: int,
    hero_1: int,
    deck_1: NDArray[Any],
    n_1: int,
    seed: np.uint64,
) -> None:
    """Seat the heroes and deal the opening hands. The mulligans come next, then `begin_turns`."""
    seat_hero(g, table, 0, hero_0)
    seat_hero(g, table, 1, hero_1)
    g.next_order = 1
    _deal_deck(g, table, 0, deck_0, n_0, seed)
    _deal_deck(g, table, 1, deck_1, n_1, seed)
    g.rng = stream(seed, EFFECT_STREAM)


@merged
def begin_turns(g: Record, table: Record) -> None:
    """Give the second player the extra card, and begin the first turn."""
    if table.rules.second_gets:
        put_in_hand(g, table, 1, table.rules.second_gets, 0)
    g.turn = 1
    g.current = 0
    fill_mana(g, table, g.players[0])
    note(g, J_TURN, 0, NOBODY, 0, g.players[0].mana, 1)
    apply(g, table, BEGIN)
