"""Two hashes of a position.

The state hash, which logs hold, covers everything. The search hash covers what makes a position different for a player:
the boards in order, and hands and decks as multisets, but neither randomness nor the order of play.
"""

import numpy as np

from evometa.games.compiled.compiling import compiled, inlined
from evometa.games.compiled.randomness import GOLDEN, MIX_1, MIX_2, S31, S32, mix
from evometa.games.compiled.records import offset_of
from evometa.games.hearthstone.engine.state.records import (
    STATE_WORDS,
    Character,
    Game,
    HandCard,
    Player,
    Record,
    Weapon,
)

# Where things lie, in words of 8 bytes.
PLAYERS, PLAYER = offset_of(Game, "players") // 8, Player.itemsize // 8
CHARACTER = Character.itemsize // 8
LISTS = ("hand", "weapon", "deck", "secrets", "order", "died")
HAND, WEAPON, DECK, SECRETS, ORDER, DIED = (offset_of(Player, name) // 8 for name in LISTS)
LOOK = offset_of(Game, "look") // 8
WEAPON_ORDER = np.uint64(0x0000FFFF00000000)  # where the order of play lies in the second word of a weapon
S29 = np.uint64(29)

assert HandCard.itemsize == 8
assert all(offset_of(Player, name) % 8 == 0 for name in LISTS)
assert offset_of(Weapon, "order") == 12 and offset_of(Game, "look") % 8 == 0


@compiled
def hash_state(g: Record) -> np.uint64:
    """A hash of the whole position."""
    h = GOLDEN
    for i in range(STATE_WORDS):
        h = (h ^ g.words[i]) * MIX_1
        h ^= h >> S32
    return mix(h)


@inlined
def _fold(h: np.uint64, word: np.uint64) -> np.uint64:
    h = (h ^ word) * MIX_2
    return h ^ (h >> S31)


@inlined
def _scatter(word: np.uint64) -> np.uint64:
    """What a member adds to the sum that stands for a multiset, in which order does not matter."""
    z = (word + GOLDEN) * MIX_1
    return (z ^ (z >> S29)) * MIX_2


@inlined
def _hash_words(g: Record, first: int, last: int, h: np.uint64) -> np.uint64:
    """Fold words into a hash, in four chains side by side, because each fold has to wait for the one before."""
    a, b, c, d = h, MIX_1, MIX_2, GOLDEN
    i = first
    while i + 3 < last:
        a = _fold(a, g.words[i])
        b = _fold(b, g.words[i + 1])
        c = _fold(c, g.words[i + 2])
        d = _fold(d, g.words[i + 3])
        i += 4
    while i < last:
        a = _fold(a, g.words[i])
        i += 1
    return _fold(_fold(a, b), _fold(c, d))


@inlined
def _sum_held(g: Record, me: Record, start: int) -> np.uint64:
    """A player's hand, and the minions that died this turn, as a multiset."""
    held = np.uint64(0)
    for i in range(me.n_hand):
        held += _scatter(g.words[start + HAND + i])
    for i in range(me.n_died):
        held += _scatter(np.uint64(me.died[i]))
    return held


@inlined
def _sum_deck(me: Record) -> int:
    """A player's deck as a multiset."""
    left = 0
    for i in range(me.n_deck):
        card = int(me.deck[i])
        left += card * card * card
    return left


@compiled
def _hash_player(g: Record, me: Record, start: int) -> np.uint64:
    """A player's board in order, hand and deck as multisets, and everything else but the order of play."""
    h = _hash_words(g, start, start + (me.n_minions + 1) * CHARACTER, GOLDEN)
    h = _fold(h, g.words[start + WEAPON])
    h = _fold(h, g.words[start + WEAPON + 1] & ~WEAPON_ORDER)
    h = _hash_words(g, start + SECRETS, start + ORDER, h)
    return _fold(_fold(h, _sum_held(g, me, start)), np.uint64(_sum_deck(me)))


@compiled
def hash_for_search(g: Record) -> np.uint64:
    """A hash that is equal for positions which a player has no reason to tell apart."""
    h = _fold(_hash_player(g, g.players[0], PLAYERS), _hash_player(g, g.players[1], PLAYERS + PLAYER))
    h = _fold(h, np.uint64(g.current | g.over << 1 | g.n_look << 2 | g.look_kind << 5))
    return _fold(h, g.words[LOOK]) if g.n_look else h


@inlined
def _have_equal_words(one: Record, other: Record, first: int, last: int) -> bool:
    """To the last word, even if they differ early: a processor compares eight of them at once."""
    difference = np.uint64(0)
    for i in range(first, last):
        difference |= one.words[i] ^ other.words[i]
    return bool(difference == np.uint64(0))


@inlined
def _hold_the_same(one: Record, other: Record, p: int, start: int) -> bool:
    """Are p's hand, deck, and minions that died this turn the same multisets? Mostly their order is the same, too."""
    me, same = one.players[p], other.players[p]
    if not _have_equal_words(one, other, start + DECK, start + SECRETS) and _sum_deck(me) != _sum_deck(same):
        return False
    has_same_hand = _have_equal_words(one, other, start + HAND, start + WEAPON)
    if has_same_hand and _have_equal_words(one, other, start + DIED, start + PLAYER):
        return True
    return bool(_sum_held(one, me, start) == _sum_held(other, same, start))


@compiled
def _is_same_player(one: Record, other: Record, p: int) -> bool:
    """Is player p the same in two positions, as far as the search hash goes?"""
    start = PLAYERS + p * PLAYER
    if not _have_equal_words(one, other, start + SECRETS, start + ORDER):  # the number of minions is among these
        return False
    if not _have_equal_words(one, other, start, start + (one.players[p].n_minions + 1) * CHARACTER):
        return False
    weapon = start + WEAPON
    if one.words[weapon] != other.words[weapon] or (one.words[weapon + 1] ^ other.words[weapon + 1]) & ~WEAPON_ORDER:
        return False
    return _hold_the_same(one, other, p, start)


@compiled
def is_same_for_search(one: Record, other: Record) -> bool:
    """Has a player no reason to tell two positions apart? It is quicker than to compare their search hashes."""
    if one.current != other.current or one.over != other.over or one.n_look != other.n_look:
        return False
    if one.n_look and (one.words[LOOK] != other.words[LOOK] or one.look_kind != other.look_kind):
        return False
    return _is_same_player(one, other, 0) and _is_same_player(one, other, 1)
