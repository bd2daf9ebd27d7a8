"""Which characters an effect is about: all, random ones, neighbours, the target."""

from evometa.cards.language.codes import (
    IMMUNE,
    LEAVES_OUT_PARTIES,
    LEAVES_OUT_TARGET,
    OP_REDIRECT,
    PICK_ADJACENT,
    PICK_ALL_BUT_ONE,
    PICK_IT,
    PICK_NEXT_TO_TARGET,
    PICK_NONE,
    PICK_OTHER,
    PICK_RANDOM,
    PICK_SUMMONED,
    PICK_TARGET,
    PICK_THIS,
)
from evometa.engine.compiling import compiled
from evometa.engine.kernel.characters import all_matches, character, count_bits, keywords_of, living, nth_bit
from evometa.engine.state.randomness import ASK_CHARACTER, ask, offer, random_below
from evometa.engine.state.records import GRAVE


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
def random_member(g, mask):
    """A random character of a bit set that is not empty."""
    if g.scripted:
        ask(g, ASK_CHARACTER, 0)
        for ref in range(GRAVE):
            if mask >> ref & 1:
                offer(g, ref, g.players[ref >> 3].board[ref & 7].card)
    return nth_bit(mask, random_below(g, count_bits(mask)))


@compiled
def pick_random(g, mask, n):
    """n different random members of a bit set."""
    picked = 0
    left = count_bits(mask)
    while n > 0 and left > 0:
        bit = 1 << random_member(g, mask)
        picked |= bit
        mask &= ~bit
        left -= 1
        n -= 1
    return picked


@compiled
def without_immune(g, mask):
    """Those of a bit set that can be attacked at all."""
    for ref in range(GRAVE):
        if mask >> ref & 1 and keywords_of(character(g, ref)) & IMMUNE:
            mask &= ~(1 << ref)
    return mask


@compiled
def candidates(g, table, f, ins, controller):
    """Whom the instruction may mean, before any choice among them."""
    mask = all_matches(g, table, ins.who, controller, f.source)
    if ins.leaves_out == LEAVES_OUT_TARGET:
        mask &= ~pick_one(f.target)
    elif ins.leaves_out == LEAVES_OUT_PARTIES:
        mask &= ~(pick_one(f.it) | pick_one(f.other))
    elif ins.leaves_out:
        for ref in range(GRAVE):
            if mask >> ref & 1 and g.players[ref >> 3].board[ref & 7].card == ins.leaves_out:
                mask &= ~(1 << ref)
    if ins.op == OP_REDIRECT:
        mask = without_immune(g, mask)
    return mask


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
    if how == PICK_SUMMONED:
        return pick_one(f.summoned)
    mask = candidates(g, table, f, ins, f.controller)
    if how == PICK_RANDOM:
        return pick_random(g, living(g, mask), ins.count)
    if how == PICK_ALL_BUT_ONE and mask:
        mask &= ~(1 << random_member(g, mask))
    return mask
