"""What the effects of a game leave to chance: drawn from the game's own stream, or scripted."""

from typing import Any

import numpy as np

from evometa.games.compiled.compiling import compiled
from evometa.games.compiled.randomness import next_below
from evometa.games.hearthstone.engine.state.records import NO_ERROR, SCRIPT_EMPTY, SCRIPT_RANGE, Record

# What a random outcome is about, for those who write scripts, and what `offered` holds for each of the outcomes. The
# card that an outcome means stands in `offered_cards`.
(
    ASK_NOTHING,
    ASK_CHARACTER,  # references
    ASK_CARD,  # nothing, because a card of a pool is meant
    ASK_HAND,  # places in the hand of `asked_player`
    ASK_DECK,  # places in that player's deck, from the top
    ASK_SECRET,  # places among that player's secrets
    ASK_NUMBER,  # the numbers themselves
    ASK_CHANCE,  # 1 where the chance comes true, else 0
) = range(8)


@compiled
def _scripted_below(g: Record, n: int) -> Any:
    """The next outcome of the script; an error if there is none, or if it is not possible."""
    if g.script_at >= g.n_script:
        g.error = SCRIPT_EMPTY
        return np.int64(0)
    outcome = np.int64(g.script[g.script_at])
    g.script_at += 1
    if outcome >= n:
        g.error = SCRIPT_RANGE
        return np.int64(0)
    return outcome


@compiled
def random_below(g: Record, n: int) -> Any:
    """A random number from 0 to n - 1 for an effect of the game."""
    if g.scripted:
        return _scripted_below(g, n)
    g.rng, outcome = next_below(g.rng, n)
    return outcome


@compiled
def ask(g: Record, kind: int, player: int) -> None:
    """Say what the next random outcome is about, before `offer` says what it may be. Only scripts need to know."""
    if g.scripted and g.error == NO_ERROR:
        g.asked = kind
        g.asked_player = player
        g.n_offered = 0


@compiled
def offer(g: Record, what: int, card: int) -> None:
    """One more thing that the next random outcome may mean."""
    if g.scripted and g.error == NO_ERROR:
        g.offered[g.n_offered] = what
        g.offered_cards[g.n_offered] = card
        g.n_offered += 1


@compiled
def ask_number(g: Record, first: int, n: int) -> None:
    """Ask for one of n numbers in a row."""
    if g.scripted:
        ask(g, ASK_NUMBER, 0)
        for i in range(n):
            offer(g, first + i, 0)


@compiled
def ask_hand(g: Record, p: int) -> None:
    """Ask for a card in the hand of p."""
    if g.scripted:
        ask(g, ASK_HAND, p)
        for i in range(g.players[p].n_hand):
            offer(g, i, g.players[p].hand[i].card)


@compiled
def offer_from_deck(g: Record, p: int, i: int) -> None:
    """One more card of p's deck that the next random outcome may mean."""
    me = g.players[p]
    offer(g, me.n_deck - 1 - i, me.deck[i])


@compiled
def ask_chance(g: Record, percent: int) -> None:
    """Ask for one of a hundred outcomes, the first `percent` of which make the chance come true."""
    if g.scripted:
        ask(g, ASK_CHANCE, 0)
        for i in range(100):
            offer(g, 1 if i < percent else 0, 0)
