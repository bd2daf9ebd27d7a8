"""Which characters an effect is about: all, random ones, neighbours, the target."""

from evometa.cards.codes import (
    PICK_ADJACENT,
    PICK_ALL_BUT_ONE,
    PICK_IT,
    PICK_NEXT_TO_TARGET,
    PICK_NONE,
    PICK_OTHER,
    PICK_RANDOM,
    PICK_TARGET,
    PICK_THIS,
)
from evometa.engine.characters import all_matches, count_bits, living, nth_bit
from evometa.engine.compiling import compiled
from evometa.engine.randomness import random_below
from evometa.engine.records import GRAVE


@compiled
def neighbours(g, ref):
    """The minions next to a minion in play, as a bit set."""
    mask = 0
    if 0 <= ref < GRAVE and ref & 7:
        if ref & 7 > 1:
            mask |= 1 << int(ref - 1)
        if ref & 7 < g.players[ref >> 3].n_minions:
            mask |= 1 << int(ref + 1)
    return mask


@compiled
def pick_one(ref):
    return 1 << int(ref) if 0 <= ref < GRAVE else 0


@compiled
def pick_random(g, mask, n):
    """n different random members of a bit set."""
    picked = 0
    left = count_bits(mask)
    while n > 0 and left > 0:
        bit = 1 << nth_bit(mask, random_below(g, left))
        picked |= bit
        mask &= ~bit
        left -= 1
        n -= 1
    return picked


@compiled
def pick(g, table, f, ins):
    """The characters that the instruction is about, as a bit set of references."""
    how = ins.pick
    if how == PICK_THIS:
        return pick_one(f.source)
    if how == PICK_TARGET:
        return pick_one(f.target)
    if how == PICK_IT:
        return pick_one(f.it)
    if how == PICK_OTHER:
        return pick_one(f.other)
    if how == PICK_ADJACENT:
        return neighbours(g, f.source)
    if how == PICK_NEXT_TO_TARGET:
        return neighbours(g, f.target)
    if how == PICK_NONE:
        return 0
    mask = all_matches(g, table, ins.who, f.controller, f.source)
    if how == PICK_RANDOM:
        return pick_random(g, living(g, mask), ins.count)
    if how == PICK_ALL_BUT_ONE and mask:
        mask &= ~(1 << nth_bit(mask, random_below(g, count_bits(mask))))
    return mask
