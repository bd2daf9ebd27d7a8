"""Which characters an effect is about: all, random ones, neighbours, the target."""

from evometa.games.compiled.compiling import compiled
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.engine.kernel.characters import (
    all_matches,
    character,
    keywords_of,
    living,
    nth_bit,
    on_board,
)
from evometa.games.hearthstone.engine.state.chances import ASK_CHARACTER, ask, offer, random_below
from evometa.games.hearthstone.engine.state.records import GRAVE, Record
from evometa.games.hearthstone.engine.state.references import (
    bit,
    count_bits,
    has_bit,
    is_in_play,
    is_minion_in_play,
    player_of,
    slot_of,
)
from evometa.games.hearthstone.engine.state.stack import meet_unknown


@compiled
def neighbours(g: Record, ref: int) -> int:
    """The minions next to a minion in play, as a bit set."""
    g.saw_places = 1
    mask = 0
    if is_minion_in_play(ref):
        if slot_of(ref) > 1:
            mask |= bit(ref - 1)
        if slot_of(ref) < g.players[player_of(ref)].n_minions:
            mask |= bit(ref + 1)
    return mask


@compiled
def _pick_one(ref: int) -> int:
    return bit(ref) if is_in_play(ref) else 0


@compiled
def random_member(g: Record, mask: int) -> int:
    """A random character of a bit set that is not empty."""
    if g.scripted:
        ask(g, ASK_CHARACTER, 0)
        for ref in range(GRAVE):
            if has_bit(mask, ref):
                offer(g, ref, on_board(g, ref).card)
    return nth_bit(mask, random_below(g, count_bits(mask)))


@compiled
def _pick_random(g: Record, mask: int, n: int) -> int:
    """n different random members of a bit set."""
    picked = 0
    left = count_bits(mask)
    while n > 0 and left > 0:
        one = bit(random_member(g, mask))
        picked |= one
        mask &= ~one
        left -= 1
        n -= 1
    return picked


@compiled
def _without_immune(g: Record, mask: int) -> int:
    """Those of a bit set that are not immune, and so can be attacked."""
    for ref in range(GRAVE):
        if has_bit(mask, ref) and keywords_of(character(g, ref)) & c.IMMUNE:
            mask &= ~bit(ref)
    return mask


@compiled
def candidates(g: Record, table: Record, f: Record, ins: Record, controller: int) -> int:
    """Whom the instruction may mean, before any choice among them."""
    mask = all_matches(g, table, ins.who, controller, f.source)
    if ins.leaves_out == c.LEAVES_OUT_TARGET:
        mask &= ~_pick_one(f.target)
    elif ins.leaves_out == c.LEAVES_OUT_PARTIES:
        mask &= ~(_pick_one(f.it) | _pick_one(f.other))
    elif ins.leaves_out:
        for ref in range(GRAVE):
            if has_bit(mask, ref) and on_board(g, ref).card == ins.leaves_out:
                mask &= ~bit(ref)
    if ins.op == c.OP_REDIRECT:
        mask = _without_immune(g, mask)
    return mask


@compiled
def pick(g: Record, table: Record, f: Record, ins: Record) -> int:
    """The characters that the instruction is about, as a bit set of references."""
    how = ins.pick
    if how == c.PICK_THIS:
        return _pick_one(f.source)
    if how == c.PICK_TARGET:
        return _pick_one(f.target)
    if how == c.PICK_IT:
        return _pick_one(f.it)
    if how == c.PICK_OTHER:
        return _pick_one(f.other)
    if how == c.PICK_ADJACENT:
        return neighbours(g, f.source)
    if how == c.PICK_NEXT_TO_TARGET:
        return neighbours(g, f.target)
    if how == c.PICK_NONE:
        return 0
    if how == c.PICK_SUMMONED:
        return _pick_one(f.summoned)
    mask = candidates(g, table, f, ins, f.controller)
    if how == c.PICK_ALL:
        return mask
    if how == c.PICK_RANDOM:
        return _pick_random(g, living(g, mask), ins.count)
    if how == c.PICK_ALL_BUT_ONE:
        return mask & ~bit(random_member(g, mask)) if mask else 0
    return meet_unknown(g)
